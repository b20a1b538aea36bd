/* Nests that are kept beside recordings: they come back, and damaged ones, whose checks are right, are safe or refused.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "activations/ropes/kept-nest.h"
#include "damage-kept.h"
#include "make-grammar.h"
#include "unit.h"

#define FUNCTIONS 6u
#define FIRST_EVENT 256u
#define EVENTS 3000u

/* An event is a function and what the path does: 0 it is all of an activation, 1 it enters, 2 it stays, 3 it leaves. */
static int
step_of (void *data, uint32_t event, struct wpp_step *step)
{
  uint32_t n = event - FIRST_EVENT, kind = n % 4;
  (void)data;
  if (event < FIRST_EVENT || n / 4 >= FUNCTIONS)
    return 0;
  *step = (struct wpp_step){ .function = n / 4, .enters = kind < 2, .leaves = kind == 0 || kind == 3, .place = event };
  return 1;
}

/* Set N to the nest of random events.  */
static bool
make_nest (struct wpp_nest *n, uint64_t *seed)
{
  uint32_t events[EVENTS], open[EVENTS], depth = 0;
  for (uint32_t i = 0; i < EVENTS; i++)
    {
      uint32_t kind = depth ? unit_below (seed, 4) : 1, f = kind > 1 ? open[depth - 1] : unit_below (seed, FUNCTIONS);
      if (kind == 1)
        open[depth++] = f;
      depth -= kind == 3;
      events[i] = FIRST_EVENT + 4 * f + kind;
    }
  struct wpp_grammar *g = grammar_of (events, EVENTS);
  bool made = g && !wpp_nest_init (n) && !wpp_nest_add (n, &g, 1, FUNCTIONS, step_of, NULL);
  wpp_grammar_free (g);
  return made;
}

static bool
same_p (const struct wpp_nest *a, const struct wpp_nest *b)
{
  const struct wpp_trace_tables *s = &a->tables, *t = &b->tables;
  const struct wpp_pool *p = &s->traces.pool, *q = &t->traces.pool;
  bool same = s->n_letters == t->n_letters && s->n_kinds == t->n_kinds && p->n_rules == q->n_rules
              && p->n_parts == q->n_parts && b->n_threads == 1 && a->threads[0] == b->threads[0];
  for (size_t i = 0; i < s->n_letters && same; i++)
    same = s->letters[i].event == t->letters[i].event && s->letters[i].calls == t->letters[i].calls;
  for (size_t i = 0; i < s->n_kinds && same; i++)
    same = s->kinds[i].function == t->kinds[i].function && s->kinds[i].rope == t->kinds[i].rope;
  return same && !memcmp (p->end, q->end, p->n_rules * sizeof *p->end)
         && !memcmp (p->parts, q->parts, p->n_parts * sizeof *p->parts);
}

/* Has ROPE of N nothing that is not there, older rules only, and of paths those of FUNCTION only?  FUEL bounds how deep
   it may be.  */
static bool
rope_sound_p (const struct wpp_nest *n, uint32_t rope, uint32_t function, unsigned fuel)
{
  struct wpp_part one;
  size_t parts;
  if (!fuel)
    return false;
  if (rope != WPP_ROPE_EMPTY && !wpp_nest_rule_p (rope))
    {
      if (rope - WPP_ROPE_LETTER >= n->tables.n_letters)
        return false;
      const struct wpp_letter *l = wpp_nest_letter (n, rope);
      struct wpp_step step;
      if (!l->calls)
        return step_of (NULL, l->event, &step) == 1 && step.function == function;
      return l->event < n->tables.n_kinds;
    }
  if (wpp_nest_rule_p (rope) && WPP_RULE_INDEX (rope) >= n->tables.traces.pool.n_rules)
    return false;
  const struct wpp_part *part = wpp_nest_parts (n, rope, &one, &parts);
  bool sound = true;
  for (size_t i = 0; i < parts && sound; i++)
    sound = part[i].exponent && part[i].symbol != WPP_ROPE_EMPTY
            && (!wpp_nest_rule_p (part[i].symbol) || part[i].symbol < rope)
            && rope_sound_p (n, part[i].symbol, function, fuel - 1);
  return sound;
}

static bool
sound_p (const struct wpp_nest *n)
{
  bool sound = n->n_threads == 1 && rope_sound_p (n, n->threads[0], UINT32_MAX, 200);
  for (size_t i = 0; i < n->tables.n_kinds && sound; i++)
    sound = n->tables.kinds[i].function < FUNCTIONS
            && rope_sound_p (n, n->tables.kinds[i].rope, n->tables.kinds[i].function, 200);
  return sound;
}

static void
try_nest (const char *folder, uint64_t *seed)
{
  char file[256], name[300];
  snprintf (file, sizeof file, "%s/x.wpp", folder);
  snprintf (name, sizeof name, "%s.nst", file);
  fclose (fopen (file, "w"));
  struct wpp_kept k = { .file = file, .hash = 7, .size = 9 }, other;
  struct wpp_nest n = { 0 }, back = { 0 };
  unsigned char *bytes;
  unsigned refused = 0, wrong = 0;
  CHECK (wpp_kept_of_file (&k) && make_nest (&n, seed), "a nest of %u events: %u rules", EVENTS,
         n.tables.traces.pool.n_rules);
  other = k;
  wpp_kept_nest_of (&k, 0);
  wpp_kept_nest_of (&other, 1);
  wpp_kept_nest_put (&k, &n);
  CHECK (wpp_kept_nest_find (&k, &back, FUNCTIONS, step_of, NULL) && same_p (&n, &back) && sound_p (&back),
         "it comes back");
  CHECK (!wpp_kept_nest_find (&other, &back, FUNCTIONS, step_of, NULL)
             && !wpp_kept_nest_find (&k, &back, FUNCTIONS - 1, step_of, NULL),
         "that of another thread, or of other functions, is not taken");
  size_t size = kept_load (name, &bytes);
  for (unsigned i = 0; i < 4000; i++)
    {
      struct wpp_nest damaged = { 0 };
      kept_damage (name, bytes, size, seed);
      if (!wpp_kept_nest_find (&k, &damaged, FUNCTIONS, step_of, NULL))
        refused++;
      else
        wrong += !sound_p (&damaged);
      wpp_nest_release (&damaged);
    }
  CHECK (refused > 1000 && refused < 4000 && !wrong, "damaged ones are refused (%u) or sound (wrong: %u)", refused,
         wrong);
  unlink (name);
  unlink (file);
  free (bytes);
  wpp_nest_release (&n);
  wpp_nest_release (&back);
}

int
main (void)
{
  char folder[] = "/tmp/wpp-nest-XXXXXX";
  uint64_t seed = 46;
  if (!mkdtemp (folder))
    return 1;
  setenv ("XDG_CACHE_HOME", folder, 1);
  for (unsigned i = 0; i < 2; i++)
    try_nest (folder, &seed);
  rmdir (folder);
  return unit_done ();
}
