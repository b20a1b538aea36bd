/* Retracing: appending one nonterminal for many letters (retrace.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/fetch.h"
#include "grammar/sequitur/interleaved.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/sequitur-find.h"

#define LENGTH_MAX (1u << 30)      /* lengths of rules are exact below this */
#define FIRST_GUESSES (1u << 12)
#define MOST_GUESSES (1u << 21)
#ifndef MOST_WINDOW
#define MOST_WINDOW (1u << 22)     /* letters: 32 MiB */
#endif
#ifndef POSITION_MAX
#define POSITION_MAX (1u << 31)    /* positions are renumbered when they reach this; tests lower it */
#endif
#ifndef SUCCESSOR_LETTERS
#define SUCCESSOR_LETTERS 4u       /* letters in the hash of a guess; a rule must have as many; tests lower them */
#endif
#ifndef START_LETTERS
#define START_LETTERS 32u
#endif
#ifndef PREFIX_LETTERS
#define PREFIX_LETTERS 128u        /* shorter beginnings of rules are not appended */
#endif

/* When less than a quarter of a trial's letters can be retraced, guessing costs more than it saves.  Then it pauses for
   the same number of letters, and for longer after each further trial that fails.  */
#ifndef TRIAL_LETTERS
#define TRIAL_LETTERS (1u << 15)   /* tests lower it */
#endif
#define FIRST_PAUSES 7
#define MOST_PAUSES 31

struct span /* of a rule */
{
  uint32_t length; /* letters in its expansion, at most LENGTH_MAX; 0: no rule */
  uint32_t end;    /* position after an occurrence, or 0 */
};

struct guess
{
  uint32_t rule;   /* the rule's guard; by now it may be the guard of another rule, or of none */
  uint32_t letters; /* a hash of the letters before */
};

struct retrace
{
  struct span *spans; /* [room] by the rule's guard */
  uint32_t room;
  struct guess *guesses; /* [mask + 1] */
  uint32_t mask;
  uint32_t trial;     /* position where the present trial, or pause of the same length, began */
  uint32_t retraced;  /* letters of the trial that were retraced */
  uint32_t pause;     /* pauses that are left; 0 is a trial */
  uint32_t pauses;    /* pauses after the last failed trial; 0 after a trial that succeeded */
};

struct retrace *
wpp_retrace_new (void)
{
  struct retrace *r = calloc (1, sizeof *r);
  if (!r)
    return NULL;
  r->mask = FIRST_GUESSES - 1;
  r->guesses = wpp_huge_new (FIRST_GUESSES * sizeof *r->guesses);
  if (r->guesses)
    return r;
  wpp_retrace_free (r);
  return NULL;
}

void
wpp_retrace_free (struct retrace *r)
{
  if (!r)
    return;
  wpp_huge_free (r->spans, r->room * sizeof *r->spans);
  wpp_huge_free (r->guesses, (r->mask + 1) * sizeof *r->guesses);
  free (r);
}

size_t
wpp_retrace_memory (const struct retrace *r)
{
  return sizeof *r + wpp_huge_size (r->room * sizeof *r->spans) + wpp_huge_size ((r->mask + 1) * sizeof *r->guesses);
}

int
wpp_retrace_reserve (struct retrace *r, uint32_t room)
{
  if (room <= r->room)
    return 0;
  struct span *spans = wpp_huge_grow (r->spans, r->room * sizeof *spans, room * sizeof *spans);
  if (!spans)
    return WPP_E_NOMEM;
  r->spans = spans;
  r->room = room;
  return 0;
}

/* ---- The spans of rules.  */

static uint32_t
saturated (uint64_t length)
{
  return length < LENGTH_MAX ? length : LENGTH_MAX;
}

/* The number of letters that SYMBOL stands for.  */
static uint32_t
symbol_length (const struct retrace *r, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? r->spans[WPP_RULE_INDEX (symbol)].length : 1;
}

/* The number of letters that SYMBOL with EXPONENT stands for.  A run of a terminal is one letter.  */
static uint32_t
run_length (const struct retrace *r, uint32_t symbol, uint32_t exponent)
{
  return WPP_IS_RULE (symbol) ? saturated ((uint64_t)symbol_length (r, symbol) * exponent) : 1;
}

static uint32_t
node_length (const struct wpp_sequitur *s, uint32_t p)
{
  return run_length (s->retrace, s->nodes[p].symbol, s->nodes[p].exponent);
}

void
wpp_retrace_new_rule (struct wpp_sequitur *s, uint32_t rule)
{
  const struct node *n = s->nodes;
  uint64_t length = (uint64_t)node_length (s, n[rule].next) + node_length (s, n[rule].prev);
  s->retrace->spans[rule] = (struct span){ saturated (length), 0 };
}

