/* Types of the debugging information: records, and the bits of them that nobody has.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "serve/image/image.h"

/* The type of DIE without names and qualifiers; false: it has none.  */
static bool
type_of (Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute a;
  return dwarf_attr_integrate (die, DW_AT_type, &a) && dwarf_formref_die (&a, type)
         && dwarf_peel_type (type, type) == 0;
}

static bool
record_p (Dwarf_Die *type)
{
  int tag = dwarf_tag (type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* ---- Bits that members have.  */

struct member { uint64_t bit, size; };

struct members
{
  size_t n, room;
  struct member *of;
  bool unknown;                  /* there are some of which it is not known where they are */
};

/* No more elements of an array are looked into.  */
#define MOST_MEMBERS 65536u

static void add_type (struct members *m, Dwarf_Die *type, uint64_t bit, uint64_t size, unsigned depth);

static void
add (struct members *m, uint64_t bit, uint64_t size)
{
  if (m->n >= MOST_MEMBERS || WPP_RESERVE (m->of, m->room, m->n, 1))
    m->unknown = true;
  else
    m->of[m->n++] = (struct member){ bit, size };
}

/* Set *X to the number that attribute NAME of DIE is.  */
static bool
number (Dwarf_Die *die, unsigned name, uint64_t *x)
{
  Dwarf_Attribute a;
  Dwarf_Word word;
  if (!dwarf_attr (die, name, &a) || dwarf_formudata (&a, &word))
    return false;
  *x = word;
  return true;
}

static void
add_member (struct members *m, Dwarf_Die *die, uint64_t bit, unsigned depth)
{
  uint64_t at = 0, size, first;
  Dwarf_Die type;
  if (dwarf_hasattr (die, DW_AT_external) || dwarf_hasattr (die, DW_AT_declaration))
    return;                      /* a static member of a class */
  if (number (die, DW_AT_bit_size, &size))
    {
      if (number (die, DW_AT_data_bit_offset, &first))
        add (m, bit + first, size);
      else
        m->unknown = true;
      return;
    }
  if (dwarf_hasattr (die, DW_AT_data_member_location) && !number (die, DW_AT_data_member_location, &at))
    m->unknown = true;           /* of a virtual base */
  Dwarf_Word bytes;
  if (!type_of (die, &type) || dwarf_aggregate_size (&type, &bytes))
    m->unknown = true;
  else
    add_type (m, &type, bit + 8 * at, 8 * bytes, depth);
}

static void
add_elements (struct members *m, Dwarf_Die *array, uint64_t bit, uint64_t size, unsigned depth)
{
  Dwarf_Die element;
  Dwarf_Word bytes;
  if (!type_of (array, &element) || !record_p (&element) || dwarf_aggregate_size (&element, &bytes) || !bytes)
    {
      add (m, bit, size);
      return;
    }
  for (uint64_t at = 0; at + 8 * bytes <= size && !m->unknown; at += 8 * bytes)
    add_type (m, &element, bit + at, 8 * bytes, depth);
}

/* Add what TYPE, of SIZE bits, has from BIT on.  */
static void
add_type (struct members *m, Dwarf_Die *type, uint64_t bit, uint64_t size, unsigned depth)
{
  Dwarf_Die die;
  if (m->unknown || depth > 32)
    m->unknown = true;
  else if (dwarf_tag (type) == DW_TAG_array_type)
    add_elements (m, type, bit, size, depth + 1);
  else if (!record_p (type))
    add (m, bit, size);
  else
    for (int more = dwarf_child (type, &die); more == 0; more = dwarf_siblingof (&die, &die))
      if (dwarf_tag (&die) == DW_TAG_member || dwarf_tag (&die) == DW_TAG_inheritance)
        add_member (m, &die, bit, depth + 1);
}

/* ---- Gaps.  */

static int
compare (const void *a, const void *b)
{
  const struct member *x = a, *y = b;
  return (x->bit > y->bit) - (x->bit < y->bit);
}

/* Add to G the bits, of SIZE, that no member of M has.  */
static int
find_gaps (struct wpp_image_gaps *g, const struct members *m, uint64_t size)
{
  uint64_t end = 0;
  for (size_t i = 0; i <= m->n; i++)
    {
      uint64_t next = i < m->n ? m->of[i].bit : size;
      if (next > end && WPP_EXTEND (g->of, g->n))
        return WPP_E_NOMEM;
      if (next > end)
        g->of[g->n++] = (struct wpp_image_gap){ end, next - end };
      if (i < m->n && m->of[i].bit + m->of[i].size > end)
        end = m->of[i].bit + m->of[i].size;
    }
  return WPP_OK;
}

int
wpp_image_gaps (Dwarf_Die *type, struct wpp_image_gaps *g)
{
  Dwarf_Die peeled;
  Dwarf_Word bytes;
  struct members m = { .n = 0 };
  int err = WPP_OK;
  *g = (struct wpp_image_gaps){ .n = 0 };
  if (dwarf_peel_type (type, &peeled) == 0 && dwarf_aggregate_size (&peeled, &bytes) == 0)
    {
      add_type (&m, &peeled, 0, 8 * bytes, 0);
      if (!m.unknown && m.n)
        {
          qsort (m.of, m.n, sizeof *m.of, compare);
          err = find_gaps (g, &m, 8 * bytes);
        }
    }
  free (m.of);
  return err;
}

/* ---- Records by name.  */

static bool
find_below (Dwarf_Die *parent, const char *name, uint64_t bytes, unsigned depth, Dwarf_Die *found)
{
  Dwarf_Die die;
  for (int more = dwarf_child (parent, &die); more == 0; more = dwarf_siblingof (&die, &die))
    {
      const char *its = dwarf_diename (&die);
      int tag = dwarf_tag (&die);
      Dwarf_Word size;
      if (its && strcmp (its, name) == 0 && (record_p (&die) || tag == DW_TAG_typedef)
          && dwarf_peel_type (&die, found) == 0 && record_p (found) && !dwarf_hasattr (found, DW_AT_declaration)
          && dwarf_aggregate_size (found, &size) == 0 && size == bytes)
        return true;
      if (depth < 8 && (tag == DW_TAG_namespace || record_p (&die)) && find_below (&die, name, bytes, depth + 1, found))
        return true;
    }
  return false;
}

bool
wpp_image_record (struct wpp_image *m, const char *name, uint64_t bytes, Dwarf_Die *found)
{
  Dwarf_CU *cu = NULL;
  Dwarf_Die unit;
  static const char tag[] = "struct ";
  if (strncmp (name, tag, sizeof tag - 1) == 0)
    name += sizeof tag - 1;
  while (dwarf_get_units (m->dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
    if (find_below (&unit, name, bytes, 0, found))
      return true;
  return false;
}
