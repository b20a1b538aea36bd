/* Fields of structures that share bytes: their names, of however many there are.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "../../analysis/answers/fields-records.c"
#include "unit.h"

/* Add a field of SIZE bytes at OFFSET.  */
static void
add (struct wpp_record *r, const char *name, uint64_t offset, uint64_t size)
{
  if (!WPP_RESERVE (r->fields, r->fields_room, r->n_fields, 1))
    r->fields[r->n_fields++] = (struct wpp_record_field){ strdup (name), offset, size, 0, false };
}

static void
release (struct wpp_record *r)
{
  for (size_t i = 0; i < r->n_fields; i++)
    free (r->fields[i].name);
  free (r->fields);
}

/* Two units with the same fields, some of which share bytes.  */
static void
test_few (void)
{
  struct wpp_record r = { .name = "r", .size = 16 };
  for (int unit = 0; unit < 2; unit++)
    {
      add (&r, "b", 8, 1);
      add (&r, "a", 0, 8);
      add (&r, "c", 8, 1);
      add (&r, "bc", 8, 4);
      add (&r, "d", 12, 4);
    }
  CHECK (!join_fields (&r) && r.n_fields == 3 && r.fields[1].offset == 8 && r.fields[1].size == 4
         && !strcmp (r.fields[1].name, "b, c, bc") && !r.fields[1].more, "names of fields that share bytes");
  release (&r);
}

/* Very many fields, all in the same bytes, or each after the other, whose names are LONG or not: the square of their
   number would take for ever.  */
static void
test_many (bool apart, bool lengthy)
{
  enum { MANY = 300000, LONG = 1 << 20 };
  struct wpp_record r = { .name = "r", .size = MANY };
  char *name = malloc (LONG + 1), *listed;
  memset (name, 'x', LONG);
  name[lengthy ? LONG : 0] = 0;
  add (&r, name, 0, 1);
  for (unsigned i = 1; i < MANY; i++)
    {
      snprintf (name, 32, "f%u", i);
      add (&r, name, apart ? i : 0, 1);
    }
  CHECK (!join_fields (&r) && r.n_fields == (apart ? WPP_MOST_FIELDS : 1), "many fields%s%s", apart ? ", apart" : "",
         lengthy ? ", with a long name" : "");
  listed = r.fields[r.n_fields - 1].name;
  CHECK (strlen (listed) < MOST_NAMES + 40 + (lengthy && !apart ? LONG : 0) && r.fields[r.n_fields - 1].more
         && !strcmp (listed + strlen (listed) - 5, ", ..."), "the list of them ends");
  CHECK (r.fields[r.n_fields - 1].size == (apart ? MANY - WPP_MOST_FIELDS + 1 : 1), "and has all their bytes");
  release (&r);
  free (name);
}

int
main (void)
{
  test_few ();
  for (int i = 0; i < 4; i++)
    test_many (i & 1, i & 2);
  return unit_done ();
}
