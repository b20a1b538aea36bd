/* Calls of functions that GCC knows, which replay computes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "values/builtins.h"

static const struct builtin { const char *name; uint8_t kind, n; } builtins[] = {
  { "abs", WPP_BUILTIN_ABS, 1 },
  { "assume_aligned", WPP_BUILTIN_FIRST, 0 },
  { "bswap16", WPP_BUILTIN_BSWAP, 1 },
  { "bswap32", WPP_BUILTIN_BSWAP, 1 },
  { "bswap64", WPP_BUILTIN_BSWAP, 1 },
  { "clz", WPP_BUILTIN_CLZ, 1 },
  { "clzl", WPP_BUILTIN_CLZ, 1 },
  { "clzll", WPP_BUILTIN_CLZ, 1 },
  { "clrsb", WPP_BUILTIN_CLRSB, 1 },
  { "clrsbl", WPP_BUILTIN_CLRSB, 1 },
  { "clrsbll", WPP_BUILTIN_CLRSB, 1 },
  { "copysign", WPP_BUILTIN_COPYSIGN, 2 },
  { "copysignf", WPP_BUILTIN_COPYSIGN, 2 },
  { "ctz", WPP_BUILTIN_CTZ, 1 },
  { "ctzl", WPP_BUILTIN_CTZ, 1 },
  { "ctzll", WPP_BUILTIN_CTZ, 1 },
  { "expect", WPP_BUILTIN_FIRST, 0 },
  { "expect_with_probability", WPP_BUILTIN_FIRST, 0 },
  { "fabs", WPP_BUILTIN_FABS, 1 },
  { "fabsf", WPP_BUILTIN_FABS, 1 },
  { "ffs", WPP_BUILTIN_FFS, 1 },
  { "ffsl", WPP_BUILTIN_FFS, 1 },
  { "ffsll", WPP_BUILTIN_FFS, 1 },
  { "labs", WPP_BUILTIN_ABS, 1 },
  { "llabs", WPP_BUILTIN_ABS, 1 },
  { "memcpy", WPP_BUILTIN_FIRST, 0 },
  { "memmove", WPP_BUILTIN_FIRST, 0 },
  { "memset", WPP_BUILTIN_FIRST, 0 },
  { "parity", WPP_BUILTIN_PARITY, 1 },
  { "parityl", WPP_BUILTIN_PARITY, 1 },
  { "parityll", WPP_BUILTIN_PARITY, 1 },
  { "popcount", WPP_BUILTIN_POPCOUNT, 1 },
  { "popcountl", WPP_BUILTIN_POPCOUNT, 1 },
  { "popcountll", WPP_BUILTIN_POPCOUNT, 1 },
};

/* What GCC 13 and later make of calls of these, and of idioms that compute the same.  */
static const struct builtin internals[] = {
  { "CLRSB", WPP_BUILTIN_CLRSB, 1 },   { "CLZ", WPP_BUILTIN_CLZ, 1 },       { "CTZ", WPP_BUILTIN_CTZ, 1 },
  { "FFS", WPP_BUILTIN_FFS, 1 },       { "PARITY", WPP_BUILTIN_PARITY, 1 }, { "POPCOUNT", WPP_BUILTIN_POPCOUNT, 1 },
};

