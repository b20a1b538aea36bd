/* The compact form of a grammar (codec.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The coder traverses the grammar from S, left to right.  It sends a rule where it occurs first,
   between a `new rule' flag and an `end' flag.  After that the rule is a symbol like any other.
   So the traversal goes through the event sequence itself and skips the expansions of rules that are
   known.  Encoder and decoder both know the last events before each place.

   C. G. Nevill-Manning and I. H. Witten (Compression and explanation using hierarchical
   grammars, 1997) send a symbol by its number.  That costs many bits: no digram occurs twice in such a
   grammar, so the symbol before predicts nothing.  The events before do predict.  So a symbol is coded in
   two parts (known.h): the terminal that it begins with, by its place in lists of terminals that have
   followed the same events (contexts.h); and its index among the symbols that begin with that
   terminal (number-tree.h).

   Everything is coded by choices among sixteen, each with the frequency of that choice so far (choice.h).

   Encoder and decoder are one function, code_grammar.  When encoding, the decisions come from the steps
   through the source (steps.h); when decoding, they come from the bytes.

   Longer than 500 lines: encoder and decoder are one function, and what it calls for each symbol
   is inlined into it.  */

#include "base/fetch.h"
#include "grammar/coding/codec.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/bytes.h"
#include "grammar/coding/choice.h"
#include "grammar/rules/collect-rules.h"
#include "grammar/coding/contexts.h"
#include "base/huge-pages.h"
#include "grammar/coding/indices.h"
#include "grammar/coding/known.h"
#include "grammar/coding/numbers.h"
#include "grammar/coding/plainform.h"
#include "grammar/coding/rangecoder.h"
#include "grammar/coding/steps.h"

#define FLAG_EXPONENTS 1u
#define FLAG_PLAIN 128u           /* the rest is as in plainform.c */
#define MOST_SYMBOLS_A_BYTE 65536

/* Levels of zstd in the plain form.  */
#define SMALL_LEVEL 6
#define FAST_LEVEL 1

/* How many symbols ahead known symbols, and lists, are prefetched.  */
#define SYMBOLS_AHEAD 16
#define LISTS_AHEAD 6

/* The kind of the next symbol.  */
enum next
{
  RECALLED,                              /* RECALLED + I: a symbol that begins with number I of the first
                                            list */
  UNRECALLED = RECALLED + WPP_RECALLED,  /* a symbol that begins with a terminal that is not in the list */
  NEW_TERMINAL,                          /* an event that has not occurred yet */
  NEW_RULE,                              /* a rule begins here for the first time */
  END                                    /* the rule ends here */
};

enum before        /* the step before */
{
  PASSED_TERMINAL,
  OPENED_RULE,
  CLOSED_RULE,
  PASSED_RULE
};

/* The WPP_HISTORY terminals before a place, numbered from 1, with 32 bits each, the latest in the lowest bits.  Equal
   neighbours stand for one.  */
typedef unsigned __int128 history;

struct frame       /* an open rule */
{
  uint32_t rule;         /* its number by first occurrence */
  uint64_t length;       /* symbols so far */
  uint32_t first;        /* terminal that it begins with */
  unsigned n_events;     /* events so far, at most WPP_HISTORY are counted */
};

#define MOST_LENGTHS 4          /* lengths of a rule so far that the models tell apart */
#define SPREAD UINT32_C (0x9e3779b1)   /* odd; multiplication by it spreads events */

/* The models, except those that belong to a symbol or a context.  */
struct models
{
  struct wpp_choices next[PASSED_RULE + 1][MOST_LENGTHS][WPP_LIST_STATES];
  struct wpp_choices place[WPP_LIST_STATES];      /* in the second list */
  struct wpp_choices exponent[2][WPP_MOST_SAME][WPP_CHOICES];
  struct wpp_choices exponent_bits[WPP_CHOICES];
  struct wpp_event_models event;
};

/* A symbol of the source.  Terminals have the source's numbers; after them, rules have those of the steps.  Half a
   cache line, as there may be many.  */
struct source_symbol
{
  struct wpp_name name;
  struct wpp_node node;  /* all 0 until the symbol is known */
};

