/* Fuzz target: `wpp currency' of a merged profile and of what optimisation made of assignments.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An input is the size of the payload of a record of moves, 4 bytes, that payload, and a profile; what there is less is
   left out.  The moves are put in an executable here.  The seeds are of a program whose source is flow.c; a byte in the
   middle of the profile is the line.  */

#include <string.h>
#include <unistd.h>
#include "asked.h"
#include "dependence/currency/moves.h"
#include "format/moves-record.h"
#include "fuzz.h"
#include "mend.h"
#include "put-moves.h"
#include "base/bytes.h"
#include "use-tool.h"

#define HEAD 4

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* The size of the payload in DATA [SIZE], which has a head.  */
static size_t
payload_size (const uint8_t *data, size_t size)
{
  uint32_t n;
  memcpy (&n, data, HEAD);
  return n < size - HEAD ? n : size - HEAD;
}

/* Mutate the payload, or the profile, which is mended; not both, so that one of them is read.  */
size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
  if (size < HEAD || max_size <= size)
    return LLVMFuzzerMutate (data, size, max_size);
  size_t n = payload_size (data, size), rest = size - HEAD - n, room = max_size - HEAD - n;
  uint8_t *profile = data + HEAD + n, *copy;
  if (seed % 4 == 0)
    {
      rest = LLVMFuzzerMutate (profile, rest, room);
      return HEAD + n + fuzz_mend_profile (profile, rest, room);
    }
  copy = malloc (rest + 1);
  if (!copy)
    return size;
  memcpy (copy, profile, rest);
  uint32_t mutated = LLVMFuzzerMutate (data + HEAD, n, max_size - HEAD - rest);
  memcpy (data, &mutated, HEAD);
  memcpy (data + HEAD + mutated, copy, rest);
  free (copy);
  return HEAD + mutated + rest;
}

/* An executable with the moves of PAYLOAD [SIZE] as a file, whose option --program is PROGRAM; or negative.  */
static int
program_file (const uint8_t *payload, size_t size, char *program)
{
  struct wpp_buffer record = { 0 }, elf = { 0 };
  char name[FUZZ_FILE];
  fuzz_put_moves (&record, payload, size);
  fuzz_put_elf (&elf, WPP_MOVES_SECTION, record.data, record.size, 1);
  int fd = record.failed || elf.failed ? -1 : fuzz_file (elf.data, elf.size, name);
  if (fd >= 0)
    sprintf (program, "--program=%s", name);
  wpp_buffer_release (&record);
  wpp_buffer_release (&elf);
  return fd;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE], program[FUZZ_FILE + 16], at[32];
  const char *const ways[][FUZZ_WORDS]
    = { { "currency", program, file }, { "currency", "--json", program, at, file },
        { "currency", program, at, "--variable=n", file } };
  size_t n = size > HEAD ? payload_size (data, size) : 0, rest = size > HEAD ? size - HEAD - n : 0;
  const uint8_t *profile = data + HEAD + n;
  if (!rest || !fuzz_short_p (profile, rest))
    return 0;
  int fd = fuzz_file (profile, rest, file), elf = fd < 0 ? -1 : program_file (data + HEAD, n, program);
  snprintf (at, sizeof at, "--at=flow.c:%u", 1 + profile[rest / 2] % 120u);
  if (elf >= 0)
    fuzz_ask (ways, sizeof ways / sizeof *ways);
  close (elf);
  close (fd);
  return 0;
}
