/* SEQUITUR at several places of its input at the same time (interleaved.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/error.h"
#include "grammar/sequitur/interleaved.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/sequitur-find.h"

/* The next turn of a parser.  Each turn uses what the turn before has prefetched.  */
enum turn
{
  BEGIN,  /* begin a step with the next letters */
  CLIMB,  /* the digram table's entry of the step's letter and the next one is here */
  MEET,   /* the entry of the digram that the step makes is here */
  NEAR,   /* the node where the grammar has that digram is here */
  FAR,    /* the neighbours of that node are here */
  FARTHER,/* the neighbours' neighbours are here */
  STEP,   /* everything is here */
  RECHECK /* the step has changed something: the last digram is another one */
};

struct parser
{
  uint32_t start;                   /* the guard of its part of S */
  enum turn turn;
  bool added;                       /* the step's letter has been appended; the digram is the last one after that */
  const struct letter *next, *end;  /* letters to append */
  struct letter letter;             /* the step's letter; its rule is held until it is appended */
  uint32_t place;                   /* of the digram */
};

static inline uint32_t
last_node (const struct wpp_sequitur *s, const struct parser *h)
{
  return s->nodes[h->start].prev;
}

/* SYMBOL may soon be in another rule: prefetch its length.  */
static inline void
fetch_length (const struct wpp_sequitur *s, uint32_t symbol)
{
  if (s->retrace && WPP_IS_RULE (symbol) && symbol != GUARD)
    wpp_retrace_fetch (s, symbol);
}

/* Prefetch the entry of the digram at P.  */
static inline void
fetch_at (const struct wpp_sequitur *s, uint32_t p)
{
  uint32_t q = s->nodes[p].next;
  if (!guard_p (s, p) && !guard_p (s, q))
    fetch_digram (s, node_letter (s, p), node_letter (s, q));
}

/* Prefetch the entry of the digram of the last symbol of H's part and LETTER.  */
static inline void
fetch_after (const struct wpp_sequitur *s, const struct parser *h, struct letter letter)
{
  uint32_t last = last_node (s, h);
  if (last != h->start)
    fetch_digram (s, node_letter (s, last), letter);
}

/* ---- Turns.  */

static inline void
aim (struct wpp_sequitur *s, struct parser *h)
{
  h->added = false;
  h->turn = BEGIN;
  if (h->next == h->end)
    return;
  fetch_after (s, h, h->next[0]);
  if (h->next + 1 < h->end)
    fetch_digram (s, h->next[0], h->next[1]);
}

/* The rule whose right-hand side is H's letter and the next one, or 0.  */
static inline uint32_t
rule_ahead (const struct wpp_sequitur *s, const struct parser *h)
{
  return h->next < h->end ? find_rule (s, h->letter, *h->next) : 0;
}

/* Begin the step with H's letter as it is.  */
static inline void
take (struct wpp_sequitur *s, struct parser *h)
{
  fetch_rule (s, h->letter.symbol);
  h->turn = last_node (s, h) == h->start ? STEP : MEET;
  fetch_after (s, h, h->letter);
}

/* H's letter and the next one are the right-hand side of RULE: take RULE as the letter.  */
static inline void
rise (struct wpp_sequitur *s, struct parser *h, uint32_t rule)
{
  uint32_t before = h->letter.symbol;
  s->held[h->start] = rule;
  if (s->useless_held && WPP_IS_RULE (before))
    wpp_sequitur_let_go (s, before, rule);
  h->letter = (struct letter){ rule, 1 };
  if (++h->next < h->end)
    fetch_digram (s, h->letter, *h->next);
  h->turn = CLIMB;
}

/* Try the rule of H's letter and the next one.  */
static inline void
climb (struct wpp_sequitur *s, struct parser *h)
{
  uint32_t rule = rule_ahead (s, h);
  if (rule)
    rise (s, h, rule);
  else
    take (s, h);
}

