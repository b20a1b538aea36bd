/* Commands of the tool that are asked of hostile files, in the process of a fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is wrong with a file ends the tool, but not this process (linked with --wrap of wpp_die, wpp_die_at and
   wpp_say): then memory is lost, so nobody looks for leaks.  */

#ifndef WPP_TESTSUITE_FUZZ_ASKED_H
#define WPP_TESTSUITE_FUZZ_ASKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a command, its name and arguments up to a null.  */
#define FUZZ_WORDS 7

/* Is DATA [SIZE] a profile that is not too long?  */
bool fuzz_short_p (const uint8_t *data, size_t size);

/* Run the commands WAYS [N].  */
void fuzz_ask (const char *const (*ways)[FUZZ_WORDS], size_t n);

#endif /* WPP_TESTSUITE_FUZZ_ASKED_H */
