/* The file of a recorded program or shared library, as debuggers see it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/search.h"
#include "serve/image/image.h"

/* ---- Functions.  */

const char *
wpp_image_name (Dwarf_Die *die)
{
  Dwarf_Attribute a;
  if (dwarf_attr_integrate (die, DW_AT_linkage_name, &a) || dwarf_attr_integrate (die, DW_AT_MIPS_linkage_name, &a))
    return dwarf_formstring (&a);
  return dwarf_attr_integrate (die, DW_AT_name, &a) ? dwarf_formstring (&a) : NULL;
}

struct finder
{
  struct wpp_image *image;
  Dwarf_Die *unit;
  int err;
};

static void
add_function (struct finder *f, Dwarf_Die *die)
{
  struct wpp_image *m = f->image;
  Dwarf_Addr low, high;
  const char *name = wpp_image_name (die);
  if (!name || dwarf_entrypc (die, &low))
    return;
  if (dwarf_highpc (die, &high))
    {
      /* With parts elsewhere: the range that has the entry.  */
      Dwarf_Addr base, start, end;
      ptrdiff_t o = 0;
      while ((o = dwarf_ranges (die, o, &base, &start, &end)) > 0)
        if (start <= low && low < end)
          high = end;
    }
  if (WPP_RESERVE (m->functions, m->room, m->n_functions, 1))
    f->err = WPP_E_NOMEM;
  else if (low)
    m->functions[m->n_functions++]
      = (struct wpp_image_function){ .image = m, .name = name, .low = low, .high = high, .die = *die,
                                     .unit = *f->unit };
}

/* Find the functions among DIE's siblings and in namespaces, classes and functions.  */
static void
find_functions (struct finder *f, Dwarf_Die *parent, unsigned depth)
{
  Dwarf_Die die;
  for (int more = dwarf_child (parent, &die); more == 0 && !f->err; more = dwarf_siblingof (&die, &die))
    {
      int tag = dwarf_tag (&die);
      if (tag == DW_TAG_subprogram)
        add_function (f, &die);
      if (depth < 32
          && (tag == DW_TAG_subprogram || tag == DW_TAG_namespace || tag == DW_TAG_class_type
              || tag == DW_TAG_structure_type || tag == DW_TAG_lexical_block))
        find_functions (f, &die, depth + 1);
    }
}

static int
compare_functions (const void *a, const void *b)
{
  const struct wpp_image_function *f = a, *g = b;
  int by_name = strcmp (f->name, g->name);
  return by_name ? by_name : (f->low > g->low) - (f->low < g->low);
}