void
wpp_retrace_extended (struct wpp_sequitur *s, uint32_t rule)
{
  struct span *span = &s->retrace->spans[rule];
  *span = (struct span){ saturated ((uint64_t)span->length + node_length (s, s->nodes[rule].prev)), 0 };
}

void
wpp_retrace_fetch (const struct wpp_sequitur *s, uint32_t symbol)
{
  wpp_fetch (&s->retrace->spans[WPP_RULE_INDEX (symbol)]);
}

void
wpp_retrace_no_rule (struct wpp_sequitur *s, uint32_t rule)
{
  s->retrace->spans[rule] = (struct span){ 0, 0 };
}

/* ---- Guesses.  */

static inline uint64_t
letter_word (const struct letter *l)
{
  return (uint64_t)l->symbol << 32 | l->exponent;
}

static inline uint64_t
hash_more (uint64_t h, const struct letter *l, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      h = (h ^ letter_word (l + i)) * UINT64_C (0x9e3779b97f4a7c15);
      h ^= h >> 29;
    }
  return h;
}

/* A hash of the SUCCESSOR_LETTERS letters at L and of BEFORE.  */
static inline uint64_t
hash_successor (uint32_t before, const struct letter *l)
{
  uint64_t h = hash_more (before * UINT64_C (0xc2b2ae3d27d4eb4f), l, SUCCESSOR_LETTERS);
  return h * UINT64_C (0xd6e8feb86659fd93);
}

/* A hash of the first and the last of the START_LETTERS letters at L.  Those between would rarely make a
   difference.  */
static inline uint64_t
hash_start (const struct letter *l)
{
  uint64_t h = hash_more (UINT64_C (0x94d049bb133111eb), l, SUCCESSOR_LETTERS);
  h = hash_more (h, l + START_LETTERS - SUCCESSOR_LETTERS, SUCCESSOR_LETTERS);
  return h * UINT64_C (0xd6e8feb86659fd93);
}

static inline struct guess *
guess_slot (const struct retrace *r, uint64_t hash)
{
  return &r->guesses[hash >> 32 & r->mask];
}

static inline void
set_guess (struct retrace *r, uint64_t hash, uint32_t rule)
{
  *guess_slot (r, hash) = (struct guess){ rule, hash };
}

/* The rule that was noted last for HASH, or START.  */
static inline uint32_t
find_guess (const struct retrace *r, uint64_t hash)
{
  const struct guess *g = guess_slot (r, hash);
  return g->letters == (uint32_t)hash ? g->rule : START;
}

/* Keep the table of guesses in proportion to the rules.  The guesses are forgotten, and soon learnt again.  */
static void
grow_guesses (struct retrace *r, uint32_t n_rules)
{
  if (n_rules <= r->mask / 2 || r->mask + 1 == MOST_GUESSES)
    return;
  uint32_t n = 4 * (r->mask + 1) < MOST_GUESSES ? 4 * (r->mask + 1) : MOST_GUESSES;
  struct guess *guesses = wpp_huge_new (n * sizeof *guesses);
  if (!guesses)
    return;
  wpp_huge_touch (guesses, n * sizeof *guesses);
  wpp_huge_free (r->guesses, (r->mask + 1) * sizeof *guesses);
  r->guesses = guesses;
  r->mask = n - 1;
}

void
wpp_retrace_note (struct wpp_sequitur *s)
{
  struct retrace *r = s->retrace;
  const struct window *w = &s->window;
  const struct node *last = &s->nodes[s->nodes[START].prev];
  if (r->pause || last->symbol == GUARD || !WPP_IS_RULE (last->symbol))
    return;
  uint32_t rule = WPP_RULE_INDEX (last->symbol);
  struct span *span = &r->spans[rule];
  span->end = w->parsed;
  uint64_t length = (uint64_t)span->length * last->exponent;
  if (length > w->parsed - w->base || length < SUCCESSOR_LETTERS)
    return;
  const struct letter *first = wpp_window_at (w, w->parsed - length);
  set_guess (r, hash_successor (s->nodes[last->prev].symbol, first), rule);
  if (length >= START_LETTERS)
    set_guess (r, hash_start (first), rule);
}

/* ---- The step.  */

/* The number of equal letters at A and B before the first difference, at most MOST.  */
static uint32_t
common_letters (const struct letter *a, const struct letter *b, uint32_t most)
{
  uint32_t n = 0;
  while (n + 4 <= most && memcmp (a + n, b + n, 4 * sizeof *a) == 0)
    n += 4;
  while (n < most && letter_word (a + n) == letter_word (b + n))
    n++;
  return n;
}