/* The digram of the step, A B, is also at PLACE; or nowhere else, if PLACE is 0.  */
static inline void
meet (struct wpp_sequitur *s, struct parser *h, uint32_t place, struct letter a, struct letter b)
{
  h->place = place;
  h->turn = STEP;
  if (!place)
    return;
  fetch_rule (s, a.symbol);
  fetch_rule (s, b.symbol);
  if (h->added && h->next < h->end)
    fetch_rule (s, find_rule (s, b, *h->next));
  if (WPP_IS_RULE (place))
    fetch_rule (s, place);
  else
    {
      wpp_fetch (&s->nodes[place]);
      fetch_length (s, a.symbol);
      fetch_length (s, b.symbol);
      h->turn = NEAR;
    }
}

static inline void
near (struct wpp_sequitur *s, struct parser *h)
{
  const struct node *m = &s->nodes[h->place];
  wpp_fetch (&s->nodes[m->prev]);
  wpp_fetch (&s->nodes[m->next]);
  h->turn = FAR;
}

static inline void
far (struct wpp_sequitur *s, struct parser *h)
{
  const struct node *m = &s->nodes[h->place];
  fetch_at (s, m->prev);
  wpp_fetch (&s->nodes[s->nodes[m->next].next]);
  h->turn = FARTHER;
}

static inline void
farther (struct wpp_sequitur *s, struct parser *h)
{
  fetch_at (s, s->nodes[h->place].next);
  h->turn = STEP;
}

/* The letter that comes after the step's letter.  */
static inline const struct letter *
ahead (const struct parser *h)
{
  return h->next < h->end ? h->next : NULL;
}

/* H's letter is about to be in S: its rule counts this occurrence and need not be held.  */
static inline void
let_go (struct wpp_sequitur *s, struct parser *h)
{
  if (s->held[h->start])
    s->nodes[WPP_RULE_INDEX (h->letter.symbol)].exponent++;
  s->held[h->start] = 0;
}

/* Take the step, and also the next one where that must follow at once.  */
static inline void
step (struct wpp_sequitur *s, struct parser *h)
{
  bool changed;
  s->deferred = false;
  let_go (s, h);
  if (h->added)
    changed = wpp_sequitur_check (s, ahead (h));
  else
    changed = wpp_sequitur_begin (s, h->letter, ahead (h));
  while (!changed && s->deferred)
    {
      s->deferred = false;
      struct letter letter = *h->next++;
      changed = wpp_sequitur_begin (s, letter, ahead (h));
    }
  h->added = true;
  h->turn = RECHECK;
  if (!changed)
    aim (s, h);
  else
    {
      fetch_at (s, s->nodes[last_node (s, h)].prev);
      if (h->next < h->end)
        fetch_after (s, h, *h->next);
    }
}

/* Take the step; its digram is new.  */
static inline void
add (struct wpp_sequitur *s, struct parser *h)
{
  if (s->nodes[last_node (s, h)].symbol == h->letter.symbol)
    step (s, h);
  else
    {
      let_go (s, h);
      wpp_sequitur_add (s, h->letter);
      aim (s, h);
    }
}

/* The digram of the step, which ends with H's letter, is also at PLACE; or nowhere else, and then the letter is just
   added.  */
static inline void
meet_or_add (struct wpp_sequitur *s, struct parser *h, uint32_t place)
{
  meet (s, h, place, node_letter (s, last_node (s, h)), h->letter);
  if (!place)
    add (s, h);
}

/* Begin a step.  */
static inline void
begin (struct wpp_sequitur *s, struct parser *h)
{
  uint32_t last = last_node (s, h), place = 0, rule;
  h->letter = *h->next++;
  if (last != h->start)
    place = *find_digram (s, node_letter (s, last), h->letter);
  if (!WPP_IS_RULE (place) && (rule = rule_ahead (s, h)))
    rise (s, h, rule);
  else if (last == h->start)
    h->turn = STEP;
  else
    meet_or_add (s, h, place);
}

/* Check the digrams that the step has changed, and then the last digram again.  */
static inline void
check_again (struct wpp_sequitur *s, struct parser *h)
{
  wpp_sequitur_drain (s);
  uint32_t last = last_node (s, h), p = s->nodes[last].prev;
  if (p == h->start || last == h->start)
    aim (s, h);
  else
    {
      meet (s, h, *find_at (s, p), node_letter (s, p), node_letter (s, last));
      if (!h->place)
        aim (s, h);
    }
}

