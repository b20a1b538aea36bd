/* Facts carried through the grammar of a function whose activations are not nested: an automaton.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A visit is a symbol together with the state that it is entered in.  Going through S, the first visit of
   a rule in a state goes through the rule, later ones know where it leads.  Then, wholes before parts,
   the visits of a rule, so many, are added to those of its parts.  A terminal's visits, so many in
   each state, are its weighted state (propagate.c).

   Backward the same is done from right to left: a state is that behind a symbol.

   A symbol is fresh when the state that it is entered in does not matter: it begins with an activation.  It is
   visited in NOTHING only.  NOTHING is also the state where no activation is open, or one whose
   beginning (backward: end) was not seen.  */

#include <stdlib.h>
#include <string.h>
#include "automaton.h"
#include "error.h"
#include "huge-pages.h"
#include "saturate.h"

#define NOTHING 0u
#define UNKNOWN UINT32_MAX
#define NO_STATE UINT32_MAX
/* Copies of a symbol that may lead to ever other states.  */
#define MOST_COPIES 64
/* Symbols read, for each of the grammar, before this way is given up, and as many more; visits that are not
   their symbols' first; and words of states.  */
#define MOST_WORK 8
#define MORE_WORK 4096
#define MOST_LATER_VISITS (UINT32_C (1) << 22)
#define MOST_STATE_WORDS (UINT32_C (1) << 23)

/* Runs of terminals that a short rule has, at most.  */
#define SHORT 16
/* Visits of terminals that there is room for, at most.  */
#define MOST_TERMINAL_VISITS (UINT32_C (1) << 23)

/* Facts of a state whose handling is worth a symbol's.  */
#define FACTS_A_SYMBOL 16

/* What a symbol is to activations.  */
#define FRESH 1u        /* in the direction of the walk */
#define ENTERS_FIRST 2u /* its first path begins an activation */
#define LEAVES_OPEN 4u  /* after it an activation is open */

struct visit
{
  uint64_t count;  /* saturates */
  uint32_t state, out;
  uint32_t next;   /* visit of the same symbol in another state, or 0 */
};

struct later       /* where a visit of SYMBOL in STATE is */
{
  uint32_t symbol, state, visit; /* 0: none */
};

struct run         /* of a terminal */
{
  uint32_t terminal, copies;
};

struct frame       /* a rule being gone through for the first time in a state */
{
  uint32_t rule, visit, state;
  uint64_t at, end; /* of its symbols: the next one, and behind the last */
};

struct automaton
{
  const struct wpp_grammar *g;
  const struct wpp_terminal *terminals;
  const struct wpp_transitions *transitions;
  bool backward;
  uint32_t n_facts;
  uint32_t boundary;     /* state */
  uint8_t *kinds;        /* [terminals and rules] FRESH etc.  */
  struct run *runs;      /* of short rules */
  size_t n_runs, runs_room;
  size_t *first_run;     /* [rules] */
  uint8_t *rule_runs;    /* [rules] number of them; 0: the rule is not short */
  struct visit *visits;  /* the first of each symbol, then others */
  uint32_t n_first, n_visits, visits_room;
  uint32_t *of_terminals;  /* [n_states * terminals] visits that are not their symbols' first, or 0 */
  struct later *later;   /* [later_mask + 1] the same of rules, by hash */
  uint32_t later_mask, n_later;
  uint64_t *facts;       /* [n_states * words] bits: those that hold in a state */
  size_t words;          /* of a state, at least 1 */
  uint32_t n_states, states_room;
  uint32_t *slots;       /* of states, by hash: number + 1, or 0 */
  uint32_t slot_mask;
  struct frame *frames;
  size_t n_frames, frames_room;
  uint64_t work, most_work;
  bool hopeless;         /* not the way to do it */
};

static uint32_t
symbol_of (const struct automaton *a, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? a->g->n_terminals + WPP_RULE_INDEX (grammar_symbol)
                                      : grammar_symbol;
}