/* The number of letters of RULE's expansion with which the input goes on.  RULE need not be a rule any more.  */
static uint32_t
match_length (const struct wpp_sequitur *s, uint32_t rule)
{
  const struct window *w = &s->window;
  const struct span *span = &s->retrace->spans[rule];
  uint32_t left = wpp_window_left (w);
  if (span->length == 0 || span->length > RETRACE_MOST || span->end < w->base + span->length)
    return 0;
  return common_letters (wpp_window_at (w, span->end - span->length), wpp_window_at (w, w->parsed),
                         span->length < left ? span->length : left);
}

/* LETTER is about to be appended.  Prefetch, at the same time, its digram and the guesses that are made after it if it
   stays the last symbol.  */
static inline void
fetch_around (const struct wpp_sequitur *s, struct letter letter)
{
  const struct retrace *r = s->retrace;
  const struct window *w = &s->window;
  fetch_digram (s, node_letter (s, s->nodes[START].prev), letter);
  if (r->pause || !WPP_IS_RULE (letter.symbol) || wpp_window_left (w) < START_LETTERS)
    return;
  const struct letter *next = wpp_window_at (w, w->parsed);
  wpp_fetch (guess_slot (r, hash_successor (letter.symbol, next)));
  wpp_fetch (guess_slot (r, hash_start (next)));
}

/* Append LETTER.  If it is a nonterminal, its rule counts this occurrence already.  AHEAD is as for wpp_sequitur_put;
   null stands for the input's next letter.  */
static void
put (struct wpp_sequitur *s, struct letter letter, const struct letter *ahead)
{
  struct window *w = &s->window;
  w->parsed += run_length (s->retrace, letter.symbol, letter.exponent);
  if (!ahead && w->parsed < w->filled)
    ahead = wpp_window_at (w, w->parsed);
  fetch_around (s, letter);
  wpp_sequitur_put (s, letter, s->plain ? NULL : ahead);
}

static void
put_rule (struct wpp_sequitur *s, uint32_t rule, uint32_t exponent)
{
  s->nodes[rule].exponent++;
  put (s, (struct letter){ WPP_RULE | rule, exponent }, NULL);
}

/* Append the symbols that derive the first N letters of RULE, where N is less than RULE's length.  All of them are
   looked up, and their rules held, before the first one is appended, because that may change RULE.  */
static void
put_prefix (struct wpp_sequitur *s, uint32_t rule, uint32_t n)
{
  struct letter letters[RETRACE_NODES];
  uint32_t n_letters = 0, p = s->nodes[rule].next;
  while (n > 0 && n_letters < RETRACE_NODES)
    {
      const struct node *d = &s->nodes[p];
      uint32_t count = d->exponent;
      if (node_length (s, p) > n)
        count = n / symbol_length (s->retrace, d->symbol);
      if (count > 0)
        {
          if (WPP_IS_RULE (d->symbol))
            s->nodes[WPP_RULE_INDEX (d->symbol)].exponent++;
          letters[n_letters++] = (struct letter){ d->symbol, count };
          n -= run_length (s->retrace, d->symbol, count);
        }
      p = count == d->exponent ? d->next : s->nodes[WPP_RULE_INDEX (d->symbol)].next;
    }
  for (uint32_t i = 0; i < n_letters; i++)
    put (s, letters[i], i + 1 < n_letters ? &letters[i + 1] : NULL);
}

/* Append the last symbol of S as often as the input repeats it.  */
static bool
put_again (struct wpp_sequitur *s)
{
  const struct window *w = &s->window;
  uint32_t symbol = s->nodes[s->nodes[START].prev].symbol, left = wpp_window_left (w);
  if (!s->exponents || symbol == GUARD || !WPP_IS_RULE (symbol))
    return false;
  uint32_t rule = WPP_RULE_INDEX (symbol), length = s->retrace->spans[rule].length;
  if (length > RETRACE_MOST || length > w->parsed - w->base)
    return false;
  uint32_t n = common_letters (wpp_window_at (w, w->parsed - length), wpp_window_at (w, w->parsed),
                               left < RETRACE_MOST ? left : RETRACE_MOST);
  if (n < length)
    return false;
  put_rule (s, rule, n / length);
  return true;
}

/* The rule that followed last time when the last symbol of S and the next letters were the same.  */
static uint32_t
successor (const struct wpp_sequitur *s)
{
  const struct letter *next = wpp_window_at (&s->window, s->window.parsed);
  uint32_t last = s->nodes[s->nodes[START].prev].symbol;
  return find_guess (s->retrace, hash_successor (last, next));
}