/* The row of NAME among the N of a TABLE, or null.  */
static const struct builtin *
find (const struct builtin *table, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (strcmp (table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

/* The row of the function that C calls, or null.  */
static const struct builtin *
row_of (const struct wpp_body *b, const struct wpp_call *c)
{
  static const char prefix[] = "__builtin_";
  const struct wpp_variable *f = wpp_body_variable (b, c->function);
  if (c->flags & WPP_CALL_INTERNAL && c->text != WPP_NONE)
    return find (internals, sizeof internals / sizeof *internals, b->program->constants[c->text].text);
  if (!f || !(f->flags & WPP_VARIABLE_BUILTIN) || !f->name)
    return NULL;
  const char *name = wpp_variable_assembler (f);
  if (strncmp (name, prefix, sizeof prefix - 1) == 0)
    name += sizeof prefix - 1;
  return find (builtins, sizeof builtins / sizeof *builtins, name);
}

static struct wpp_scalar
scalar_of (const struct wpp_body *b, uint32_t operand)
{
  return wpp_scalar_of (wpp_body_type (b, b->operands[operand].type));
}

/* Has S as many operands as B, those of the first one alone if the others do not matter, and are they and the result
   what B takes and gives?  */
static bool
fits_p (const struct wpp_body *body, const struct wpp_statement *s, const struct builtin *b)
{
  uint32_t n = b->n ? b->n : 1;
  if (!s->n_results || (b->n ? s->n_operands != n : s->n_operands < n))
    return false;
  struct wpp_scalar to = scalar_of (body, *wpp_statement_results (body, s));
  struct wpp_scalar of = scalar_of (body, wpp_statement_operands (body, s)[0]);
  bool real = b->kind == WPP_BUILTIN_FABS || b->kind == WPP_BUILTIN_COPYSIGN;
  if (b->kind == WPP_BUILTIN_FIRST)
    return to.kind == of.kind && to.bits == of.bits;
  return to.kind == of.kind && to.kind == (real ? WPP_SCALAR_REAL : WPP_SCALAR_INTEGER)
         && (!real || to.bits == of.bits);
}

enum wpp_values_builtin
wpp_values_builtin (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_call *c = s->kind == WPP_STATEMENT_CALL ? &b->calls[s->extra] : NULL;
  const struct builtin *known = c && !(c->flags & WPP_CALL_ENDS_PATH) ? row_of (b, c) : NULL;
  return known && fits_p (b, s, known) ? known->kind : WPP_BUILTIN_NONE;
}

unsigned
wpp_builtin_arguments (enum wpp_values_builtin builtin)
{
  return builtin == WPP_BUILTIN_COPYSIGN ? 2 : 1;
}

/* The bits of WORD, of precision OF.  */
static uint64_t
bits_of (struct wpp_scalar of, uint64_t word)
{
  return of.bits == 64 ? word : word & ((UINT64_C (1) << of.bits) - 1);
}

bool
wpp_evaluate_builtin (enum wpp_values_builtin builtin, struct wpp_scalar to, const struct wpp_scalar *of,
                      const uint64_t *in, uint64_t *word)
{
  uint64_t x = in[0], bits = bits_of (of[0], x), sign = UINT64_C (1) << (to.bits - 1), result = x;
  switch (builtin)
    {
    case WPP_BUILTIN_ABS: result = (int64_t)x < 0 ? -x : x; break;
    case WPP_BUILTIN_FABS: result = x & ~sign; break;
    case WPP_BUILTIN_COPYSIGN: result = (x & ~sign) | (in[1] & sign); break;
    /* Its argument may have been promoted to int.  */
    case WPP_BUILTIN_BSWAP: result = __builtin_bswap64 (bits_of (to, x)) >> (64 - to.bits); break;
    case WPP_BUILTIN_CLRSB: result = (unsigned)__builtin_clrsbll (x) - (64u - of[0].bits); break;
    case WPP_BUILTIN_CLZ: result = bits ? (unsigned)__builtin_clzll (bits) - (64u - of[0].bits) : 0; break;
    case WPP_BUILTIN_CTZ: result = bits ? __builtin_ctzll (bits) : 0; break;
    case WPP_BUILTIN_FFS: result = bits ? __builtin_ctzll (bits) + 1 : 0; break;
    case WPP_BUILTIN_POPCOUNT: result = __builtin_popcountll (bits); break;
    case WPP_BUILTIN_PARITY: result = __builtin_parityll (bits); break;
    default: break;
    }
  *word = to.kind == WPP_SCALAR_INTEGER ? wpp_scalar_fit (to, result) : result;
  return bits || (builtin != WPP_BUILTIN_CLZ && builtin != WPP_BUILTIN_CTZ);
}
