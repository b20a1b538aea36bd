/* Activations one after the other, against a stack of activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "make-grammar.h"
#include "unit.h"
#include "activations/projection/untangle.h"

enum
{
  ENTERS = 1,
  LEAVES = 2,
  LETTERS = 32,     /* of the function's paths; bits 0 and 1 say what one does */
  MOST = 3000,
  DEPTH = 40,
  P = WPP_LETTER_PATH
};

struct activation
{
  bool foreign;
  size_t n;
  uint32_t path[MOST];
};

static struct
{
  uint32_t event[MOST], expected[3 * MOST];
  size_t n, n_expected, depth;
  struct activation open[DEPTH];
} w;

static void
end (bool left)
{
  struct activation *top = &w.open[--w.depth];
  memcpy (w.expected + w.n_expected, top->path, top->n * sizeof *top->path);
  w.n_expected += top->n;
  if (!left && !top->foreign)
    w.expected[w.n_expected++] = WPP_LETTER_GAP;
}

static void
begin (bool foreign)
{
  w.open[w.depth].n = 0;
  w.open[w.depth++].foreign = foreign;
}

static void
happen (uint32_t letter)
{
  w.event[w.n++] = letter;
}

/* A path in the innermost activation, or one that begins or ends.  */
static void
walk (uint64_t *seed, bool foreign)
{
  bool inside = w.depth && !w.open[w.depth - 1].foreign;
  uint32_t kind = unit_random (seed) % 4, path = P + unit_random (seed) % (LETTERS / 4) * 4;
  if (foreign && w.depth && w.open[w.depth - 1].foreign && kind == LEAVES)
    {
      happen (WPP_LETTER_LEAVE);
      end (true);
      return;
    }
  if (w.depth == DEPTH && kind & ENTERS)
    kind &= ~ENTERS;
  if (!inside && !(w.depth == 0 && unit_random (seed) % 8 == 0))
    kind |= ENTERS;
  if (w.depth == DEPTH && kind & ENTERS)
    return;
  if (foreign && w.depth < DEPTH && unit_random (seed) % 8 == 0)
    {
      happen (WPP_LETTER_ENTER);
      begin (true);
      return;
    }
  if (kind & ENTERS || !w.depth)
    begin (false);
  happen (path + kind);
  w.open[w.depth - 1].path[w.open[w.depth - 1].n++] = path + kind;
  if (kind & LEAVES)
    end (true);
}

/* COUNT activations that are counted are over, and all above the next.  */
static void
land (uint32_t count, bool landing)
{
  happen (WPP_LETTER_LAND + count);
  while (w.depth)
    {
      if (w.open[w.depth - 1].foreign || landing)
        if (count-- == 0)
          break;
      end (false);
    }
}

struct check
{
  size_t at;
  bool ok;
};

static int
follow (void *data, uint32_t letter, uint64_t count)
{
  struct check *c = data;
  for (; count && c->ok; count--)
    {
      c->ok = c->at < w.n_expected && w.expected[c->at] == letter;
      c->at++;
    }
  return !c->ok;
}

/* W's events untangled; null and *ERR.  */
static struct wpp_grammar *
untangle (bool landing, int *err)
{
  struct wpp_path_ends ends[LETTERS + 256] = { { 0 } };
  struct wpp_grammar *g = grammar_of (w.event, w.n);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (g->terminals[t] >= P)
      ends[t] = (struct wpp_path_ends){ g->terminals[t] & ENTERS, g->terminals[t] & LEAVES };
  struct wpp_grammar *result = wpp_untangle (g, ends, landing, err);
  wpp_grammar_free (g);
  return result;
}

static bool
right_p (bool landing)
{
  int err;
  struct wpp_grammar *g = untangle (landing, &err);
  struct check c = { 0, g != NULL };
  if (g)
    wpp_grammar_expand (g, 0, follow, &c);
  wpp_grammar_free (g);
  return c.ok && c.at == w.n_expected;
}

static void
make_run (uint64_t *seed, bool foreign, bool landing)
{
  w.n = w.n_expected = w.depth = 0;
  while (w.n + 2 < MOST)
    {
      uint32_t kind = unit_random (seed) % 64;
      if (kind == 0 && foreign)
        land (unit_random (seed) % 4, landing);
      else if (kind == 1 && unit_random (seed) % 4 == 0)
        {
          happen (WPP_LETTER_GAP);
          while (w.depth)
            end (false);
        }
      else
        walk (seed, foreign);
    }
  while (w.depth)
    end (false);
}

/* Events EVENT [N] of which nothing can be made.  */
static bool
left_p (const uint32_t *event, size_t n)
{
  int err = 1;
  memcpy (w.event, event, n * sizeof *event);
  w.n = n;
  struct wpp_grammar *g = untangle (false, &err);
  wpp_grammar_free (g);
  return !g && !err;
}

/* An activation of very many paths, with others within it: in two grammars, which are joined.  */
static bool
long_one_right_p (void)
{
  enum { LONG = 200000 };
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  uint32_t event = P + ENTERS, inner = P + ENTERS + LEAVES;
  int err = wpp_sequitur_append (s, &event, 1, NULL);
  uint64_t counts[4] = { 0 };
  for (unsigned i = 0; i < LONG && !err; i++)
    {
      event = P + i % 7 * 4;
      err = wpp_sequitur_append (s, &event, 1, NULL);
      if (i % 3 == 0 && !err)
        err = wpp_sequitur_append (s, &inner, 1, NULL);
    }
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  struct wpp_path_ends ends[16] = { { 0 } };
  for (uint32_t t = 0; g && t < g->n_terminals; t++)
    ends[t] = (struct wpp_path_ends){ g->terminals[t] & ENTERS, g->terminals[t] & LEAVES };
  struct wpp_grammar *u = g ? wpp_untangle (g, ends, false, &err) : NULL;
  for (uint32_t t = 0; u && t < u->n_terminals; t++)
    {
      uint64_t all[16];
      wpp_grammar_terminal_counts (u, all);
      counts[u->terminals[t] == WPP_LETTER_GAP ? 3 : u->terminals[t] & 3 ? u->terminals[t] & 2 ? 2 : 1 : 0]
        += all[t];
    }
  bool ok = u && u->length[0] == 1 + LONG + (LONG + 2) / 3 + 1 && counts[0] == LONG && counts[1] == 1
            && counts[2] == (LONG + 2) / 3 && counts[3] == 1;
  wpp_grammar_free (g);
  wpp_grammar_free (u);
  wpp_sequitur_free (s);
  return ok;
}

int
main (void)
{
  uint64_t seed = 23;
  unsigned wrong = 0;
  enum { RUNS = 2000 };
  for (int i = 0; i < RUNS; i++)
    {
      bool foreign = i % 2, landing = i % 4 == 3;
      make_run (&seed, foreign, landing);
      wrong += !right_p (landing);
    }
  CHECK (wrong == 0, "%d random runs", RUNS);
  CHECK (left_p ((uint32_t[]){ P + ENTERS, WPP_LETTER_LEAVE }, 2),
         "another's end while the function is active is left to others");
  CHECK (left_p ((uint32_t[]){ WPP_LETTER_ENTER, P }, 2), "so is a path that goes on in another");
  CHECK (long_one_right_p (), "an activation too long for memory");
  return unit_done ();
}