/* Make room for element N of SIZE bytes in *ARRAY.  */
static int
reserve (void *array, size_t n, size_t *room, size_t size)
{
  if (n < *room)
    return 0;
  size_t more = *room ? 2 * *room : 64;
  void *p = reallocarray (*(void **)array, more, size);
  if (!p)
    return WPP_E_NOMEM;
  wpp_huge_pages (p, more * size);
  *(void **)array = p;
  *room = more;
  return 0;
}

/* ---- What symbols are to activations.  */

/* The kind of terminal T; false when this is no letter for an automaton.  */
static bool
terminal_kind (const struct automaton *a, uint32_t t, uint8_t *kind)
{
  const struct wpp_terminal *path = &a->terminals[t];
  *kind = FRESH;
  if (a->g->terminals[t] == WPP_LETTER_GAP)
    return true;
  if (a->g->terminals[t] < WPP_LETTER_PATH)
    return false;
  bool fresh = a->backward ? path->leaves : path->enters;
  *kind = (fresh ? FRESH : 0) | (path->enters ? ENTERS_FIRST : 0) | (path->leaves ? 0 : LEAVES_OPEN);
  return true;
}

/* The kind of RULE, whose parts' are known; false when an activation begins while one is open.  */
static bool
rule_kind (const struct automaton *a, uint32_t rule, uint8_t *kind)
{
  const struct wpp_grammar *g = a->g;
  uint64_t begin = g->start[rule], end = g->start[rule + 1];
  *kind = 0;
  for (uint64_t i = begin; i < end; i++)
    {
      uint8_t part = a->kinds[symbol_of (a, g->symbols[i])];
      bool open = i > begin && *kind & LEAVES_OPEN;
      if (part & ENTERS_FIRST && (open || (part & LEAVES_OPEN && wpp_grammar_exponent (g, i) > 1)))
        return false;
      uint8_t first = i > begin ? *kind & ENTERS_FIRST : part & ENTERS_FIRST;
      uint8_t fresh = i > begin && !a->backward ? *kind & FRESH : part & FRESH;
      *kind = first | fresh | (part & LEAVES_OPEN);
    }
  return true;
}

/* Find out what all symbols are; false when this is not the way.  */
static bool
find_kinds (struct automaton *a)
{
  const struct wpp_grammar *g = a->g;
  bool ok = true;
  for (uint32_t t = 0; ok && t < g->n_terminals; t++)
    ok = terminal_kind (a, t, &a->kinds[t]);
  for (uint32_t k = 0; ok && k < g->n_rules; k++)
    ok = rule_kind (a, g->order[k], &a->kinds[g->n_terminals + g->order[k]]);
  return ok;
}

/* ---- Short rules.  */

/* How many runs SYMBOL with COPIES has; more than SHORT: it is too long.  */
static unsigned
count_runs (const struct automaton *a, uint32_t symbol, uint32_t copies)
{
  if (symbol < a->g->n_terminals)
    return 1;
  unsigned n = a->rule_runs[symbol - a->g->n_terminals];
  return !n || copies > SHORT ? SHORT + 1 : n * copies;
}

/* Append the runs of SYMBOL with COPIES; there is room.  */
static void
add_runs (struct automaton *a, uint32_t symbol, uint32_t copies)
{
  if (symbol < a->g->n_terminals)
    {
      a->runs[a->n_runs++] = (struct run){ symbol, copies };
      return;
    }
  uint32_t rule = symbol - a->g->n_terminals;
  for (; copies; copies--)
    {
      memcpy (a->runs + a->n_runs, a->runs + a->first_run[rule],
              a->rule_runs[rule] * sizeof *a->runs);
      a->n_runs += a->rule_runs[rule];
    }
}