static int
read_functions (struct wpp_image *m)
{
  Dwarf_CU *cu = NULL;
  Dwarf_Die unit;
  struct finder f = { .image = m, .unit = &unit };
  while (!f.err && dwarf_get_units (m->dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
    find_functions (&f, &unit, 0);
  if (m->n_functions)
    qsort (m->functions, m->n_functions, sizeof *m->functions, compare_functions);
  return f.err;
}

/* Does NAME end with ENDING, a name of a file?  */
static bool
ends_p (const char *name, const char *ending)
{
  size_t n = strlen (name), k = strlen (ending);
  return n >= k && strcmp (name + n - k, ending) == 0 && (n == k || name[n - k - 1] == '/' || *ending == '/');
}

/* Are A and B names of one file, as far as it can be told?  One may be relative to a folder that the other names.  */
static bool
one_file_p (const char *a, const char *b)
{
  return ends_p (a, b) || ends_p (b, a);
}

/* Is FILE one of the files of F's unit?  */
static bool
has_file_p (struct wpp_image_function *f, const char *file)
{
  Dwarf_Files *files;
  size_t n;
  if (!file || dwarf_getsrcfiles (&f->unit, &files, &n))
    return true;
  for (size_t i = 0; i < n; i++)
    {
      const char *name = dwarf_filesrc (files, i, NULL, NULL);
      if (name && one_file_p (name, file))
        return true;
    }
  return false;
}

struct wpp_image_function *
wpp_image_function (struct wpp_image *m, const char *name, const char *file)
{
  size_t first = WPP_PARTITION_POINT (i, m->n_functions, strcmp (m->functions[i].name, name) < 0);
  for (size_t i = first; i < m->n_functions && strcmp (m->functions[i].name, name) == 0; i++)
    if (has_file_p (&m->functions[i], file))
      return &m->functions[i];
  return NULL;
}

/* ---- Rows.  */

/* Was F compiled without optimisation, as its unit says?  */
static bool
plain_p (struct wpp_image_function *f)
{
  Dwarf_Attribute a;
  const char *producer = dwarf_attr (&f->unit, DW_AT_producer, &a) ? dwarf_formstring (&a) : NULL;
  const char *last = NULL;
  for (const char *o = producer; o && (o = strstr (o, " -O")); o += 3)
    last = o;
  return producer && (!last || last[3] == '0');
}

/* Read the rows of F.  What is no beginning of a statement is left out.  */
static void
read_rows (struct wpp_image_function *f)
{
  Dwarf_Lines *lines;
  size_t n = 0, room = 0;
  if (f->rows || dwarf_getsrclines (&f->unit, &lines, &n))
    return;
  for (size_t i = 0; i < n; i++)
    {
      Dwarf_Line *line = dwarf_onesrcline (lines, i);
      struct wpp_image_row row;
      bool begins = false, over = true;
      if (!line || dwarf_lineaddr (line, &row.address) || row.address < f->low || row.address >= f->high
          || dwarf_lineendsequence (line, &over) || over || dwarf_linebeginstatement (line, &begins) || !begins
          || dwarf_lineno (line, &row.line) || !row.line || dwarf_linecol (line, &row.column))
        continue;
      row.file = dwarf_linesrc (line, NULL, NULL);
      if (!row.file || WPP_RESERVE (f->rows, room, f->n_rows, 1))
        continue;
      f->rows[f->n_rows++] = row;
    }
  f->ends = f->n_rows > 1 && plain_p (f);
}

uint64_t
wpp_image_code (struct wpp_image_function *f, const char *file, uint32_t line, uint32_t column, bool *exact)
{
  uint64_t found = 0;
  *exact = false;
  read_rows (f);
  for (size_t i = 0; i < f->n_rows; i++)
    {
      const struct wpp_image_row *row = &f->rows[i];
      if ((uint32_t)row->line != line || !one_file_p (row->file, file))
        continue;
      if ((uint32_t)row->column == column)
        {
          *exact = true;
          return row->address;
        }
      found = found ? found : row->address;
    }
  return found;
}

/* The end of the row of F that has ADDRESS.  */
static uint64_t
row_end (struct wpp_image_function *f, uint64_t address)
{
  read_rows (f);
  for (size_t i = 0; i < f->n_rows; i++)
    if (f->rows[i].address > address)
      return f->rows[i].address;
  return f->high;
}

uint64_t
wpp_image_body (struct wpp_image_function *f)
{
  read_rows (f);
  for (size_t i = 0; i < f->n_rows; i++)
    if (f->rows[i].address > f->low)
      return f->rows[i].address;
  return f->low;
}

bool
wpp_image_end (struct wpp_image_function *f, uint64_t *address, uint32_t *line)
{
  read_rows (f);
  if (!f->ends)
    return false;
  *address = f->rows[f->n_rows - 1].address;
  *line = f->rows[f->n_rows - 1].line;
  return true;
}

/* ---- Inlining.  */

static bool
inlined_below_p (Dwarf_Die *parent, const char *name, uint32_t line, unsigned depth)
{
  Dwarf_Die die;
  for (int more = dwarf_child (parent, &die); more == 0; more = dwarf_siblingof (&die, &die))
    {
      int tag = dwarf_tag (&die);
      if (tag == DW_TAG_inlined_subroutine)
        {
          const char *found = wpp_image_name (&die);
          Dwarf_Attribute a;
          Dwarf_Word called = 0;
          if (dwarf_attr (&die, DW_AT_call_line, &a))
            dwarf_formudata (&a, &called);
          if (found && strcmp (found, name) == 0 && called == line)
            return true;
        }
      if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) && depth < 64
          && inlined_below_p (&die, name, line, depth + 1))
        return true;
    }
  return false;
}

bool
wpp_image_inlined_p (struct wpp_image_function *host, const char *name, uint32_t line)
{
  return inlined_below_p (&host->die, name, line, 0);
}

/* ---- What is in the file.  */

