/* The compact form of a grammar (codec.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A grammar is walked from S, left to right.  A rule is sent where it occurs
   first, between a `new rule' flag and an `end' flag; after that it is one symbol like any other.
   So the walk goes through the event sequence itself, jumping over what is
   known, and the last events before a place are known to encoder and decoder.

   C. G. Nevill-Manning and I. H. Witten (Compression and explanation using
   hierarchical grammars, 1997) send a symbol by its number.  That costs much:
   in such a grammar no digram occurs twice, so the symbol before predicts nothing.
   What predicts is the program.  Here a symbol is coded in two parts (known.h): the terminal
   that it begins with, which is guessed from lists of what followed the events before; and
   its index among the symbols that begin so (index-coder.h).  All are binary decisions of mixing
   models (mixer.h).

   Encoder and decoder are one function, code_grammar: when encoding, every
   decision is known beforehand, from the source grammar; when decoding, it comes
   from the bytes.  */

#include "codec.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "bytes.h"
#include "collect-rules.h"
#include "contexts.h"
#include "index-coder.h"
#include "known.h"
#include "mixer.h"
#include "plainform.h"
#include "rangecoder.h"

#define FLAG_EXPONENTS 1u
#define FLAG_PLAIN 128u           /* the rest is as in plainform.c */
/* The model takes about a microsecond a symbol, at every reading; more symbols than this
   are coded plainly.  */
#define MOST_MODELLED (1u << 23)
#define MOST_SYMBOLS_A_BYTE 65536
#define MOST_GUESSES 8
#define NO_TERMINAL UINT32_MAX    /* encoding: the terminal has not occurred yet */

enum kind          /* of a decision */
{
  END,             /* the rule ends here */
  NEW_RULE,        /* a rule begins here for the first time */
  GUESS,           /* the symbol begins with this terminal */
  NEW_TERMINAL,    /* none of those guessed: it is an event that has not occurred yet */
  TERMINAL,        /* a bit of the number of the terminal that the symbol begins with */
  REPEATED,        /* the exponent is more than 1 */
  EXPONENT,        /* a bit of the exponent */
  EVENT            /* a bit of a new terminal's event word */
};

enum before        /* what the walk did last */
{
  PASSED_TERMINAL,
  OPENED_RULE,
  CLOSED_RULE,
  PASSED_RULE
};

struct frame       /* an open rule */
{
  uint32_t rule;         /* its number by first occurrence */
  uint32_t source;       /* encoding: its number in the source */
  uint64_t at;           /* encoding: index of the source's next symbol */
  uint64_t length;       /* symbols so far */
  uint32_t first;        /* terminal that it begins with */
  unsigned n_events;     /* events so far, at most WPP_HISTORY are counted */
};

/* Hashes of the last 0, 1, .. WPP_HISTORY events.  */
struct orders
{
  uint32_t of[WPP_HISTORY + 1];
};

enum { AFTER_FOUR, AFTER_ONE, AFTER_SYMBOL, N_LISTS };   /* lists of terminals that followed */

struct codec
{
  struct wpp_coder coder;
  struct wpp_mixer *mixer;
  struct wpp_known known;
  struct wpp_lists followers;
  struct wpp_index_coder indices;
  uint32_t n_terminals, n_rules;
  uint64_t n_symbols, s_length;
  bool exponents;

  const struct wpp_grammar *source;  /* encoding, else null */
  uint32_t *rule_nodes;              /* encoding: [n_rules] node of a source rule once closed */
  uint32_t *terminal_nodes;          /* encoding: [n_terminals] */
  struct wpp_rules rules;            /* decoding: the result */

