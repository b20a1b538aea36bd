/* Commands of the tool in the process of a fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_USE_TOOL_H
#define WPP_TESTSUITE_FUZZ_USE_TOOL_H

#include <stddef.h>

/* A file of DATA [SIZE] in memory and, in NAME [FUZZ_FILE], what it is called; close it.  Negative when there is
   none.  */
#define FUZZ_FILE 32
int fuzz_file (const void *data, size_t size, char *name);

/* Run the command WORDS of the tool, its name and arguments up to a null; what it prints is JSON if --json is the first
   of these.  It must not find anything wrong: that would end the process.  */
void fuzz_command (const char *const *words);

#endif /* WPP_TESTSUITE_FUZZ_USE_TOOL_H */