struct codec
{
  struct wpp_coder coder;
  struct models *models;
  struct wpp_known known;
  struct wpp_indices indices;        /* of symbols among those that are known */
  struct wpp_lists followers;
  uint32_t n_terminals, n_rules;     /* encoding: at most */
  uint64_t n_symbols;                /* encoding: at most */
  uint64_t s_length;                 /* encoding: in the end */
  unsigned list_bits;
  bool exponents;

  struct wpp_steps *source;           /* encoding, else null */
  const struct wpp_coding_step *step, *end; /* encoding: the steps that come, from the next one on */
  struct source_symbol *symbols;     /* encoding: [n_numbers + n_rules] */
  struct wpp_rules rules;            /* decoding: the result */

  struct frame *frames;
  size_t n_frames, frames_room;
  uint32_t n_opened;                 /* rules */
  uint32_t n_seen;                   /* terminals */
  uint64_t n_passed;                 /* symbols */
  history history;                   /* before the place */
  history coming;                    /* encoding: a guess of the history before a place further on */
  uint32_t long_context, short_context;   /* of followers */
  enum before before;
  uint32_t last_event;               /* word of the newest terminal */
};

static uint32_t
at_most (uint64_t x, uint32_t limit)
{
  return x < limit ? x : limit;
}

static struct frame *
top_frame (struct codec *c)
{
  return &c->frames[c->n_frames - 1];
}

/* ---- Numbers  */

/* Code the exponent of the symbol NODE.  */
static uint32_t
code_exponent (struct codec *c, struct wpp_node *node, uint32_t exponent)
{
  struct models *m = c->models;
  if (!c->exponents)
    return 1;
  return wpp_code_exponent (&c->coder, m->exponent[WPP_IS_RULE (node->symbol)], m->exponent_bits, &node->exponent,
                            &node->same, exponent);
}

/* Code the event word of a new terminal.  */
static uint32_t
code_event (struct codec *c, uint32_t event)
{
  return c->last_event = wpp_code_event (&c->coder, &c->models->event, c->last_event, event);
}

/* ---- Symbols  */

/* Code the kind of the next symbol in F, which is NEXT when encoding.  L is the list of what followed the events
   before.  */
static unsigned
code_next (struct codec *c, const struct frame *f, const struct wpp_list *l, unsigned next)
{
  unsigned length = at_most (f->length, MOST_LENGTHS - 1), last = f->rule != 0 && f->length > 0 ? END : NEW_RULE;
  return wpp_choice_code_among (&c->models->next[c->before][length][wpp_list_state (l)], &c->coder,
                                next, RECALLED + l->n, UNRECALLED, last);
}

/* Encoding: the kind of the next symbol, when it is S and KNOWN is its entry.  L is as above.  */
static unsigned
find_next (const struct wpp_list *l, uint32_t s, const struct source_symbol *known)
{
  if (known->node.n_last == 0)
    return WPP_IS_RULE (s) ? NEW_RULE : NEW_TERMINAL;
  unsigned place = wpp_list_place (l, known->name.first);
  return place < l->n ? RECALLED + place : UNRECALLED;
}

/* Code the terminal FIRST by L, the list of what followed the event before, or else by its number.  */
static uint32_t
code_unrecalled (struct codec *c, const struct wpp_list *l, uint32_t first)
{
  if (l->n > 0)
    {
      unsigned place = wpp_list_place (l, first);
      place = wpp_choice_code_among (&c->models->place[wpp_list_state (l)], &c->coder,
                                     place < l->n ? place : WPP_RECALLED, l->n, WPP_RECALLED, WPP_RECALLED);
      if (place < WPP_RECALLED)
        return l->number[place];
    }
  struct wpp_tree *t = &c->known.terminals;
  return wpp_tree_code_last (t, &c->coder, first, wpp_tree_code_high (t, &c->coder, first));
}

/* The contexts that follow the history H.  */
static inline uint32_t
short_context (history h)
{
  return wpp_hash2 (h, 0);
}

static inline uint32_t
long_context (history h)
{
  uint32_t latest[WPP_HISTORY];
  memcpy (latest, &h, sizeof latest);
  return wpp_hash2 (latest[0] + SPREAD * latest[2], latest[1] + SPREAD * latest[3]);
}

