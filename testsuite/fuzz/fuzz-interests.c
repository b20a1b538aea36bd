/* Fuzz target: a list of interesting paths (interesting.h).  What is read, printed and read again is the same.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "fuzz.h"
#include "interesting.h"

static bool
same_text_p (const char *a, const char *b)
{
  return a && b ? !strcmp (a, b) : a == b;
}

static bool
same_p (const struct wpp_interest *a, const struct wpp_interest *b)
{
  return same_text_p (a->name, b->name) && same_text_p (a->unit, b->unit)
         && a->checked == b->checked && a->checksum == b->checksum && a->n_paths == b->n_paths
         && a->n == b->n && a->n_lines == b->n_lines
         && !memcmp (a->paths, b->paths, a->n * sizeof *a->paths)
         && !memcmp (a->lines, b->lines, a->n_lines * sizeof *a->lines);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_interests list = { 0 }, again = { 0 };
  struct wpp_place place = { 0 };
  int err = wpp_interests_parse (&list, (const char *) data, size, &place);
  FUZZ_ASSERT (err == 0 || (err < 0 && place.what[0]));
  for (size_t i = 0; i < list.n && !err; i++)
    {
      char *line = NULL;
      size_t length;
      FILE *out = open_memstream (&line, &length);
      if (!out)
        break;
      wpp_interest_print (out, &list.functions[i]);
      fclose (out);
      FUZZ_ASSERT (wpp_interests_parse (&again, line, length, &place) == 0);
      FUZZ_ASSERT (again.n == i + 1 && same_p (&list.functions[i], &again.functions[i]));
      free (line);
    }
  wpp_interests_release (&list);
  wpp_interests_release (&again);
  return 0;
}
