/* The end of programs that count their blocks (blockcounts.cc): a line a block goes to the file COUNT_BLOCKS.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   FUNCTION BLOCK LINE PRECISE EXPECTED COUNTED  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct block
{
  const char *function;
  int64_t index, line, precise;
  uint64_t expected;
};

struct unit
{
  const uint64_t *counts;
  const struct block *blocks;
  uint64_t n;
};

extern const struct unit __start_count_blocks[] __attribute__ ((weak, visibility ("hidden")));
extern const struct unit __stop_count_blocks[] __attribute__ ((weak, visibility ("hidden")));

static void __attribute__ ((destructor, no_instrument_function))
print_blocks (void)
{
  const char *name = getenv ("COUNT_BLOCKS");
  FILE *file = name ? fopen (name, "a") : NULL;
  if (!file)
    return;
  for (const struct unit *u = __start_count_blocks; u < __stop_count_blocks; u++)
    for (uint64_t i = 0; i < u->n; i++)
      {
        const struct block *b = &u->blocks[i];
        fprintf (file, "%s %d %d %d %llu %llu\n", b->function, (int) b->index, (int) b->line, (int) b->precise,
                 (unsigned long long) b->expected, (unsigned long long) u->counts[i]);
      }
  fclose (file);
}
