/* Objects that are loaded together begin together.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   They begin before all their constructors.  An object may call another one that it does not list as needed, and its
   constructors may come first.  When the first object is constructed, all have been relocated, and nobody else loads
   objects meanwhile.  */

#define _GNU_SOURCE
#include <link.h>
#include "runtime/common/common.h"

/* Statically linked programs may lack it.  */
extern __typeof__ (dl_iterate_phdr) dl_iterate_phdr __attribute__ ((weak));

/* In section .note.wpp of every linked object (object-stub.h).  */
struct note
{
  Elf64_Nhdr head;
  char name[4];
  char begin[8]; /* i64: the distance from here to the function with which the object begins */
};

/* Call the functions in the notes at AT [BYTES].  */
static void
begin_by_notes (const char *at, size_t bytes)
{
  while (bytes >= sizeof (struct note))
    {
      const struct note *n = (const struct note *) at;
      size_t size = sizeof n->head + ((n->head.n_namesz + UINT64_C (3)) & -UINT64_C (4))
                    + ((n->head.n_descsz + UINT64_C (3)) & -UINT64_C (4));
      if (n->head.n_namesz == sizeof n->name && n->head.n_descsz == sizeof n->begin && n->head.n_type == 1
          && n->name[0] == 'w' && n->name[1] == 'p' && n->name[2] == 'p' && !n->name[3])
        {
          int64_t distance;
          __wpp_copy (&distance, n->begin, sizeof distance);
          ((void (*) (void)) (n->begin + distance)) ();
        }
      if (size > bytes)
        return;
      at += size;
      bytes -= size;
    }
}

static int
begin_object (struct dl_phdr_info *info, size_t size, void *data)
{
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_NOTE)
      begin_by_notes ((const char *) info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, info->dlpi_phdr[i].p_memsz);
  return 0;
}

void
__wpp_begin_all (void)
{
  if (dl_iterate_phdr)
    dl_iterate_phdr (begin_object, 0);
}
