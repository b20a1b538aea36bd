/* Stays in loops, grouped (stays.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As trips.c does, but for trips and successions at once, with nothing to sort, for several loops at once.  */

#include <stdlib.h>
#include <string.h>
#include "decide/iterations/fold-impl.h"
#include "decide/iterations/stays.h"
#include "decide/iterations/visited.h"
#include "base/array.h"
#include "base/saturate.h"

struct wpp_visits
{
  const struct wpp_stream *stream;
  struct wpp_folding *folding;
  uint32_t n_letters;
  size_t *start;             /* [n_letters + 1] letter t's nodes are nodes[start[t]] .. nodes[start[t + 1]] */
  uint32_t *nodes;           /* that it executes */
  uint32_t *ends;            /* [n_letters] the edge that the path ends with, or WPP_NO_EDGE */
  size_t room;
};

/* ---- Visits.  */

/* Append what PATH executes, and say that it is all of letter T.  */
static int
append_path (struct wpp_visits *v, uint32_t t, const struct wpp_path *path)
{
  const struct wpp_numbering *num = v->stream->num;
  uint32_t n = wpp_n_visited (num, path), first = wpp_start_visited_p (num, path) ? 0 : 1;
  size_t at = v->start[t];
  if (WPP_RESERVE (v->nodes, v->room, at, n))
    return WPP_E_NOMEM;
  for (uint32_t i = first; i < n; i++)
    v->nodes[at++] = wpp_visited (num, path, i);
  v->start[t + 1] = at;
  v->ends[t] = path->end_edge;
  return 0;
}

static int
decode_letters (struct wpp_visits *v)
{
  const struct wpp_grammar *g = v->stream->projection->grammar;
  struct wpp_path path = { 0 };
  int err = 0;
  for (uint32_t t = 0; t < v->n_letters && !err; t++)
    {
      v->start[t + 1] = v->start[t];
      v->ends[t] = WPP_NO_EDGE;
      if (g->terminals[t] < WPP_LETTER_PATH)
        continue;
      err = wpp_path_decode (v->stream->num, g->terminals[t] - WPP_LETTER_PATH, &path);
      err = err == WPP_E_RANGE ? WPP_E_CORRUPT : err;
      if (!err)
        err = append_path (v, t, &path);
    }
  wpp_path_release (&path);
  return err;
}

struct wpp_visits *
wpp_visits_new (const struct wpp_stream *s, int *err)
{
  struct wpp_visits *v = calloc (1, sizeof *v);
  *err = v ? 0 : WPP_E_NOMEM;
  if (!v)
    return NULL;
  v->stream = s;
  v->n_letters = s->projection->grammar ? s->projection->grammar->n_terminals : 0;
  v->folding = wpp_folding_new (s->projection, err);
  v->start = calloc (v->n_letters + (size_t) 1, sizeof *v->start);
  v->ends = calloc (v->n_letters + (size_t) 1, sizeof *v->ends);
  if (!*err && (!v->start || !v->ends))
    *err = WPP_E_NOMEM;
  if (!*err)
    *err = decode_letters (v);
  if (!*err)
    return v;
  wpp_visits_free (v);
  return NULL;
}

void
wpp_visits_free (struct wpp_visits *v)
{
  if (!v)
    return;
  wpp_folding_free (v->folding);
  free (v->start);
  free (v->nodes);
  free (v->ends);
  free (v);
}

int
wpp_visits_count (const struct wpp_visits *v, uint64_t **executions)
{
  *executions = calloc (v->stream->num->cfg->n_nodes + (size_t) 1, sizeof **executions);
  if (!*executions)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < v->n_letters; t++)
    for (size_t i = v->start[t]; i < v->start[t + 1]; i++)
      {
        uint64_t *n = &(*executions)[v->nodes[i]];
        *n = wpp_saturating_add (*n, v->folding->times[t]);
      }
  return 0;
}

/* ---- Summaries.  */

#define NOT_ASKED UINT32_MAX

/* A part of a stay: executions of the header, if any node of the loop was executed.  */
struct part
{
  bool any;
  uint64_t trips;
};

/* How an iteration ended, or what came before the next one.  */
#define TURN_UNKNOWN UINT32_C (0)
#define TURN_NONE UINT32_C (1)
#define TURN_FIRST UINT32_C (2) /* and letters */

