/* Unit tests of packed words: grammars spelled out, section WORD, profiles that have one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "grammar/spell-out.h"
#include "profile/read.h"
#include "profile/words.h"
#include "profile/write.h"
#include "support/bytes.h"
#include "make-grammar.h"
#include "unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* ---- Grammars.  */

struct trace
{
  uint32_t *events;
  size_t n, room;
};

static void
put (struct trace *t, uint32_t event)
{
  if (t->n == t->room)
    {
      t->room = 2 * t->room + 64;
      t->events = realloc (t->events, t->room * sizeof *t->events);
    }
  t->events[t->n++] = event;
}

static int
put_run (void *data, uint32_t event, uint64_t count)
{
  for (; count > 0; count--)
    put (data, event);
  return 0;
}

static bool
same_trace_p (const struct trace *a, const struct trace *b)
{
  return a->n == b->n && (!a->n || !memcmp (a->events, b->events, a->n * sizeof *a->events));
}

/* Are G's terminals in the order of first occurrence in T, and nothing else there?  */
static bool
by_first_occurrence_p (const struct wpp_grammar *g, const struct trace *t)
{
  uint32_t seen = 0;
  for (size_t i = 0; i < t->n; i++)
    {
      uint32_t k = 0;
      while (k < seen && g->terminals[k] != t->events[i])
        k++;
      if (k == seen && (k == g->n_terminals || g->terminals[seen++] != t->events[i]))
        return false;
    }
  return seen == g->n_terminals;
}

#define WORDS 6
#define EVENTS 5

/* A sequence of up to four runs of paths 300 ...  */
static void
random_sequence (uint64_t *rng, struct wpp_event_run *runs, struct wpp_sequence *sequence)
{
  *sequence = (struct wpp_sequence){ 1 + unit_random (rng) % 4, runs };
  for (uint32_t i = 0; i < sequence->n; i++)
    runs[i] = (struct wpp_event_run){ 300 + unit_random (rng) % EVENTS, 1 + unit_random (rng) % 3 };
}

/* Words 1000 … stand for sequences, paths 300 … for themselves: is a random sentence spelled out right?  */
static bool
try_random (uint64_t *rng)
{
  struct wpp_event_run runs[WORDS][4];
  struct wpp_word words[WORDS];
  struct wpp_words list = { .n = unit_random (rng) % (WORDS + 1), .words = words };
  struct trace sentence = { 0 }, naive = { 0 }, spelled = { 0 };
  for (uint32_t w = 0; w < WORDS; w++)
    {
      words[w].word = 1000 + w;
      random_sequence (rng, runs[w], &words[w].sequence);
    }
  for (size_t i = unit_random (rng) % 200; i > 0; i--)
    {
      uint32_t w = unit_random (rng) % (WORDS + EVENTS);
      bool packed = w < list.n;
      put (&sentence, packed ? 1000 + w : 300 + w % EVENTS);
      for (uint32_t k = 0; packed && k < words[w].sequence.n; k++)
        put_run (&naive, runs[w][k].event, runs[w][k].times);
      if (!packed)
        put (&naive, 300 + w % EVENTS);
    }
  struct wpp_grammar *g = grammar_of (sentence.events, sentence.n), *before = g;
  uint64_t symbols = g->start[g->n_rules];
  int err = wpp_words_spell_out (&list, &g);
  if (!err)
    wpp_grammar_expand (g, 0, put_run, &spelled);
  bool good = !err && same_trace_p (&naive, &spelled) && g->length[0] == naive.n
              && by_first_occurrence_p (g, &naive) && (list.n || g == before)
              && g->start[g->n_rules] <= symbols + 4 * WORDS;
  wpp_grammar_free (g);
  free (sentence.events);
  free (naive.events);
  free (spelled.events);
  return good;
}

static void
test_random (void)
{
  uint64_t rng = 1;
  unsigned wrong = 0;
  for (unsigned i = 0; i < 2000; i++)
    wrong += !try_random (&rng);
  CHECK (wrong == 0, "2000 random sentences of packed words are spelled out");
}