/* Take H's turn.  Return false when H has appended everything.  */
static bool
visit (struct wpp_sequitur *s, struct parser *h)
{
  s->start = h->start;
  switch (h->turn)
    {
    case BEGIN:
      if (h->next == h->end)
        return false;
      else
        begin (s, h);
      break;
    case CLIMB:
      climb (s, h);
      break;
    case MEET:
      meet_or_add (s, h, *find_digram (s, node_letter (s, last_node (s, h)), h->letter));
      break;
    case NEAR:
      near (s, h);
      break;
    case FAR:
      far (s, h);
      break;
    case FARTHER:
      farther (s, h);
      break;
    case STEP:
      step (s, h);
      break;
    case RECHECK:
      check_again (s, h);
      break;
    }
  return true;
}

/* ---- Parts of S.  */

/* Let parsers begin to take turns, and reserve NODES for them alone.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
static int
begin_interleaving (struct wpp_sequitur *s, uint32_t nodes)
{
  int err = wpp_sequitur_reserve (s, nodes);
  if (err)
    return err;
  s->promised = nodes;
  s->interleaved = true;
  s->useless_held = false;
  return 0;
}

static void
end_interleaving (struct wpp_sequitur *s)
{
  wpp_sequitur_drain (s);
  s->promised = 0;
  s->interleaved = false;
  s->deferred = false;
  s->start = START;
}

static void
start_parser (struct wpp_sequitur *s, struct parser *h, uint32_t part, const struct letter *letters, uint32_t n)
{
  *h = (struct parser){ .start = part, .next = letters, .end = letters + n };
  aim (s, h);
}

int
wpp_interleaved_parse (struct wpp_sequitur *s, uint32_t n)
{
  struct window *w = &s->window;
  const struct letter *letters = wpp_window_at (w, w->parsed);
  struct parser parsers[WPP_PARTS];
  int err = begin_interleaving (s, n);
  if (err)
    return err;
  for (uint32_t k = 0; k < WPP_PARTS; k++)
    {
      uint32_t from = (uint64_t)n * k / WPP_PARTS, to = (uint64_t)n * (k + 1) / WPP_PARTS;
      start_parser (s, &parsers[k], k, letters + from, to - from);
    }
  for (uint32_t live = (1u << WPP_PARTS) - 1; live;)
    for (uint32_t k = 0; k < WPP_PARTS; k++)
      if (live >> k & 1 && !visit (s, &parsers[k]))
        live &= ~(1u << k);
  end_interleaving (s);
  w->parsed += n;
  for (uint32_t k = 1; k < WPP_PARTS; k++)
    wpp_sequitur_append_part (s, k);
  return 0;
}

/* A parser that makes rules of phrases.  */
struct maker
{
  struct parser parser;
  struct letter letters[PARSER_LETTERS]; /* of the phrase, */
  uint32_t number;                     /* its number */
  bool live;
};

/* Give M, the parser of PART, the next phrase, which gets number N.  Return false when there is none.  */
static bool
start_maker (struct wpp_sequitur *s, struct maker *m, uint32_t part, uint32_t n, wpp_phrase_source *source, void *data)
{
  uint32_t n_letters;
  if (!s->err)
    s->err = wpp_sequitur_reserve (s, s->promised);
  m->live = !s->err && source (data, m->letters, &n_letters);
  if (!m->live)
    return false;
  m->number = n;
  start_parser (s, &m->parser, part, m->letters, n_letters);
  return true;
}

uint32_t
wpp_interleaved_phrases (struct wpp_sequitur *s, wpp_phrase_source *source, void *data, uint32_t *rules)
{
  struct maker makers[WPP_PARTS];
  uint32_t n = 0, live = 0;
  s->err = begin_interleaving (s, WPP_PARTS * (PARSER_LETTERS + 1));
  if (s->err)
    return 0;
  for (uint32_t k = 0; k < WPP_PARTS; k++)
    {
      live += start_maker (s, &makers[k], k, n, source, data);
      n += makers[k].live;
    }
  while (live)
    for (uint32_t k = 0; k < WPP_PARTS; k++)
      {
        struct maker *m = &makers[k];
        if (!m->live || visit (s, &m->parser))
          continue;
        rules[m->number] = wpp_sequitur_cut (s);
        if (start_maker (s, m, k, n, source, data))
          n++;
        else
          live--;
      }
  end_interleaving (s);
  return n;
}
