/* Objects that are loaded together begin together.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   That is before all their constructors: those of an object that does not name another one among what it needs, but
   calls it, may come first.  All objects have been relocated when the first is constructed, and nobody else loads
   any meanwhile.  */

#define _GNU_SOURCE
#include <link.h>
#include <sys/mman.h>
#include "runtime/common/internal.h"
#include "runtime/common/syscall.h"

/* Not in every statically linked program.  */
extern __typeof__ (dl_iterate_phdr) dl_iterate_phdr __attribute__ ((weak));

/* In section .note.wpp of every linked object (object-stub.h).  */
struct note
{
  Elf64_Nhdr head;
  char name[4];
  char begin[8]; /* i64, how far behind it the function is that the object begins with */
};

/* Call what the notes at AT [BYTES] say.  */
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

static bool
within_p (const struct dl_phdr_info *info, const Elf64_Phdr *h, const void *p)
{
  return h && (uint64_t) p - info->dlpi_addr - h->p_vaddr < h->p_memsz;
}

/* Set *AT, in INFO's initial values of thread-local variables, which are read-only by now if RELRO says so.  */
static void
set_initial (const struct dl_phdr_info *info, const Elf64_Phdr *relro, uint64_t *at, uint64_t value)
{
  uint64_t page = (uint64_t) at & -UINT64_C (4096);
  bool protected = within_p (info, relro, at);
  if (protected && wpp_syscall4 (SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE, 0) < 0)
    return;
  *at = value;
  if (protected)
    wpp_syscall4 (SYS_mprotect, page, 4096, PROT_READ, 0);
}

/* If INFO is the object of the runtime, have the cursors of all threads to come begin at an aligned address.  */
static int
align_object (struct dl_phdr_info *info, size_t size, void *data)
{
  const Elf64_Phdr *tls = 0, *relro = 0;
  bool own = false;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const Elf64_Phdr *h = &info->dlpi_phdr[i];
      if (h->p_type == PT_TLS)
        tls = h;
      else if (h->p_type == PT_GNU_RELRO)
        relro = h;
      else if (h->p_type == PT_LOAD)
        own |= within_p (info, h, __wpp_scratch);
    }
  if (!own || !tls || !info->dlpi_tls_data)
    return own;
  uint64_t at = (uint64_t) &__wpp_cursor - (uint64_t) info->dlpi_tls_data;
  uint64_t *image = (uint64_t *) (info->dlpi_addr + tls->p_vaddr + at);
  if (at + sizeof *image <= tls->p_filesz && *image == (uint64_t) __wpp_scratch)
    set_initial (info, relro, image, wpp_scratch ());
  return 1;
}

void
__wpp_align_cursors (void)
{
  if (wpp_scratch () != (uint64_t) __wpp_scratch && dl_iterate_phdr)
    dl_iterate_phdr (align_object, 0);
}

void
__wpp_begin_all (void)
{
  if (dl_iterate_phdr)
    dl_iterate_phdr (begin_object, 0);
}
