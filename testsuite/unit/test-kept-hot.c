/* Hot loops that are kept beside recordings: they come back, and damaged ones, whose checks are right, are safe or
   refused.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "answers/kept-hot.h"
#include "damage-kept.h"
#include "unit.h"

#define FIRST_EVENT 256u
#define EVENTS 100u
#define LETTERS 40u
#define WORDS 12u

/* Code of one function, which has all events.  */
static struct wpp_code_function function = { .first = FIRST_EVENT, .n_words = EVENTS };
static struct wpp_wide wide;
static struct wpp_code code = { .n_functions = 1, .functions = &function, .wide = &wide };

static void
make_letter (struct wpp_hot_letter *l, uint64_t *seed)
{
  l->n = 1 + unit_below (seed, 4);
  l->events = calloc (l->n, sizeof *l->events);
  l->counts = calloc (l->n, sizeof *l->counts);
  l->cost = unit_random (seed) >> unit_below (seed, 64);
  for (uint32_t i = 0; i < l->n; i++)
    {
      l->events[i] = FIRST_EVENT + unit_below (seed, EVENTS);
      l->counts[i] = unit_below (seed, 1 << 20);
      l->count += l->counts[i];
    }
}

static void
make_word (struct wpp_hot_word *w, uint64_t *seed)
{
  uint64_t length = 0;
  w->length = 1 + unit_below (seed, 20);
  w->letters = calloc (w->length, sizeof *w->letters);
  for (uint32_t i = 0; i < w->length; i++)
    w->letters[i] = unit_below (seed, LETTERS);
  w->cost = unit_random (seed);
  w->own = w->cost >> unit_below (seed, 20);
  w->runs.n = w->runs.room = unit_below (seed, 9);
  w->runs.list = calloc (w->runs.n + 1, sizeof *w->runs.list);
  for (size_t i = 0; i < w->runs.n; i++)
    w->runs.list[i] = (struct wpp_run_length){ length += 1 + unit_below (seed, 1000), unit_random (seed) };
}

static struct wpp_hot_loops
make_loops (uint64_t *seed)
{
  struct wpp_hot_loops hot = { .n_letters = LETTERS, .n = WORDS };
  hot.letters = calloc (LETTERS, sizeof *hot.letters);
  hot.words = calloc (WORDS, sizeof *hot.words);
  for (unsigned i = 0; i < LETTERS; i++)
    make_letter (&hot.letters[i], seed);
  for (unsigned i = 0; i < WORDS; i++)
    make_word (&hot.words[i], seed);
  return hot;
}

/* Does HOT name no letters and events but those that there are?  */
static bool
sound_p (const struct wpp_hot_loops *hot)
{
  bool sound = true;
  for (uint32_t i = 0; i < hot->n_letters; i++)
    for (uint32_t k = 0; k < hot->letters[i].n; k++)
      sound &= hot->letters[i].events[k] - FIRST_EVENT < EVENTS;
  for (size_t i = 0; i < hot->n; i++)
    {
      const struct wpp_hot_word *w = &hot->words[i];
      sound &= w->length > 0 && w->own <= w->cost;
      for (uint32_t k = 0; k < w->length; k++)
        sound &= w->letters[k] < hot->n_letters && hot->letters[w->letters[k]].n > 0;
      for (size_t k = 0; k < w->runs.n; k++)
        sound &= w->runs.list[k].length > (k ? w->runs.list[k - 1].length : 0);
    }
  return sound;
}

/* Are the words of A and B the same, letter by letter?  */
static bool
same_p (const struct wpp_hot_loops *a, const struct wpp_hot_loops *b)
{
  bool same = a->n == b->n;
  for (size_t i = 0; i < a->n && same; i++)
    {
      const struct wpp_hot_word *x = &a->words[i], *y = &b->words[i];
      same = x->length == y->length && x->cost == y->cost && x->own == y->own && x->runs.n == y->runs.n
             && !memcmp (x->runs.list, y->runs.list, x->runs.n * sizeof *x->runs.list);
      for (uint32_t k = 0; k < x->length && same; k++)
        {
          const struct wpp_hot_letter *l = &a->letters[x->letters[k]], *m = &b->letters[y->letters[k]];
          same = l->n == m->n && l->cost == m->cost && l->count == m->count
                 && !memcmp (l->events, m->events, l->n * sizeof *l->events)
                 && !memcmp (l->counts, m->counts, l->n * sizeof *l->counts);
        }
    }
  return same;
}

/* 4000 damaged files NAME of what is kept for K.  */
static void
try_damaged (const struct wpp_kept *k, const char *name, uint64_t *seed)
{
  unsigned refused = 0, wrong = 0;
  unsigned char *bytes;
  size_t size = kept_load (name, &bytes);
  for (unsigned i = 0; i < 4000; i++)
    {
      struct wpp_hot_loops back = { 0 };
      struct wpp_hot_head head;
      kept_damage (name, bytes, size, seed);
      bool found = wpp_kept_hot_find (k, &code, &back, &head);
      refused += !found;
      wrong += found && !sound_p (&back);
      wpp_hot_loops_release (&back);
    }
  CHECK (refused > 1000 && refused < 4000 && !wrong, "damaged ones are refused (%u) or sound (wrong: %u)", refused,
         wrong);
  free (bytes);
}

static void
try_loops (const char *folder, uint64_t *seed)
{
  char file[256], name[300];
  snprintf (file, sizeof file, "%s/x.wpp", folder);
  snprintf (name, sizeof name, "%s.hot", file);
  fclose (fopen (file, "w"));
  struct wpp_kept k = { .file = file, .hash = 7, .size = 9 }, other = k;
  struct wpp_hot_asked asked = { .percent = 1, .limits = { .min_length = 1, .max_length = 20 } };
  struct wpp_hot_head head = { .total_cost = 12345678901, .min_cost = 99 }, found = { 0 };
  struct wpp_hot_loops hot = make_loops (seed), back = { 0 };
  wpp_kept_hot_of (&k, &asked);
  wpp_kept_of_file (&k);
  wpp_kept_hot_put (&k, &hot, &head);
  CHECK (wpp_kept_hot_find (&k, &code, &back, &found) && same_p (&hot, &back) && sound_p (&back)
             && found.total_cost == head.total_cost && found.min_cost == head.min_cost,
         "%u words come back", WORDS);
  wpp_hot_loops_release (&back);
  asked.percent = 2;
  wpp_kept_hot_of (&other, &asked);
  wpp_kept_of_file (&other);
  CHECK (!wpp_kept_hot_find (&other, &code, &back, &found), "those of another question are not taken");
  try_damaged (&k, name, seed);
  wpp_hot_loops_release (&hot);
  unlink (name);
  unlink (file);
}

int
main (void)
{
  char folder[] = "/tmp/wpp-hot-XXXXXX";
  uint64_t seed = 46;
  if (!mkdtemp (folder))
    return 1;
  setenv ("XDG_CACHE_HOME", folder, 1);
  try_loops (folder, &seed);
  rmdir (folder);
  return unit_done ();
}
