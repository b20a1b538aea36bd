/* words WORD_BITS PROFILE...: what packing iterations of loops into words would save.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A path from a loop's header back to it is an iteration.  The events of successive iterations become one word, of up to
   K of them, if the loop's paths number D and D^K <= 2^WORD_BITS; a word ends where another event comes.  With D = 1 a word
   holds a number of iterations.  Paths that enter or leave the loop stay words of their own.  WORD_BITS 0 packs nothing.

   The events of each segment are packed in memory.  Then a grammar of the words is made and coded, by what the collector does it
   with, and nothing but that is timed.  Prints of each profile: events; events that are iterations; words; distinct packed
   words, and the symbols that spelling them out takes; symbols of the grammars of words; bytes; and seconds of processor
   time.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "coding/codec.h"
#include "format/event.h"
#include "paths/numbering.h"
#include "profile/code.h"
#include "profile/read.h"
#include "sequitur/phrases.h"
#include "sequitur/sequitur.h"
#include "support/array.h"
#include "support/error.h"

#define PIECE 16384u /* words that are appended at a time */
#define NO_LOOP UINT32_MAX

/* What an event is to the packer.  */
struct meaning
{
  bool known;
  uint32_t loop;        /* an iteration of this loop: the number of its header's first start; or NO_LOOP */
  uint32_t digit;       /* which of its paths, whichever back edge the path before took */
  uint32_t most;        /* iterations in a word */
};

struct words
{
  uint32_t *words;      /* [n] */
  size_t n, room;
};

struct packed
{
  uint64_t before;      /* the word without its last iteration, and that, or 0 */
  uint32_t word;
};

struct packer
{
  struct wpp_code *code;
  unsigned bits;
  struct meaning *meanings;   /* [n_meanings] by event */
  size_t n_meanings;
  struct words out;
  uint32_t loop, most, held, word;   /* the word that is being packed: HELD iterations */
  struct packed *packed;      /* [room] open addressing */
  size_t n_packed, room;
  uint64_t events, iterations, n_words, spelled;
};

static void
check (bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "words: %s\n", what);
  exit (1);
}

/* ---- What events mean.  */

/* The number of ways from NODE to back edges to HEADER.  Set WAYS [n_nodes], UINT64_MAX where it is not known yet.  */
static uint64_t
count_ways (const struct wpp_numbering *num, uint32_t header, uint32_t node, uint64_t *ways)
{
  if (ways[node] != UINT64_MAX)
    return ways[node];
  uint64_t sum = 0;
  for (uint32_t e = num->first_edge[node]; e < num->first_edge[node + 1]; e++)
    if (num->cfg->edges[e].src == node && !(num->edges[e].flags & WPP_EDGE_GAP))
      {
        uint32_t dst = num->cfg->edges[e].dst;
        if (num->edges[e].flags & WPP_EDGE_ENDS)
          sum += dst == header;
        else if (dst != WPP_NODE_EXIT)
          sum += count_ways (num, header, dst, ways);
      }
  return ways[node] = sum > UINT32_MAX ? UINT32_MAX : sum;
}

static uint64_t
loop_paths (const struct wpp_numbering *num, uint32_t header)
{
  uint64_t *ways = malloc ((num->cfg->n_nodes + 1) * sizeof *ways);
  check (ways, "out of memory");
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    ways[v] = UINT64_MAX;
  uint64_t n = count_ways (num, header, header, ways);
  free (ways);
  return n;
}

/* How many iterations of a loop of D paths a word of BITS holds.  */
static uint32_t
iterations_in_word (uint64_t d, unsigned bits)
{
  if (d <= 1)
    return bits ? 1u << bits : 1;
  uint32_t most = 0;
  for (uint64_t room = UINT64_C (1) << bits; room >= d; room /= d)
    most++;
  return most;
}

static struct meaning
find_meaning (struct packer *p, uint32_t event)
{
  struct meaning m = { true, NO_LOOP, 0, 0 };
  struct wpp_code_path path;
  struct wpp_path way = { 0 };
  p->code->passed = 0;
  if (wpp_code_decode (p->code, event, &path, &way) != 1 || path.function->wide)
    goto out;
  const struct wpp_numbering *num = path.numbering;
  const struct wpp_start *start = &num->starts[way.start];
  uint32_t header = start->node;
  if (start->edge == WPP_NO_EDGE || way.unwound || way.end_edge == WPP_NO_EDGE || num->cfg->edges[way.end_edge].dst != header)
    goto out;
  m.most = iterations_in_word (loop_paths (num, header), p->bits);
  if (m.most >= 2)
    {
      m.loop = path.function->first + header;
      m.digit = path.number - start->value;
    }
out:
  wpp_path_release (&way);
  return m;
}

static const struct meaning *
meaning (struct packer *p, uint32_t event)
{
  if (event >= p->n_meanings)
    {
      size_t n = 2 * (size_t) event + 1;
      p->meanings = realloc (p->meanings, n * sizeof *p->meanings);
      check (p->meanings, "out of memory");
      for (; p->n_meanings < n; p->n_meanings++)
        p->meanings[p->n_meanings].known = false;
    }
  if (!p->meanings[event].known)
    p->meanings[event] = find_meaning (p, event);
  return &p->meanings[event];
}

