/* replay-TARGET FILE...: let a fuzz target read FILEs, each in memory that ends where it ends.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   For `make check', which has no libFuzzer.  A file that takes longer than MAX_SECONDS is a
   failure, as is a crash (build it with sanitizers).  Prints a PASS or FAIL line.  */

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "../bench/seconds.h"
#include "../unit/unit.h"
#include "fuzz.h"
#include "read-file.h"

#define MAX_SECONDS 20.0 /* sanitizers and a busy machine included */

/* Mutation is libFuzzer's; a target that has a mutator of its own is linked with this.  */
size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);

size_t
LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size)
{
  return size;
}

/* The bytes of FILE, or null.  */
static unsigned char *
read_exactly (const char *name, size_t *size)
{
  struct wpp_buffer b;
  if (!read_file (name, &b))
    return NULL;
  *size = b.size;
  unsigned char *exact = malloc (b.size + (b.size == 0));
  if (exact && b.size)
    memcpy (exact, b.data, b.size);
  wpp_buffer_release (&b);
  return exact;
}

int
main (int argc, char **argv)
{
  struct rusage usage;
  for (int i = 1; i < argc; i++)
    {
      size_t size;
      unsigned char *data = read_exactly (argv[i], &size);
      double begun = now ();
      CHECK_QUIET (data, "%s cannot be read", argv[i]);
      /* A crash is to be found in the log.  */
      fprintf (stderr, "%s\n", argv[i]);
      if (data)
        LLVMFuzzerTestOneInput (data, size);
      free (data);
      CHECK_QUIET (now () - begun < MAX_SECONDS, "%s takes %.1f s", argv[i], now () - begun);
    }
  getrusage (RUSAGE_SELF, &usage);
  fprintf (stderr, "%ld MiB at most\n", usage.ru_maxrss / 1024);
  CHECK (unit_failures == 0 && argc > 1, "%d inputs", argc - 1);
  return unit_done ();
}