struct summary
{
  bool broken;               /* it is outside somewhere; else FIRST is all */
  uint32_t first_turn;       /* an iteration that ends before it is broken, or unknown */
  uint32_t last_turn;        /* the latest, or none when it is broken after that, or unknown when neither */
  struct part first, last;
};

/* What a symbol does in a loop.  */
struct said
{
  uint32_t view;
  struct summary summary;
};

struct question
{
  const struct wpp_visits *visits;
  const struct wpp_folding *folding;
  const struct wpp_numbering *num;
  const struct wpp_loops *loops;
  const uint32_t *chosen;    /* [views] loops */
  uint32_t *view;            /* [loops] or NOT_ASKED */
  uint32_t *in;              /* [loops] the last letter that was in it, plus 1 */
  struct wpp_loop_stays *results; /* [views]; groups by group_of until the end */
  /* Of symbols, terminals first.  A symbol that says nothing of a loop is outside all of the time.  */
  size_t *start, *end;       /* [symbols] what each says is said[start] .. said[end - 1] */
  struct said *said;
  size_t n_said, room;
  /* Of the rule at hand.  */
  struct summary *states;    /* [views] */
  uint64_t *seen;            /* [views] how many symbols there were when something was said last; 0: never */
  uint32_t *touched;         /* [n_touched] views that something was said in */
  uint32_t n_touched;
};

static inline unsigned
group_of (uint64_t trips)
{
  if (trips < WPP_TRIPS_EXACT)
    return trips;
  unsigned log = 63 - __builtin_clzll (trips);
  return WPP_TRIPS_EXACT + 4 * (log - 4) + (trips >> (log - 2) & 3);
}

static inline void
count_stay (struct wpp_loop_stays *result, struct part stay, uint64_t times)
{
  if (!stay.any || !times)
    return;
  struct wpp_stays *g = &result->groups[group_of (stay.trips)];
  if (!g->stays || stay.trips < g->trips)
    g->trips = stay.trips;
  g->stays = wpp_saturating_add (g->stays, times);
  g->total = wpp_saturating_add (g->total, wpp_saturating_product (stay.trips, times));
}

static inline void
count_turn (struct wpp_loop_stays *result, uint32_t before, uint32_t then, uint64_t times)
{
  if (before < TURN_FIRST || then < TURN_FIRST)
    return;
  result->turns = wpp_saturating_add (result->turns, times);
  if (before == then)
    result->same = wpp_saturating_add (result->same, times);
}

static inline struct part
both (struct part a, struct part b)
{
  return (struct part){ a.any || b.any, wpp_saturating_add (a.trips, b.trips) };
}

/* After S control is outside.  */
static inline void
break_off (struct wpp_loop_stays *result, struct summary *s, uint64_t times)
{
  if (s->broken)
    count_stay (result, s->last, times);
  s->broken = true;
  s->last = (struct part){ false, 0 };
}

/* Append COPIES of P to S, TIMES times.  */
static inline void
append (struct wpp_loop_stays *result, struct summary *s, const struct summary *p, uint64_t copies, uint64_t times)
{
  struct part *open = s->broken ? &s->last : &s->first;
  count_turn (result, s->last_turn, p->first_turn, times);
  if (copies > 1)
    count_turn (result, p->last_turn, p->first_turn, wpp_saturating_product (times, copies - 1));
  if (!s->broken && s->first_turn == TURN_UNKNOWN)
    s->first_turn = p->first_turn;
  if (p->last_turn != TURN_UNKNOWN)
    s->last_turn = p->last_turn;
  if (!p->broken)
    {
      *open = both (*open, (struct part){ p->first.any, wpp_saturating_product (p->first.trips, copies) });
      return;
    }
  *open = both (*open, p->first);
  if (s->broken)
    count_stay (result, s->last, times);
  if (copies > 1)
    count_stay (result, both (p->last, p->first), wpp_saturating_product (times, copies - 1));
  s->broken = true;
  s->last = p->last;
}

/* ---- Letters.  */