/* The rule that began with the same letters last time, unless the grammar has the digram of the last symbol of S and
   the first of them.  */
static uint32_t
start (const struct wpp_sequitur *s)
{
  const struct letter *next = wpp_window_at (&s->window, s->window.parsed);
  uint32_t rule = find_guess (s->retrace, hash_start (next));
  return rule != START && !wpp_sequitur_continues_p (s, next) ? rule : START;
}

/* Make a guess, and append as much of it as is right.  No guess is made after a terminal: it would rarely be
   right.  */
static bool
put_guess (struct wpp_sequitur *s)
{
  if (!WPP_IS_RULE (s->nodes[s->nodes[START].prev].symbol))
    return false;
  uint32_t rule = successor (s), n = match_length (s, rule);
  if (n == 0)
    {
      rule = start (s);
      n = match_length (s, rule);
    }
  if (n == 0)
    return false;
  if (n == s->retrace->spans[rule].length)
    put_rule (s, rule, 1);
  else if (n >= PREFIX_LETTERS)
    put_prefix (s, rule, n);
  else
    return false;
  return true;
}

#define CLIMB_AHEAD 12u /* the first digram of a climb is prefetched this many letters ahead */

/* The next N letters are about to be appended: prefetch the digrams of N letters further on, with which climbs may
   begin.  */
static inline void
fetch_climbs (const struct wpp_sequitur *s, uint32_t n)
{
  const struct window *w = &s->window;
  if (n > CLIMB_AHEAD || wpp_window_left (w) <= CLIMB_AHEAD + n)
    return;
  const struct letter *l = wpp_window_at (w, w->parsed + CLIMB_AHEAD);
  for (uint32_t i = 0; i < n; i++)
    fetch_digram (s, l[i], l[i + 1]);
}

/* Append the next letter, or a symbol whose expansion begins with it.  */
static void
put_letters (struct wpp_sequitur *s)
{
  const struct window *w = &s->window;
  uint32_t left = wpp_window_left (w), most = left < RETRACE_MOST ? left : RETRACE_MOST - 1, taken;
  struct letter letter = wpp_sequitur_climb (s, wpp_window_at (w, w->parsed), most, &taken);
  fetch_climbs (s, taken);
  put (s, letter, NULL);
}

static void
end_trial (struct retrace *r, uint32_t position)
{
  if (r->pause)
    r->pause--;
  else if (r->retraced >= TRIAL_LETTERS / 4)
    r->pauses = 0;
  else
    r->pause = r->pauses = r->pauses == 0 ? FIRST_PAUSES : r->pauses < MOST_PAUSES ? 2 * r->pauses + 1 : MOST_PAUSES;
  r->trial = position;
  r->retraced = 0;
}

/* Does the window have room for a pause and KEEP letters beside the history?  */
static bool
roomy_p (const struct window *w, uint32_t keep)
{
  return w->room - w->history > TRIAL_LETTERS + keep + 1;
}

bool
wpp_retrace_step (struct wpp_sequitur *s, uint32_t keep)
{
  struct retrace *r = s->retrace;
  uint32_t from = s->window.parsed, left = wpp_window_left (&s->window);
  if (from - r->trial >= TRIAL_LETTERS)
    end_trial (r, from);
  grow_guesses (r, s->n_rules);
  if (r->pause && from == r->trial && left - keep >= TRIAL_LETTERS)
    {
      int err = wpp_interleaved_parse (s, TRIAL_LETTERS);
      s->err = err ? err : s->err;
      return true;
    }
  if (r->pause && from == r->trial && keep && roomy_p (&s->window, keep))
    return false;
  bool guess = !r->pause && left >= START_LETTERS;
  if (guess && (put_again (s) || put_guess (s)))
    r->retraced += s->window.parsed - from;
  else
    put_letters (s);
  return true;
}

/* ---- The window.  */

/* Renumber positions from the window's base.  */
static void
renumber (struct retrace *r, struct window *w)
{
  uint32_t by = w->base - 1;
  r->trial = r->trial > by ? r->trial - by : 1;
  for (uint32_t i = 0; i < r->room; i++)
    r->spans[i].end = r->spans[i].end > by ? r->spans[i].end - by : 0;
  w->base -= by;
  w->parsed -= by;
  w->filled -= by;
}

void
wpp_retrace_slide (struct wpp_sequitur *s)
{
  struct window *w = &s->window;
  if (w->room >= MOST_WINDOW || wpp_window_grow (w))
    wpp_window_slide (w);
  if (w->base > POSITION_MAX)
    renumber (s->retrace, w);
}
