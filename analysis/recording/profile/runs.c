/* The runs of a merged profile, and what replay told of them (runs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/saturate.h"
#include "recording/profile/profile-impl.h"
#include "recording/profile/runs.h"

#define RUN_SIZE (WPP_RUN_ID + 3)
#define THREAD_SIZE 4

/* Where threads are.  */
enum form
{
  APART,
  HERE,
  NO_THREADS
};

/* The next symbols of S of a shared grammar.  */
struct symbols
{
  const struct wpp_grammar *g;  /* or null */
  uint64_t at;
};

static uint64_t
symbols_left (const struct symbols *s)
{
  return s->g ? s->g->start[1] - s->at : 0;
}

/* Let T have the next N symbols of S for segments.  */
static int
take_segments (struct wpp_thread *t, struct symbols *s, uint64_t n, size_t offset)
{
  uint64_t events = 0;
  if (n > symbols_left (s))
    return WPP_E_CORRUPT;
  t->coded = calloc (n + 1, sizeof *t->coded);
  if (!t->coded)
    return WPP_E_NOMEM;
  for (; t->n_segments < n; s->at++)
    {
      if (wpp_grammar_exponent (s->g, s->at) != 1)
        return WPP_E_CORRUPT;
      events = wpp_saturating_add (events, wpp_grammar_symbol_length (s->g, s->at));
      t->coded[t->n_segments++]
        = (struct wpp_coded){ .size = s->at, .offset = offset, .form = WPP_SEGMENT_SHARED };
    }
  return events == t->n_events ? 0 : WPP_E_CORRUPT;
}

static int
read_thread (struct wpp_reader *r, struct wpp_profile *p, struct symbols *s, size_t offset)
{
  if (WPP_EXTEND (p->threads, p->n_threads))
    return WPP_E_NOMEM;
  struct wpp_thread *t = &p->threads[p->n_threads];
  *t = (struct wpp_thread){ .index = p->n_threads++, .offset = offset };
  t->n_events = wpp_read_leb (r);
  t->lost = wpp_read_leb (r);
  t->switched = wpp_read_leb (r);
  return take_segments (t, s, wpp_read_leb (r), offset);
}

static int
read_run (struct wpp_reader *r, struct wpp_profile *p, struct symbols *s, bool here, size_t offset)
{
  struct wpp_merged_run *run = &p->merged.runs[p->merged.n_runs++];
  const unsigned char *id = wpp_read_bytes (r, WPP_RUN_ID);
  int err = 0;
  if (id)
    memcpy (run->id, id, WPP_RUN_ID);
  run->program = wpp_read_leb32 (r);
  run->runs = wpp_read_leb (r);
  run->n_threads = here ? (uint32_t)wpp_read_count (r, THREAD_SIZE) : wpp_read_leb32 (r);
  for (uint32_t i = 0; here && i < run->n_threads && !r->bad && !err; i++)
    err = read_thread (r, p, s, offset);
  if (!err && p->merged.n_runs > 1 && memcmp (run[-1].id, run->id, WPP_RUN_ID) >= 0)
    err = WPP_E_CORRUPT;
  return err;
}

/* Let each thread of P have a part of the section's SIZE bytes, for those who look at sizes.  */
static void
share_size (struct wpp_profile *p, size_t size)
{
  size_t n = p->n_threads ? p->n_threads : 1;
  for (size_t t = 0; t < p->n_threads; t++)
    p->threads[t].coded_size = size / n + (t < size % n);
}

static void
add_to_totals (struct wpp_runs_totals *t, const struct wpp_thread *thread)
{
  t->events = wpp_saturating_add (t->events, thread->n_events);
  t->lost = wpp_saturating_add (t->lost, thread->lost);
  t->lossy += thread->lost > 0;
  t->switched = wpp_saturating_add (t->switched, thread->switched);
}

static struct wpp_runs_totals
add_up (const struct wpp_profile *p)
{
  struct wpp_runs_totals t = { 0 };
  for (size_t i = 0; i < p->n_threads; i++)
    add_to_totals (&t, &p->threads[i]);
  return t;
}

static struct wpp_runs_totals
read_totals (struct wpp_reader *r)
{
  struct wpp_runs_totals t = { .events = wpp_read_leb (r) };
  t.lost = wpp_read_leb (r);
  t.lossy = wpp_read_leb (r);
  t.switched = wpp_read_leb (r);
  return t;
}

struct wpp_runs_totals
wpp_runs_read_totals (struct wpp_reader *r)
{
  wpp_read_leb (r);
  return read_totals (r);
}

/* Do the threads of P say what T says?  */
static bool
totals_right_p (const struct wpp_profile *p, const struct wpp_runs_totals *t)
{
  struct wpp_runs_totals right = add_up (p);
  return memcmp (&right, t, sizeof right) == 0;
}

int
wpp_runs_read (struct wpp_reader *r, struct wpp_profile *p, size_t offset, size_t size)
{
  struct symbols s = { p->shared, 0 };
  uint64_t form = wpp_read_leb (r);
  const struct wpp_runs_totals totals = read_totals (r);
  size_t n = wpp_read_count (r, RUN_SIZE);
  p->merged.runs = calloc (n + 1, sizeof *p->merged.runs);
  if (!p->merged.runs)
    return WPP_E_NOMEM;
  int err = form > NO_THREADS || (p->shared && form != HERE) ? WPP_E_CORRUPT : 0;
  for (size_t i = 0; i < n && !err && !r->bad; i++)
    err = read_run (r, p, &s, form == HERE, offset);
  if (!err && !r->bad && (symbols_left (&s) || (form != NO_THREADS && !totals_right_p (p, &totals))))
    err = WPP_E_CORRUPT;
  share_size (p, size);
  return err;
}

