/* The operations of assignments and conditions: their names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "program/statements/operations.h"

#define INFO(ID, NAME, CLASS, SIGN) { NAME, SIGN, WPP_CLASS_##CLASS },

const struct wpp_operation_info wpp_operation_infos[] = { WPP_OPERATIONS (INFO) };

enum wpp_operation
wpp_operation_named (const char *name)
{
  for (int o = WPP_OPERATION_OTHER + 1; o < WPP_N_OPERATIONS; o++)
    if (!strcmp (wpp_operation_infos[o].name, name))
      return o;
  return WPP_OPERATION_OTHER;
}
