/* Columns: streams of numbers, in blocks, as few bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <string.h>
#include "wet/column.h"

/* What FCM and dFCM know: as many values as a table for a block needs.  */
#define TABLE_LOG 10u
#define MOST_RECENT 16u
/* Blocks of a column for which the same form is taken.  */
#define FAITHFUL 8u
/* Values of a block by which its form is chosen.  */
#define SAMPLE 1024u
/* So much shorter a form must be than one that was tried before: zstd finds what repeats, too, and sees less of it in
   the symbols of a predictor.  */
#define WORTH 1.5

enum number_kind
{
  NUMBER_PLAIN,
  NUMBER_ZIGZAG,         /* with a sign in the lowest bit */
  NUMBER_DELTA,          /* the difference to the one before, likewise */
  N_NUMBER_KINDS
};

/* ---- Predictors.  */

struct predictor
{
  uint64_t table[1u << TABLE_LOG]; /* FCM */
  uint64_t recent[MOST_RECENT];  /* last n */
  uint64_t before[3];            /* values, or differences; the last one first */
  uint64_t last;
  uint32_t next;                 /* of RECENT, that is replaced next */
};

static const struct { const char *name; uint8_t context, recent; bool differences; } shapes[WPP_N_WET_FORMS] = {
  [WPP_WET_FCM_1] = { "fcm-1", 1, 0, false }, [WPP_WET_FCM_2] = { "fcm-2", 2, 0, false },
  [WPP_WET_FCM_3] = { "fcm-3", 3, 0, false }, [WPP_WET_DFCM_1] = { "dfcm-1", 1, 0, true },
  [WPP_WET_DFCM_2] = { "dfcm-2", 2, 0, true }, [WPP_WET_DFCM_3] = { "dfcm-3", 3, 0, true },
  [WPP_WET_LAST_1] = { "last-1", 0, 1, false }, [WPP_WET_LAST_4] = { "last-4", 0, 4, false },
  [WPP_WET_LAST_16] = { "last-16", 0, 16, false }, [WPP_WET_STRIDE_1] = { "stride-1", 0, 1, true },
  [WPP_WET_STRIDE_4] = { "stride-4", 0, 4, true }, [WPP_WET_STRIDE_16] = { "stride-16", 0, 16, true }
};

bool
wpp_wet_predictor_named (const char *name, enum wpp_wet_predictor *p)
{
  static const char *const together[] = { "best", "paper", "none" };
  for (unsigned i = 0; i < sizeof together / sizeof *together; i++)
    if (!strcmp (name, together[i]))
      {
        *p = i;
        return true;
      }
  for (unsigned form = WPP_WET_CONSTANT + 1; form < WPP_N_WET_FORMS; form++)
    if (!strcmp (name, shapes[form].name))
      {
        *p = WPP_WET_ALONE + form;
        return true;
      }
  return false;
}

static void
start (struct predictor *p, enum wpp_wet_form form)
{
  if (shapes[form].context)
    memset (p->table, 0, sizeof p->table);
  memset (p->recent, 0, sizeof *p - offsetof (struct predictor, recent));
}

static inline uint64_t *
place_in_table (struct predictor *p, unsigned context)
{
  uint64_t h = p->before[0] * UINT64_C (0x9E3779B97F4A7C15);
  if (context > 1)
    h = (h ^ p->before[1]) * UINT64_C (0xC2B2AE3D27D4EB4F);
  if (context > 2)
    h = (h ^ p->before[2]) * UINT64_C (0x165667B19E3779F9);
  return &p->table[h >> (64 - TABLE_LOG)];
}

static inline void
shift_in (struct predictor *p, uint64_t x)
{
  p->before[2] = p->before[1];
  p->before[1] = p->before[0];
  p->before[0] = x;
}

/* The symbol of X for P, of a form with CONTEXT and RECENT; P has seen it.  */
static inline __attribute__ ((always_inline)) uint8_t
symbol_of (struct predictor *p, unsigned context, unsigned recent, uint64_t x)
{
  uint8_t symbol = 0;
  if (context)
    {
      uint64_t *place = place_in_table (p, context);
      symbol = *place == x;
      *place = x;
      shift_in (p, x);
      return symbol;
    }
  for (unsigned i = 0; i < recent; i++)
    if (p->recent[i] == x)
      return i + 1;
  p->recent[p->next] = x;
  p->next = p->next + 1 == recent ? 0 : p->next + 1;
  return symbol;
}

