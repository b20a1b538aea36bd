/* The flat form of a grammar, for a single traversal (flat.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: the writer and the reader of the form stand beside each other.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "activations/projection/flat.h"
#include "activations/projection/write-out.h"

/* A rule stays if it saves at least this many symbols.  */
#define WORTH 128u
/* The number of uses of a rule that is repeated: it always stays.  */
#define REPEATED UINT32_MAX
/* A power that is used this often is a rule of its own.  */
#define OFTEN 8u
/* This many numbers stay in the cache after they are copied.  */
#define NEAR 4096u
/* The most bytes of a symbol.  */
#define MOST_WIDTH 4u

/* ---- Which rules stay.  */

struct flattening
{
  const struct wpp_grammar *g;
  uint64_t *uses;        /* [n_rules] uses in the rules that stay */
  uint32_t n_kept;       /* rules that stay, S included */
  uint64_t *start;       /* [n_kept + 1] */
  struct wpp_written out; /* the rules that stay, wholes before parts */
};

static bool
stays_p (const struct flattening *f, uint32_t rule)
{
  return rule == 0 || f->out.number[rule] != 0;
}

/* Decide on all rules, wholes before parts.  A rule with N uses in rules that stay saves N - 1 copies, and costs a
   symbol for each use.  A rule that is repeated stays.  */
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
        f->out.number[r] = f->n_kept++;
      uint64_t times = stays_p (f, r) ? 1 : f->uses[r];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        if (WPP_IS_RULE (g->symbols[i]))
          f->uses[WPP_RULE_INDEX (g->symbols[i])] += times;
    }
}

static int
flatten (struct flattening *f)
{
  const struct wpp_grammar *g = f->g;
  int err = wpp_written_init (&f->out, g);
  f->uses = calloc (g->n_rules, sizeof *f->uses);
  if (err || !f->uses)
    return WPP_E_NOMEM;
  choose_rules (f);
  f->start = calloc (f->n_kept + (size_t)1, sizeof *f->start);
  err = f->start ? 0 : WPP_E_NOMEM;
  for (uint32_t k = g->n_rules; k-- > 0 && !err;)
    if (stays_p (f, g->order[k]))
      {
        err = wpp_write_out (&f->out, g->order[k]);
        f->start[f->out.number[g->order[k]] + 1] = f->out.n;
      }
  return err;
}

static void
release (struct flattening *f)
{
  free (f->uses);
  free (f->start);
  wpp_written_release (&f->out);
}

/* ---- Coding.  */

/* A power of a grammar.  */
struct used_power
{
  struct wpp_power power;
  uint32_t uses;
  uint32_t rule; /* its number, or 0 */
};

/* The powers of a grammar, each once.  */
struct powers
{
  struct used_power *power; /* [table.n] */
  size_t room;
  struct wpp_hash_table table;
  uint32_t n_rules;
};

static bool
power_is_p (const void *powers, uint32_t number, const void *key)
{
  const struct wpp_power *known = &((const struct powers *)powers)->power[number].power, *wanted = key;
  return known->symbol == wanted->symbol && known->exponent == wanted->exponent;
}

/* Set *NUMBER to the number of POWER among P's.  */
static int
number_power (struct powers *p, struct wpp_power power, uint32_t *number)
{
  int err = wpp_hash_reserve (&p->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&p->table, (uint64_t)power.symbol << 32 | power.exponent);
  *number = wpp_hash_find (&p->table, hash, power_is_p, p, &power);
  if (*number == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (p->power, p->room, p->table.n, 1))
        return WPP_E_NOMEM;
      *number = p->table.n;
      p->power[*number] = (struct used_power){ .power = power };
      wpp_hash_add (&p->table, hash, *number);
    }
  p->power[*number].uses++;
  return 0;
}

/* Find F's powers, and replace their symbols by their numbers.  */
static int
find_powers (struct flattening *f, struct powers *powers)
{
  int err = 0;
  for (uint64_t i = 0; i < f->out.n && !err; i++)
    if (f->out.exponents[i] > 1)
      err = number_power (powers, (struct wpp_power){ f->out.symbols[i], f->out.exponents[i] }, &f->out.symbols[i]);
  return err;
}

/* Renumber all rules, including those of powers.  The rule of a power comes directly before the rule that is its base,
   because nothing else may use the base.  Set NUMBER [n_kept + 1] to the new numbers, and after them the number of
   rules.  */
