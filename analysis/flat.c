/* The form of a grammar that is gone through, not kept (flat.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "flat.h"

/* Symbols that a rule is to save.  */
#define WORTH 128u
/* Uses of one that is repeated.  */
#define REPEATED UINT32_MAX
/* A power that is used so often is a rule of its own.  */
#define OFTEN 8u
/* Symbols have no more bytes.  */
#define MOST_WIDTH 4u

/* ---- Which rules stay, and what they are then.  */

struct flattening
{
  const struct wpp_grammar *g;
  uint64_t *uses;        /* [n_rules] in what stays */
  uint32_t *number;      /* [n_rules] among those that stay, or 0; S is 0 */
  uint32_t n_kept;       /* S included */
  uint64_t *start;       /* [n_kept + 1] */
  uint32_t *symbols;     /* as in the grammar, but rules by their new numbers */
  uint32_t *exponents;
  uint64_t n, room;
  uint64_t *stack;       /* [n_rules] places in rules being written out */
};

static bool
stays_p (const struct flattening *f, uint32_t rule)
{
  return rule == 0 || f->number[rule] != 0;
}

/* Decide on all rules, wholes before parts: a rule in as many places of what stays as it has USES saves
   all but one copy, and costs a symbol for each.  One that is repeated stays.  */
static void
choose_rules (struct flattening *f)
{
  const struct wpp_grammar *g = f->g;
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (WPP_IS_RULE (g->symbols[i]) && wpp_grammar_exponent (g, i) > 1)
      f->uses[WPP_RULE_INDEX (g->symbols[i])] = REPEATED;
  f->n_kept = 1;
  f->uses[0] = 1;
  for (uint32_t k = g->n_rules; k-- > 0;)
    {
      uint32_t r = g->order[k];
      uint64_t length = g->start[r + 1] - g->start[r];
      if (r && (f->uses[r] >= REPEATED || f->uses[r] * (length - 1) >= WORTH))
        f->number[r] = f->n_kept++;
      uint64_t times = stays_p (f, r) ? 1 : f->uses[r];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        if (WPP_IS_RULE (g->symbols[i]))
          f->uses[WPP_RULE_INDEX (g->symbols[i])] += times;
    }
}

/* Append SYMBOL^EXPONENT to the rule that begins at BEGIN.  */
static int
put (struct flattening *f, uint64_t begin, uint32_t symbol, uint32_t exponent)
{
  if (f->n > begin && f->symbols[f->n - 1] == symbol && exponent <= UINT32_MAX - f->exponents[f->n - 1])
    {
      f->exponents[f->n - 1] += exponent;
      return 0;
    }
  if (f->n == f->room)
    {
      uint64_t room = f->room + f->room / 2 + 1024;
      uint32_t *symbols = reallocarray (f->symbols, room, sizeof *symbols);
      f->symbols = symbols ? symbols : f->symbols;
      uint32_t *exponents = reallocarray (f->exponents, room, sizeof *exponents);
      f->exponents = exponents ? exponents : f->exponents;
      if (!symbols || !exponents)
        return WPP_E_NOMEM;
      f->room = room;
    }
  f->symbols[f->n] = symbol;
  f->exponents[f->n++] = exponent;
  return 0;
}

/* Write out RULE, which stays.  A rule is on the stack but once.  */
static int
write_out (struct flattening *f, uint32_t rule)
{
  const struct wpp_grammar *g = f->g;
  uint64_t begin = f->n, depth = 0, at = g->start[rule], end = g->start[rule + 1];
  int err = 0;
  while (!err && (at < end || depth))
    {
      if (at == end)
        {
          end = f->stack[--depth];
          at = f->stack[--depth];
          continue;
        }
      uint32_t s = g->symbols[at], r = WPP_RULE_INDEX (s);
      uint32_t exponent = wpp_grammar_exponent (g, at++);
      if (!WPP_IS_RULE (s))
        err = put (f, begin, s, exponent);
      else if (stays_p (f, r))
        err = put (f, begin, WPP_RULE | f->number[r], exponent);
      else
        {
          f->stack[depth++] = at;
          f->stack[depth++] = end;
          at = g->start[r];
          end = g->start[r + 1];
        }
    }
  return err;
}

