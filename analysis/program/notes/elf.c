/* Notes from sections of ELF files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/bytes.h"
#include "program/notes/sections.h"

/* Append UNIT to *UNITS [*N].  */
static int
append_unit (struct wpp_unit ***units, size_t *n, struct wpp_unit *unit)
{
  if (WPP_EXTEND (*units, *n))
    return WPP_E_NOMEM;
  (*units)[(*n)++] = unit;
  return WPP_OK;
}

/* Decode the unit whose record is at *AT of DATA, with its program, and move *AT after them.  */
static struct wpp_unit *
next_unit (const unsigned char *data, size_t size, size_t *at, uint64_t *room, int *err, struct wpp_place *place)
{
  size_t used = 0;
  struct wpp_unit *unit = wpp_unit_decode (data + *at, size - *at, &used, room, err, place);
  if (!unit && place)
    place->offset += *at;
  *at += used;
  used = 0;
  while (unit && *at < size && data[*at] == 0)
    ++*at;
  if (unit)
    *err = wpp_unit_take_program (unit, data + *at, size - *at, &used, room);
  *at += used;
  return unit;
}

/* Linkers may pad with zeros between the records of DATA.  */
int
wpp_notes_read (const unsigned char *data, size_t size, uint64_t *room, struct wpp_unit ***units, size_t *n,
                struct wpp_place *place)
{
  int err = WPP_OK;
  size_t at = 0;
  uint64_t own = wpp_notes_most_memory (size);
  *units = NULL;
  *n = 0;
  while (!err)
    {
      while (at < size && data[at] == 0)
        at++;
      if (at == size)
        return WPP_OK;
      struct wpp_unit *unit = next_unit (data, size, &at, room ? room : &own, &err, place);
      if (unit && !err)
        err = append_unit (units, n, unit);
      if (unit && err)
        wpp_unit_free (unit);
    }
  for (size_t i = 0; i < *n; i++)
    wpp_unit_free ((*units)[i]);
  free (*units);
  *units = NULL;
  *n = 0;
  return err;
}

/* ---- ELF files.  */

/* Append the bytes of SECTION to B, which has at most SIZE, those of the file: several sections may be the same
   ones.  */
static int
add_section (struct wpp_buffer *b, size_t size, Elf_Scn *section, struct wpp_place *place)
{
  Elf_Data *data = NULL;
  while ((data = elf_rawdata (section, data)))
    {
      if (data->d_size > size - b->size)
        return wpp_notes_complain (place, 0, WPP_E_NOTES, "its sections are larger than the file");
      if (data->d_buf)
        wpp_put_bytes (b, data->d_buf, data->d_size);
    }
  return b->failed ? WPP_E_NOMEM : WPP_OK;
}

static bool
named_section_p (Elf *elf, size_t names, Elf_Scn *section, const char *wanted)
{
  GElf_Shdr header;
  if (!gelf_getshdr (section, &header) || header.sh_type == SHT_NOBITS)
    return false;
  const char *name = elf_strptr (elf, names, header.sh_name);
  return name && strcmp (name, wanted) == 0;
}

/* Collect the sections NAME of ELF, a file of SIZE bytes, which OPTION makes, in B.  A relocatable file can have
   several of them.  */
static int
collect (Elf *elf, size_t size, const char *name, const char *option, struct wpp_buffer *b, struct wpp_place *place)
{
  size_t names;
  bool found = false;
  Elf_Scn *section = NULL;
  if (elf_kind (elf) != ELF_K_ELF)
    return wpp_notes_complain (place, 0, WPP_E_NOTES, "it is no ELF file");
  if (elf_getshdrstrndx (elf, &names) != 0)
    return wpp_notes_complain (place, 0, WPP_E_NOTES, "its section table is damaged or missing");
  while ((section = elf_nextscn (elf, section)))
    if (named_section_p (elf, names, section, name))
      {
        int err = add_section (b, size, section, place);
        if (err)
          return err;
        found = true;
      }
  if (!found && option)
    return wpp_notes_complain (place, 0, WPP_E_NOTES,
                               "it has no section %s: not built with %s, or stripped", name, option);
  return WPP_OK;
}

int
wpp_notes_section (const char *file, const char *name, const char *option, struct wpp_buffer *b,
                   struct wpp_place *place)
{
  struct stat st;
  /* The name comes from a profile: it may be a file that blocks when it is opened, or never ends.  */
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return wpp_notes_complain (place, 0, WPP_E_NOTES, "cannot open it: %s", strerror (errno));
  if (fstat (fd, &st) || !S_ISREG (st.st_mode))
    {
      close (fd);
      return wpp_notes_complain (place, 0, WPP_E_NOTES, "it is no regular file");
    }
  elf_version (EV_CURRENT);
  Elf *elf = elf_begin (fd, ELF_C_READ, NULL);
  int err = elf ? collect (elf, st.st_size, name, option, b, place)
                : wpp_notes_complain (place, 0, WPP_E_NOTES, "cannot read it: %s", elf_errmsg (-1));
  if (elf)
    elf_end (elf);
  close (fd);
  return err;
}

int
wpp_notes_read_elf (const char *file, uint64_t *room, struct wpp_unit ***units, size_t *n, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  *units = NULL;
  *n = 0;
  int err = wpp_notes_section (file, WPP_NOTES_SECTION, "-fwpp-generate", &b, place);
  if (!err)
    err = wpp_notes_read (b.data, b.size, room, units, n, place);
  wpp_buffer_release (&b);
  return err;
}
