/* The solution of one function: its counts and its problems with their results (solution.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/numbers.h"
#include "facts/frequency/solution.h"
#include "recording/profile/code.h"

/* ---- Problems.  */

struct wpp_problem
wpp_facts_problem (const struct wpp_facts *facts)
{
  return (struct wpp_problem){ .n_facts = facts->n_facts, .n_nodes = facts->n_nodes,
                               .backward = facts->backward, .must = facts->must,
                               .node = facts->node, .enter = facts->enter, .edge = facts->edge,
                               .boundary = facts->boundary, .n_boundary = facts->n_boundary };
}

static void
free_transitions (struct wpp_transition *t, uint32_t n)
{
  for (uint32_t i = 0; t && i < n; i++)
    free (t[i].changes);
  free (t);
}

void
wpp_facts_release (struct wpp_facts *facts)
{
  free_transitions (facts->node, facts->n_nodes);
  free_transitions (facts->enter, facts->n_nodes);
  free_transitions (facts->edge, facts->n_edges);
  for (uint32_t d = 0; d < facts->n_facts; d++)
    {
      free (facts->facts[d].text);
      free (facts->facts[d].variable);
    }
  for (uint32_t i = 0; i < facts->n_sites; i++)
    free (facts->sites[i].text);
  free (facts->facts);
  free (facts->boundary);
  free (facts->sites);
  free (facts->origins);
}

/* ---- The solution.  */

static void
find_blocks (struct wpp_solution *s)
{
  for (uint32_t v = 0, end; v < s->cfg->n_nodes; v = end)
    {
      uint32_t block = s->block_of[v];
      for (end = v + 1; end < s->cfg->n_nodes && s->block_of[end] == block;)
        end++;
      if (block != WPP_NO_BLOCK)
        s->blocks[s->n_blocks++] = (struct wpp_block_range){ block, v, end };
    }
}

struct wpp_solution *
wpp_solution_new (const struct wpp_cfg *cfg, const uint32_t *block_of)
{
  struct wpp_solution *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->cfg = cfg;
  s->block_of = malloc (((size_t)cfg->n_nodes + 1) * sizeof *s->block_of);
  s->blocks = malloc (((size_t)cfg->n_nodes + 1) * sizeof *s->blocks);
  if (s->block_of && s->blocks)
    {
      memcpy (s->block_of, block_of, cfg->n_nodes * sizeof *block_of);
      find_blocks (s);
      return s;
    }
  wpp_solution_free (s);
  return NULL;
}

void
wpp_solution_free (struct wpp_solution *s)
{
  if (!s)
    return;
  for (size_t i = 0; i < s->n_streams; i++)
    wpp_projection_free (s->streams[i].projection);
  for (size_t i = 0; i < s->n_numberings; i++)
    wpp_numbering_free (s->numberings[i].num);
  for (size_t p = 0; p < s->n; p++)
    {
      wpp_facts_release (&s->solved[p].facts);
      wpp_frequencies_free (s->solved[p].frequencies);
      wpp_static_free (s->solved[p].without_profile);
    }
  free (s->streams);
  free (s->numberings);
  free (s->solved);
  free (s->block_of);
  free (s->blocks);
  wpp_frequencies_free (s->counts);
  free (s);
}

/* Return the numbering for FLAGS and PATH_LIMIT, which is S's last one if that fits; or null, with *ERR set.  */
static const struct wpp_numbering *
unit_numbering (struct wpp_solution *s, uint32_t flags, uint64_t path_limit, int *err)
{
  const struct wpp_unit_numbering *last = s->n_numberings ? &s->numberings[s->n_numberings - 1] : NULL;
  if (last && last->flags == flags && last->path_limit == path_limit)
    return last->num;
  *err = WPP_RESERVE (s->numberings, s->numberings_room, s->n_numberings, 1);
  struct wpp_numbering *num = *err ? NULL : wpp_function_numbering (s->cfg, flags, path_limit, err);
  if (num)
    s->numberings[s->n_numberings++] = (struct wpp_unit_numbering){ flags, path_limit, num };
  return num;
}

int
wpp_solution_add_stream (struct wpp_solution *s, struct wpp_projection *p, uint32_t flags,
                         uint64_t path_limit)
{
  int err = 0;
  const struct wpp_numbering *num = unit_numbering (s, flags, path_limit, &err);
  if (!err)
    err = WPP_RESERVE (s->streams, s->streams_room, s->n_streams, 1);
  if (err)
    wpp_projection_free (p);
  else
    s->streams[s->n_streams++] = (struct wpp_stream){ num, p };
  return err;
}

int
wpp_solution_add_problem (struct wpp_solution *s, struct wpp_facts *facts)
{
  int err = WPP_RESERVE (s->solved, s->room, s->n, 1);
  if (err)
    wpp_facts_release (facts);
  else
    s->solved[s->n++] = (struct wpp_solved){ *facts, NULL, NULL };
  return err;
}