/* Work that is charged for is no less than what a grammar has more of.  */
static void
test_work (void)
{
  static struct wpp_event_run runs[WPP_WORD_RUNS];
  static struct wpp_word words[1000];
  struct wpp_words list = { .n = COUNT (words), .words = words, .n_runs = COUNT (words) * WPP_WORD_RUNS };
  struct trace sentence = { 0 };
  for (uint32_t i = 0; i < WPP_WORD_RUNS; i++)
    runs[i] = (struct wpp_event_run){ 300 + i, 1 };
  for (uint32_t w = 0; w < COUNT (words); w++)
    {
      words[w] = (struct wpp_word){ 1000 + w, { WPP_WORD_RUNS, runs } };
      put (&sentence, 1000 + w);
    }
  struct wpp_grammar *g = grammar_of (sentence.events, sentence.n);
  uint64_t symbols = g->start[g->n_rules], rules = g->n_rules, work = wpp_words_work (&list, g->n_terminals);
  CHECK (!wpp_words_spell_out (&list, &g) && g->length[0] == COUNT (words) * WPP_WORD_RUNS
             && work >= 4 * (g->n_rules - rules) + g->start[g->n_rules] - symbols,
         "%zu words of %u paths", COUNT (words), WPP_WORD_RUNS);
  CHECK (wpp_words_work (&list, 10) < work / 50 && wpp_words_work (&list, UINT64_MAX) == work
             && !wpp_words_work (&list, 0),
         "few terminals are few words, and many no more than there are");
  wpp_grammar_free (g);
  free (sentence.events);
}

/* ---- Section WORD.  */

static const struct wpp_event_run runs[] = { { 300, 1 }, { 301, 3 }, { 300, 1 }, { 302, 4000000000 } };
static struct wpp_word words[] = { { 2000, { 3, runs } }, { 2007, { 1, runs + 3 } } };
static const struct wpp_words list = { 2, words, COUNT (runs), (struct wpp_event_run *) runs };

static bool
same_words_p (const struct wpp_words *a, const struct wpp_words *b)
{
  bool same = a->n == b->n && a->n_runs == b->n_runs;
  for (uint32_t i = 0; same && i < a->n; i++)
    {
      const struct wpp_word *x = &a->words[i], *y = &b->words[i];
      same = x->word == y->word && x->sequence.n == y->sequence.n
             && !memcmp (x->sequence.runs, y->sequence.runs, x->sequence.n * sizeof *runs);
    }
  return same;
}

static void
test_section (void)
{
  struct wpp_buffer b = { 0 };
  unsigned wrong = 0;
  wpp_words_put (&b, &list);
  for (size_t n = 0; n <= b.size; n++)
    {
      struct wpp_words back = { 0 };
      struct wpp_reader r = wpp_reader_of (b.data, n);
      int err = wpp_words_read (&r, &back);
      wrong += err || r.bad != (n < b.size) || (n == b.size && !same_words_p (&list, &back));
      wpp_words_release (&back);
    }
  CHECK (wrong == 0, "a list of words comes back the same, and is bad when it is cut off");
  CHECK (wpp_words_find (&list, 2000) == words && wpp_words_find (&list, 2007) == words + 1
         && !wpp_words_find (&list, 1999) && !wpp_words_find (&list, 2001) && !wpp_words_find (&list, 2008),
         "words are found");
  wpp_buffer_release (&b);
}

/* Is W, alone, refused when it is read?  */
static bool
bad_p (struct wpp_word w)
{
  struct wpp_words one = { 1, &w, w.sequence.n, NULL }, back = { 0 };
  struct wpp_buffer b = { 0 };
  wpp_words_put (&b, &one);
  struct wpp_reader r = wpp_reader_of (b.data, b.size);
  int err = wpp_words_read (&r, &back);
  bool bad = !err && r.bad;
  wpp_words_release (&back);
  wpp_buffer_release (&b);
  return bad;
}

static void
test_bad_words (void)
{
  static struct wpp_event_run many[WPP_WORD_RUNS + 1], never = { 300, 0 }, control = { WPP_EVENT_GAP, 1 };
  for (size_t i = 0; i < COUNT (many); i++)
    many[i] = (struct wpp_event_run){ 300, 1 };
  CHECK (!bad_p ((struct wpp_word){ 2000, { WPP_WORD_RUNS, many } }), "as many runs as there may be");
  CHECK (bad_p ((struct wpp_word){ 2000, { WPP_WORD_RUNS + 1, many } }), "one more");
  CHECK (bad_p ((struct wpp_word){ 2000, { 0, many } }), "no run");
  CHECK (bad_p ((struct wpp_word){ 2000, { 1, &never } }), "a path never");
  CHECK (bad_p ((struct wpp_word){ 2000, { 1, &control } }), "a control event in a word");
  CHECK (bad_p ((struct wpp_word){ WPP_EVENT_FIRST_PATH - 1, { 1, many } }), "a control event as a word");
  CHECK (bad_p ((struct wpp_word){ 0, { 1, many } }), "word 0");
}

/* ---- Profiles.  */