/* Set C's contexts to those that follow C's history.  */
static void
set_contexts (struct codec *c)
{
  c->short_context = short_context (c->history);
  c->long_context = long_context (c->history);
  wpp_list_prefetch (&c->followers, c->long_context);
  wpp_list_prefetch (&c->followers, c->short_context);
}

/* FIRST followed the context HASH.  */
static void
note_follower (struct codec *c, uint32_t hash, uint32_t first)
{
  struct wpp_list *l = wpp_list_find (&c->followers, hash);
  wpp_list_note (l, wpp_list_place (l, first), first);
}

/* Learn that NEXT came, which begins with FIRST.  The short list serves when L, the long one, does not have FIRST, so
   it learns only in that case.  */
static void
note_first (struct codec *c, struct wpp_list *l, unsigned next, uint32_t first)
{
  if (next < UNRECALLED)
    wpp_list_note (l, next - RECALLED, first);
  else
    {
      note_follower (c, c->long_context, first);
      note_follower (c, c->short_context, first);
    }
}

/* ---- The traversal.  */

/* Does NODE begin with the event that H ends with?  Only its last events are known and looked at.  */
static inline bool
again_p (history h, const struct wpp_node *node)
{
  return (uint32_t)h == node->last[node->n_last - 1];
}

/* The history H after NODE has occurred once more.  Only the first of NODE's last events can be equal to the latest
   event of H.  */
static inline history
history_after (history h, const struct wpp_node *node)
{
  _Static_assert (sizeof h == sizeof node->last, "a history is as many events as a node has");
  history last;
  memcpy (&last, node->last, sizeof last);
  if (node->n_last == WPP_HISTORY)
    return last;
  if (again_p (h, node))
    h >>= 32;
  return h << 32 * node->n_last | last;
}

/* NODE occurs once more in F: add its last events to the history.  */
static inline void
note_once (struct codec *c, struct frame *f, const struct wpp_node *node)
{
  bool again = f->n_events > 0 && again_p (c->history, node);
  c->history = history_after (c->history, node);
  f->n_events = at_most (f->n_events + node->n_last - again, WPP_HISTORY);
}

/* The same, for TIMES occurrences.  */
static void
note_events (struct codec *c, struct frame *f, const struct wpp_node *node, uint32_t times)
{
  if (node->n_last == WPP_HISTORY || node->n_last == 1)
    times = at_most (times, 1);
  for (times = at_most (times, WPP_HISTORY); times > 0; times--)
    note_once (c, f, node);
}

/* Append NODE, whose expansion begins with FIRST, with EXPONENT to F, the innermost open rule.  The history already has
   the first of its occurrences, and the contexts are those after it.  INSIDE says that the rule was sent here.  */
static int
pass_symbol (struct codec *c, struct frame *f, uint32_t first, const struct wpp_node *node,
             uint32_t exponent, bool inside)
{
  if (exponent == 0 || c->n_passed == c->n_symbols)
    return WPP_E_CORRUPT;
  c->n_passed++;
  if (f->length == 0)
    f->first = first;
  f->length++;
  c->before = inside ? CLOSED_RULE : WPP_IS_RULE (node->symbol) ? PASSED_RULE : PASSED_TERMINAL;
  if (exponent > 1)
    {
      note_events (c, f, node, exponent - 1);
      set_contexts (c);
    }
  return c->source ? WPP_OK : wpp_rules_symbol (&c->rules, node->symbol, exponent);
}

static int
open_rule (struct codec *c)
{
  if (c->n_opened == c->n_rules)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (c->frames, c->frames_room, c->n_frames, 1))
    return WPP_E_NOMEM;
  c->frames[c->n_frames++] = (struct frame){ .rule = c->n_opened++ };
  c->before = OPENED_RULE;
  return c->source ? WPP_OK : wpp_rules_begin (&c->rules);
}

/* Encoding: the symbol S of the source.  */
static inline struct source_symbol *
source_symbol (const struct codec *c, uint32_t s)
{
  return &c->symbols[WPP_IS_RULE (s) ? c->source->n_numbers + (size_t)WPP_RULE_INDEX (s) : s];
}