/* Write RULE out if it is short.  */
static int
write_out (struct automaton *a, uint32_t rule)
{
  const struct wpp_grammar *g = a->g;
  unsigned n = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && n <= SHORT; i++)
    n += count_runs (a, symbol_of (a, g->symbols[i]), wpp_grammar_exponent (g, i));
  a->first_run[rule] = a->n_runs;
  a->rule_runs[rule] = n <= SHORT ? n : 0;
  int err = n <= SHORT ? reserve (&a->runs, a->n_runs + SHORT, &a->runs_room, sizeof *a->runs) : 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && n <= SHORT && !err; i++)
    add_runs (a, symbol_of (a, g->symbols[i]), wpp_grammar_exponent (g, i));
  return err;
}

static int
write_out_short_rules (struct automaton *a)
{
  const struct wpp_grammar *g = a->g;
  a->first_run = malloc (g->n_rules * sizeof *a->first_run);
  a->rule_runs = malloc (g->n_rules);
  int err = a->first_run && a->rule_runs ? 0 : WPP_E_NOMEM;
  for (uint32_t k = 0; k < g->n_rules && !err; k++)
    err = write_out (a, g->order[k]);
  return err;
}

/* ---- States.  */

static uint64_t *
facts_of (const struct automaton *a, uint32_t state)
{
  return a->facts + state * a->words;
}

static uint32_t
hash_facts (const uint64_t *facts, size_t words)
{
  uint64_t h = 0;
  for (size_t i = 0; i < words; i++)
    {
      h = (h ^ facts[i]) * 0x9e3779b97f4a7c15ull;
      h ^= h >> 32;
    }
  return (uint32_t)h;
}

/* The slot of a state like number STATE, or the free one for it.  */
static uint32_t
find_slot (const struct automaton *a, uint32_t state)
{
  const uint64_t *facts = facts_of (a, state);
  uint32_t i = hash_facts (facts, a->words) & a->slot_mask;
  while (a->slots[i] && memcmp (facts_of (a, a->slots[i] - 1), facts, a->words * sizeof *facts))
    i = (i + 1) & a->slot_mask;
  return i;
}

