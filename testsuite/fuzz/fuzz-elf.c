/* Fuzz target: an ELF file with notes (elf.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"
#include "use-notes.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_unit **units = NULL;
  struct wpp_place place = { 0 };
  size_t n = 0;
  char name[64];
  int fd = memfd_create ("elf", MFD_CLOEXEC);
  if (fd < 0 || write (fd, data, size) != (ssize_t)size)
    abort ();
  snprintf (name, sizeof name, "/proc/self/fd/%d", fd);
  int err = wpp_notes_read_elf (name, NULL, &units, &n, &place);
  FUZZ_ASSERT (err ? err < 0 && n == 0 && place.what[0] : n <= size);
  fuzz_use_units (units, n);
  close (fd);
  return 0;
}