static int
flatten (struct flattening *f)
{
  const struct wpp_grammar *g = f->g;
  f->uses = calloc (g->n_rules, sizeof *f->uses);
  f->number = calloc (g->n_rules, sizeof *f->number);
  f->stack = reallocarray (NULL, g->n_rules, 2 * sizeof *f->stack);
  if (!f->uses || !f->number || !f->stack)
    return WPP_E_NOMEM;
  choose_rules (f);
  f->start = calloc (f->n_kept + (size_t)1, sizeof *f->start);
  int err = f->start ? 0 : WPP_E_NOMEM;
  for (uint32_t k = g->n_rules; k-- > 0 && !err;)
    if (stays_p (f, g->order[k]))
      {
        err = write_out (f, g->order[k]);
        f->start[f->number[g->order[k]] + 1] = f->n;
      }
  return err;
}

static void
release (struct flattening *f)
{
  free (f->uses);
  free (f->number);
  free (f->stack);
  free (f->start);
  free (f->symbols);
  free (f->exponents);
}

/* ---- Coding.  */

struct power
{
  uint32_t symbol, exponent;
};

/* The powers of a grammar, each once.  */
struct powers
{
  struct power *power;
  uint32_t *uses;        /* [n] */
  uint32_t *rule;        /* [n] its number, or 0 */
  uint32_t n, n_rules, room;
  uint32_t *slots;       /* by hash: number + 1, or 0 */
  uint32_t slot_mask;
};

static uint32_t
find_slot (const struct powers *p, struct power power)
{
  uint64_t hash = ((uint64_t)power.symbol << 32 | power.exponent) * 0x9e3779b97f4a7c15ull;
  uint32_t i = (uint32_t)(hash >> 32) & p->slot_mask;
  while (p->slots[i] && (p->power[p->slots[i] - 1].symbol != power.symbol
                         || p->power[p->slots[i] - 1].exponent != power.exponent))
    i = (i + 1) & p->slot_mask;
  return i;
}

static int
enlarge (struct powers *p)
{
  uint32_t room = p->room ? 2 * p->room : 256;
  struct power *power = reallocarray (p->power, room, sizeof *power);
  p->power = power ? power : p->power;
  uint32_t *uses = reallocarray (p->uses, room, sizeof *uses);
  p->uses = uses ? uses : p->uses;
  uint32_t *slots = calloc (2 * (size_t)room, sizeof *slots);
  if (!power || !uses || !slots)
    {
      free (slots);
      return WPP_E_NOMEM;
    }
  free (p->slots);
  p->slots = slots;
  p->slot_mask = 2 * room - 1;
  p->room = room;
  for (uint32_t i = 0; i < p->n; i++)
    p->slots[find_slot (p, p->power[i])] = i + 1;
  return 0;
}

/* Set *NUMBER to that of POWER among P's.  */
static int
number_power (struct powers *p, struct power power, uint32_t *number)
{
  int err = p->n == p->room ? enlarge (p) : 0;
  if (err)
    return err;
  uint32_t slot = find_slot (p, power);
  if (!p->slots[slot])
    {
      p->uses[p->n] = 0;
      p->power[p->n++] = power;
      p->slots[slot] = p->n;
    }
  *number = p->slots[slot] - 1;
  p->uses[*number]++;
  return 0;
}

/* Find F's powers; their numbers take the places of their symbols.  */
static int
find_powers (struct flattening *f, struct powers *powers)
{
  int err = 0;
  for (uint64_t i = 0; i < f->n && !err; i++)
    if (f->exponents[i] > 1)
      err = number_power (powers, (struct power){ f->symbols[i], f->exponents[i] }, &f->symbols[i]);
  return err;
}

/* Number rules anew, with those of powers: one comes right before the rule that it is a power of, as that may be
   used by nothing else.  NUMBER [n_kept + 1] becomes the new numbers, and how many there are.  */
