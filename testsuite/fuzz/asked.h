/* Commands of the tool that are asked of hostile files, in the process of a fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is wrong with a file ends the tool, but not this process (linked with --wrap of wpp_die, wpp_die_at and
   wpp_say): then memory is lost, so nobody looks for leaks.  */

#ifndef WPP_TESTSUITE_FUZZ_ASKED_H
#define WPP_TESTSUITE_FUZZ_ASKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FUZZ_ARGUMENTS 6

struct fuzz_way
{
  int (*command) (int argc, char **argv);
  const char *arguments[FUZZ_ARGUMENTS];   /* up to a null */
};

/* Is DATA [SIZE] a profile that is not too long?  */
bool fuzz_short_p (const uint8_t *data, size_t size);

/* Go WAYS [N].  */
void fuzz_ask (const struct fuzz_way *ways, size_t n);

#endif /* WPP_TESTSUITE_FUZZ_ASKED_H */
