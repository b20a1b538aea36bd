/* The meaning of a profile's events: functions and their paths (code.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "recording/profile/events.h"
#include "base/search.h"
#include "program/paths/numbering.h"
#include "recording/profile/code-impl.h"

static void
free_numberings (struct wpp_code *code)
{
  for (size_t i = 0; i < code->n_functions; i++)
    wpp_numbering_free (code->functions[i].numbering);
}

void
wpp_code_free (struct wpp_code *code)
{
  if (!code)
    return;
  free_numberings (code);
  for (size_t i = 0; i < code->n_units; i++)
    wpp_unit_free (code->units[i]);
  free (code->functions);
  free (code->places);
  free (code->units);
  free (code->skipped);
  free (code->missing);
  free (code);
}

struct wpp_code *
wpp_code_view (const struct wpp_code *code)
{
  struct wpp_code *view = malloc (sizeof *view);
  struct wpp_code_function *functions = malloc ((code->n_functions + 1) * sizeof *functions);
  if (!view || !functions)
    {
      free (view);
      free (functions);
      return NULL;
    }
  *view = *code;
  view->functions = functions;
  view->passed = 0;
  for (size_t i = 0; i < code->n_functions; i++)
    {
      functions[i] = code->functions[i];
      functions[i].numbering = NULL;
    }
  return view;
}

void
wpp_code_view_free (struct wpp_code *view)
{
  if (!view)
    return;
  free_numberings (view);
  free (view->functions);
  free (view);
}

/* The path number of EVENT, which is one of F's.  */
static uint64_t
path_number (const struct wpp_code_function *f, uint32_t event)
{
  uint32_t i = event - f->first;
  if (f->wide)
    return f->wide->paths[i].number;
  return i < f->n_words ? i : f->unwound->paths[event - f->unwound->first].number;
}

/* The function of CODE that has the word EVENT, in its unit or in the list of executed paths; or null.  */
static struct wpp_code_function *
find_word (struct wpp_code *code, uint32_t event)
{
  /* The last function that begins at EVENT or before it.  Among functions that begin at the same word, only the last
     one can have words.  */
  size_t n = WPP_PARTITION_POINT (i, code->n_functions, code->functions[i].first <= event);
  if (n == 0)
    return NULL;
  struct wpp_code_function *f = &code->functions[n - 1];
  return event - f->first < f->n_words ? f : NULL;
}

struct wpp_code_function *
wpp_code_find (struct wpp_code *code, uint32_t event, uint64_t *number)
{
  if (!wpp_event_path_p (event))
    return NULL;
  struct wpp_code_function *f = find_word (code, event);
  if (!f)
    {
      const struct wpp_wide_function *wide = wpp_wide_find (code->wide, event);
      f = wide ? find_word (code, wide->site) : NULL;
      if (!f || f->unwound != wide)
        return NULL;
    }
  *number = path_number (f, event);
  return f;
}

const struct wpp_code_place *
wpp_code_find_place (const struct wpp_code *code, uint32_t event, uint32_t *word, uint64_t *value)
{
  const struct wpp_wide_function *wide = wpp_wide_find (code->wide, event);
  uint32_t first = wide ? wide->site : event;
  size_t n = WPP_PARTITION_POINT (i, code->n_places, code->places[i].first <= first);
  const struct wpp_code_place *p = n ? &code->places[n - 1] : NULL;
  if (!p || first - p->first >= WPP_PLACE_WORDS || (wide && wide != p->values))
    return NULL;
  *word = wide ? WPP_PLACE_WORDS : first - p->first;
  *value = wide ? wide->paths[event - wide->first].number : 0;
  return p;
}

bool
wpp_code_known_p (struct wpp_code *code, uint32_t event)
{
  uint32_t word;
  uint64_t number;
  return wpp_code_find (code, event, &number) || wpp_code_find_place (code, event, &word, &number);
}

uint64_t
wpp_code_first_execution (const struct wpp_code_function *f, uint64_t number)
{
  uint32_t event = f->wide ? wpp_wide_word (f->wide, number) : WPP_EVENT_NONE;
  return event == WPP_EVENT_NONE ? 0 : f->wide->paths[event - f->wide->first].first;
}