/* Add NODE, whose expansion begins with FIRST, to the known symbols, and set *NAME to its name.  When encoding, S is
   its number in the source.  Return its place from now on, or null when out of memory.  */
static struct wpp_node *
add_node (struct codec *c, uint32_t first, const struct wpp_node *node, uint32_t s, struct wpp_name *name)
{
  if (wpp_known_add (&c->known, first, c->source ? NULL : node, name) || wpp_indices_add (&c->indices, first))
    return NULL;
  if (!c->source)
    return wpp_known_node (&c->known, *name);
  struct source_symbol *symbol = source_symbol (c, s);
  *symbol = (struct source_symbol){ *name, *node };
  return &symbol->node;
}

/* Add the rule of F, which ends here, to the known symbols.  */
static struct wpp_node *
add_rule (struct codec *c, const struct frame *f)
{
  struct wpp_name name;
  struct wpp_node n = { .symbol = WPP_RULE | f->rule, .n_last = f->n_events };
  memcpy (n.last, &c->history, f->n_events * sizeof *n.last);
  return add_node (c, f->first, &n, n.symbol, &name);
}

/* Close the innermost open rule.  When encoding, EXPONENT is the exponent of this occurrence.  */
static int
close_rule (struct codec *c, uint32_t exponent)
{
  struct frame f = *top_frame (c);
  struct wpp_node *node = add_rule (c, &f);
  int err = !node ? WPP_E_NOMEM : c->source ? WPP_OK : wpp_rules_end (&c->rules, f.rule, f.length);
  if (err)
    return err;
  c->n_frames--;
  struct frame *around = top_frame (c);
  around->n_events = at_most (around->n_events + f.n_events, WPP_HISTORY);
  exponent = code_exponent (c, node, exponent);
  return pass_symbol (c, around, f.first, node, exponent, true);
}

/* Code a new terminal, which has number SOURCE in the source.  Set *NAME and *NODE.  */
static int
code_terminal (struct codec *c, uint32_t source, struct wpp_name *name, struct wpp_node **node)
{
  if (c->n_seen == c->n_terminals)
    return WPP_E_CORRUPT;
  uint32_t event = code_event (c, c->source ? c->source->terminals[source] : 0);
  struct wpp_node n = { .symbol = c->n_seen, .n_last = 1, .last = { c->n_seen + 1 } };
  *node = add_node (c, c->n_seen, &n, source, name);
  if (!*node)
    return WPP_E_NOMEM;
  c->n_seen++;
  return c->source ? WPP_OK : wpp_rules_terminal (&c->rules, event);
}

/* Encoding: the symbol of the step that is STEP steps ahead; null if that step is no symbol.  */
static inline const struct source_symbol *
coming (const struct codec *c, unsigned step)
{
  uint32_t s = c->step[step].symbol;
  return s == WPP_STEPS_END ? NULL : source_symbol (c, s);
}

/* Encoding: prefetch what will be needed soon.  The lists are guessed as if all symbols before were known.  A few known
   symbols after an unknown one make the guess right again.  */
static inline void
look_ahead (struct codec *c)
{
  if (c->end - c->step <= SYMBOLS_AHEAD)
    return;
  const struct source_symbol *far = coming (c, SYMBOLS_AHEAD), *near = coming (c, LISTS_AHEAD);
  if (far)
    wpp_fetch (far);
  if (!near || near->node.n_last == 0)
    return;
  c->coming = history_after (c->coming, &near->node);
  wpp_list_prefetch (&c->followers, long_context (c->coming));
}

/* Code the index among the symbols that begin with the terminal FIRST.  It is INDEX when encoding.  */
static uint32_t
code_index (struct codec *c, uint32_t first, uint32_t index)
{
  struct wpp_start *s = &c->known.starts[first];
  if (s->n == 1)
    return 0;
  if (c->source)
    {
      wpp_indices_put (&c->indices, first, index);
      return index;
    }
  uint32_t high = wpp_indices_high (&c->indices, first);
  wpp_start_prefetch (s, high);
  return wpp_indices_last (&c->indices, first, high);
}