static struct wpp_unit_ref units[] = { { 1, 256, 100 } };
static struct wpp_module modules[] = { { "/usr/bin/prog", NULL, 0, 1, units } };
static const struct wpp_wide_path wide_paths[] = { { 7, 0 }, { 1000000, 0 } };
static struct wpp_wide_function wide_function = { 256, 400, 2, wide_paths };

static struct wpp_profile
run_with (const struct wpp_words *words)
{
  return (struct wpp_profile){ .program = "/usr/bin/prog", .options = "", .n_modules = 1, .modules = modules,
                               .wide = { 1, &wide_function, 2, (struct wpp_wide_path *) wide_paths },
                               .words = *words };
}

/* A profile with the list WORDS, two segments of the sentence WRITTEN [N], one of them raw, and LENGTH events in each;
   read again, or null and *ERR, PLACE.  */
static struct wpp_profile *
read_back (const struct wpp_words *words, const uint32_t *written, size_t n, uint64_t length, int *err,
           struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  struct wpp_profile run = run_with (words), *p = NULL;
  struct wpp_writer *w = wpp_writer_into (&b);
  struct wpp_grammar *g = grammar_of (written, n);
  *err = wpp_writer_process (w, &run);
  *err |= wpp_writer_thread (w, 0, 2 * length, 0);
  *err |= wpp_writer_grammar (w, g);
  *err |= wpp_writer_raw (w, written, n);
  *err |= wpp_writer_end (w);
  CHECK_QUIET (!*err, "writing a profile");
  if (!*err)
    p = wpp_profile_parse (b.data, b.size, err, place);
  wpp_writer_free (w);
  wpp_grammar_free (g);
  wpp_buffer_release (&b);
  return p;
}

static const struct wpp_event_run sound_runs[] = { { 300, 1 }, { 301, 2 }, { 401, 1 } };
static struct wpp_word sound_words[] = { { 2000, { 3, sound_runs } } };
static const struct wpp_words sound = { 1, sound_words, 3, (struct wpp_event_run *) sound_runs };
static const uint32_t written[] = { 2000, 300, 2000, 2000, WPP_EVENT_GAP, 400 };
static uint32_t meant[] = { 300, 301, 301, 401, 300, 300, 301, 301, 401, 300, 301, 301, 401, WPP_EVENT_GAP, 400 };

static void
test_profile (void)
{
  struct wpp_place place;
  int err;
  struct wpp_profile *p = read_back (&sound, written, COUNT (written), COUNT (meant), &err, &place);
  const struct trace all = { meant, COUNT (meant), 0 };
  bool good = p && p->words.n == 1 && p->threads[0].n_segments == 2 && p->threads[0].n_events == 2 * COUNT (meant);
  for (size_t s = 0; s < 2 && good; s++)
    {
      struct trace t = { 0 };
      wpp_grammar_expand (p->threads[0].segments[s], 0, put_run, &t);
      good = same_trace_p (&t, &all);
      free (t.events);
    }
  CHECK (good, "a profile with packed words is read as its events, grammar and raw words alike");
  wpp_profile_free (p);
  p = read_back (&sound, written, COUNT (written), COUNT (written), &err, &place);
  CHECK (!p && err == WPP_E_CORRUPT && strstr (place.what, "segments have"), "a thread's length counts events: %s",
         place.what);
}

/* A profile whose one word is WORD and stands for EVENT is not read.  */
static void
check_refused (const char *what, uint32_t word, uint32_t event, const char *why)
{
  struct wpp_event_run run = { event, 1 };
  struct wpp_word one = { word, { 1, &run } };
  struct wpp_words words = { 1, &one, 1, &run };
  static const uint32_t sentence[] = { 300 };
  struct wpp_place place;
  int err = 0;
  struct wpp_profile *p = read_back (&words, sentence, 1, 1, &err, &place);
  CHECK (!p && err == WPP_E_CORRUPT && !strcmp (place.section, "WORD") && strstr (place.what, why), "%s: [%s] %s",
         what, place.section, place.what);
  wpp_profile_free (p);
}

static void
test_refused (void)
{
  check_refused ("a word that is a path of a unit", 355, 300, "word 355 ");
  check_refused ("a word that is a wide path", 401, 300, "word 401 ");
  check_refused ("a word of a path that no unit has", 2000, 356, "event 356 ");
  check_refused ("a word of itself", 2000, 2000, "event 2000 ");
  check_refused ("a word that no profile may have", 255, 300, "too early");
}

int
main (void)
{
  test_random ();
  test_work ();
  test_section ();
  test_bad_words ();
  test_profile ();
  test_refused ();
  return unit_done ();
}
