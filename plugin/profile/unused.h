/* Functions that are compiled without the profile that they had.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They are noted in the object (format/unused-record.h), so that a link can tell how many there are in all.  A unit
   without any is left as it is.  */

#ifndef WPP_PLUGIN_PROFILE_UNUSED_H
#define WPP_PLUGIN_PROFILE_UNUSED_H

#include "plugin/profile/profiles.h"

class wpp_unused
{
public:
  /* NODE has no profile though one knows executions of it, because of WHY (WPP_UNUSED_…).  */
  void add (cgraph_node *node, const char *why);
  /* Write the section of the unit.  Until then GCC must not have written it for -flto.  */
  void emit () const;

private:
  std::string lines;
};

#endif /* WPP_PLUGIN_PROFILE_UNUSED_H */