/* S executes NODE.  */
static void
visit (struct question *q, uint32_t view, struct summary *s, uint32_t node, uint64_t times)
{
  uint32_t loop = q->chosen[view];
  if (!wpp_in_loop_p (q->loops, node, loop))
    {
      break_off (&q->results[view], s, times);
      return;
    }
  struct part *open = s->broken ? &s->last : &s->first;
  *open = both (*open, (struct part){ true, node == q->loops->loops[loop].header });
}

/* Does letter T end at a back edge of LOOP?  */
static bool
turns_p (const struct question *q, uint32_t t, uint32_t loop)
{
  uint32_t end = q->visits->ends[t];
  if (end == WPP_NO_EDGE)
    return false;
  const struct wpp_edge *e = &q->num->cfg->edges[end];
  return e->dst == q->loops->loops[loop].header && wpp_in_loop_p (q->loops, e->src, loop);
}

/* Is S no more than to be outside?  Then it need not be said: a whole stay, from outside to outside, has been
   counted.  */
static inline bool
outside_p (const struct summary *s)
{
  return s->broken && !s->first.any && !s->last.any && s->first_turn == TURN_UNKNOWN && s->last_turn == TURN_NONE;
}

/* What a symbol says next, of VIEW; null when out of memory.  */
static struct summary *
say (struct question *q, uint32_t view)
{
  if (WPP_RESERVE (q->said, q->room, q->n_said, 1))
    return NULL;
  q->said[q->n_said] = (struct said){ .view = view };
  return &q->said[q->n_said++].summary;
}

/* Letter T says something in VIEW.  */
static int
say_letter (struct question *q, uint32_t view, uint32_t t)
{
  const struct wpp_visits *v = q->visits;
  struct summary *s = say (q, view);
  if (!s)
    return WPP_E_NOMEM;
  if (!wpp_numbering_pass (q->num, v->start[t + 1] - v->start[t]))
    return WPP_E_TOOBIG;
  for (size_t i = v->start[t]; i < v->start[t + 1]; i++)
    visit (q, view, s, v->nodes[i], q->folding->times[t]);
  uint32_t turn = turns_p (q, t, q->chosen[view]) ? TURN_FIRST + t : TURN_UNKNOWN;
  s->first_turn = s->broken ? TURN_UNKNOWN : turn;
  s->last_turn = s->broken && turn == TURN_UNKNOWN ? TURN_NONE : turn;
  q->n_said -= outside_p (s);
  return 0;
}

/* Letter T is in the loops around NODE.  */
static int
say_around (struct question *q, uint32_t node, uint32_t t)
{
  int err = 0;
  for (uint32_t l = q->loops->innermost[node]; l != WPP_NO_LOOP && q->in[l] != t + 1 && !err;
       l = q->loops->loops[l].outer)
    {
      q->in[l] = t + 1;
      if (q->view[l] != NOT_ASKED)
        err = say_letter (q, q->view[l], t);
    }
  return err;
}

/* A path that executes no node does not go outside: it says so of all loops.  */
static int
say_all (struct question *q, uint32_t t)
{
  const struct wpp_visits *v = q->visits;
  bool silent = v->start[t] == v->start[t + 1] && q->folding->g->terminals[t] >= WPP_LETTER_PATH;
  int err = 0;
  for (size_t i = v->start[t]; i < v->start[t + 1] && !err; i++)
    err = say_around (q, v->nodes[i], t);
  for (uint32_t l = 0; silent && l < q->loops->n && !err; l++)
    if (q->view[l] != NOT_ASKED)
      err = say_letter (q, q->view[l], t);
  return err;
}

/* ---- Rules.  */

/* Symbol number I of the rule, COPIES times.  */
static inline void
append_symbol (struct question *q, uint64_t i, uint32_t symbol, uint64_t copies, uint64_t times)
{
  for (const struct said *p = q->said + q->start[symbol]; p < q->said + q->end[symbol]; p++)
    {
      struct wpp_loop_stays *result = &q->results[p->view];
      struct summary *s = &q->states[p->view];
      uint64_t seen = q->seen[p->view];
      if (!seen)
        q->touched[q->n_touched++] = p->view;
      if (seen < i)
        {
          break_off (result, s, times);
          s->last_turn = TURN_NONE;
        }
      append (result, s, &p->summary, copies, times);
      q->seen[p->view] = i + 1;
    }
}