/* Encoding: the kind of the step S, after the list L.  Set *NAME to the symbol's name, if it has one, and *NODE to its
   place.  */
static unsigned
source_next (const struct codec *c, struct wpp_coding_step s, const struct wpp_list *l, struct wpp_name *name,
             struct wpp_node **node)
{
  if (s.symbol == WPP_STEPS_END)
    return END;
  struct source_symbol *symbol = source_symbol (c, s.symbol);
  *name = symbol->name;
  *node = &symbol->node;
  return find_next (l, s.symbol, symbol);
}

/* Encoding: the next step.  */
static inline struct wpp_coding_step
next_step (struct codec *c)
{
  look_ahead (c);
  return *c->step++;
}

/* Code the next symbol of F, the innermost open rule, or its end.  */
static int
code_symbol (struct codec *c, struct frame *f)
{
  struct wpp_list *l = wpp_list_find (&c->followers, c->long_context);
  struct wpp_name name = { 0 };
  struct wpp_coding_step s = c->source ? next_step (c) : (struct wpp_coding_step){ 0, 1 };
  struct wpp_node *node = NULL;
  unsigned next = c->source ? source_next (c, s, l, &name, &node) : 0;
  int err;

  next = code_next (c, f, l, next);
  switch (next)
    {
    case END:
      return close_rule (c, s.exponent);
    case NEW_RULE:
      return open_rule (c);
    case NEW_TERMINAL:
      err = code_terminal (c, s.symbol, &name, &node);
      if (err)
        return err;
      break;
    case UNRECALLED:
      if (c->n_seen == 0)
        return WPP_E_CORRUPT;
      name.first = code_unrecalled (c, wpp_list_find (&c->followers, c->short_context), name.first);
      name.index = code_index (c, name.first, name.index);
      break;
    default:
      name.first = l->number[next - RECALLED];
      name.index = code_index (c, name.first, name.index);
    }
  note_first (c, l, next, name.first);
  if (!c->source)
    node = wpp_known_node (&c->known, name);
  note_events (c, f, node, 1);
  set_contexts (c);                     /* early: the lists arrive while the exponent is coded */
  uint32_t exponent = code_exponent (c, node, s.exponent);
  return pass_symbol (c, f, name.first, node, exponent, false);
}

/* Encoding: get more steps if there are none left.  */
static int
get_steps (struct codec *c)
{
  if (c->step < c->end)
    return WPP_OK;
  size_t n = c->source->steps (c->source, &c->step);
  c->end = c->step + n;
  return n ? WPP_OK : WPP_E_NOMEM;
}

/* Is all of S coded?  */
static bool
done_p (const struct codec *c)
{
  const struct frame *f = &c->frames[c->n_frames - 1];
  if (f->rule != 0)
    return false;
  return c->source ? c->step->symbol == WPP_STEPS_END : f->length == c->s_length;
}

static int
code_grammar (struct codec *c)
{
  int err = open_rule (c);
  set_contexts (c);
  for (;;)
    {
      if (!err && c->source)
        err = get_steps (c);
      else if (!err && (wpp_coder_overrun_p (&c->coder) || wpp_coder_overrun_p (&c->indices.coder)))
        err = WPP_E_CORRUPT;
      if (err)
        return err;
      if (done_p (c))
        break;
      err = code_symbol (c, top_frame (c));
    }
  c->s_length = c->frames[0].length;
  return c->source ? WPP_OK : wpp_rules_end (&c->rules, 0, c->s_length);
}

/* ---- The interface  */

/* New models, in which all that is possible has the same frequency.  */
static struct models *
new_models (void)
{
  struct models *m = aligned_alloc (sizeof (struct wpp_choices), sizeof *m);
  if (!m)
    return NULL;
  struct wpp_choices *all = (struct wpp_choices *)m;
  for (size_t i = 0; i < sizeof *m / sizeof *all; i++)
    wpp_choices_init (&all[i], WPP_CHOICES);
  wpp_bits_init (m->exponent_bits, WPP_SIZED);
  wpp_choices_init (&m->event.digits, WPP_EVENT_DIGITS + 1);
  return m;
}

