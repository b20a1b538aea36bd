/* words WHAT SIZE PROFILE...: what other words than those of single paths would save.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   WHAT is
     iterations  A path from a loop's header back to it is an iteration.  The events of successive iterations become one
                 word, of up to K of them, if the loop's paths number D and D^K <= 2^SIZE; a word ends where another
                 event comes.  With D = 1 a word holds a number of iterations.  Paths that enter or leave the loop stay
                 words of their own.
     leaves      A path that ends at a call, an activation of a function of the same unit without loops and calls, and
                 the path after the call become one word.  So do further calls, as long as the paths that the word
                 might stand for number at most 2^SIZE.  Calls through pointers are taken for direct ones.
     likely      The SIZE sequences that are executed most often become words.  They are found in each segment by
                 itself, by joining the most frequent pairs again and again, in eight rounds.  Of a pair, the second
                 path begins where the first one ended, in the same activation: code could keep that in a register.
     likely-any  The same with pairs of any paths, as if code knew what the thread has executed.
   `iterations 0' packs nothing.

   The events of each segment are packed in memory, at most MOST_EVENTS.  Then a grammar of the words is made and coded,
   by what the collector does it with, and nothing but that is timed.  Prints of each profile: SIZE; events; events that
   are iterations; words; distinct packed words; symbols of the grammars of words; bytes; and seconds of processor
   time.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/coding/codec.h"
#include "format/event.h"
#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"
#include "grammar/sequitur/phrases.h"
#include "grammar/sequitur/sequitur.h"
#include "base/array.h"
#include "base/error.h"
#include "seconds.h"

#define PIECE 16384u /* words that are appended at a time */
#define NO_LOOP UINT32_MAX
#define PACKED 0x80000000u
#define ROUNDS 8
#define MOST_EVENTS (UINT64_C (1) << 28)

enum what { ITERATIONS, LEAVES, LIKELY, LIKELY_ANY };