uint64_t
wpp_image_read (struct wpp_image *m, uint64_t address, void *bytes, uint64_t n)
{
  size_t n_headers;
  if (elf_getphdrnum (m->elf, &n_headers))
    return 0;
  for (size_t i = 0; i < n_headers; i++)
    {
      GElf_Phdr h;
      if (!gelf_getphdr (m->elf, i, &h) || h.p_type != PT_LOAD || h.p_flags & PF_W || address < h.p_vaddr
          || address - h.p_vaddr >= h.p_filesz)
        continue;
      uint64_t offset = address - h.p_vaddr, part = h.p_filesz - offset < n ? h.p_filesz - offset : n;
      ssize_t got = pread (m->fd, bytes, part, h.p_offset + offset);
      return got > 0 ? got : 0;
    }
  return 0;
}

/* Of call rel32 at BYTES, at ADDRESS: where it goes.  */
static uint64_t
call_target (const unsigned char *bytes, uint64_t address)
{
  int32_t distance;
  memcpy (&distance, bytes + 1, sizeof distance);
  return address + 5 + distance;
}

static uint64_t
find_return (struct wpp_image *m, struct wpp_image_function *f, uint64_t address,
             const struct wpp_image_function *called)
{
  /* A direct call to it in the row, or in those after it.  */
  enum { MOST = 4096 };
  unsigned char code[MOST], byte;
  uint64_t n = wpp_image_read (m, address, code, f->high - address < MOST ? f->high - address : MOST);
  uint64_t end = row_end (f, address) - address;
  for (uint64_t i = 0; called && i + 5 <= n; i++)
    if (code[i] == 0xe8 && call_target (code + i, address + i) == called->low)
      return address + i + 5;
  for (uint64_t i = 0; i + 5 <= n && i < end; i++)
    if (code[i] == 0xe8 && wpp_image_read (m, call_target (code + i, address + i), &byte, 1))
      return address + i + 5;
  return end > 1 ? address + end - 1 : address + 1;
}

uint64_t
wpp_image_return (struct wpp_image_function *f, uint64_t address, const struct wpp_image_function *called)
{
  struct wpp_image *m = f->image;
  struct wpp_image_return *r = &m->returns[address % WPP_IMAGE_RETURNS];
  if (!r->found || r->address != address || r->called != called)
    *r = (struct wpp_image_return){ address, find_return (m, f, address, called), called };
  return r->found;
}

bool
wpp_image_initial (struct wpp_image *m, uint64_t address, void *bytes, uint64_t n)
{
  size_t n_headers;
  GElf_Phdr h;
  if (elf_getphdrnum (m->elf, &n_headers))
    return false;
  for (size_t i = 0; i < n_headers; i++)
    if (gelf_getphdr (m->elf, i, &h) && h.p_type == PT_LOAD && address >= h.p_vaddr
        && address - h.p_vaddr < h.p_memsz && n <= h.p_memsz - (address - h.p_vaddr))
      {
        uint64_t offset = address - h.p_vaddr, in_file = offset < h.p_filesz ? h.p_filesz - offset : 0;
        uint64_t part = in_file < n ? in_file : n;
        memset (bytes, 0, n);
        return pread (m->fd, bytes, part, h.p_offset + offset) == (ssize_t)part;
      }
  return false;
}

int
wpp_image_relocations (struct wpp_image *m,
                       int (*visit) (void *data, uint64_t address, bool is_relative, uint64_t addend), void *data)
{
  int stop = 0;
  for (Elf_Scn *s = NULL; !stop && (s = elf_nextscn (m->elf, s));)
    {
      GElf_Shdr h;
      GElf_Rela r;
      bool loaded = gelf_getshdr (s, &h) && h.sh_type == SHT_RELA && h.sh_flags & SHF_ALLOC;
      Elf_Data *all = loaded ? elf_getdata (s, NULL) : NULL;
      for (int i = 0; all && !stop && gelf_getrela (all, i, &r); i++)
        stop = visit (data, r.r_offset, GELF_R_TYPE (r.r_info) == R_X86_64_RELATIVE, r.r_addend);
    }
  return stop;
}

/* ---- Symbols.  */

static int
compare_symbols (const void *a, const void *b)
{
  const struct wpp_image_symbol *x = a, *y = b;
  return strcmp (x->name, y->name);
}

static int
read_symbols (struct wpp_image *m, Elf_Scn *section, const GElf_Shdr *h)
{
  Elf_Data *data = elf_getdata (section, NULL);
  GElf_Sym symbol;
  for (int i = 0; data && gelf_getsym (data, i, &symbol); i++)
    {
      const char *name = elf_strptr (m->elf, h->sh_link, symbol.st_name);
      int type = GELF_ST_TYPE (symbol.st_info);
      if (!name || !*name || symbol.st_shndx == SHN_UNDEF || (type != STT_OBJECT && type != STT_FUNC))
        continue;
      if (WPP_RESERVE (m->symbols, m->symbols_room, m->n_symbols, 1))
        return WPP_E_NOMEM;
      m->symbols[m->n_symbols++] = (struct wpp_image_symbol){ name, symbol.st_value };
    }
  return WPP_OK;
}