static int
number_rules (const struct flattening *f, struct powers *powers, uint32_t *number)
{
  uint32_t *next = calloc (f->n_kept + (size_t)1, sizeof *next), n = 0;
  powers->rule = calloc (powers->n + (size_t)1, sizeof *powers->rule);
  if (!next || !powers->rule)
    {
      free (next);
      return WPP_E_NOMEM;
    }
  for (int pass = 0; pass < 2; pass++)
    {
      for (uint32_t i = 0; i < powers->n; i++)
        {
          uint32_t s = powers->power[i].symbol, base = WPP_IS_RULE (s) ? WPP_RULE_INDEX (s) : f->n_kept;
          if (powers->uses[i] >= OFTEN)
            powers->rule[i] = next[base]++;
        }
      for (uint32_t r = 0; pass == 0 && r <= f->n_kept; r++)
        {
          uint32_t n_powers = next[r];
          next[r] = n;
          number[r] = n += n_powers;
          n += r < f->n_kept;
        }
    }
  powers->n_rules = n - f->n_kept;
  free (next);
  return (uint64_t)f->g->n_terminals + n + powers->n < UINT32_MAX ? 0 : WPP_E_TOOBIG;
}

/* What is coded.  */
struct coding
{
  const struct flattening *f;
  const struct powers *powers;
  const uint32_t *number;    /* of rules that stay */
  uint32_t n_rules;          /* all */
  uint32_t *source;          /* [n_rules] what stays, or WPP_RULE | a power */
  unsigned width;
};

static uint32_t
number_of (const struct coding *c, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? c->f->g->n_terminals + c->number[WPP_RULE_INDEX (symbol)] : symbol;
}

static unsigned char *
put_symbol (const struct coding *c, uint32_t symbol, unsigned char *p)
{
  for (unsigned k = 0; k < c->width; k++)
    *p++ = symbol >> 8 * k;
  return p;
}

static void
put_symbols (const struct coding *c, struct wpp_buffer *b)
{
  const struct flattening *f = c->f;
  uint32_t rules = f->g->n_terminals, powers = rules + c->n_rules;
  unsigned char *p = wpp_buffer_add (b, (f->n + c->powers->n_rules) * c->width);
  for (uint32_t r = 0; p && r < c->n_rules; r++)
    if (WPP_IS_RULE (c->source[r]))
      p = put_symbol (c, powers + WPP_RULE_INDEX (c->source[r]), p);
    else
      for (uint64_t i = f->start[c->source[r]]; i < f->start[c->source[r] + 1]; i++)
        {
          uint32_t s = f->symbols[i], rule = f->exponents[i] > 1 ? c->powers->rule[s] : 0;
          p = put_symbol (c, f->exponents[i] == 1 ? number_of (c, s) : rule ? rules + rule : powers + s, p);
        }
}

static void
put_all (const struct coding *c, struct wpp_buffer *b)
{
  const struct flattening *f = c->f;
  const struct powers *powers = c->powers;
  wpp_put_leb (b, f->g->n_terminals);
  wpp_put_leb (b, c->n_rules);
  wpp_put_leb (b, powers->n);
  wpp_put_leb (b, f->n + powers->n_rules);
  wpp_put_u8 (b, c->width);
  for (uint32_t t = 0; t < f->g->n_terminals; t++)
    wpp_put_leb (b, f->g->terminals[t]);
  for (uint32_t r = 0; r < c->n_rules; r++)
    {
      uint32_t s = c->source[r];
      wpp_put_leb (b, WPP_IS_RULE (s) ? 0 : f->start[s + 1] - f->start[s] - (r > 0));
    }
  for (uint32_t i = 0; i < powers->n; i++)
    {
      wpp_put_leb (b, number_of (c, powers->power[i].symbol));
      wpp_put_leb (b, powers->power[i].exponent);
    }
  put_symbols (c, b);
}

