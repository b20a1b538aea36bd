/* Unit test of indexes: what is written is read again, and damage is noticed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "support/bytes.h"
#include "format/event.h"
#include "index/index.h"
#include "make-cfg.h"
#include "paths/numbering.h"
#include "make-grammar.h"
#include "unit.h"

#define N_PATHS 8u

/* Unit 0 has "a" and "f", unit 1 has "f" and "never".  */
static const char *const names[2][2] = { { "a", "f" }, { "f", "never" } };

/* Three diamonds in a row.  */
static void
make_graph (struct wpp_cfg *cfg)
{
  cfg_init (cfg, 11, 13);
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < 11; v += 3)
    {
      cfg_edge (cfg, v, v + 1, 0);
      cfg_edge (cfg, v, v + 2, 0);
      cfg_edge (cfg, v + 1, v < 8 ? v + 3 : WPP_NODE_EXIT, 0);
      cfg_edge (cfg, v + 2, v < 8 ? v + 3 : WPP_NODE_EXIT, 0);
    }
}

static void
make_unit (struct wpp_unit *unit, unsigned u)
{
  *unit = (struct wpp_unit){ .id = 7 + u, .source = (char *)(u ? "y/two.c" : "x/one.c"),
                             .path_limit = 100, .n_paths = 2 * N_PATHS, .n_functions = 2 };
  unit->functions = calloc (2, sizeof *unit->functions);
  for (unsigned i = 0; i < 2; i++)
    {
      unit->functions[i] = (struct wpp_function){ .name = (char *)names[u][i], .checksum = 100 * u + i,
                                                  .offset = i * N_PATHS, .n_paths = N_PATHS };
      make_graph (&unit->functions[i].cfg);
    }
}

struct world
{
  struct wpp_unit units[2], *unit[2];
  struct wpp_code_function functions[4];
  struct wpp_code code;
  struct wpp_thread threads[2];
  struct wpp_grammar *segments[2][2];
  struct wpp_profile profile;
  uint32_t events[2][400];
};

/* Two threads in two segments each, that never execute the last function.  */
static void
make_world (struct world *w)
{
  uint64_t rng = 3;
  for (unsigned u = 0; u < 2; u++)
    {
      make_unit (&w->units[u], u);
      w->unit[u] = &w->units[u];
      for (unsigned i = 0; i < 2; i++)
        w->functions[2 * u + i]
          = (struct wpp_code_function){ .unit = w->unit[u], .function = &w->units[u].functions[i],
                                        .first = WPP_EVENT_FIRST_PATH + (2 * u + i) * N_PATHS,
                                        .n_words = N_PATHS };
      for (unsigned i = 0; i < 400; i++)
        w->events[u][i] = WPP_EVENT_FIRST_PATH + unit_random (&rng) % (3 * N_PATHS - 1);
      for (unsigned s = 0; s < 2; s++)
        w->segments[u][s] = grammar_of (w->events[u] + 200 * s, 200);
      w->threads[u] = (struct wpp_thread){ .n_segments = 2, .segments = w->segments[u] };
    }
  w->code = (struct wpp_code){ .n_functions = 4, .functions = w->functions, .n_units = 2, .units = w->unit };
  w->profile = (struct wpp_profile){ .n_threads = 2, .threads = w->threads };
}

static void
free_world (struct world *w)
{
  for (unsigned u = 0; u < 2; u++)
    {
      for (unsigned i = 0; i < 2; i++)
        {
          wpp_cfg_release (&w->units[u].functions[i].cfg);
          wpp_numbering_free (w->functions[2 * u + i].numbering);
        }
      free (w->units[u].functions);
      for (unsigned s = 0; s < 2; s++)
        wpp_grammar_free (w->segments[u][s]);
    }
}

static int
write_index (struct world *w, struct wpp_buffer *b)
{
  struct wpp_indexer *x = wpp_indexer_new (&w->code, false);
  int err = wpp_indexer_add_profile (x, &w->profile, NULL);
  if (!err)
    err = wpp_indexer_write (x, 1, b);
  wpp_indexer_free (x);
  return err;
}