/* ---- Packing.  */

static void
put (struct packer *p, uint32_t word)
{
  check (WPP_RESERVE (p->out.words, p->out.room, p->out.n, 1) == 0, "out of memory");
  p->out.words[p->out.n++] = word;
}

static struct packed *
place_of (struct packed *table, size_t room, uint64_t before)
{
  size_t i = before * UINT64_C (0x9e3779b97f4a7c15) >> 20;
  for (;; i++)
    if (!table[i &= room - 1].before || table[i].before == before)
      return &table[i];
}

static void
grow (struct packer *p)
{
  size_t room = p->room ? 2 * p->room : 1 << 16;
  struct packed *table = calloc (room, sizeof *table);
  check (table, "out of memory");
  for (size_t i = 0; i < p->room; i++)
    if (p->packed[i].before)
      *place_of (table, room, p->packed[i].before) = p->packed[i];
  free (p->packed);
  p->packed = table;
  p->room = room;
}

/* The word for WORD, of HELD iterations, with EVENT behind it.  A packed word has the highest bit.  */
static uint32_t
extend (struct packer *p, uint32_t word, uint32_t event)
{
  if (2 * p->n_packed >= p->room)
    grow (p);
  uint64_t before = (uint64_t) word << 32 | event;
  struct packed *at = place_of (p->packed, p->room, before);
  if (!at->before)
    *at = (struct packed){ before, 0x80000000u | (uint32_t) p->n_packed++ };
  return at->word;
}

static void
flush (struct packer *p)
{
  if (p->held)
    put (p, p->word);
  p->held = 0;
}

static int
take (void *data, uint32_t event, uint64_t count)
{
  struct packer *p = data;
  for (; count > 0; count--)
    {
      const struct meaning *m = event >= WPP_EVENT_FIRST_PATH ? meaning (p, event) : NULL;
      p->events++;
      if (!m || m->loop == NO_LOOP)
        {
          flush (p);
          put (p, event);
          continue;
        }
      p->iterations++;
      if (p->held && (p->loop != m->loop || p->held == p->most))
        flush (p);
      p->loop = m->loop;
      p->most = m->most;
      /* The way by which the iteration before ended is known in a word.  */
      p->word = p->held ? extend (p, p->word, event) : event;
      p->held++;
    }
  return 0;
}

/* ---- Grammars.  */

static double
processor_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void
feed (const struct words *w, double *seconds, uint64_t *symbols, uint64_t *bytes)
{
  double start = processor_time ();
  struct wpp_phrases *phrases = wpp_phrases_new (WPP_SEQUITUR_RETRACE | WPP_SEQUITUR_EXPONENTS);
  check (phrases, "out of memory");
  for (size_t i = 0; i < w->n; i += PIECE)
    check (wpp_phrases_append (phrases, w->words + i, w->n - i < PIECE ? w->n - i : PIECE, NULL) == 0, "cannot append");
  unsigned char *coded;
  size_t size;
  uint64_t lost;
  check (wpp_phrases_finish (phrases, &coded, &size, &lost) == 0, "cannot finish");
  *seconds += processor_time () - start;
  int err;
  struct wpp_grammar *g = wpp_grammar_decode (coded, size, &err);
  check (g, "cannot decode");
  *symbols += g->start[g->n_rules];
  *bytes += size;
  wpp_grammar_free (g);
  free (coded);
}

static void
try_profile (const char *file, unsigned bits)
{
  int err = 0;
  struct wpp_place place;
  struct wpp_profile *profile = wpp_profile_read (file, &err, &place);
  check (profile, file);
  struct packer p = { .bits = bits, .code = wpp_code_load (profile, NULL, &err, &place) };
  check (p.code, file);
  double seconds = 0;
  uint64_t symbols = 0, bytes = 0;
  for (size_t t = 0; t < profile->n_threads; t++)
    for (size_t s = 0; s < profile->threads[t].n_segments; s++)
      {
        p.out.n = 0;
        check (wpp_grammar_expand (profile->threads[t].segments[s], 0, take, &p) == 0, "cannot expand");
        flush (&p);
        p.n_words += p.out.n;
        feed (&p.out, &seconds, &symbols, &bytes);
      }
  printf ("%s %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu %" PRIu64 " %" PRIu64 " %.2f\n", file, bits, p.events, p.iterations,
          p.n_words, p.n_packed, symbols, bytes, seconds);
  free (p.meanings);
  free (p.packed);
  free (p.out.words);
  wpp_code_free (p.code);
  wpp_profile_free (profile);
}

int
main (int argc, char **argv)
{
  check (argc > 2, "usage: words WORD_BITS PROFILE...");
  for (int i = 2; i < argc; i++)
    try_profile (argv[i], atoi (argv[1]));
}