/* ---- Writing.  */

static void
put_thread (struct wpp_buffer *b, const struct wpp_thread *t)
{
  wpp_put_leb (b, t->n_events);
  wpp_put_leb (b, t->lost);
  wpp_put_leb (b, t->switched);
  wpp_put_leb (b, t->n_segments);
}

void
wpp_runs_put (struct wpp_buffer *b, const struct wpp_profile *p)
{
  const struct wpp_runs_totals totals = add_up (p);
  enum form form = p->summary ? NO_THREADS : p->n_threads ? HERE : APART;
  size_t t = 0;
  wpp_put_leb (b, form);
  wpp_put_leb (b, totals.events);
  wpp_put_leb (b, totals.lost);
  wpp_put_leb (b, totals.lossy);
  wpp_put_leb (b, totals.switched);
  wpp_put_leb (b, p->merged.n_runs);
  for (size_t i = 0; i < p->merged.n_runs; i++)
    {
      const struct wpp_merged_run *run = &p->merged.runs[i];
      wpp_put_bytes (b, run->id, WPP_RUN_ID);
      wpp_put_leb (b, run->program);
      wpp_put_leb (b, run->runs);
      wpp_put_leb (b, run->n_threads);
      for (uint32_t k = 0; form == HERE && k < run->n_threads; k++)
        put_thread (b, &p->threads[t++]);
    }
}

bool
wpp_runs_right_p (const struct wpp_profile *p)
{
  uint64_t threads = 0;
  for (size_t i = 0; i < p->merged.n_runs; i++)
    {
      threads += p->merged.runs[i].n_threads;
      if (p->merged.runs[i].program >= p->merged.n_programs)
        return false;
    }
  return (!p->shared || p->merged.n_runs) && (!p->merged.n_runs || p->summary || threads == p->n_threads);
}

/* ---- Value places.  */

#define PLACE_SIZE (3 + WPP_PLACE_WORDS)
#define VALUE_SIZE 2

/* Read P, which comes after the place with the word BEFORE, and append its values to those of ALL, which has ROOM for
   some.  */
static int
read_place (struct wpp_reader *r, uint32_t before, struct wpp_run_place *p, struct wpp_place_value **all, size_t used,
            size_t *room)
{
  uint64_t word = before + wpp_read_leb (r);
  p->word = (uint32_t)word;
  for (unsigned i = 0; i < WPP_PLACE_WORDS; i++)
    p->words[i] = wpp_read_leb (r);
  p->lacks = wpp_read_leb (r);
  size_t n = wpp_read_count (r, VALUE_SIZE);
  r->bad |= word > UINT32_MAX || word <= before || n > WPP_RUN_PLACE_VALUES;
  if (r->bad)
    return 0;
  if (WPP_RESERVE (*all, *room, used, n + 1))
    return WPP_E_NOMEM;
  for (; p->n < n; p->n++)
    {
      struct wpp_place_value *v = &(*all)[used + p->n];
      v->value = wpp_read_leb (r);
      v->count = wpp_read_leb (r);
    }
  return 0;
}

int
wpp_run_places_read (struct wpp_reader *r, struct wpp_run_places *places)
{
  size_t n = wpp_read_count (r, PLACE_SIZE), used = 0, room = 0;
  *places = (struct wpp_run_places){ .places = calloc (n + 1, sizeof *places->places) };
  int err = places->places ? 0 : WPP_E_NOMEM;
  for (; places->n < n && !r->bad && !err; places->n++)
    {
      struct wpp_run_place *p = &places->places[places->n];
      err = read_place (r, places->n ? p[-1].word : 0, p, &places->values, used, &room);
      used += p->n;
    }
  used = 0;
  for (size_t i = 0; i < places->n; used += places->places[i++].n)
    places->places[i].values = places->values + used;
  return err;
}

void
wpp_run_places_put (struct wpp_buffer *b, const struct wpp_run_places *places)
{
  uint32_t before = 0;
  wpp_put_leb (b, places->n);
  for (size_t i = 0; i < places->n; i++)
    {
      const struct wpp_run_place *p = &places->places[i];
      wpp_put_leb (b, p->word - before);
      for (unsigned w = 0; w < WPP_PLACE_WORDS; w++)
        wpp_put_leb (b, p->words[w]);
      wpp_put_leb (b, p->lacks);
      wpp_put_leb (b, p->n);
      for (size_t k = 0; k < p->n; k++)
        {
          wpp_put_leb (b, p->values[k].value);
          wpp_put_leb (b, p->values[k].count);
        }
      before = p->word;
    }
}

void
wpp_run_places_release (struct wpp_run_places *places)
{
  free (places->places);
  free (places->values);
  *places = (struct wpp_run_places){ 0 };
}

void
wpp_runs_release_places (struct wpp_profile *p)
{
  for (size_t i = 0; i < p->merged.n_runs && p->places; i++)
    wpp_run_places_release (&p->places[i]);
  free (p->places);
  p->places = NULL;
}

int
wpp_runs_read_places (struct wpp_reader *r, struct wpp_profile *p)
{
  int err = 0;
  p->places = calloc (p->merged.n_runs + 1, sizeof *p->places);
  if (!p->places)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->merged.n_runs && !r->bad && !err; i++)
    {
      err = wpp_run_places_read (r, &p->places[i]);
      for (size_t k = 0; k < p->places[i].n && !err && !r->bad; k++)
        err = wpp_profile_path_p (p, p->places[i].places[k].word) ? 0 : WPP_E_CORRUPT;
    }
  return err;
}

void
wpp_runs_put_places (struct wpp_buffer *b, const struct wpp_profile *p)
{
  for (size_t i = 0; i < p->merged.n_runs; i++)
    wpp_run_places_put (b, &p->places[i]);
}