/* What SYMBOL, not 0, says; P has seen it.  MISS: what a 0 is.  */
static inline __attribute__ ((always_inline)) uint64_t
meant_by (struct predictor *p, unsigned context, unsigned recent, uint8_t symbol, uint64_t miss)
{
  if (context)
    {
      uint64_t *place = place_in_table (p, context), x = symbol ? *place : miss;
      *place = x;
      shift_in (p, x);
      return x;
    }
  if (symbol)
    return p->recent[symbol - 1];
  p->recent[p->next] = miss;
  p->next = p->next + 1 == recent ? 0 : p->next + 1;
  return miss;
}

/* ---- Blocks as symbols and misses.  */

struct coded
{
  uint8_t symbols[WPP_WET_BLOCK];
  uint64_t misses[WPP_WET_BLOCK];
  uint32_t n_misses;
  double bits;                   /* about */
};

static inline __attribute__ ((always_inline)) void
code_as (struct predictor *p, unsigned context, unsigned recent, bool differences, const uint64_t *v, uint32_t n,
         struct coded *c)
{
  for (uint32_t i = 0; i < n; i++)
    {
      uint64_t x = differences ? v[i] - p->last : v[i];
      c->symbols[i] = symbol_of (p, context, recent, x);
      p->last = v[i];
      c->misses[c->n_misses] = x;
      c->n_misses += !c->symbols[i];
    }
}

/* Call FUNCTION with the shape of FORM as constants.  */
#define WITH_SHAPE(FORM, FUNCTION, ...)                                                           \
  switch (FORM)                                                                                   \
    {                                                                                             \
    case WPP_WET_FCM_1: FUNCTION (p, 1, 0, false, __VA_ARGS__); break;                            \
    case WPP_WET_FCM_2: FUNCTION (p, 2, 0, false, __VA_ARGS__); break;                            \
    case WPP_WET_FCM_3: FUNCTION (p, 3, 0, false, __VA_ARGS__); break;                            \
    case WPP_WET_DFCM_1: FUNCTION (p, 1, 0, true, __VA_ARGS__); break;                            \
    case WPP_WET_DFCM_2: FUNCTION (p, 2, 0, true, __VA_ARGS__); break;                            \
    case WPP_WET_DFCM_3: FUNCTION (p, 3, 0, true, __VA_ARGS__); break;                            \
    case WPP_WET_LAST_1: FUNCTION (p, 0, 1, false, __VA_ARGS__); break;                           \
    case WPP_WET_LAST_4: FUNCTION (p, 0, 4, false, __VA_ARGS__); break;                           \
    case WPP_WET_LAST_16: FUNCTION (p, 0, 16, false, __VA_ARGS__); break;                         \
    case WPP_WET_STRIDE_1: FUNCTION (p, 0, 1, true, __VA_ARGS__); break;                          \
    case WPP_WET_STRIDE_4: FUNCTION (p, 0, 4, true, __VA_ARGS__); break;                          \
    default: FUNCTION (p, 0, 16, true, __VA_ARGS__); break;                                       \
    }

static unsigned
bits_of (uint64_t x)
{
  return x ? 64 - __builtin_clzll (x) : 0;
}

static uint64_t
zigzag (uint64_t x)
{
  return x << 1 ^ -(x >> 63);
}

static uint64_t
unzigzag (uint64_t x)
{
  return x >> 1 ^ -(x & 1);
}

/* About how many bits the N numbers V take.  */
static double
bits_of_numbers (const uint64_t *v, uint32_t n)
{
  uint64_t plain = 0, delta = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      unsigned signed_ = bits_of (zigzag (v[i])), without = bits_of (v[i]);
      plain += without < signed_ ? without : signed_;
      delta += bits_of (zigzag (v[i] - (i ? v[i - 1] : 0)));
    }
  return plain < delta ? plain : delta;
}

/* About how many bits the symbols of C take: their entropy.  */
static double
bits_of_symbols (const struct coded *c, uint32_t n)
{
  uint32_t counts[MOST_RECENT + 1] = { 0 };
  double bits = 0;
  for (uint32_t i = 0; i < n; i++)
    counts[c->symbols[i]]++;
  for (unsigned i = 0; i <= MOST_RECENT; i++)
    if (counts[i])
      bits += counts[i] * log2 ((double)n / counts[i]);
  return bits;
}

static void
code_block (struct predictor *p, enum wpp_wet_form form, const uint64_t *v, uint32_t n, struct coded *c)
{
  start (p, form);
  c->n_misses = 0;
  WITH_SHAPE (form, code_as, v, n, c)
  c->bits = bits_of_symbols (c, n) + bits_of_numbers (c->misses, c->n_misses);
}