static int
encode (struct flattening *f, struct powers *powers, struct wpp_buffer *b)
{
  uint32_t *number = malloc ((f->n_kept + (size_t)1) * sizeof *number);
  int err = number ? number_rules (f, powers, number) : WPP_E_NOMEM;
  struct coding c = { .f = f, .powers = powers, .number = number, .n_rules = f->n_kept + powers->n_rules,
                      .width = 1 };
  c.source = err ? NULL : malloc (c.n_rules * sizeof *c.source);
  if (!err && !c.source)
    err = WPP_E_NOMEM;
  if (!err)
    {
      uint64_t greatest = (uint64_t)f->g->n_terminals + c.n_rules + powers->n - 1;
      while (greatest >> 8 * c.width)
        c.width++;
      for (uint32_t r = 0; r < f->n_kept; r++)
        c.source[number[r]] = r;
      for (uint32_t i = 0; i < powers->n; i++)
        if (powers->rule[i])
          c.source[powers->rule[i]] = WPP_RULE | i;
      put_all (&c, b);
      err = b->failed ? WPP_E_NOMEM : 0;
    }
  free (c.source);
  free (number);
  return err;
}

int
wpp_flat_encode (const struct wpp_grammar *g, struct wpp_buffer *b)
{
  struct flattening f = { .g = g };
  struct powers powers = { 0 };
  int err = flatten (&f);
  if (!err)
    err = find_powers (&f, &powers);
  if (!err)
    err = encode (&f, &powers, b);
  release (&f);
  free (powers.power);
  free (powers.uses);
  free (powers.rule);
  free (powers.slots);
  return err;
}

/* ---- Decoding.  */

struct head
{
  uint32_t n_terminals, n_rules, n_powers;
  uint64_t n_symbols;
  unsigned width;
};

static int
read_head (struct wpp_reader *r, struct head *h)
{
  h->n_terminals = wpp_read_leb32 (r);
  h->n_rules = wpp_read_leb32 (r);
  h->n_powers = wpp_read_leb32 (r);
  h->n_symbols = wpp_read_leb (r);
  h->width = wpp_read_u8 (r);
  uint64_t left = wpp_reader_left (r);
  return r->bad || !h->n_rules || h->n_rules > left || h->n_terminals > left || h->n_powers > left
             || !h->width || h->width > MOST_WIDTH || h->n_symbols > left / h->width
             || (uint64_t)h->n_terminals + h->n_rules + h->n_powers > UINT32_MAX
           ? WPP_E_CORRUPT
           : 0;
}

static int
read_tables (struct wpp_reader *r, const struct head *h, struct wpp_grammar *g)
{
  g->n_terminals = h->n_terminals;
  g->n_rules = h->n_rules;
  g->terminals = malloc ((h->n_terminals + (size_t)1) * sizeof *g->terminals);
  g->start = calloc (h->n_rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc ((h->n_symbols + 1) * sizeof *g->symbols);
  g->exponents = h->n_powers ? malloc ((h->n_symbols + 1) * sizeof *g->exponents) : NULL;
  if (!g->terminals || !g->start || !g->symbols || (h->n_powers && !g->exponents))
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < h->n_terminals; t++)
    g->terminals[t] = wpp_read_leb32 (r);
  for (uint32_t i = 0; i < h->n_rules; i++)
    {
      uint64_t n = wpp_read_leb (r);
      if (n > h->n_symbols - g->start[i] || (i && n == h->n_symbols - g->start[i]))
        return WPP_E_CORRUPT;
      g->start[i + 1] = g->start[i] + n + (i > 0);
    }
  return r->bad || g->start[h->n_rules] != h->n_symbols ? WPP_E_CORRUPT : 0;
}

/* What symbols stand for: a grammar's symbol and an exponent.  */
static struct power *
read_meanings (struct wpp_reader *r, const struct head *h, int *err)
{
  uint32_t base = h->n_terminals + h->n_rules;
  struct power *meanings = malloc ((base + (size_t)h->n_powers) * sizeof *meanings);
  *err = meanings ? 0 : WPP_E_NOMEM;
  if (!meanings)
    return NULL;
  for (uint32_t t = 0; t < h->n_terminals; t++)
    meanings[t] = (struct power){ t, 1 };
  for (uint32_t k = 0; k < h->n_rules; k++)
    meanings[h->n_terminals + k] = (struct power){ WPP_RULE | k, 1 };
  for (uint32_t i = 0; i < h->n_powers && !*err; i++)
    {
      uint32_t s = wpp_read_leb32 (r), exponent = wpp_read_leb32 (r);
      if (r->bad || s >= base || !exponent)
        *err = WPP_E_CORRUPT;
      else
        meanings[base + i] = (struct power){ meanings[s].symbol, exponent };
    }
  return meanings;
}

