/* Which processor is compiled for: -mtune=, or what stands for it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Targets keep the names in variables of their own; the command line is the same for all.  The driver has put a name in
   the place of `native'.  */

#include "plugin/optimize/timing/iteration.h"

namespace {

/* What the last option that begins with BEGINNING goes on with, or null.  */

const char *
last_given (const char *beginning)
{
  const char *found = NULL;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const char *text = save_decoded_options[i].orig_option_with_args_text;
      if (text && startswith (text, beginning))
        found = text + strlen (beginning);
    }
  return found;
}

} // anonymous namespace

const wpp_processor *
wpp_processor_tuned ()
{
  for (const char *option : { "-mtune=", "-mcpu=", "-march=" })
    if (const char *name = last_given (option))
      return wpp_processor_named (name);
  return wpp_processor_named (NULL);
}