/* ---- Writing.  */

static void
put_numbers (struct wpp_buffer *b, const uint64_t *v, uint32_t n)
{
  uint64_t bits[N_NUMBER_KINDS] = { 0 }, all[N_NUMBER_KINDS] = { 0 };
  unsigned kind = NUMBER_PLAIN;
  for (uint32_t i = 0; i < n; i++)
    {
      uint64_t as[] = { v[i], zigzag (v[i]), zigzag (v[i] - (i ? v[i - 1] : 0)) };
      for (unsigned k = 0; k < N_NUMBER_KINDS; k++)
        {
          bits[k] += bits_of (as[k]);
          all[k] |= as[k];
        }
    }
  for (unsigned k = 1; k < N_NUMBER_KINDS; k++)
    if (bits[k] < bits[kind])
      kind = k;
  unsigned width = (bits_of (all[kind]) + 7) / 8;
  wpp_put_u8 (b, kind);
  wpp_put_u8 (b, width);
  unsigned char *to = wpp_buffer_add (b, (size_t)width * n);
  for (uint32_t i = 0; to && i < n; i++)
    {
      uint64_t x = kind == NUMBER_PLAIN ? v[i] : zigzag (kind == NUMBER_DELTA && i ? v[i] - v[i - 1] : v[i]);
      for (unsigned j = 0; j < width; j++, x >>= 8)
        to[(size_t)j * n + i] = x;
    }
}

static unsigned
bits_of_form (enum wpp_wet_form form)
{
  return shapes[form].recent > 1 ? 8 : 1;
}

static void
put_coded (struct wpp_buffer *b, enum wpp_wet_form form, const struct coded *c, uint32_t n)
{
  wpp_put_u8 (b, form);
  unsigned bits = c->n_misses ? bits_of_form (form) : shapes[form].recent > 1 ? 8 : 0;
  wpp_put_u8 (b, bits);
  if (bits == 8)
    wpp_put_bytes (b, c->symbols, n);
  else if (bits)
    {
      unsigned char *to = wpp_buffer_add (b, (n + 7) / 8);
      if (to)
        memset (to, 0, (n + 7) / 8);
      for (uint32_t i = 0; to && i < n; i++)
        to[i / 8] |= c->symbols[i] << i % 8;
    }
  put_numbers (b, c->misses, c->n_misses);
}

static bool
constant_p (const uint64_t *v, uint32_t n)
{
  for (uint32_t i = 1; i < n; i++)
    if (v[i] != v[0])
      return false;
  return true;
}

/* Let *BEST be V [N] coded in the form that is best for it, by the first values of it unless that is asked for exactly
   (HOW), and *OTHER anything; return that form.  */
static enum wpp_wet_form
try_all (struct predictor *p, const uint64_t *v, uint32_t n, enum wpp_wet_predictor how, struct coded **best,
         struct coded **other)
{
  static const uint8_t order[] = { WPP_WET_LAST_1, WPP_WET_STRIDE_1, WPP_WET_FCM_1, WPP_WET_DFCM_1, WPP_WET_FCM_2,
                                   WPP_WET_DFCM_2, WPP_WET_FCM_3, WPP_WET_DFCM_3, WPP_WET_LAST_4, WPP_WET_STRIDE_4,
                                   WPP_WET_LAST_16, WPP_WET_STRIDE_16 };
  enum wpp_wet_form form = WPP_WET_RAW;
  uint32_t sample = how == WPP_WET_BEST && n > SAMPLE ? SAMPLE : n;
  double bits = bits_of_numbers (v, sample), worth = how == WPP_WET_BEST ? WORTH : 1;
  for (size_t i = 0; i < sizeof order / sizeof *order && bits > 64 + sample / 64; i++)
    {
      code_block (p, order[i], v, sample, *other);
      if ((*other)->bits * worth + 16 < bits)
        {
          struct coded *worse = *best;
          *best = *other;
          *other = worse;
          bits = (*best)->bits;
          form = order[i];
        }
    }
  if (form != WPP_WET_RAW && sample < n)
    code_block (p, form, v, n, *best);
  return form;
}

