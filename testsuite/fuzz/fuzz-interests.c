/* Fuzz target: a list of interesting paths (interesting.h).  What is read, printed and read again is the same, and
   paths over lines are those that a look at all paths finds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "fuzz.h"
#include "activations/counts/interesting.h"
#include "program/paths/numbering.h"

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

/* ---- The paths of a function with two branches in a loop, and a call after it.  */

static struct wpp_line_ref lines[] = { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 4 }, { 0, 4 }, { 0, 5 },
                                       { 0, 3 }, { 0, 6 }, { 0, 7 }, { 0, 8 }, { 0, 8 }, { 0, 9 } };
static struct wpp_node nodes[]
  = { { 0 }, { 0 }, { 2, 0, 1, 0, 1 }, { 3, 0, 1, 1, 2 }, { 4, 0, 1, 3, 2 }, { 5, 0, 1, 5, 2 }, { 6, 0, 1, 7, 1 },
      { 7, 0, 1, 8, 1 }, { 8, 0, 1, 9, 1 }, { 9, WPP_NODE_CALL, 1, 10, 2 } };
static struct wpp_edge edges[] = { { 0, 2, 0 },
                                   { 2, 3, 0 },
                                   { 3, 4, 0 },
                                   { 3, 5, 0 },
                                   { 4, 6, 0 },
                                   { 5, 6, 0 },
                                   { 6, 7, 0 },
                                   { 6, 8, 0 },
                                   { 7, 8, 0 },
                                   { 8, 3, WPP_EDGE_ENDS },
                                   { 8, 9, WPP_EDGE_ENDS },
                                   { 9, 1, 0 } };
static const struct wpp_cfg cfg = { 10, 12, 12, nodes, edges, lines };

/* Does I stand for path NUMBER, which PATH is?  Lines stand for no unwound one.  */
static bool
meant_p (const struct wpp_interest *i, uint64_t number, const struct wpp_path *path)
{
  bool meant = i->n_lines > 0;
  if (meant && path->unwound)
    return false;
  for (size_t k = 0; k < i->n; k++)
    meant |= i->paths[k].path == number;
  for (size_t k = 0; k < i->n_lines; k++)
    {
      bool over = false;
      for (uint32_t v = 0; v < path->n_nodes; v++)
        for (uint32_t l = 0; l < nodes[path->nodes[v]].n_lines; l++)
          over |= lines[nodes[path->nodes[v]].first_line + l].file == 0
                  && lines[nodes[path->nodes[v]].first_line + l].line == i->lines[k];
      meant &= over;
    }
  return meant;
}

static void
use_paths (const struct wpp_interest *i, const struct wpp_numbering *num)
{
  struct wpp_counted_path *found = NULL;
  struct wpp_path path = { 0 };
  size_t n, bad, at = 0;
  int err = wpp_interest_paths (i, num, 0, &found, &n, &bad);
  FUZZ_ASSERT (err == 0 || err == WPP_E_RANGE);
  for (uint64_t number = 0; number < wpp_path_numbers (num); number++)
    {
      err = wpp_path_decode (num, number, &path);
      FUZZ_ASSERT (err == 0 || (err == WPP_E_RANGE && number >= num->n_paths));
      if (err == 0 && meant_p (i, number, &path))
        FUZZ_ASSERT (at < n && found[at++].path == number);
    }
  FUZZ_ASSERT (at == n);
  wpp_path_release (&path);
  free (found);
}

static void
use_list (const struct wpp_interests *list)
{
  int err;
  struct wpp_numbering *num = wpp_numbering_new_across_calls (&cfg, WPP_PATH_COUNTS_LIMIT, &err);
  FUZZ_ASSERT (num || err == WPP_E_NOMEM);
  for (size_t i = 0; i < list->n && num; i++)
    use_paths (&list->functions[i], num);
  wpp_numbering_free (num);
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
  if (!err)
    use_list (&list);
  wpp_interests_release (&list);
  wpp_interests_release (&again);
  return 0;
}