struct wpp_numbering *
wpp_function_numbering (const struct wpp_cfg *cfg, uint32_t flags, uint64_t path_limit, int *err)
{
  return flags & WPP_FN_ACROSS_CALLS ? wpp_numbering_new_across_calls (cfg, path_limit, err)
                                     : wpp_numbering_new (cfg, path_limit, err);
}

struct wpp_numbering *
wpp_code_numbering (struct wpp_code *code, struct wpp_code_function *f, int *err)
{
  if (!f->numbering)
    f->numbering = wpp_function_numbering (&f->function->cfg, f->function->flags,
                                           f->unit->path_limit, err);
  /* Another version of the plugin has cut paths at other edges.  */
  if (f->numbering && f->numbering->n_paths != f->function->n_paths)
    {
      wpp_numbering_free (f->numbering);
      f->numbering = NULL;
      *err = WPP_E_VERSION;
    }
  if (f->numbering)
    f->numbering->passed = &code->passed;
  return f->numbering;
}

int
wpp_code_path (struct wpp_code *code, uint32_t event, struct wpp_code_path *p)
{
  int err = WPP_OK;
  p->function = wpp_code_find (code, event, &p->number);
  if (!p->function)
    return 0;
  p->index = p->function - code->functions;
  p->numbering = wpp_code_numbering (code, p->function, &err);
  return p->numbering ? 1 : err;
}

int
wpp_code_decode (struct wpp_code *code, uint32_t event, struct wpp_code_path *p, struct wpp_path *path)
{
  int found = wpp_code_path (code, event, p);
  int err = found > 0 ? wpp_path_decode (p->numbering, p->number, path) : found;
  return err ? err : found;
}

/* ---- Paths that a profile lists.  */

/* Check that F, a function of CODE, has the paths that WIDE lists in rising order.  Unwound paths come after all
   others, and a function with words of its own lists no other paths.  */
static int
check_listed (struct wpp_code *code, struct wpp_code_function *f, const struct wpp_wide_function *wide,
              struct wpp_place *place)
{
  struct wpp_path path = { 0 };
  int err = 0;
  uint32_t i = wide->n_paths;
  while (i > 0 && !err && (wide->paths[i - 1].number >= f->function->n_paths || !f->wide))
    {
      const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
      if (num)
        err = wpp_path_decode (num, wide->paths[--i].number, &path);
      if (!err && !path.unwound)
        err = WPP_E_RANGE;
    }
  wpp_path_release (&path);
  if (err == WPP_E_TOOBIG)
    return wpp_complain (place, "paths", 0, err, "too many unwound paths");
  if (err && err != WPP_E_NOMEM)
    return wpp_complain (place, "paths", 0, WPP_E_CORRUPT, "%s has no path %llu", f->function->name,
                         (unsigned long long) wide->paths[i].number);
  return err;
}

/* Order functions by event word.  A function without words begins at the same word as the next one, and comes before
   it.  */
static int
compare_functions (const void *a, const void *b)
{
  const struct wpp_code_function *x = a, *y = b;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  if ((x->n_words == 0) != (y->n_words == 0))
    return x->n_words == 0 ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static int
compare_places (const void *a, const void *b)
{
  const struct wpp_code_place *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Sort CODE's places, and let them have the numbers of their functions, which are sorted; so far they have their
   orders.  */
static int
finish_places (struct wpp_code *code)
{
  uint32_t *number = malloc ((code->n_functions + 1) * sizeof *number);
  if (!number)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < code->n_functions; i++)
    number[code->functions[i].order] = i;
  for (size_t i = 0; i < code->n_places; i++)
    code->places[i].function = number[code->places[i].function];
  if (code->n_places)
    qsort (code->places, code->n_places, sizeof *code->places, compare_places);
  for (size_t i = 0; i < code->n_places; i++)
    {
      struct wpp_code_function *f = &code->functions[code->places[i].function];
      f->first_place = f->n_places++ ? f->first_place : i;
    }
  free (number);
  return 0;
}

int
wpp_code_finish (struct wpp_code *code, struct wpp_place *place)
{
  if (code->n_functions)
    qsort (code->functions, code->n_functions, sizeof *code->functions, compare_functions);
  int err = finish_places (code);
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      struct wpp_code_function *f = &code->functions[i];
      if (f->wide || f->unwound)
        err = check_listed (code, f, f->wide ? f->wide : f->unwound, place);
    }
  return err;
}
