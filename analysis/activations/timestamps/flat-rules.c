/* Rules of traces as parts of their own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "activations/timestamps/flat-rules.h"

#define MOST_BLOCKS 64u                  /* of a rule */
#define MOST_ALL (UINT64_C (1) << 24)    /* of all of them together */
#define WORTH 16u                        /* symbols of a trace in S: parts have to be looked at for each trace */

/* Set LENGTH [n_rules] to the blocks of each rule, and return those of all that become parts; *N is how many do.  */
static uint64_t
measure (const struct wpp_function_traces *f, const struct wpp_block_parts *parts, uint64_t *length, uint32_t *n)
{
  const struct wpp_grammar *g = f->grammar;
  uint64_t all = 0;
  *n = 0;
  for (uint32_t k = 0; k + 1 < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1]; i++)
        {
          uint32_t s = g->symbols[i], letter = WPP_IS_RULE (s) ? 0 : g->terminals[s] - 1;
          uint64_t one = WPP_IS_RULE (s) ? length[WPP_RULE_INDEX (s)]
                                         : parts->begin[letter + (size_t)1] - parts->begin[letter];
          length[r] = wpp_saturating_add (length[r], wpp_saturating_product (one, wpp_grammar_exponent (g, i)));
        }
      if (length[r] > MOST_BLOCKS || all + length[r] > MOST_ALL)
        length[r] = UINT64_MAX;
      else
        {
          all += length[r];
          ++*n;
        }
    }
  return all;
}

/* Append the blocks of rule RULE of F to TO [N]; those of rules in it are there.  */
static uint32_t
put_rule (const struct wpp_flat_rules *r, const struct wpp_function_traces *f, uint32_t rule, uint32_t *to, uint32_t n)
{
  const struct wpp_grammar *g = f->grammar;
  const uint32_t *begin = r->parts.begin;
  for (uint64_t i = g->start[rule]; i < g->start[rule + (size_t)1]; i++)
    {
      uint32_t s = g->symbols[i], part = WPP_IS_RULE (s) ? r->part[WPP_RULE_INDEX (s)] : g->terminals[s] - 1;
      uint32_t size = begin[part + (size_t)1] - begin[part];
      for (uint32_t copies = size ? wpp_grammar_exponent (g, i) : 0; copies; copies--, n += size)
        memcpy (to + n, to + begin[part], size * sizeof *to);
    }
  return n;
}

int
wpp_flat_rules_init (struct wpp_flat_rules *r, const struct wpp_function_traces *f, const struct wpp_block_parts *parts)
{
  const struct wpp_grammar *g = f->grammar;
  uint64_t *length = calloc (g->n_rules, sizeof *length);
  uint32_t n_rules, n = parts->begin[parts->n_parts];
  *r = (struct wpp_flat_rules){ .part = calloc (g->n_rules, sizeof *r->part) };
  if (!length || !r->part)
    {
      free (length);
      return WPP_E_NOMEM;
    }
  uint64_t all = measure (f, parts, length, &n_rules);
  uint32_t *begin = malloc ((parts->n_parts + (size_t)n_rules + 1) * sizeof *begin);
  uint32_t *blocks = malloc ((n + all + 1) * sizeof *blocks);
  r->parts = (struct wpp_block_parts){ parts->n_parts, begin, blocks, parts->n_blocks };
  if (begin && blocks)
    {
      memcpy (begin, parts->begin, (parts->n_parts + (size_t)1) * sizeof *begin);
      if (n)
        memcpy (blocks, parts->blocks, n * sizeof *blocks);
      for (uint32_t k = 0; k + 1 < g->n_rules; k++)
        if (length[g->order[k]] != UINT64_MAX)
          {
            n = put_rule (r, f, g->order[k], blocks, n);
            r->part[g->order[k]] = r->parts.n_parts++;
            begin[r->parts.n_parts] = n;
          }
    }
  free (length);
  return begin && blocks ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_flat_rules_release (struct wpp_flat_rules *r)
{
  free ((uint32_t *)r->parts.begin);
  free ((uint32_t *)r->parts.blocks);
  free (r->part);
  *r = (struct wpp_flat_rules){ 0 };
}

struct telling
{
  const struct wpp_function_traces *f;
  const uint32_t *part;
  uint32_t trace;
};

static int
tell (void *data, int (*visit) (void *visitor, uint32_t part, uint64_t times), void *visitor)
{
  const struct telling *t = data;
  return wpp_trace_visit_parts (t->f, t->trace, t->part, visit, visitor);
}

int
wpp_time_trace (struct wpp_timed_function *timed, const struct wpp_flat_rules *r, const struct wpp_function_traces *f,
                uint32_t trace, struct wpp_timed_pair *pair)
{
  bool worth = f->trace[trace + (size_t)1] - f->trace[trace] >= WORTH;
  struct telling t = { f, worth ? r->part : NULL, trace };
  return wpp_timed_function_add (timed, tell, &t, pair);
}