static int
number_rules (const struct flattening *f, struct powers *powers, uint32_t *number)
{
  uint32_t *next = calloc (f->n_kept + (size_t)1, sizeof *next), n = 0;
  if (!next)
    return WPP_E_NOMEM;
  for (int pass = 0; pass < 2; pass++)
    {
      for (uint32_t i = 0; i < powers->table.n; i++)
        {
          struct used_power *p = &powers->power[i];
          uint32_t s = p->power.symbol, base = WPP_IS_RULE (s) ? WPP_RULE_INDEX (s) : f->n_kept;
          if (p->uses >= OFTEN)
            p->rule = next[base]++;
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
  return (uint64_t)f->g->n_terminals + n + powers->table.n < UINT32_MAX ? 0 : WPP_E_TOOBIG;
}

/* The rules to be coded.  */
struct coding
{
  const struct flattening *f;
  const struct powers *powers;
  const uint32_t *number;    /* of rules that stay */
  uint32_t n_rules;          /* all */
  uint32_t *source;          /* [n_rules] a rule that stays, or WPP_RULE | a power */
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
  unsigned char *p = wpp_buffer_add (b, (f->out.n + c->powers->n_rules) * c->width);
  for (uint32_t r = 0; p && r < c->n_rules; r++)
    if (WPP_IS_RULE (c->source[r]))
      p = put_symbol (c, powers + WPP_RULE_INDEX (c->source[r]), p);
    else
      for (uint64_t i = f->start[c->source[r]]; i < f->start[c->source[r] + 1]; i++)
        {
          uint32_t s = f->out.symbols[i], rule = f->out.exponents[i] > 1 ? c->powers->power[s].rule : 0;
          p = put_symbol (c, f->out.exponents[i] == 1 ? number_of (c, s) : rule ? rules + rule : powers + s, p);
        }
}

static void
put_all (const struct coding *c, struct wpp_buffer *b)
{
  const struct flattening *f = c->f;
  const struct powers *powers = c->powers;
  wpp_put_leb (b, f->g->n_terminals);
  wpp_put_leb (b, c->n_rules);
  wpp_put_leb (b, powers->table.n);
  wpp_put_leb (b, f->out.n + powers->n_rules);
  wpp_put_u8 (b, c->width);
  for (uint32_t t = 0; t < f->g->n_terminals; t++)
    wpp_put_leb (b, f->g->terminals[t]);
  for (uint32_t r = 0; r < c->n_rules; r++)
    {
      uint32_t s = c->source[r];
      wpp_put_leb (b, WPP_IS_RULE (s) ? 0 : f->start[s + 1] - f->start[s] - (r > 0));
    }
  for (uint32_t i = 0; i < powers->table.n; i++)
    {
      wpp_put_leb (b, number_of (c, powers->power[i].power.symbol));
      wpp_put_leb (b, powers->power[i].power.exponent);
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
      uint64_t greatest = (uint64_t)f->g->n_terminals + c.n_rules + powers->table.n - 1;
      while (greatest >> 8 * c.width)
        c.width++;
      for (uint32_t r = 0; r < f->n_kept; r++)
        c.source[number[r]] = r;
      for (uint32_t i = 0; i < powers->table.n; i++)
        if (powers->power[i].rule)
          c.source[powers->power[i].rule] = WPP_RULE | i;
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
  wpp_hash_release (&powers.table);
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

/* Read G's terminals and the beginnings of its rules.  */
static int
read_tables (struct wpp_reader *r, const struct head *h, struct wpp_grammar *g)
{
  g->n_terminals = h->n_terminals;
  g->n_rules = h->n_rules;
  g->terminals = malloc ((h->n_terminals + (size_t)1) * sizeof *g->terminals);
  g->start = calloc (h->n_rules + (size_t)1, sizeof *g->start);
  if (!g->terminals || !g->start)
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

/* Read the meanings of numbers: a symbol and an exponent each.  */
static struct wpp_power *
read_meanings (struct wpp_reader *r, const struct head *h, int *err)
{
  uint32_t base = h->n_terminals + h->n_rules;
  struct wpp_power *meanings = malloc ((base + (size_t)h->n_powers) * sizeof *meanings);
  *err = meanings ? 0 : WPP_E_NOMEM;
  if (!meanings)
    return NULL;
  for (uint32_t s = 0; s < base; s++)
    meanings[s] = (struct wpp_power){ s, 1 };
  for (uint32_t i = 0; i < h->n_powers && !*err; i++)
    {
      uint32_t s = wpp_read_leb32 (r), exponent = wpp_read_leb32 (r);
      /* No rule may use S, the first rule.  */
      if (r->bad || s >= base || s == h->n_terminals || !exponent)
        *err = WPP_E_CORRUPT;
      else
        meanings[base + i] = (struct wpp_power){ s, exponent };
    }
  return meanings;
}

static inline uint32_t
number_at (const unsigned char *p, unsigned width)
{
  uint32_t s = p[0];
  for (unsigned k = 1; k < width; k++)
    s |= (uint32_t)p[k] << 8 * k;
  return s;
}

/* Set the N symbols of G from TO on to the meanings of the numbers, of WIDTH bytes each, at P; and mark in USED
   [n_rules] the rules among them.  */
static int
look_up (const unsigned char *p, const struct head *h, const struct wpp_power *meanings,
         struct wpp_grammar *g, uint64_t to, uint64_t n, bool *used)
{
  uint32_t all = h->n_terminals + h->n_rules + h->n_powers;
  for (uint64_t i = to; i < to + n; i++, p += h->width)
    {
      uint32_t number = number_at (p, h->width);
      if (number >= all || number == h->n_terminals)
        return WPP_E_CORRUPT;
      uint32_t s = meanings[number].symbol, rule = s - h->n_terminals;
      g->symbols[i] = s < h->n_terminals ? s : WPP_RULE | rule;
      if (s >= h->n_terminals)
        used[rule] = true;
      if (g->exponents)
        g->exponents[i] = meanings[number].exponent;
    }
  return 0;
}

/* Are all NUMBERS [N] less than ALL, and none of them NONE, the number of S?  */
static bool
numbers_ok_p (const uint16_t *numbers, size_t n, uint32_t all, uint32_t none)
{
  /* Vector units compare only signed numbers.  */
  typedef int16_t some __attribute__ ((vector_size (16), aligned (2)));
  const some least = (some){ 0 } + INT16_MIN, zero = { 0 };
  const some most = zero + (int16_t)((all - 1) ^ 0x8000), s = zero + (int16_t)none;
  const size_t together = sizeof least / sizeof *numbers;
  some bad = { 0 };
  size_t i = 0;
  bool ok = true;
  for (; i + together <= n; i += together)
    {
      some these;
      memcpy (&these, numbers + i, sizeof these);
      bad |= ((these ^ least) > most) | (these == s);
    }
  for (size_t k = 0; k < together; k++)
    ok &= !bad[k];
  for (; i < n; i++)
    ok &= numbers[i] < all && numbers[i] != none;
  return ok;
}

/* Copy the N numbers of 16 bits at P to NUMBERS, and return whether they are valid.  */
static bool
take_narrow (const unsigned char *p, uint64_t n, uint32_t all, uint32_t none, uint16_t *numbers)
{
  bool ok = true;
  for (uint64_t i = 0; i < n; i += NEAR)
    {
      size_t some = n - i < NEAR ? n - i : NEAR;
      memcpy (numbers + i, p + i * sizeof *numbers, some * sizeof *numbers);
      ok &= numbers_ok_p (numbers + i, some, all, none);
    }
  return ok;
}

/* Read the N numbers of S at P into a sentence of its own.  */
static struct wpp_sentence *
read_sentence (const unsigned char *p, const struct head *h, const struct wpp_power *meanings, uint64_t n, int *err)
{
  uint32_t base = h->n_terminals + h->n_rules, all = base + h->n_powers;
  struct wpp_sentence *s = wpp_sentence_new (n, base, h->n_powers);
  *err = s ? 0 : WPP_E_NOMEM;
  if (!s)
    return NULL;
  memcpy (s->powers, meanings + base, h->n_powers * sizeof *meanings);
  bool ok = true;
  if (h->width == 2 && s->narrow)
    ok = take_narrow (p, n, all, h->n_terminals, s->narrow);
  else
    for (uint64_t i = 0; i < n; i++, p += h->width)
      {
        uint32_t number = number_at (p, h->width);
        ok &= number < all && number != h->n_terminals;
        if (s->narrow)
          s->narrow[i] = number;
        else
          s->wide[i] = number;
      }
  *err = ok ? 0 : WPP_E_CORRUPT;
  return s;
}

/* Read G's symbols, and finish G.  If SENTENCE is not null, put the symbols of S there.  */
static int
read_symbols (struct wpp_reader *r, const struct head *h, struct wpp_grammar *g, struct wpp_sentence **sentence)
{
  int err;
  uint64_t n = g->start[1], rest = h->n_symbols - n, kept = sentence ? rest : h->n_symbols;
  struct wpp_power *meanings = read_meanings (r, h, &err);
  bool *used = calloc (h->n_rules, sizeof *used);
  g->symbols = malloc ((kept + 1) * sizeof *g->symbols);
  g->exponents = h->n_powers ? malloc ((kept + 1) * sizeof *g->exponents) : NULL;
  if (!err && (!used || !g->symbols || (h->n_powers && !g->exponents)))
    err = WPP_E_NOMEM;
  if (!err && (r->bad || wpp_reader_left (r) != h->n_symbols * h->width))
    err = WPP_E_CORRUPT;
  if (!err && sentence)
    {
      *sentence = read_sentence (r->at, h, meanings, n, &err);
      memset (used, true, h->n_rules * sizeof *used);
      for (uint32_t i = 1; i <= h->n_rules; i++)
        g->start[i] -= n;
    }
  else if (!err)
    err = look_up (r->at, h, meanings, g, 0, n, used);
  if (!err)
    err = look_up (r->at + n * h->width, h, meanings, g, kept - rest, rest, used);
  if (!err)
    err = wpp_grammar_finish_sorted (g, used);
  free (meanings);
  free (used);
  return err;
}

struct wpp_grammar *
wpp_flat_decode (const unsigned char *data, size_t size, struct wpp_sentence **s, int *err)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct head h;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  if (s)
    *s = NULL;
  *err = g ? read_head (&r, &h) : WPP_E_NOMEM;
  if (!*err)
    *err = read_tables (&r, &h, g);
  if (!*err)
    *err = read_symbols (&r, &h, g, s);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  if (s)
    {
      wpp_sentence_free (*s);
      *s = NULL;
    }
  return NULL;
}