/* Set G's symbols from FROM to END - 1 to what the numbers of WIDTH bytes at P mean, N_MEANINGS at most, and note in SEEN
   which there are.  */
static inline __attribute__ ((always_inline)) int
look_up (const unsigned char *p, unsigned width, const struct power *meanings, uint32_t n_meanings,
         struct wpp_grammar *g, uint64_t from, uint64_t end, bool *seen)
{
  p += from * width;
  for (uint64_t i = from; i < end; i++, p += width)
    {
      uint32_t s = p[0];
      for (unsigned k = 1; k < width; k++)
        s |= (uint32_t)p[k] << 8 * k;
      if (s >= n_meanings)
        return WPP_E_CORRUPT;
      seen[s] = true;
      g->symbols[i] = meanings[s].symbol;
      if (g->exponents)
        g->exponents[i] = meanings[s].exponent;
    }
  return 0;
}

static int
look_up_all (const unsigned char *p, unsigned width, const struct power *meanings, uint32_t n_meanings,
             struct wpp_grammar *g, uint64_t from, uint64_t end, bool *seen)
{
  switch (width)
    {
    case 1:
      return look_up (p, 1, meanings, n_meanings, g, from, end, seen);
    case 2:
      return look_up (p, 2, meanings, n_meanings, g, from, end, seen);
    case 3:
      return look_up (p, 3, meanings, n_meanings, g, from, end, seen);
    default:
      return look_up (p, 4, meanings, n_meanings, g, from, end, seen);
    }
}

/* Set USED [n_rules] to the rules that are among the symbols SEEN in S; S is not to be.  */
static int
find_used (const struct head *h, const struct power *meanings, const bool *seen, bool *used)
{
  uint32_t n = h->n_terminals + h->n_rules + h->n_powers;
  for (uint32_t s = h->n_terminals; s < n; s++)
    if (seen[s] && WPP_IS_RULE (meanings[s].symbol))
      used[WPP_RULE_INDEX (meanings[s].symbol)] = true;
  return used[0] ? WPP_E_CORRUPT : 0;
}

/* Read G's symbols, and finish it.  S is most of it: what is right of numbers is not looked at again at each
   symbol.  */
static int
read_symbols (struct wpp_reader *r, const struct head *h, struct wpp_grammar *g)
{
  int err;
  struct power *meanings = read_meanings (r, h, &err);
  uint32_t n = h->n_terminals + h->n_rules + h->n_powers;
  bool *seen = calloc (n, sizeof *seen), *used = calloc (h->n_rules, sizeof *used);
  if (!err && (!seen || !used))
    err = WPP_E_NOMEM;
  if (!err && (r->bad || wpp_reader_left (r) != h->n_symbols * h->width))
    err = WPP_E_CORRUPT;
  if (!err)
    err = look_up_all (r->at, h->width, meanings, n, g, 0, g->start[1], seen);
  if (!err)
    err = find_used (h, meanings, seen, used);
  if (!err)
    err = look_up_all (r->at, h->width, meanings, n, g, g->start[1], h->n_symbols, seen);
  if (!err)
    err = wpp_grammar_finish_sorted (g, used);
  free (meanings);
  free (seen);
  free (used);
  return err;
}

struct wpp_grammar *
wpp_flat_decode (const unsigned char *data, size_t size, int *err)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct head h;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *err = g ? read_head (&r, &h) : WPP_E_NOMEM;
  if (!*err)
    *err = read_tables (&r, &h, g);
  if (!*err)
    *err = read_symbols (&r, &h, g);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}
