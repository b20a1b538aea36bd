/* What the makers of mutants share: numbers at random, and files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_MUTATE_MUTATE_H
#define WPP_TESTSUITE_MUTATE_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bytes.h"

/* Mutant SEED comes next.  Each has a seed of its own, so that it can be made again alone.  */
void mutate_begin (uint64_t seed);

/* A number less than N, which is not 0.  */
uint64_t mutate_below (uint64_t n);

/* Change some bytes of B.  */
void mutate_bytes (struct wpp_buffer *b);

/* The bytes of the file NAME [*SIZE], malloc'ed, or null.  */
unsigned char *mutate_read_file (const char *name, size_t *size);

/* Write DATA [SIZE] to NAME.SEED.wpp; return whether it could be written.  */
bool mutate_write_file (const char *name, uint64_t seed, const unsigned char *data, size_t size);

#endif /* WPP_TESTSUITE_MUTATE_MUTATE_H */
