/* Names of source files and of functions, as another compilation had them or a user types them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_NAMES_H
#define WPP_ANALYSIS_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* A measure of what the names of the source files KNOWN and FILE have in common: 0 when the last components differ;
   else the greater, the more folders agree, beginning with the innermost; and among equal numbers, greater if KNOWN has
   no other folders.  Among the source files of a profile, FILE is the one that has most in common with it.  So folders
   may have moved, but files of the same name in several folders are told apart.  */
unsigned wpp_common_tail (const char *known, const char *file);

/* A form of a function's name.  */
struct wpp_name_form
{
  const char *at;
  size_t length;
};

#define WPP_NAME_FORMS 5

/* Set FORMS to the forms of the name of the function that the source calls PRETTY, each once, and return their number:
   first PRETTY itself; then without the parameters and what follows them; both without the return type, with which only
   instances of templates begin; and without the template's arguments.  */
size_t wpp_name_forms (const char *pretty, struct wpp_name_form forms[WPP_NAME_FORMS]);

/* Is NAME one of the forms of PRETTY?  */
bool wpp_names_p (const char *pretty, const char *name);

/* PRETTY on one line, malloc'ed; null when out of memory: without the return type of an instance of a template, and
   what is in brackets of arguments and parameters is `…'.  What GCC makes of a coroutine beside the function that is
   called has that one's name and `, resumed' or `, destroyed'.  */
char *wpp_name_short (const char *pretty);

/* GCC keeps a coroutine's variables in a frame, whose type RECORD is called as none of a source is; the variable i is
   the field `i_2_3'.  The length of the variable's name at the beginning of FIELD; 0: it is no such field.  Either may
   be null.  */
size_t wpp_frame_variable (const char *record, const char *field);

#endif /* WPP_ANALYSIS_BASE_NAMES_H */