static void
append_rule (struct question *q, uint32_t rule)
{
  uint64_t copies, n = wpp_folding_length (q->folding, rule),
                   times = q->folding->times[q->folding->g->n_terminals + rule];
  for (uint64_t i = 0; i < n; i++)
    {
      uint32_t symbol = wpp_folding_symbol (q->folding, rule, i, &copies);
      append_symbol (q, i, symbol, copies, times);
    }
  for (uint32_t i = 0; i < q->n_touched; i++)
    if (q->seen[q->touched[i]] < n)
      {
        struct summary *s = &q->states[q->touched[i]];
        break_off (&q->results[q->touched[i]], s, times);
        s->last_turn = TURN_NONE;
      }
}

/* What is open at the ends of all.  */
static void
close_state (struct question *q, uint32_t view)
{
  count_stay (&q->results[view], q->states[view].first, 1);
  count_stay (&q->results[view], q->states[view].last, 1);
}

/* Keep what RULE says.  */
static int
keep_states (struct question *q, uint32_t rule)
{
  uint32_t symbol = q->folding->g->n_terminals + rule;
  q->start[symbol] = q->n_said;
  for (uint32_t i = 0; i < q->n_touched; i++)
    {
      uint32_t view = q->touched[i];
      bool kept = rule && !outside_p (&q->states[view]);
      struct summary *s = kept ? say (q, view) : NULL;
      if (kept && !s)
        return WPP_E_NOMEM;
      if (kept)
        *s = q->states[view];
      else if (!rule)
        close_state (q, view);
      q->states[view] = (struct summary){ 0 };
      q->seen[view] = 0;
    }
  q->end[symbol] = q->n_said;
  q->n_touched = 0;
  return 0;
}

/* Parts before wholes; S is last.  */
static int
fold_all (struct question *q)
{
  const struct wpp_grammar *g = q->folding->g;
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    {
      q->start[t] = q->n_said;
      err = say_all (q, t);
      q->end[t] = q->n_said;
    }
  for (uint32_t k = 0; k < g->n_rules && !err; k++)
    {
      append_rule (q, g->order[k]);
      err = keep_states (q, g->order[k]);
    }
  return err;
}

/* Leave out groups without stays.  */
static void
pack_groups (struct wpp_loop_stays *result)
{
  for (unsigned i = 0; i < WPP_MOST_GROUPS; i++)
    if (result->groups[i].stays)
      result->groups[result->n++] = result->groups[i];
}

static int
allocate (struct question *q, uint32_t n)
{
  const struct wpp_grammar *g = q->folding->g;
  size_t n_symbols = (size_t) g->n_terminals + g->n_rules;
  q->view = malloc ((q->loops->n + (size_t) 1) * sizeof *q->view);
  q->in = calloc (q->loops->n + (size_t) 1, sizeof *q->in);
  q->start = calloc (n_symbols, sizeof *q->start);
  q->end = calloc (n_symbols, sizeof *q->end);
  q->states = calloc (n, sizeof *q->states);
  q->seen = calloc (n, sizeof *q->seen);
  q->touched = calloc (n, sizeof *q->touched);
  return q->view && q->in && q->start && q->end && q->states && q->seen && q->touched ? 0 : WPP_E_NOMEM;
}

static int
ask (struct question *q, uint32_t n)
{
  int err = allocate (q, n);
  for (uint32_t l = 0; l < q->loops->n && !err; l++)
    q->view[l] = NOT_ASKED;
  for (uint32_t view = 0; view < n && !err; view++)
    q->view[q->chosen[view]] = view;
  if (!err)
    err = fold_all (q);
  for (uint32_t view = 0; view < n; view++)
    pack_groups (&q->results[view]);
  free (q->view);
  free (q->in);
  free (q->start);
  free (q->end);
  free (q->said);
  free (q->states);
  free (q->seen);
  free (q->touched);
  return err;
}

int
wpp_count_stays (const struct wpp_visits *v, const struct wpp_loops *loops, const uint32_t *chosen, uint32_t n,
                 struct wpp_loop_stays *stays)
{
  struct question q = { .visits = v, .folding = v->folding, .num = v->stream->num, .loops = loops, .chosen = chosen,
                        .results = stays };
  memset (stays, 0, n * sizeof *stays);
  return n && v->folding->g ? ask (&q, n) : 0;
}