/* Paths of a function by number, to be found in its projection.  */
struct missing
{
  uint64_t counts[N_PATHS];
  bool ok;
};

static int
take (void *data, uint32_t letter, uint64_t count)
{
  struct missing *m = data;
  uint32_t number = letter - WPP_LETTER_PATH;
  m->ok &= letter >= WPP_LETTER_PATH && number < N_PATHS && m->counts[number] >= count;
  if (m->ok)
    m->counts[number] -= count;
  return !m->ok;
}

/* Do the chains of ENTRY's function, whose first event is FIRST, count all of its paths?  Each enters, is called
   by nobody, and leaves; so another function is entered next, but for the last path of a thread.  */
static bool
order_ok_p (const struct world *w, const struct wpp_index *index, const struct wpp_index_entry *entry, uint32_t first)
{
  struct wpp_index_order order;
  uint64_t paths = 0, behind = 0, activations = 0, next = 0;
  for (unsigned t = 0; t < 2; t++)
    for (unsigned j = 0; j < 400; j++)
      {
        bool own = w->events[t][j] - first < N_PATHS;
        paths += own;
        behind += own && j + 1 < 400;
      }
  bool ok = !wpp_index_order (index, entry, &order) && order.n_chains == (paths > 0);
  for (size_t i = 0; i < order.n_chains; i++)
    {
      ok &= order.chains[i].n == 0 && order.chains[i].begin == WPP_CHAIN_WHOLE;
      activations += order.chains[i].count;
    }
  for (size_t i = 0; i < order.n_next; i++)
    next += order.next[i].count;
  wpp_index_order_release (&order);
  return ok && activations == paths && next == behind;
}

/* Each path of ENTRY's function goes through three branches, which are random.  All of so short a run is replayed; outcomes
   at the beginning of the second thread's segments only make histories.  Do those of the entry make up PATHS paths?  */
static bool
branches_ok_p (const struct wpp_index *index, const struct wpp_index_entry *entry, uint64_t paths)
{
  struct wpp_index_branch *b;
  size_t n;
  bool ok = !wpp_index_branches (index, entry, &b, &n) && n == (paths ? 3 : 0);
  for (size_t i = 0; i < n && ok; i++)
    ok = b[i].node == 2 + 3 * i && b[i].seen <= paths && b[i].seen + 400 > paths && b[i].missed > b[i].seen / 8
         && b[i].missed <= b[i].seen;
  free (b);
  return ok;
}

/* Does INDEX have of function K what W has?  */
static bool
function_ok_p (const struct world *w, const struct wpp_index *index, unsigned k)
{
  struct wpp_index_entry e = { 0 };
  const struct wpp_function *f = w->functions[k].function;
  uint32_t i = wpp_index_find (index, f->name), first = w->functions[k].first;
  uint64_t counts[N_PATHS] = { 0 };
  struct wpp_path_times *found;
  size_t n, distinct = 0;
  int err;
  for (; i < index->n_entries; i++)
    {
      wpp_index_read (index, i, &e);
      if (strcmp (e.name, f->name) || e.unit == w->functions[k].unit->id)
        break;
    }
  if (i == index->n_entries || e.checksum != f->checksum || e.n_paths != N_PATHS || e.path_limit != 100
      || strcmp (e.source, w->functions[k].unit->source) || e.function != k % 2)
    return false;
  for (unsigned t = 0; t < 2; t++)
    for (unsigned j = 0; j < 400; j++)
      if (w->events[t][j] - first < N_PATHS)
        distinct += !counts[w->events[t][j] - first]++;
  bool ok = !wpp_index_counts (index, &e, &found, &n) && n == distinct;
  for (size_t j = 0; ok && j < n; j++)
    ok = found[j].count == counts[found[j].number];
  free (found);
  struct wpp_projection *p = wpp_index_projection (index, &e, &err);
  /* Each path is an activation: they come in no order.  */
  struct missing m = { .ok = true };
  memcpy (m.counts, counts, sizeof counts);
  if (p && p->grammar && !wpp_projection_make_whole (p) && !wpp_grammar_finish (p->grammar))
    wpp_grammar_expand (p->grammar, 0, take, &m);
  for (unsigned j = 0; j < N_PATHS; j++)
    m.ok &= m.counts[j] == 0;
  ok = ok && p && (p->grammar != NULL) == (distinct > 0) && m.ok;
  wpp_projection_free (p);
  uint64_t paths = 0;
  for (unsigned j = 0; j < N_PATHS; j++)
    paths += counts[j];
  return ok && order_ok_p (w, index, &e, first) && branches_ok_p (index, &e, paths);
}