/* Allocate C's parts when its counts are known.  */
static int
init_codec (struct codec *c)
{
  c->models = new_models ();
  return c->models ? wpp_lists_init (&c->followers, c->list_bits) : WPP_E_NOMEM;
}

/* Encoding: bytes of the source's symbols.  */
static size_t
symbols_size (const struct codec *c)
{
  return c->source ? ((size_t)c->source->n_numbers + c->n_rules) * sizeof *c->symbols : 0;
}

static void
release_codec (struct codec *c)
{
  free (c->models);
  wpp_known_release (&c->known);
  wpp_indices_release (&c->indices);
  wpp_lists_release (&c->followers);
  wpp_rules_release (&c->rules);
  wpp_huge_free (c->symbols, symbols_size (c));
  free (c->frames);
}

/* Encoding: write the header and both codes to B.  */
static int
put_together (const struct codec *c, struct wpp_buffer *b)
{
  const struct wpp_buffer *coded = &c->coder.out, *indices = &c->indices.coder.out;
  /* The decoder would refuse it.  Only S = a a a ... without exponents comes here.  */
  if (c->n_passed / MOST_SYMBOLS_A_BYTE > coded->size + indices->size)
    return WPP_E_TOOBIG;
  wpp_put_u8 (b, c->exponents ? FLAG_EXPONENTS : 0);
  wpp_put_leb (b, c->n_seen);
  wpp_put_leb (b, c->n_opened);
  wpp_put_leb (b, c->n_passed);
  wpp_put_leb (b, c->s_length);
  wpp_put_u8 (b, c->list_bits);
  wpp_put_leb (b, indices->size);
  wpp_put_bytes (b, indices->data, indices->size);
  wpp_put_bytes (b, coded->data, coded->size);
  return b->failed || coded->failed ? WPP_E_NOMEM : WPP_OK;
}

/* Encode G in the plain form, packed at LEVEL.  */
static int
encode_plainly (const struct wpp_grammar *g, int level, unsigned char **out, size_t *size)
{
  struct wpp_buffer b = { 0 };
  wpp_put_u8 (&b, FLAG_PLAIN);
  int err = wpp_plain_encode (g, level, &b);
  if (err)
    wpp_buffer_release (&b);
  *out = b.data;
  *size = b.size;
  return err;
}

int
wpp_steps_encode (struct wpp_steps *w, unsigned char **out, size_t *size)
{
  struct codec c = { .n_terminals = w->n_numbers, .n_rules = w->n_rules, .n_symbols = w->n_symbols,
                     .list_bits = wpp_lists_bits (w->n_symbols), .exponents = w->exponents, .source = w };
  struct wpp_buffer b = { 0 };
  wpp_coder_encode (&c.coder);
  c.symbols = wpp_huge_new (symbols_size (&c));
  int err = c.symbols ? init_codec (&c) : WPP_E_NOMEM;
  if (!err)
    {
      wpp_huge_touch (c.symbols, symbols_size (&c));
      wpp_lists_touch (&c.followers);
      err = wpp_indices_encode (&c.indices, w->n_symbols);
    }
  if (!err)
    err = code_grammar (&c);
  if (!err)
    err = wpp_indices_finish (&c.indices);
  if (!err)
    {
      wpp_coder_finish (&c.coder);
      err = put_together (&c, &b);
    }
  release_codec (&c);
  wpp_buffer_release (&c.coder.out);
  if (err)
    wpp_buffer_release (&b);
  *out = b.data;
  *size = b.size;
  return err;
}

int
wpp_grammar_encode (const struct wpp_grammar *g, unsigned char **out, size_t *size)
{
  if (g->start[g->n_rules] > WPP_MOST_MODELLED)
    return encode_plainly (g, SMALL_LEVEL, out, size);
  struct wpp_steps *w = wpp_steps_of_grammar (g);
  int err = w ? wpp_steps_encode (w, out, size) : WPP_E_NOMEM;
  wpp_steps_free (w);
  return err;
}

