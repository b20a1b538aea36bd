/* The files of linked objects: their names and build ids, and how an object is kept loaded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include "runtime/common/common.h"

/* Weak, because statically linked programs may lack them.  dlopen is looked up by name, because the linker warns of
   every reference to it in such a program.  */
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));

static size_t
padded (size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

/* Copy the build id in the notes NOTES [BYTES] to ID [ROOM].  */
static uint32_t
build_id_in (const unsigned char *notes, size_t bytes, unsigned char *id, uint32_t room)
{
  size_t at = 0;
  while (bytes - at >= sizeof (Elf64_Nhdr))
    {
      const Elf64_Nhdr *note = (const Elf64_Nhdr *) (notes + at);
      size_t name = at + sizeof *note, desc = name + padded (note->n_namesz, 4);
      size_t end = desc + padded (note->n_descsz, 4);
      if (end > bytes || end <= at)
        return 0;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4
          && __wpp_same_p (notes + name, "GNU", 4) && note->n_descsz <= room)
        {
          __wpp_copy (id, notes + desc, note->n_descsz);
          return note->n_descsz;
        }
      at = end;
    }
  return 0;
}

/* Copy the build id of the linked object whose ELF header is at EHDR in memory.  */
uint32_t
__wpp_read_build_id (const void *ehdr, unsigned char *id, uint32_t room)
{
  const Elf64_Ehdr *e = ehdr;
  const Elf64_Phdr *phdr = (const Elf64_Phdr *) ((const unsigned char *) e + e->e_phoff);
  uint64_t bias = (uint64_t) e;
  uint32_t size = 0;
  for (unsigned i = 0; i < e->e_phnum; i++)
    if (phdr[i].p_type == PT_LOAD && phdr[i].p_offset == 0 && phdr[i].p_filesz != 0)
      bias = (uint64_t) e - phdr[i].p_vaddr;
  for (unsigned i = 0; i < e->e_phnum && size == 0; i++)
    if (phdr[i].p_type == PT_NOTE)
      size = build_id_in ((const unsigned char *) (bias + phdr[i].p_vaddr), phdr[i].p_memsz, id,
                          room);
  return size;
}

static void
set_path (char *path, const char *name)
{
  path[0] = 0;
  if (!__wpp_append (path, PATH_MAX, name))
    __wpp_append (path, PATH_MAX, "?");
}

bool
__wpp_executable_p (const void *ehdr)
{
  return getauxval (AT_PHDR) == (unsigned long) ehdr + ((const Elf64_Ehdr *) ehdr)->e_phoff;
}

void
__wpp_object_path (const void *ehdr, char *path)
{
  Dl_info info;
  if (__wpp_executable_p (ehdr) || !dladdr || !dladdr (ehdr, &info) || !info.dli_fname)
    set_path (path, __wpp_settings.program);
  else if (!realpath (info.dli_fname, path))
    set_path (path, info.dli_fname);
}

uint32_t
__wpp_program_build_id (unsigned char *id, uint32_t room)
{
  unsigned long phdr = getauxval (AT_PHDR);
  /* The executable's program headers directly follow its ELF header.  */
  const void *ehdr = (const void *) (phdr - sizeof (Elf64_Ehdr));
  return phdr && __wpp_executable_p (ehdr) ? __wpp_read_build_id (ehdr, id, room) : 0;
}

void
__wpp_stay_loaded (const void *inside)
{
  Dl_info info;
  __typeof__ (dlopen) *open = dlsym ? (__typeof__ (dlopen) *) dlsym (RTLD_DEFAULT, "dlopen") : 0;
  if (dladdr && open && dladdr (inside, &info) && info.dli_fname)
    open (info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