/* What an event is to the packer.  An end is a function's first event and an edge at which paths end, or 0.  */
struct meaning
{
  bool known;
  bool leaf;            /* the activation of a function without loops and calls */
  bool before_call;     /* it ends at a call */
  uint64_t begins, ends;
  const struct wpp_unit *unit;
  unsigned bits;        /* of the number of paths that begin as it does */
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

struct pair
{
  uint64_t key, count;
};

struct packer
{
  struct wpp_code *code;
  enum what what;
  unsigned size;
  uint64_t left;              /* of MOST_EVENTS */
  struct meaning *meanings;   /* [n_meanings] by event */
  size_t n_meanings;
  struct words out;
  uint32_t loop, most, held, word;   /* the word that is being packed: HELD iterations */
  struct packed *packed;      /* [room] open addressing */
  size_t n_packed, room;
  uint64_t events, iterations, n_words;
  struct meaning last;         /* of the word being packed: what its last path means */
  uint32_t leaf;               /* the activation after it, or 0 */
  unsigned used;               /* bits */
  struct { uint64_t begins, ends; } *ends;  /* [n_packed] of words that are likely */
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

static bool
leaf_p (const struct wpp_numbering *num)
{
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    if (num->cfg->nodes[v].flags & WPP_NODE_CALL)
      return false;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if (num->cfg->edges[e].flags & WPP_EDGE_TAIL)
      return false;
  return num->n_starts == 1;
}

static uint64_t
end_at (const struct wpp_code_path *path, uint32_t edge)
{
  return edge == WPP_NO_EDGE ? 0 : (uint64_t) path->function->first << 32 | edge;
}

static void
find_ends (struct meaning *m, const struct wpp_code_path *path, const struct wpp_path *way)
{
  const struct wpp_numbering *num = path->numbering;
  const struct wpp_start *start = &num->starts[way->start];
  m->unit = path->function->unit;
  m->begins = end_at (path, start->edge);
  m->ends = way->unwound ? 0 : end_at (path, way->end_edge);
  m->before_call = m->ends && num->cfg->nodes[num->cfg->edges[way->end_edge].dst].flags & WPP_NODE_CALL;
  m->leaf = leaf_p (num) && !way->unwound;
  m->bits = start->n_paths > 1 ? 64 - __builtin_clzll (start->n_paths - 1) : 0;
}

static struct meaning
find_meaning (struct packer *p, uint32_t event)
{
  struct meaning m = { .known = true, .loop = NO_LOOP };
  struct wpp_code_path path;
  struct wpp_path way = { 0 };
  p->code->passed = 0;
  if (wpp_code_decode (p->code, event, &path, &way) != 1 || path.function->wide)
    goto out;
  const struct wpp_numbering *num = path.numbering;
  const struct wpp_start *start = &num->starts[way.start];
  uint32_t header = start->node;
  find_ends (&m, &path, &way);
  if (p->what != ITERATIONS || start->edge == WPP_NO_EDGE || way.unwound || way.end_edge == WPP_NO_EDGE
      || num->cfg->edges[way.end_edge].dst != header)
    goto out;
  m.most = iterations_in_word (loop_paths (num, header), p->size);
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

/* The word for WORD, of HELD iterations, with EVENT after it.  A packed word has the highest bit.  */
static uint32_t
extend (struct packer *p, uint32_t word, uint32_t event)
{
  if (2 * p->n_packed >= p->room)
    grow (p);
  uint64_t before = (uint64_t) word << 32 | event;
  struct packed *at = place_of (p->packed, p->room, before);
  if (!at->before)
    *at = (struct packed){ before, PACKED | (uint32_t) p->n_packed++ };
  return at->word;
}

static void
flush (struct packer *p)
{
  if (p->held)
    put (p, p->word);
  if (p->leaf)
    put (p, p->leaf);
  p->held = p->leaf = 0;
}

static void
take_iteration (struct packer *p, const struct meaning *m, uint32_t event)
{
  p->iterations++;
  if (p->held && (p->loop != m->loop || p->held == p->most))
    flush (p);
  p->loop = m->loop;
  p->most = m->most;
  /* The way by which the iteration before ended is known in a word.  */
  p->word = p->held ? extend (p, p->word, event) : event;
  p->held++;
}

/* Begin a word with EVENT, which means M.  */
static void
hold (struct packer *p, const struct meaning *m, uint32_t event)
{
  p->held = 1;
  p->word = event;
  p->last = *m;
  p->used = m->bits;
}

/* Does EVENT, which means M, go on in the word that is being packed?  Then put it there.  */
static bool
join_leaf (struct packer *p, const struct meaning *m, uint32_t event)
{
  if (!p->held || p->used + m->bits > p->size)
    return false;
  if (!p->leaf && p->last.before_call && m->leaf && m->unit == p->last.unit)
    p->leaf = event;
  else if (p->leaf && m->begins == p->last.ends)
    {
      p->word = extend (p, extend (p, p->word, p->leaf), event);
      p->leaf = 0;
      p->last = *m;
    }
  else
    return false;
  p->used += m->bits;
  return true;
}

static void
take_leaf (struct packer *p, const struct meaning *m, uint32_t event)
{
  if (m && join_leaf (p, m, event))
    return;
  flush (p);
  if (m && m->before_call)
    hold (p, m, event);
  else
    put (p, event);
}

static int
take (void *data, uint32_t event, uint64_t count)
{
  struct packer *p = data;
  for (; count > 0 && p->left > 0; count--, p->left--)
    {
      const struct meaning *m = event >= WPP_EVENT_FIRST_PATH ? meaning (p, event) : NULL;
      p->events++;
      if (p->what == LEAVES)
        take_leaf (p, m, event);
      else if (p->what == ITERATIONS && m && m->loop != NO_LOOP)
        take_iteration (p, m, event);
      else
        {
          flush (p);
          put (p, event);
        }
    }
  return 0;
}

/* ---- Likely sequences.  */

static uint64_t
begins (struct packer *p, uint32_t word)
{
  return word & PACKED ? p->ends[word & ~PACKED].begins : word < WPP_EVENT_FIRST_PATH ? 0 : meaning (p, word)->begins;
}

static uint64_t
ends (struct packer *p, uint32_t word)
{
  return word & PACKED ? p->ends[word & ~PACKED].ends : word < WPP_EVENT_FIRST_PATH ? 0 : meaning (p, word)->ends;
}

static bool
may_join_p (struct packer *p, uint32_t a, uint32_t b)
{
  if (p->what == LIKELY_ANY)
    return a >= WPP_EVENT_FIRST_PATH && b >= WPP_EVENT_FIRST_PATH;
  uint64_t end = ends (p, a);
  return end && end == begins (p, b);
}

/* Count KEY in TABLE, of 2 ** LOG pairs.  Return whether it was new.  */
static bool
count_pair (struct pair *table, unsigned log, uint64_t key)
{
  size_t i = key * UINT64_C (0x9e3779b97f4a7c15) >> (64 - log);
  while (table[i].key && table[i].key != key)
    i = (i + 1) & ((UINT64_C (1) << log) - 1);
  table[i].key = key;
  return table[i].count++ == 0;
}

static int
by_falling_count (const void *a, const void *b)
{
  uint64_t x = ((const struct pair *) a)->count, y = ((const struct pair *) b)->count;
  return (x < y) - (x > y);
}

/* Make words of the N most frequent pairs of P's words.  */
static void
choose_pairs (struct packer *p, size_t n)
{
  unsigned log = 8;
  while (log < 25 && p->out.n >> log)
    log++;
  struct pair *table = calloc ((size_t) 1 << log, sizeof *table);
  check (table, "out of memory");
  size_t n_pairs = 0, kept = 0;
  for (size_t i = 0; i + 1 < p->out.n; i++)
    if (n_pairs < UINT64_C (3) << (log - 2) && may_join_p (p, p->out.words[i], p->out.words[i + 1]))
      n_pairs += count_pair (table, log, (uint64_t) p->out.words[i] << 32 | p->out.words[i + 1]);
  for (size_t i = 0; i < (size_t) 1 << log; i++)
    if (table[i].count > 1)
      table[kept++] = table[i];
  qsort (table, kept, sizeof *table, by_falling_count);
  p->ends = realloc (p->ends, (p->n_packed + n) * sizeof *p->ends);
  check (p->ends, "out of memory");
  for (size_t i = 0; i < n && i < kept; i++)
    {
      uint32_t a = table[i].key >> 32, b = table[i].key, word = extend (p, a, b) & ~PACKED;
      p->ends[word].begins = begins (p, a);
      p->ends[word].ends = ends (p, b);
    }
  free (table);
}

static void
join_pairs (struct packer *p)
{
  uint32_t *words = p->out.words;
  size_t n = 0;
  for (size_t i = 0; i < p->out.n; i++)
    {
      uint64_t key = i + 1 < p->out.n ? (uint64_t) words[i] << 32 | words[i + 1] : 0;
      struct packed *at = key ? place_of (p->packed, p->room, key) : NULL;
      words[n++] = at && at->before ? at->word : words[i];
      i += at && at->before;
    }
  p->out.n = n;
}

static void
pack_likely (struct packer *p)
{
  free (p->packed);
  p->packed = NULL;
  p->n_packed = p->room = 0;
  grow (p);
  for (int i = 0; i < ROUNDS; i++)
    {
      choose_pairs (p, p->size / ROUNDS);
      join_pairs (p);
    }
}

/* ---- Grammars.  */

static void
feed (const struct words *w, double *seconds, uint64_t *symbols, uint64_t *bytes)
{
  double start = now ();
  struct wpp_phrases *phrases = wpp_phrases_new (WPP_SEQUITUR_RETRACE | WPP_SEQUITUR_EXPONENTS);
  check (phrases, "out of memory");
  for (size_t i = 0; i < w->n; i += PIECE)
    check (wpp_phrases_append (phrases, w->words + i, w->n - i < PIECE ? w->n - i : PIECE, NULL) == 0, "cannot append");
  unsigned char *coded;
  size_t size;
  uint64_t lost;
  check (wpp_phrases_finish (phrases, &coded, &size, &lost) == 0, "cannot finish");
  *seconds += now () - start;
  int err;
  struct wpp_grammar *g = wpp_grammar_decode (coded, size, &err);
  check (g, "cannot decode");
  *symbols += g->start[g->n_rules];
  *bytes += size;
  wpp_grammar_free (g);
  free (coded);
}

static void
try_profile (const char *file, enum what what, unsigned size)
{
  int err = 0;
  struct wpp_place place;
  struct wpp_profile *profile = wpp_profile_read (file, &err, &place);
  check (profile, file);
  struct packer p = { .what = what, .size = size, .left = MOST_EVENTS };
  p.code = wpp_code_load (profile, NULL, &err, &place);
  check (p.code, file);
  double seconds = 0;
  uint64_t symbols = 0, bytes = 0;
  for (size_t t = 0; t < profile->n_threads; t++)
    for (size_t s = 0; s < profile->threads[t].n_segments; s++)
      {
        p.out.n = 0;
        check (wpp_grammar_expand (profile->threads[t].segments[s], 0, take, &p) == 0, "cannot expand");
        flush (&p);
        if (size && (what == LIKELY || what == LIKELY_ANY))
          pack_likely (&p);
        p.n_words += p.out.n;
        feed (&p.out, &seconds, &symbols, &bytes);
      }
  printf ("%s %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu %" PRIu64 " %" PRIu64 " %.2f\n", file, size, p.events,
          p.iterations, p.n_words, p.n_packed, symbols, bytes, seconds);
  free (p.meanings);
  free (p.packed);
  free (p.ends);
  free (p.out.words);
  wpp_code_free (p.code);
  wpp_profile_free (profile);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "iterations", "leaves", "likely", "likely-any" };
  unsigned what = 0;
  check (argc > 3, "usage: words WHAT SIZE PROFILE...");
  while (what < 4 && strcmp (argv[1], names[what]) != 0)
    what++;
  check (what < 4, "WHAT is iterations, leaves, likely or likely-any");
  for (int i = 3; i < argc; i++)
    try_profile (argv[i], what, atoi (argv[2]));
}