  struct frame *frames;
  size_t n_frames, frames_capacity;
  uint32_t n_opened;                 /* rules */
  uint32_t n_seen;                   /* terminals */
  uint64_t n_passed;                 /* symbols */
  uint32_t history[WPP_HISTORY];     /* terminals before, numbered from 1, latest first, equal
                                        neighbours once */
  struct orders orders;              /* of the history */
  uint32_t lists[N_LISTS];           /* contexts */
  uint32_t previous;                 /* node of the last symbol */
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

static struct wpp_node *
node_at (struct codec *c, uint32_t node)
{
  return &c->known.nodes[node];
}

/* A decision that stands alone, in N contexts and, unless that is null, one that keeps OWN.  */
static __attribute__ ((noinline)) int
code_single (struct codec *c, enum kind kind, unsigned select, const uint32_t *contexts,
             unsigned n, struct wpp_odds *own, int bit)
{
  struct wpp_evidence e = { .n_odds = n };
  for (unsigned i = 0; i < n; i++)
    e.odds[i] = wpp_mixer_odds (c->mixer, wpp_hash2 (contexts[i], kind + 16 * i));
  if (own)
    e.odds[e.n_odds++] = own;
  return wpp_mixer_code (c->mixer, kind, select, &e, bit);
}

/* ---- Numbers  */

/* The contexts of a decision of number coding: BASE, told apart by STEP.  */
static int
code_number_bit (struct codec *c, enum kind kind, unsigned select, const uint32_t *base,
                 unsigned n, uint32_t step, int bit)
{
  uint32_t contexts[WPP_MIXER_ODDS];
  for (unsigned i = 0; i < n; i++)
    contexts[i] = wpp_hash2 (base[i], step);
  return code_single (c, kind, select, contexts, n, NULL, bit);
}

/* Code VALUE, from 1 on: its number of bits in unary, then the bits below the highest.  */
static uint64_t
code_number (struct codec *c, enum kind kind, const uint32_t *base, unsigned n, uint64_t value)
{
  unsigned size = 0, wanted = value ? 63 - __builtin_clzll (value) : 0;
  while (size < 32 && code_number_bit (c, kind, size, base, n, size, size < wanted))
    size++;
  uint64_t result = 1;
  for (unsigned i = size; i-- > 0;)
    {
      uint32_t step = (size + 1) << 24 ^ wpp_hash2 (result >> 16, result);
      result = result << 1 | code_number_bit (c, kind, i, base, n, step, value >> i & 1);
    }
  return result;
}

/* Code the exponent of the symbol NODE.  */
static uint32_t
code_exponent (struct codec *c, uint32_t node, uint32_t exponent)
{
  if (!c->exponents)
    return 1;
  struct wpp_node *n = node_at (c, node);
  uint32_t self = wpp_hash2 (node, 0xe), rule = WPP_IS_RULE (n->symbol);
  const uint32_t base[] = { wpp_hash2 (self, c->orders.of[4]), wpp_hash2 (rule, 0xf), self };
  uint64_t result = 1;
  if (code_single (c, REPEATED, n->exponent_size, base, 2, &n->repeated, exponent > 1))
    result += code_number (c, EXPONENT, base, 3, exponent - 1);
  if (result > UINT32_MAX)
    return 0;
  n->exponent_size = wpp_bit_length (result) - 1;
  return result;
}

/* Code the event word of a new terminal, as the distance from the newest one.  */
static uint32_t
code_event (struct codec *c, uint32_t event)
{
  const uint32_t base[1] = { 0 };
  uint32_t distance = event - c->last_event;
  uint32_t folded = distance >> 31 ? ~(distance << 1) : distance << 1;
  folded = code_number (c, EVENT, base, 1, (uint64_t)folded + 1) - 1;
  distance = folded & 1 ? ~(folded >> 1) : folded >> 1;
  return c->last_event += distance;
}

/* ---- Flags  */

static bool
code_end (struct codec *c, const struct frame *f)
{
  bool end = c->source && f->at == c->source->start[f->source + 1];
  if (f->rule == 0)
    return f->length == c->s_length;
  if (f->length == 0)
    return false;
  uint32_t length = at_most (f->length, 31);
  const uint32_t contexts[]
    = { wpp_hash2 (length, c->before), wpp_hash2 (c->previous, length),
        wpp_hash2 (c->orders.of[1], length) };
  return code_single (c, END, length, contexts, 3, NULL, end);
}

static bool
code_new_rule (struct codec *c, const struct frame *f, bool new)
{
  if (c->n_opened == c->n_rules)
    return false;
  const uint32_t contexts[]
    = { wpp_hash2 (c->orders.of[2], c->before), wpp_hash2 (c->n_frames, at_most (f->length, 6)) };
  return code_single (c, NEW_RULE, 4 * c->before + at_most (f->length, 3), contexts, 2, NULL, new);
}

static bool
code_new_terminal (struct codec *c, bool new)
{
  if (c->n_seen == c->n_terminals)
    return false;
  const uint32_t contexts[] = { wpp_hash2 (wpp_bit_length (c->n_seen), 3) };
  return code_single (c, NEW_TERMINAL, 0, contexts, 1, NULL, new);
}

/* ---- Symbols  */

/* A list of terminals that votes on guesses.  */
struct voter
{
  struct wpp_list *list;
  uint32_t left;             /* bit I: number [I] has not been guessed yet */
  unsigned total;            /* of their counts */
};

static struct voter
voter_of (struct wpp_list *l)
{
  return (struct voter){ l, (1u << l->n) - 1, l->total };
}

/* The vote of V on the guess TERMINAL, which is not guessed again.  */
static uint8_t
vote_on (struct voter *v, uint32_t terminal)
{
  const struct wpp_list *l = v->list;
  uint32_t at = 0;
  for (unsigned i = 0; i < WPP_RECALLED; i++)
    at |= (uint32_t)(l->number[i] == terminal) << i;
  at &= v->left;
  unsigned pro = at ? l->count[__builtin_ctz (at)] : 0;
  bool latest = at && !((at - 1) & v->left);
  v->left &= ~at;
  v->total -= pro;
  return wpp_vote (v->total, pro, latest);
}

/* Guess the terminal that a symbol begins with (TARGET, when encoding) from what followed before:
   what followed the longest context first, of that the latest first.  Return whether that was
   right.  */
static bool
guess_first (struct codec *c, struct voter *voters, uint32_t target, uint32_t *first)
{
  struct wpp_evidence e = { .n_votes = N_LISTS };
  unsigned guesses = 0;

  for (unsigned i = 0; i < N_LISTS; i++)
    while (voters[i].left && guesses < MOST_GUESSES)
      {
        *first = voters[i].list->number[__builtin_ctz (voters[i].left)];
        for (unsigned k = 0; k < N_LISTS; k++)
          e.votes[k] = vote_on (&voters[k], *first);
        if (wpp_mixer_code (c->mixer, GUESS, 8 * i + guesses, &e, *first == target))
          return true;
        guesses++;
      }
  return false;
}

/* Code the terminal that a symbol begins with: TARGET, when encoding, or NO_TERMINAL if it is a new
   one.  Return its number, n_seen for a new one.  */
static uint32_t
code_first (struct codec *c, uint32_t target)
{
  struct wpp_list *lists[N_LISTS];
  struct voter voters[N_LISTS];
  uint32_t first = 0;
  for (unsigned i = 0; i < N_LISTS; i++)
    lists[i] = wpp_list_find (&c->followers, c->lists[i]);
  for (unsigned i = 0; i < N_LISTS; i++)     /* not before all are found: one may clear another */
    voters[i] = voter_of (lists[i]);
  if (!guess_first (c, voters, target, &first))
    {
      if (code_new_terminal (c, target == NO_TERMINAL))
        first = c->n_seen;
      else if (c->n_seen)
        first = wpp_tree_code (&c->known.terminals, c->mixer, TERMINAL, NULL, NULL, 0, target);
    }
  for (unsigned i = 0; i < N_LISTS; i++)
    wpp_list_note (lists[i], first);
  return first;
}

/* Code which of the symbols that begin with the terminal FIRST it is: NODE, when encoding.  Return it, or 0
   and set *ERR.  */
static uint32_t
code_index (struct codec *c, uint32_t first, uint32_t node, int *err)
{
  const struct wpp_start *s = &c->known.starts[first];
  if (s->n == 1)
    return s->nodes[0];
  struct wpp_index i
    = { .first = first, .n = s->n, .index = node_at (c, node)->index,
        .contexts = { wpp_hash2 (c->orders.of[4], ~first), wpp_hash2 (c->orders.of[1], ~first) } };
  *err = c->source ? wpp_index_encode (&c->indices, &i) : wpp_index_decode (&c->indices, &i);
  return *err ? 0 : s->nodes[i.index];
}

/* From now on, the events and the symbol before are those that C has.  */
static void
set_contexts (struct codec *c)
{
  c->orders.of[0] = 1;
  for (unsigned i = 0; i < WPP_HISTORY; i++)
    c->orders.of[i + 1] = wpp_hash2 (c->orders.of[i], c->history[i]);
  c->lists[AFTER_FOUR] = c->orders.of[4];
  c->lists[AFTER_ONE] = c->orders.of[1];
  c->lists[AFTER_SYMBOL] = wpp_hash2 (c->previous, 4);
  for (unsigned i = 0; i < N_LISTS; i++)
    wpp_list_prefetch (&c->followers, c->lists[i]);
}

/* ---- The walk  */

static void
note_event (struct codec *c, struct frame *f, uint32_t event)
{
  bool new = c->history[0] != event;
  if (new)
    {
      memmove (c->history + 1, c->history, (WPP_HISTORY - 1) * sizeof *c->history);
      c->history[0] = event;
    }
  f->n_events = at_most (f->n_events + (new || f->n_events == 0), WPP_HISTORY);
}

/* NODE occurs TIMES times more in F: add what it ends with to the history.  */
static void
note_events (struct codec *c, struct frame *f, const struct wpp_node *node, uint32_t times)
{
  if (node->n_last == WPP_HISTORY || node->n_last == 1)
    times = at_most (times, 1);
  for (times = at_most (times, WPP_HISTORY); times > 0; times--)
    for (unsigned i = node->n_last; i-- > 0;)
      note_event (c, f, node->last[i]);
}

/* NODE with EXPONENT is the next symbol of the innermost open rule; it was written out here if
   INSIDE, and the history knows the first occurrence.  */
static int
pass_symbol (struct codec *c, uint32_t node, uint32_t exponent, bool inside)
{
  struct frame *f = top_frame (c);
  struct wpp_node *n = node_at (c, node);

  if (exponent == 0 || c->n_passed == c->n_symbols)
    return WPP_E_CORRUPT;
  c->n_passed++;
  if (f->length == 0)
    f->first = n->first;
  f->length++;
  f->at++;
  note_events (c, f, n, inside ? exponent - 1 : exponent);
  c->previous = node;
  c->before = inside ? CLOSED_RULE : WPP_IS_RULE (n->symbol) ? PASSED_RULE : PASSED_TERMINAL;
  set_contexts (c);
  return c->source ? WPP_OK : wpp_rules_symbol (&c->rules, n->symbol, exponent);
}

static int
open_rule (struct codec *c, uint32_t source)
{
  struct frame *frames
    = wpp_array_grow (c->frames, &c->frames_capacity, c->n_frames, sizeof *frames);
  if (!frames)
    return WPP_E_NOMEM;
  c->frames = frames;
  frames[c->n_frames++] = (struct frame){ .rule = c->n_opened++, .source = source,
                                          .at = c->source ? c->source->start[source] : 0 };
  c->before = OPENED_RULE;
  return c->source ? WPP_OK : wpp_rules_begin (&c->rules);
}

/* The node of the rule that F, now ending, describes.  */
static uint32_t
add_rule (struct codec *c, const struct frame *f)
{
  struct wpp_node n = { .symbol = WPP_RULE | f->rule, .first = f->first, .n_last = f->n_events };
  memcpy (n.last, c->history, f->n_events * sizeof *n.last);
  return wpp_known_add (&c->known, &n);
}

/* Encoding: the exponent of the next symbol of F.  */
static uint32_t
source_exponent (const struct codec *c, const struct frame *f)
{
  return c->source ? wpp_grammar_exponent (c->source, f->at) : 1;
}

static int
close_rule (struct codec *c)
{
  struct frame f = *top_frame (c);
  uint32_t node = add_rule (c, &f);
  int err = node ? WPP_OK : WPP_E_NOMEM;

  if (!err && c->source)
    c->rule_nodes[f.source] = node;
  else if (!err)
    err = wpp_rules_end (&c->rules, f.rule, f.length);
  if (err)
    return err;
  c->n_frames--;
  struct frame *around = top_frame (c);
  around->n_events = at_most (around->n_events + f.n_events, WPP_HISTORY);
  return pass_symbol (c, node, code_exponent (c, node, source_exponent (c, around)), true);
}

/* Code a new terminal; return its node, or 0 and set *ERR.  */
static uint32_t
code_terminal (struct codec *c, uint32_t source, int *err)
{
  uint32_t event = code_event (c, c->source ? c->source->terminals[source] : 0);
  struct wpp_node n
    = { .symbol = c->n_seen, .first = c->n_seen, .n_last = 1, .last = { c->n_seen + 1 } };
  uint32_t node = wpp_known_add (&c->known, &n);
  *err = node ? WPP_OK : WPP_E_NOMEM;
  c->n_seen++;
  if (node && c->source)
    c->terminal_nodes[source] = node;
  else if (node)
    *err = wpp_rules_terminal (&c->rules, event);
  return node;
}

/* Encoding: the node of symbol S of the source, 0 if it has not occurred.  */
static uint32_t
source_node (const struct codec *c, uint32_t s)
{
  return WPP_IS_RULE (s) ? c->rule_nodes[WPP_RULE_INDEX (s)] : c->terminal_nodes[s];
}

/* Code the next symbol of the innermost open rule.  */
static int
code_symbol (struct codec *c)
{
  struct frame *f = top_frame (c);
  uint32_t s = c->source ? c->source->symbols[f->at] : 0;
  uint32_t node = c->source ? source_node (c, s) : 0;
  int err = WPP_OK;

  if (code_new_rule (c, f, node == 0 && WPP_IS_RULE (s)))
    return open_rule (c, WPP_RULE_INDEX (s));
  uint32_t first = code_first (c, node ? node_at (c, node)->first : NO_TERMINAL);
  if (first < c->n_seen)
    node = code_index (c, first, node, &err);
  else if (c->n_seen < c->n_terminals)
    node = code_terminal (c, s, &err);
  else
    err = WPP_E_CORRUPT;
  if (err)
    return err;
  return pass_symbol (c, node, code_exponent (c, node, source_exponent (c, f)), false);
}

static int
code_grammar (struct codec *c)
{
  int err = open_rule (c, 0);
  set_contexts (c);
  while (!err)
    {
      struct frame *f = top_frame (c);
      if (wpp_coder_overrun_p (&c->coder) || wpp_coder_overrun_p (&c->indices.coder))
        err = WPP_E_CORRUPT;
      else if (!code_end (c, f))
        err = code_symbol (c);
      else if (f->rule != 0)
        err = close_rule (c);
      else
        return c->source ? WPP_OK : wpp_rules_end (&c->rules, 0, f->length);
    }
  return err;
}

/* ---- The interface  */

/* Make what C needs once its counts are known.  */
static int
init_codec (struct codec *c)
{
  c->mixer = wpp_mixer_new (&c->coder);
  int err = c->mixer ? wpp_known_init (&c->known) : WPP_E_NOMEM;
  if (!err)
    err = wpp_lists_init (&c->followers, c->n_symbols);
  return err ? err : wpp_index_coder_init (&c->indices, c->n_symbols);
}

static void
release_codec (struct codec *c)
{
  wpp_index_coder_release (&c->indices);
  wpp_mixer_free (c->mixer);
  wpp_known_release (&c->known);
  wpp_lists_release (&c->followers);
  wpp_rules_release (&c->rules);
  free (c->rule_nodes);
  free (c->terminal_nodes);
  free (c->frames);
}

/* How many of the source's terminals occur.  */
static uint32_t
count_terminals (const struct codec *c)
{
  const struct wpp_grammar *g = c->source;
  uint32_t n = 0;
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (!WPP_IS_RULE (g->symbols[i]) && !c->terminal_nodes[g->symbols[i]])
      {
        c->terminal_nodes[g->symbols[i]] = 1;
        n++;
      }
  memset (c->terminal_nodes, 0, g->n_terminals * sizeof *c->terminal_nodes);
  return n;
}

/* Encoding: put the header and both streams together, in B.  */
static int
put_together (const struct codec *c, struct wpp_buffer *b)
{
  const struct wpp_buffer *indices = &c->indices.coder.out, *rest = &c->coder.out;
  /* The decoder would not believe it.  Only S = a a a ... without exponents comes here.  */
  if (c->n_symbols / MOST_SYMBOLS_A_BYTE > indices->size + rest->size)
    return WPP_E_TOOBIG;
  wpp_put_u8 (b, c->exponents ? FLAG_EXPONENTS : 0);
  wpp_put_leb (b, c->n_terminals);
  wpp_put_leb (b, c->n_rules);
  wpp_put_leb (b, c->n_symbols);
  wpp_put_leb (b, c->s_length);
  wpp_put_leb (b, indices->size);
  wpp_put_bytes (b, indices->data, indices->size);
  wpp_put_bytes (b, rest->data, rest->size);
  return b->failed || rest->failed ? WPP_E_NOMEM : WPP_OK;
}

/* Encode G plainly.  */
static int
encode_plainly (const struct wpp_grammar *g, unsigned char **out, size_t *size)
{
  struct wpp_buffer b = { 0 };
  wpp_put_u8 (&b, FLAG_PLAIN);
  int err = wpp_plain_encode (g, &b);
  if (err)
    wpp_buffer_release (&b);
  *out = b.data;
  *size = b.size;
  return err;
}

int
wpp_grammar_encode (const struct wpp_grammar *g, unsigned char **out, size_t *size)
{
  struct codec c = { .n_rules = g->n_rules, .n_symbols = g->start[g->n_rules],
                     .s_length = g->start[1], .exponents = g->exponents != NULL, .source = g };
  struct wpp_buffer b = { 0 };
  if (c.n_symbols > MOST_MODELLED)
    return encode_plainly (g, out, size);
  wpp_coder_encode (&c.coder);
  c.rule_nodes = calloc (g->n_rules, sizeof *c.rule_nodes);
  c.terminal_nodes = calloc ((size_t)g->n_terminals + 1, sizeof *c.terminal_nodes);
  int err = c.rule_nodes && c.terminal_nodes ? init_codec (&c) : WPP_E_NOMEM;
  if (!err)
    {
      c.n_terminals = count_terminals (&c);
      err = code_grammar (&c);
    }
  if (!err)
    err = wpp_index_encode_end (&c.indices);
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
wpp_grammar_encode_fast (const struct wpp_grammar *g, unsigned char **out, size_t *size)
{
  int err = encode_plainly (g, out, size);
  return err == WPP_E_TOOBIG && g->start[g->n_rules] <= MOST_MODELLED
           ? wpp_grammar_encode (g, out, size)
           : err;
}

/* Read the header from R, check its counts against the size of what follows, and let both streams
   begin.  */
static int
read_header (struct codec *c, struct wpp_reader *r)
{
  uint8_t flags = wpp_read_u8 (r);
  c->exponents = flags & FLAG_EXPONENTS;
  c->n_terminals = wpp_read_leb32 (r);
  c->n_rules = wpp_read_leb32 (r);
  c->n_symbols = wpp_read_leb (r);
  c->s_length = wpp_read_leb (r);
  uint64_t index_size = wpp_read_leb (r);
  if (r->bad || flags & ~FLAG_EXPONENTS)
    return WPP_E_CORRUPT;
  if (c->n_rules == 0 || c->n_rules - 1 > c->n_symbols || c->n_terminals > c->n_symbols
      || c->s_length > c->n_symbols || (uint64_t)c->n_terminals + c->n_rules >= WPP_RULE)
    return WPP_E_CORRUPT;
  if (c->n_symbols > MOST_MODELLED || c->n_symbols / MOST_SYMBOLS_A_BYTE > wpp_reader_left (r)
      || index_size > wpp_reader_left (r))
    return WPP_E_CORRUPT;
  wpp_coder_decode (&c->indices.coder, r->at, index_size);
  wpp_coder_decode (&c->coder, r->at + index_size, wpp_reader_left (r) - index_size);
  return WPP_OK;
}

/* Has C read all that it should decode, and no more?  */
static bool
used_up_p (const struct wpp_coder *c)
{
  return !wpp_coder_overrun_p (c) && c->in.at == c->in.end;
}

/* Did the bytes hold what the header promised, and no more?  */
static bool
complete_p (const struct codec *c)
{
  return c->n_opened == c->n_rules && c->n_seen == c->n_terminals && c->n_passed == c->n_symbols
         && used_up_p (&c->coder) && used_up_p (&c->indices.coder);
}

struct wpp_grammar *
wpp_grammar_decode (const unsigned char *data, size_t size, int *err)
{
  struct codec c = { 0 };
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_grammar *g = NULL;

  if (size > 0 && data[0] == FLAG_PLAIN)
    {
      g = wpp_plain_decode (data + 1, size - 1, err);
      if (g && (*err = wpp_grammar_finish (g)))
        {
          wpp_grammar_free (g);
          g = NULL;
        }
      return g;
    }
  *err = read_header (&c, &r);
  if (*err)
    return NULL;
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