int
wpp_grammar_encode_fast (const struct wpp_grammar *g, bool brief, unsigned char **out, size_t *size)
{
  int err = encode_plainly (g, brief ? FAST_LEVEL : SMALL_LEVEL, out, size);
  return err == WPP_E_TOOBIG && g->start[g->n_rules] <= WPP_MOST_MODELLED
           ? wpp_grammar_encode (g, out, size)
           : err;
}

/* Read the header from R, set *SIZE to the size of the indices' code, and check the counts against the size of what
   follows.  */
static int
read_header (struct codec *c, struct wpp_reader *r, uint64_t *size)
{
  uint8_t flags = wpp_read_u8 (r);
  c->exponents = flags & FLAG_EXPONENTS;
  c->n_terminals = wpp_read_leb32 (r);
  c->n_rules = wpp_read_leb32 (r);
  c->n_symbols = wpp_read_leb (r);
  c->s_length = wpp_read_leb (r);
  c->list_bits = wpp_read_u8 (r);
  *size = wpp_read_leb (r);
  if (r->bad || flags & ~FLAG_EXPONENTS)
    return WPP_E_CORRUPT;
  if (c->n_rules == 0 || c->n_rules - 1 > c->n_symbols || c->n_terminals > c->n_symbols
      || c->s_length > c->n_symbols || (uint64_t)c->n_terminals + c->n_rules >= WPP_RULE)
    return WPP_E_CORRUPT;
  if (c->n_symbols > WPP_MOST_MODELLED || c->n_symbols / MOST_SYMBOLS_A_BYTE > wpp_reader_left (r))
    return WPP_E_CORRUPT;
  if (c->list_bits < WPP_LISTS_LEAST || c->list_bits > WPP_LISTS_MOST || *size > wpp_reader_left (r))
    return WPP_E_CORRUPT;
  return WPP_OK;
}

/* Had the bytes exactly what the header says?  */
static bool
complete_p (const struct codec *c)
{
  return c->n_opened == c->n_rules && c->n_seen == c->n_terminals && c->n_passed == c->n_symbols
         && wpp_coder_used_up_p (&c->coder) && wpp_coder_used_up_p (&c->indices.coder);
}

/* Set C to what the header of DATA says; false when that is none.  */
static bool
read_sizes (struct codec *c, const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  uint64_t indices_size;
  *c = (struct codec){ 0 };
  return !read_header (c, &r, &indices_size);
}

static bool
plain_p (const unsigned char *data, size_t size)
{
  return size > 0 && data[0] == FLAG_PLAIN;
}

uint64_t
wpp_grammar_work (const unsigned char *data, size_t size)
{
  struct codec c;
  if (plain_p (data, size))
    return wpp_plain_unpacked (data + 1, size - 1);
  if (!read_sizes (&c, data, size))
    return 0;
  return c.n_symbols + 4 * (uint64_t)c.n_rules + 20 * (uint64_t)c.n_terminals + (UINT64_C (2) << c.list_bits);
}

struct wpp_grammar *
wpp_grammar_decode (const unsigned char *data, size_t size, int *err)
{
  struct codec c = { 0 };
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_grammar *g = NULL;
  uint64_t indices_size;

  if (plain_p (data, size))
    {
      g = wpp_plain_decode (data + 1, size - 1, err);
      if (g && (*err = wpp_grammar_finish (g)))
        {
          wpp_grammar_free (g);
          g = NULL;
        }
      return g;
    }
  *err = read_header (&c, &r, &indices_size);
  if (*err)
    return NULL;
  wpp_indices_decode (&c.indices, r.at, indices_size);
  wpp_coder_decode (&c.coder, r.at + indices_size, wpp_reader_left (&r) - indices_size);
  *err = init_codec (&c);
  if (!*err)
    *err = code_grammar (&c);
  if (!*err && !complete_p (&c))
    *err = WPP_E_CORRUPT;
  if (!*err && !(g = wpp_rules_grammar (&c.rules, c.exponents)))
    *err = WPP_E_NOMEM;
  if (g)
    *err = wpp_grammar_finish (g);
  if (*err)
    {
      wpp_grammar_free (g);
      g = NULL;
    }
  release_codec (&c);
  return g;
}