static int
read_all_symbols (struct wpp_image *m)
{
  int err = WPP_OK;
  GElf_Shdr h;
  for (Elf_Scn *s = NULL; !err && (s = elf_nextscn (m->elf, s));)
    if (gelf_getshdr (s, &h) && h.sh_type == SHT_SYMTAB)
      err = read_symbols (m, s, &h);
  if (m->n_symbols)
    qsort (m->symbols, m->n_symbols, sizeof *m->symbols, compare_symbols);
  return err;
}

bool
wpp_image_symbol (struct wpp_image *m, const char *name, uint64_t *address)
{
  const struct wpp_image_symbol key = { name, 0 }, *end = m->symbols + m->n_symbols;
  const struct wpp_image_symbol *found
    = m->n_symbols ? bsearch (&key, m->symbols, m->n_symbols, sizeof key, compare_symbols) : NULL;
  if (!found || (found > m->symbols && !compare_symbols (found - 1, &key))
      || (found + 1 < end && !compare_symbols (found + 1, &key)))
    return false;
  *address = found->address;
  return true;
}

/* ---- Opening.  */

static bool
of_build_p (Elf *elf, const unsigned char *build_id, size_t n)
{
  const void *found;
  ssize_t size = dwelf_elf_gnu_build_id (elf, &found);
  return size >= 0 && (size_t)size == n && memcmp (found, build_id, n) == 0;
}

bool
wpp_image_build_p (const char *file, const unsigned char *build_id, size_t n)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  elf_version (EV_CURRENT);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ_MMAP, NULL);
  bool is = elf && of_build_p (elf, build_id, n);
  elf_end (elf);
  if (fd >= 0)
    close (fd);
  return is;
}

/* The address of M's dynamic section; 0: it has none.  */
static uint64_t
dynamic_address (struct wpp_image *m)
{
  GElf_Shdr h;
  for (Elf_Scn *s = NULL; (s = elf_nextscn (m->elf, s));)
    if (gelf_getshdr (s, &h) && h.sh_type == SHT_DYNAMIC)
      return h.sh_addr;
  return 0;
}

static int
check (struct wpp_image *m, const char *file, const unsigned char *build_id, size_t n, struct wpp_place *place)
{
  GElf_Ehdr header;
  if (!m->elf || elf_kind (m->elf) != ELF_K_ELF || !gelf_getehdr (m->elf, &header))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s is no program and no library", file);
  m->moves = header.e_type == ET_DYN;
  m->entry = header.e_entry;
  m->dynamic = dynamic_address (m);
  if (header.e_machine != EM_X86_64)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s is not of x86-64", file);
  if (n && !of_build_p (m->elf, build_id, n))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s is of another build than the one that was recorded", file);
  return WPP_OK;
}

int
wpp_image_open (struct wpp_image *m, const char *file, const unsigned char *build_id, size_t n,
                struct wpp_place *place)
{
  *m = (struct wpp_image){ .file = file, .fd = open (file, O_RDONLY | O_CLOEXEC) };
  elf_version (EV_CURRENT);
  if (m->fd < 0)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s cannot be read: %s", file, strerror (errno));
  m->elf = elf_begin (m->fd, ELF_C_READ_MMAP, NULL);
  int err = check (m, file, build_id, n, place);
  if (!err && (m->dwarf = dwarf_begin_elf (m->elf, DWARF_C_READ, NULL)))
    err = read_functions (m);
  if (!err)
    err = read_all_symbols (m);
  m->cfi = err ? NULL : dwarf_getcfi_elf (m->elf);
  if (err)
    wpp_image_close (m);
  return err;
}

void
wpp_image_close (struct wpp_image *m)
{
  for (size_t i = 0; i < m->n_functions; i++)
    free (m->functions[i].rows);
  free (m->functions);
  free (m->symbols);
  dwarf_cfi_end (m->cfi);
  dwarf_end (m->dwarf);
  elf_end (m->elf);
  close (m->fd);
  *m = (struct wpp_image){ .fd = -1 };
}