static int
enlarge_slots (struct automaton *a)
{
  uint32_t n = a->slots ? 2 * (a->slot_mask + 1) : 64;
  uint32_t *slots = calloc (n, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  free (a->slots);
  a->slots = slots;
  a->slot_mask = n - 1;
  for (uint32_t s = 0; s < a->n_states; s++)
    a->slots[find_slot (a, s)] = s + 1;
  return 0;
}

/* Begin a state, number n_states, with no fact.  */
static int
begin_state (struct automaton *a)
{
  size_t room = a->states_room;
  int err = reserve (&a->facts, a->n_states, &room, a->words * sizeof *a->facts);
  if (err)
    return err;
  if (room != a->states_room)
    {
      size_t n = (size_t)a->g->n_terminals + 1, old = a->states_room;
      uint32_t *table = reallocarray (a->of_terminals, room, n * sizeof *table);
      if (!table)
        return WPP_E_NOMEM;
      a->of_terminals = table;
      memset (table + old * n, 0, (room - old) * n * sizeof *table);
      a->hopeless |= room * n > MOST_TERMINAL_VISITS || room * a->words > MOST_STATE_WORDS;
    }
  a->states_room = room;
  memset (facts_of (a, a->n_states), 0, a->words * sizeof *a->facts);
  return 0;
}

/* The state that was begun is complete: *STATE is its number, which it may have had before.  */
static int
end_state (struct automaton *a, uint32_t *state)
{
  uint32_t slot = find_slot (a, a->n_states);
  int err = 0;
  if (!a->slots[slot])
    {
      a->slots[slot] = ++a->n_states;
      *state = a->n_states - 1;
      if (a->n_states > a->slot_mask / 2)
        err = enlarge_slots (a);
    }
  else
    *state = a->slots[slot] - 1;
  return err;
}

static void
set_fact (uint64_t *facts, uint32_t f, uint64_t value)
{
  facts[f / 64] = (facts[f / 64] & ~(UINT64_C (1) << f % 64)) | value << f % 64;
}

static uint64_t
get_fact (const uint64_t *facts, uint32_t f)
{
  return facts[f / 64] >> f % 64 & 1;
}

/* Set *OUT to where TRANSITION leads from STATE.  */
static int
perform (struct automaton *a, uint32_t state, uint32_t transition, uint32_t *out)
{
  struct wpp_transition t = wpp_transitions_get (a->transitions, transition);
  int err = begin_state (a);
  a->work += (t.n + a->n_facts) / FACTS_A_SYMBOL;
  if (err)
    return err;
  const uint64_t *before = facts_of (a, state);
  uint64_t *after = facts_of (a, a->n_states);
  memcpy (after, before, a->words * sizeof *after);
  for (uint32_t i = 0; i < t.n; i++)
    {
      uint32_t s = t.changes[i].source;
      set_fact (after, t.changes[i].fact,
                s == WPP_FROM_NONE ? 0 : s == WPP_FROM_LAMBDA ? 1 : get_fact (before, s));
    }
  return end_state (a, out);
}

/* NOTHING and the boundary's state.  */
static int
first_states (struct automaton *a, const uint64_t *boundary)
{
  uint32_t nothing;
  int err = enlarge_slots (a);
  if (!err)
    err = begin_state (a);
  if (!err)
    err = end_state (a, &nothing);
  if (!err)
    err = begin_state (a);
  for (uint32_t f = 0; !err && f < a->n_facts; f++)
    set_fact (facts_of (a, a->n_states), f, boundary[f] != 0);
  return err ? err : end_state (a, &a->boundary);
}

/* ---- Visits.  */

/* The slot of the visit of SYMBOL in STATE, or where it would be.  */
static uint32_t
find_later (const struct automaton *a, uint32_t symbol, uint32_t state)
{
  uint64_t hash = ((uint64_t)symbol << 32 | state) * 0x9e3779b97f4a7c15ull;
  uint32_t i = (uint32_t)(hash >> 32) & a->later_mask;
  while (a->later[i].visit && (a->later[i].symbol != symbol || a->later[i].state != state))
    i = (i + 1) & a->later_mask;
  return i;
}

static int
enlarge_later (struct automaton *a)
{
  struct later *old = a->later;
  uint32_t n = old ? 4 * (a->later_mask + 1) : 256, old_n = old ? a->later_mask + 1 : 0;
  struct later *later = calloc (n, sizeof *later);
  if (!later)
    return WPP_E_NOMEM;
  wpp_huge_pages (later, n * sizeof *later);
  a->later = later;
  a->later_mask = n - 1;
  for (uint32_t i = 0; i < old_n; i++)
    if (old[i].visit)
      later[find_later (a, old[i].symbol, old[i].state)] = old[i];
  free (old);
  return 0;
}

/* Add a visit of SYMBOL in STATE, which has one in another.  */
static int
add_visit (struct automaton *a, uint32_t symbol, uint32_t state, uint32_t *visit)
{
  size_t room = a->visits_room;
  int err = reserve (&a->visits, a->n_visits, &room, sizeof *a->visits);
  if (err)
    return err;
  a->visits_room = room;
  *visit = a->n_visits++;
  a->hopeless |= a->n_visits - a->n_first > MOST_LATER_VISITS;
  a->visits[*visit] = (struct visit){ 0, state, UNKNOWN, a->visits[symbol].next };
  a->visits[symbol].next = *visit;
  return 0;
}

/* The visit of SYMBOL in STATE, which is not its first.  */
static int
find_later_visit (struct automaton *a, uint32_t symbol, uint32_t state, uint32_t *visit)
{
  bool terminal = symbol < a->g->n_terminals;
  size_t i = terminal ? state * ((size_t)a->g->n_terminals + 1) + symbol
                      : find_later (a, symbol, state);
  *visit = terminal ? a->of_terminals[i] : a->later[i].visit;
  if (*visit)
    return 0;
  int err = add_visit (a, symbol, state, visit);
  if (err)
    return err;
  if (terminal)
    a->of_terminals[i] = *visit;
  else
    a->later[i] = (struct later){ symbol, state, *visit };
  return !terminal && ++a->n_later > a->later_mask / 2 ? enlarge_later (a) : 0;
}

/* The visit of SYMBOL in STATE; a new one, whose `out' is UNKNOWN, the first time.  Most symbols are entered
   in one state: that visit has the symbol's number.  */
static inline int
find_visit (struct automaton *a, uint32_t symbol, uint32_t state, uint32_t *visit)
{
  struct visit *first = &a->visits[symbol];
  *visit = symbol;
  if (first->state == NO_STATE)
    first->state = state;
  return first->state == state ? 0 : find_later_visit (a, symbol, state, visit);
}

/* Find out where VISIT of terminal T leads.  */
static int
visit_terminal (struct automaton *a, uint32_t t, uint32_t visit)
{
  const struct wpp_terminal *path = &a->terminals[t];
  uint32_t out = NOTHING;
  int err = 0;
  if (a->g->terminals[t] >= WPP_LETTER_PATH && !(a->backward ? path->enters : path->leaves))
    err = perform (a, a->kinds[t] & FRESH ? a->boundary : a->visits[visit].state, path->transition,
                   &out);
  a->visits[visit].out = out;
  return err;
}

/* Begin to go through RULE for VISIT.  */
static int
enter_rule (struct automaton *a, uint32_t rule, uint32_t visit)
{
  const struct wpp_grammar *g = a->g;
  int err = reserve (&a->frames, a->n_frames, &a->frames_room, sizeof *a->frames);
  if (err)
    return err;
  a->frames[a->n_frames++] = (struct frame){ rule, visit, a->visits[visit].state, g->start[rule],
                                             g->start[rule + 1] };
  a->work += g->start[rule + 1] - g->start[rule];
  a->hopeless |= a->work > a->most_work;
  return 0;
}

/* Is SYMBOL, entered in STATE, gone through sooner than a visit is found?  */
static inline bool
short_p (const struct automaton *a, uint32_t symbol, uint32_t state)
{
  return a->visits[symbol].state != state && a->visits[symbol].state != NO_STATE
         && symbol >= a->g->n_terminals && a->rule_runs[symbol - a->g->n_terminals];
}

/* The visit of SYMBOL in STATE, and where it leads if SYMBOL is a terminal.  */
static inline int
visit_symbol (struct automaton *a, uint32_t symbol, uint32_t state, uint32_t *visit)
{
  int err = find_visit (a, symbol, state, visit);
  return !err && a->visits[*visit].out == UNKNOWN && symbol < a->g->n_terminals
           ? visit_terminal (a, symbol, *visit)
           : err;
}

/* Add TIMES times COPIES to VISIT.  */
static inline void
count_visit (struct automaton *a, uint32_t visit, uint64_t times, uint32_t copies)
{
  uint64_t *count = &a->visits[visit].count;
  *count = wpp_saturating_add (*count, wpp_saturating_product (times, copies));
}

/* Count COPIES of SYMBOL, not fresh, entered in STATE and known, TIMES times.  */
static int
count_copies (struct automaton *a, uint32_t symbol, uint32_t copies, uint32_t state, uint64_t times)
{
  int err = 0;
  uint32_t visit;
  for (bool alike = false; copies && !alike && !err; copies--)
    {
      err = find_visit (a, symbol, state, &visit);
      if (err)
        break;
      alike = a->visits[visit].out == state;
      count_visit (a, visit, times, alike ? copies : 1);
      state = a->visits[visit].out;
    }
  return err;
}

/* Go on in *STATE through COPIES of SYMBOL, TIMES times; unless it is not yet known where that leads: then
   *UNKNOWN_VISIT is the visit that is to be made first, and nothing has been done.  */
static int
pass_copies (struct automaton *a, uint32_t symbol, uint32_t copies, uint64_t times, uint32_t *state,
             uint32_t *unknown_visit)
{
  uint32_t at = *state, visit;
  bool alike = false;
  for (uint32_t n = 0; n < copies && !alike; n++)
    {
      int err = visit_symbol (a, symbol, at, &visit);
      if (err)
        return err;
      uint32_t out = a->visits[visit].out;
      a->hopeless |= n == MOST_COPIES;
      if (out == UNKNOWN)
        *unknown_visit = visit;
      if (out == UNKNOWN || a->hopeless)
        return 0;
      alike = out == at;
      at = out;
    }
  int err = count_copies (a, symbol, copies, *state, times);
  *state = at;
  return err;
}

static int pass (struct automaton *a, uint32_t symbol, uint32_t copies, uint64_t times,
                 uint32_t *state, uint32_t *unknown_visit);

/* Go on in *STATE through one copy of RULE, which is short, TIMES times.  */
static int
pass_short (struct automaton *a, uint32_t rule, uint64_t times, uint32_t *state)
{
  const struct run *runs = a->runs + a->first_run[rule];
  uint32_t unknown;
  int err = 0;
  for (unsigned n = a->rule_runs[rule], i = 0; i < n && !err && !a->hopeless; i++)
    {
      const struct run *r = &runs[a->backward ? n - 1 - i : i];
      err = pass (a, r->terminal, r->copies, times, state, &unknown);
    }
  return err;
}

/* The same for any symbol: mostly there is one copy, or all are alike, fresh or leading to where they are
   entered.  */
static int
pass (struct automaton *a, uint32_t symbol, uint32_t copies, uint64_t times, uint32_t *state,
      uint32_t *unknown_visit)
{
  bool fresh = a->kinds[symbol] & FRESH;
  uint32_t visit, at = fresh ? NOTHING : *state;
  *unknown_visit = UNKNOWN;
  if (short_p (a, symbol, at) && copies == 1)
    return pass_short (a, symbol - a->g->n_terminals, times, state);
  int err = visit_symbol (a, symbol, at, &visit);
  if (err)
    return err;
  uint32_t out = a->visits[visit].out;
  if (out == UNKNOWN)
    *unknown_visit = visit;
  else if (copies > 1 && !fresh && out != at)
    return pass_copies (a, symbol, copies, times, state, unknown_visit);
  else
    {
      count_visit (a, visit, times, copies);
      *state = out;
    }
  return 0;
}

/* Go on through the rule of the innermost frame, TIMES times, until it ends or an unknown rule is entered.  */
static int
go_on (struct automaton *a, uint64_t times)
{
  struct frame *f = &a->frames[a->n_frames - 1];
  const struct wpp_grammar *g = a->g;
  while (f->at < f->end && !a->hopeless)
    {
      uint64_t i = a->backward ? f->end - 1 : f->at;
      uint32_t unknown, symbol = symbol_of (a, g->symbols[i]);
      int err = pass (a, symbol, wpp_grammar_exponent (g, i), times, &f->state, &unknown);
      if (!err && unknown != UNKNOWN)
        err = enter_rule (a, symbol - g->n_terminals, unknown);
      if (err || unknown != UNKNOWN)
        return err;
      f->at += !a->backward;
      f->end -= a->backward;
    }
  a->visits[f->visit].out = f->state;
  a->n_frames--;
  return 0;
}

/* Go through S, and all rules in all states that they come up in.  */
static int
visit_all (struct automaton *a)
{
  uint32_t start;
  int err = find_visit (a, a->g->n_terminals, NOTHING, &start);
  if (!err)
    err = enter_rule (a, 0, start);
  while (!err && a->n_frames && !a->hopeless)
    err = go_on (a, a->n_frames == 1);
  return err;
}

/* Add the visits of the rules but S to those of their parts, wholes before parts.  */
static int
count_visits (struct automaton *a)
{
  const struct wpp_grammar *g = a->g;
  int err = 0;
  a->most_work = UINT64_MAX;
  for (uint32_t k = g->n_rules - 1; k-- > 0;)
    {
      uint32_t rule = g->order[k], v = g->n_terminals + rule;
      do
        if (a->visits[v].count)
          {
            err = enter_rule (a, rule, v);
            if (!err)
              err = go_on (a, a->visits[v].count);
          }
      while (!err && (v = a->visits[v].next) != 0);
    }
  return err;
}

/* ---- Results.  */

/* The weighted state of terminal T; null when out of memory.  */
static uint64_t *
weights_of (const struct automaton *a, uint32_t t)
{
  uint64_t *w = calloc ((size_t)a->n_facts + 1, sizeof *w);
  uint32_t v = t;
  if (!w)
    return NULL;
  do
    {
      const struct visit *visit = &a->visits[v];
      if (visit->state == NO_STATE)
        break;
      const uint64_t *facts = facts_of (a, a->kinds[t] & FRESH ? a->boundary : visit->state);
      w[a->n_facts] = wpp_saturating_add (w[a->n_facts], visit->count);
      for (size_t i = 0; i < a->words; i++)
        for (uint64_t left = facts[i]; left; left &= left - 1)
          {
            uint64_t *n = &w[64 * i + (unsigned)__builtin_ctzll (left)];
            *n = wpp_saturating_add (*n, visit->count);
          }
    }
  while ((v = a->visits[v].next) != 0);
  return w;
}

static int
collect (const struct automaton *a, uint64_t **weights)
{
  for (uint32_t t = 0; t < a->g->n_terminals; t++)
    if (a->g->terminals[t] >= WPP_LETTER_PATH && !(weights[t] = weights_of (a, t)))
      return WPP_E_NOMEM;
  return 0;
}

static int
run (struct automaton *a, const uint64_t *boundary)
{
  uint32_t n = a->n_first = a->n_visits = a->visits_room = a->g->n_terminals + a->g->n_rules;
  a->visits = malloc (n * sizeof *a->visits);
  if (!a->visits)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    a->visits[i] = (struct visit){ 0, NO_STATE, UNKNOWN, 0 };
  int err = first_states (a, boundary);
  if (!err)
    err = enlarge_later (a);
  if (!err)
    err = write_out_short_rules (a);
  if (!err)
    err = visit_all (a);
  return err || a->hopeless ? err : count_visits (a);
}

int
wpp_automaton_propagate (const struct wpp_projection *p, const struct wpp_terminal *terminals,
                         const struct wpp_transitions *transitions, bool backward,
                         const uint64_t *boundary, uint64_t **weights, bool *done)
{
  const struct wpp_grammar *g = p->grammar;
  uint32_t n_facts = wpp_transitions_facts (transitions);
  struct automaton a = { .g = g, .terminals = terminals, .transitions = transitions,
                         .backward = backward, .n_facts = n_facts, .words = n_facts / 64 + 1,
                         .most_work = MOST_WORK * g->start[g->n_rules] + MORE_WORK };
  *done = false;
  if ((uint64_t)g->n_terminals + g->n_rules >= UINT32_MAX / 4)
    return 0;
  a.kinds = malloc ((size_t)g->n_terminals + g->n_rules);
  int err = a.kinds ? 0 : WPP_E_NOMEM;
  if (!err && find_kinds (&a))
    {
      err = run (&a, boundary);
      *done = !err && !a.hopeless;
    }
  if (*done)
    err = collect (&a, weights);
  free (a.kinds);
  free (a.visits);
  free (a.later);
  free (a.runs);
  free (a.first_run);
  free (a.rule_runs);
  free (a.of_terminals);
  free (a.facts);
  free (a.slots);
  free (a.frames);
  return err;
}