void
wpp_wet_put_block (struct wpp_buffer *b, const uint64_t *v, uint32_t n, enum wpp_wet_predictor how,
                   struct wpp_wet_habit *habit)
{
  struct predictor p;
  struct coded one, two, *best = &one, *other = &two;
  enum wpp_wet_form form = WPP_WET_RAW;
  if (constant_p (v, n))
    {
      wpp_put_u8 (b, WPP_WET_CONSTANT);
      wpp_put_leb (b, n ? v[0] : 0);
      return;
    }
  bool again = how == WPP_WET_BEST && habit->blocks % FAITHFUL;
  if (how >= WPP_WET_ALONE)
    form = how - WPP_WET_ALONE;
  else if (again)
    form = habit->form;
  else if (how != WPP_WET_NONE)
    form = try_all (&p, v, n, how, &best, &other);
  if ((again || how >= WPP_WET_ALONE) && form != WPP_WET_RAW)
    code_block (&p, form, v, n, best);
  habit->form = form;
  habit->blocks = n == WPP_WET_BLOCK ? habit->blocks + 1 : 0;
  if (form != WPP_WET_RAW)
    put_coded (b, form, best, n);
  else
    {
      wpp_put_u8 (b, WPP_WET_RAW);
      put_numbers (b, v, n);
    }
}

/* ---- Reading.  */

static void
read_numbers (struct wpp_reader *r, uint64_t *v, uint32_t n)
{
  unsigned kind = wpp_read_u8 (r), width = wpp_read_u8 (r);
  r->bad |= kind >= N_NUMBER_KINDS || width > 8;
  const unsigned char *from = r->bad ? NULL : wpp_read_bytes (r, (uint64_t)width * n);
  if (!from)
    {
      memset (v, 0, n * sizeof *v);
      return;
    }
  for (uint32_t i = 0; i < n; i++)
    v[i] = width ? from[i] : 0;
  for (unsigned j = 1; j < width; j++)
    for (uint32_t i = 0; i < n; i++)
      v[i] |= (uint64_t)from[(size_t)j * n + i] << 8 * j;
  if (kind != NUMBER_PLAIN)
    for (uint32_t i = 0; i < n; i++)
      v[i] = unzigzag (v[i]) + (kind == NUMBER_DELTA && i ? v[i - 1] : 0);
}

/* Set C's symbols; return how many are misses.  */
static uint32_t
read_symbols (struct wpp_reader *r, enum wpp_wet_form form, uint8_t *symbols, uint32_t n)
{
  unsigned bits = wpp_read_u8 (r), most = shapes[form].recent ? shapes[form].recent : 1;
  const unsigned char *from = bits ? wpp_read_bytes (r, bits == 8 ? n : (n + 7) / 8) : NULL;
  uint32_t misses = 0;
  r->bad |= bits > 1 && bits != 8;
  for (uint32_t i = 0; i < n; i++)
    {
      symbols[i] = !bits ? 1 : !from ? 0 : bits == 8 ? from[i] : from[i / 8] >> i % 8 & 1;
      misses += !symbols[i];
      if (symbols[i] > most)
        {
          r->bad = true;
          symbols[i] = 1;
        }
    }
  return misses;
}

static inline __attribute__ ((always_inline)) void
decode_as (struct predictor *p, unsigned context, unsigned recent, bool differences, uint64_t *v, uint32_t n,
           const uint8_t *symbols, const uint64_t *misses)
{
  for (uint32_t i = 0; i < n; i++)
    {
      uint64_t x = meant_by (p, context, recent, symbols[i], *misses);
      misses += !symbols[i];
      v[i] = p->last = differences ? p->last + x : x;
    }
}

void
wpp_wet_read_block (struct wpp_reader *r, uint64_t *v, uint32_t n)
{
  unsigned form = wpp_read_u8 (r);
  if (form == WPP_WET_RAW)
    read_numbers (r, v, n);
  else if (form == WPP_WET_CONSTANT)
    {
      uint64_t x = wpp_read_leb (r);
      for (uint32_t i = 0; i < n; i++)
        v[i] = x;
    }
  else if (form < WPP_N_WET_FORMS && n <= WPP_WET_BLOCK)
    {
      struct predictor one, *p = &one;
      uint8_t symbols[WPP_WET_BLOCK];
      uint64_t misses[WPP_WET_BLOCK + 1];
      uint32_t n_misses = read_symbols (r, form, symbols, n);
      misses[n_misses] = 0;
      read_numbers (r, misses, n_misses);
      start (p, form);
      WITH_SHAPE (form, decode_as, v, n, symbols, misses)
    }
  else
    {
      r->bad = true;
      memset (v, 0, n * sizeof *v);
    }
}
