/* Names of source files and of functions, as another compilation had them or a user types them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_NAMES_H
#define WPP_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* How much the source files KNOWN and FILE have in common: 0 when not even their names, else the more, the more of the folders that
   they are in, from the inner ones on; and of equally many, when these are all that KNOWN has.  Of the source files that a profile
   knows, FILE is the one that has most in common with it: folders may have moved, but files of one name in several folders
   are told apart.  */
unsigned wpp_common_tail (const char *known, const char *file);

/* A part of a function's name.  */
struct wpp_name_form
{
  const char *at;
  size_t length;
};

#define WPP_NAME_FORMS 5

/* Set FORMS to the ways to write the name of the function that the source calls PRETTY, each once, and return how many these are:
   PRETTY itself, which is first; that without parameters and what follows them; both without the type that is
   returned, which only instances of templates begin with; and that without the template's arguments.  */
size_t wpp_name_forms (const char *pretty, struct wpp_name_form forms[WPP_NAME_FORMS]);

/* Is NAME one of these?  */
bool wpp_names_p (const char *pretty, const char *name);

#endif /* WPP_NAMES_H */