/* Is anything wrong with the index DATA [SIZE], read whole?  */
static bool
damaged_p (const unsigned char *data, size_t size)
{
  struct wpp_index index;
  struct wpp_index_entry e;
  struct wpp_path_times *counts;
  struct wpp_index_callee *callees = NULL;
  struct wpp_index_loop *loops;
  struct wpp_index_order order;
  struct wpp_index_branch *branches;
  size_t n;
  int err = wpp_index_open (data, size, &index, NULL);
  for (uint32_t i = 0; !err && i < index.n_entries; i++)
    {
      wpp_index_read (&index, i, &e);
      err = wpp_index_counts (&index, &e, &counts, &n);
      free (counts);
      callees = NULL;
      if (!err)
        err = wpp_index_callees (&index, &e, &callees, &n);
      free (callees);
      if (!err)
        err = wpp_index_order (&index, &e, &order);
      if (!err)
        wpp_index_order_release (&order);
      loops = NULL;
      if (!err)
        err = wpp_index_loops (&index, &e, &loops, &n);
      free (loops);
      if (!err)
        wpp_projection_free (wpp_index_projection (&index, &e, &err));
      branches = NULL;
      if (!err)
        err = wpp_index_branches (&index, &e, &branches, &n);
      free (branches);
    }
  return err < 0;
}

static void
test_damage (const struct wpp_buffer *b)
{
  size_t missed = 0;
  unsigned char *copy = malloc (b->size);
  memcpy (copy, b->data, b->size);
  for (size_t i = 0; i < b->size; i++)
    {
      copy[i] ^= 1 << i % 8;
      missed += !damaged_p (copy, b->size);
      copy[i] = b->data[i];
    }
  CHECK (missed == 0, "a flipped bit in any byte is found");
  for (size_t i = 0, n = b->size; i < n; i++)
    missed += !damaged_p (copy, i);
  CHECK (missed == 0, "an end that is missing is found");
  CHECK (!damaged_p (copy, b->size), "and nothing is found when all is well");
  free (copy);
}

int
main (void)
{
  static struct world w;
  struct wpp_buffer b = { 0 }, again = { 0 };
  struct wpp_index index;
  struct wpp_place place;
  make_world (&w);
  CHECK (!write_index (&w, &b) && !write_index (&w, &again), "an index is made");
  CHECK (b.size == again.size && !memcmp (b.data, again.data, b.size), "the same one twice");
  CHECK (!wpp_index_open (b.data, b.size, &index, &place), "it is opened");
  CHECK (index.n_entries == 4 && index.n_units == 2 && !index.counts && index.runs == 1,
         "it has all functions");
  CHECK (wpp_index_find (&index, "none") == 4, "a function that it has not");
  for (unsigned k = 0; k < 4; k++)
    CHECK (function_ok_p (&w, &index, k), "function %s of %s", w.functions[k].function->name,
           w.functions[k].unit->source);
  test_damage (&b);
  wpp_buffer_release (&b);
  wpp_buffer_release (&again);
  free_world (&w);
  return unit_done ();
}