/* Solve all problems of S that are backward if BACKWARD, else all others.  */
static int
solve_direction (struct wpp_solution *s, bool backward)
{
  struct wpp_problem *problems = malloc ((s->n + 1) * sizeof *problems);
  struct wpp_frequencies **results = calloc (s->n + 1, sizeof *results);
  size_t n = 0;
  int err = problems && results ? 0 : WPP_E_NOMEM;
  for (size_t p = 0; !err && p < s->n; p++)
    if (s->solved[p].facts.backward == backward)
      problems[n++] = wpp_facts_problem (&s->solved[p].facts);
  if (!err)
    err = wpp_frequencies_solve_together (problems, n, s->cfg, s->streams, s->n_streams, results);
  n = 0;
  for (size_t p = 0; !err && p < s->n; p++)
    if (s->solved[p].facts.backward == backward)
      s->solved[p].frequencies = results[n++];
  free (problems);
  free (results);
  return err;
}

/* S has no problem: count executions only.  */
static int
solve_nothing (struct wpp_solution *s)
{
  struct wpp_transition *none = calloc (s->cfg->n_nodes + (size_t)1, sizeof *none);
  struct wpp_problem problem = { .n_nodes = s->cfg->n_nodes, .node = none };
  int err = WPP_E_NOMEM;
  if (none)
    s->counts = wpp_frequencies_solve (&problem, s->cfg, s->streams, s->n_streams, &err);
  free (none);
  return err;
}

static int
solve_without_profile (struct wpp_solution *s)
{
  for (size_t p = 0; p < s->n; p++)
    {
      struct wpp_problem problem = wpp_facts_problem (&s->solved[p].facts);
      s->solved[p].without_profile = wpp_static_solve (&problem, s->cfg);
      if (!s->solved[p].without_profile)
        return WPP_E_NOMEM;
    }
  return 0;
}

int
wpp_solution_solve (struct wpp_solution *s)
{
  int err = s->n ? solve_direction (s, false) : solve_nothing (s);
  if (!err && s->n)
    err = solve_direction (s, true);
  if (!err)
    err = solve_without_profile (s);
  return err;
}

/* ---- Questions.  */

const uint64_t *
wpp_solution_at_node (const struct wpp_solution *s, size_t p, uint32_t node, uint32_t fact)
{
  return wpp_frequency_of (s->solved[p].frequencies, node, fact);
}

void
wpp_solution_at_site (const struct wpp_solution *s, size_t p, const struct wpp_site *site,
                      uint64_t *number)
{
  unsigned words = s->solved[p].frequencies->words;
  memset (number, 0, words * sizeof *number);
  for (int i = 0; i < 2; i++)
    {
      uint32_t source = site->source[i];
      const uint64_t *n = source == WPP_FROM_NONE     ? NULL
                          : source == WPP_FROM_LAMBDA ? wpp_solution_problem_count (s, p, site->node)
                                                      : wpp_solution_at_node (s, p, site->node, source);
      if (n)
        wpp_numbers_add (number, n, 1, words);
    }
}

/* ---- The summary.  */

/* Add to SUMMARY what static analysis W says of the VISIBLE facts at NODE.  */
static void
summarize_static (const struct wpp_static *w, uint32_t node, const uint64_t *visible,
                  struct wpp_solution_summary *summary)
{
  const uint64_t *may = w->may + node * w->words, *must = w->must + node * w->words;
  for (size_t i = 0; i < w->words; i++)
    {
      summary->certain += __builtin_popcountll (may[i] & must[i] & visible[i]);
      summary->unknown += __builtin_popcountll (may[i] & ~must[i] & visible[i]);
    }
}

/* Add to SUMMARY what the profile, in SOLVED, says at NODE, which was executed COUNT times.  */
static void
summarize_profile (const struct wpp_solved *solved, uint32_t node, const uint64_t *count,
                   struct wpp_solution_summary *summary)
{
  const struct wpp_frequencies *r = solved->frequencies;
  const struct wpp_static *w = solved->without_profile;
  for (size_t i = r->start[node]; i < r->start[node + 1]; i++)
    {
      uint32_t d = r->fact[i];
      bool all = mpn_cmp ((mp_srcptr)r->frequency + i * r->words, (mp_srcptr)count, r->words) == 0;
      bool open = wpp_static_may_p (w, node, d) && !wpp_static_must_p (w, node, d);
      if (solved->facts.facts[d].hidden)
        continue;
      summary->always += all;
      summary->sometimes += !all;
      summary->gained_always += all && open;
      summary->gained_sometimes += !all && open;
    }
}

int
wpp_solution_summarize (const struct wpp_solution *s, size_t p, struct wpp_solution_summary *summary)
{
  const struct wpp_solved *solved = &s->solved[p];
  uint64_t *visible = calloc (solved->without_profile->words + 1, sizeof *visible), n_visible = 0;
  memset (summary, 0, sizeof *summary);
  if (!visible)
    return WPP_E_NOMEM;
  for (uint32_t d = 0; d < solved->facts.n_facts; d++)
    if (!solved->facts.facts[d].hidden)
      {
        visible[d / 64] |= 1ull << d % 64;
        n_visible++;
      }
  for (uint32_t b = 0; b < s->n_blocks; b++)
    {
      uint32_t node = s->blocks[b].first;
      const uint64_t *count = wpp_solution_problem_count (s, p, node);
      if (wpp_number_zero_p (count, solved->frequencies->words))
        continue;
      summary->facts += n_visible;
      summarize_static (solved->without_profile, node, visible, summary);
      summarize_profile (solved, node, count, summary);
    }
  free (visible);
  summary->never = summary->facts - summary->always - summary->sometimes;
  summary->impossible = summary->facts - summary->certain - summary->unknown;
  summary->gained_never = summary->unknown - summary->gained_always - summary->gained_sometimes;
  return 0;
}
