/* Values of a walk, and what is known of them (numbers.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/duplication/numbers.h"

/* Searches go back over so many values.  What was computed longer ago is rarely in a register still.  */
#define LOOK_BACK 200u

/* ---- Types.  */

/* VALUE in TYPE, whose bounds are LOW and HIGH.  */
static wpp_integer
wrapped (wpp_integer value, wpp_integer low, wpp_integer high)
{
  wpp_integer values = high - low + 1, rest = (value - low) % values;
  return low + (rest < 0 ? rest + values : rest);
}

static bool
wraps_p (const struct wpp_body *body, uint32_t type)
{
  return (wpp_body_type (body, type)->flags & (WPP_TYPE_WRAPS | WPP_TYPE_UNSIGNED)) != 0;
}

/* ---- Values.  */

uint32_t
wpp_new_value (struct wpp_numbers *v, uint32_t type)
{
  if (v->n == WPP_MOST_NUMBERS)
    return WPP_NONE;
  struct wpp_known *k = &v->known[v->n];
  *k = (struct wpp_known){ 0 };
  k->bounded = wpp_body_range (v->body, type, &k->low, &k->high);
  return v->n++;
}

uint32_t
wpp_new_constant (struct wpp_numbers *v, uint32_t type, wpp_integer value)
{
  uint32_t x = wpp_new_value (v, type);
  if (x != WPP_NONE)
    wpp_assume_between (v, x, value, value);
  return x;
}

bool
wpp_constant_p (const struct wpp_numbers *v, uint32_t x)
{
  return x != WPP_NONE && v->known[x].bounded && v->known[x].low == v->known[x].high;
}

bool
wpp_same_value_p (const struct wpp_numbers *v, uint32_t x, uint32_t y)
{
  return x != WPP_NONE && y != WPP_NONE
         && (x == y || (wpp_constant_p (v, x) && wpp_constant_p (v, y) && v->known[x].low == v->known[y].low));
}

/* ---- Comparisons.  */

/* What OPERATION accepts, or 0 when it is no comparison of integers.  */
static unsigned
accepted (unsigned operation)
{
  switch (operation)
    {
    case WPP_OPERATION_LT: return WPP_LESS;
    case WPP_OPERATION_LE: return WPP_LESS | WPP_EQUAL;
    case WPP_OPERATION_GT: return WPP_GREATER;
    case WPP_OPERATION_GE: return WPP_GREATER | WPP_EQUAL;
    case WPP_OPERATION_EQ: return WPP_EQUAL;
    case WPP_OPERATION_NE: return WPP_LESS | WPP_GREATER;
    default: return 0;
    }
}

/* The same of Y and X as MAY is of X and Y.  */
static unsigned
turned (unsigned may)
{
  return (may & WPP_EQUAL) | (may & WPP_LESS ? WPP_GREATER : 0) | (may & WPP_GREATER ? WPP_LESS : 0);
}

static bool
excludes_p (const struct wpp_known *k, wpp_integer value)
{
  return value < k->low || value > k->high || (k->excludes && k->other == value);
}

/* What their bounds let the relation of A and B be.  */
static unsigned
by_bounds (const struct wpp_known *a, const struct wpp_known *b)
{
  unsigned may = 0;
  if (!a->bounded || !b->bounded)
    return WPP_ANY;
  if (a->low < b->high)
    may |= WPP_LESS;
  if (a->high > b->low)
    may |= WPP_GREATER;
  if (a->low <= b->high && b->low <= a->high && !(b->low == b->high && excludes_p (a, b->low))
      && !(a->low == a->high && excludes_p (b, a->low)))
    may |= WPP_EQUAL;
  return may;
}

static unsigned
relation_of (const struct wpp_numbers *v, uint32_t x, uint32_t y)
{
  unsigned may = by_bounds (&v->known[x], &v->known[y]);
  for (uint32_t i = 0; i < v->n_relations; i++)
    {
      const struct wpp_relation *r = &v->relations[i];
      if (wpp_same_value_p (v, r->x, x) && wpp_same_value_p (v, r->y, y))
        may &= r->may;
      else if (wpp_same_value_p (v, r->x, y) && wpp_same_value_p (v, r->y, x))
        may &= turned (r->may);
    }
  return may;
}

int
wpp_compare_values (const struct wpp_numbers *v, unsigned operation, uint32_t x, uint32_t y)
{
  unsigned yes = accepted (operation);
  if (!yes || x == WPP_NONE || y == WPP_NONE || !v->known[x].bounded || !v->known[y].bounded)
    return -1;
  unsigned may = x == y ? WPP_EQUAL : relation_of (v, x, y);
  return may == 0 ? -1 : !(may & ~yes) ? 1 : !(may & yes) ? 0 : -1;
}

/* ---- Assumptions.  */

static void
exclude (struct wpp_known *k, wpp_integer value)
{
  if (value == k->low && k->low < k->high)
    k->low++;
  else if (value == k->high && k->low < k->high)
    k->high--;
  else if (!k->excludes)
    {
      k->excludes = true;
      k->other = value;
    }
}

/* X is the conjunction of truth values, and true, or a disjunction, or another combination of bits, and 0: so are its
   two parts.  */
static void
look_into_both (struct wpp_numbers *v, const struct wpp_made *made, const struct wpp_known *k)
{
  bool none = made->operation == WPP_OPERATION_BIT_IOR && k->low == 0 && k->high == 0;
  bool both = made->operation == WPP_OPERATION_BIT_AND && k->low == 1 && k->high == 1
              && wpp_body_type (v->body, made->type)->precision == 1;
  for (unsigned i = 0; i < 2 && (none || both); i++)
    wpp_assume_between (v, made->of[i], both, both);
}

/* X became narrower: so did what it was made of.  */
static void
look_into (struct wpp_numbers *v, uint32_t x)
{
  const struct wpp_known *k = &v->known[x];
  struct wpp_made made = k->made;
  wpp_integer low, high;
  if (!made.n || made.of[0] == WPP_NONE || !v->known[made.of[0]].bounded)
    return;
  if (made.n == 2 && accepted (made.operation) && k->low == k->high)
    wpp_assume (v, made.operation, made.of[0], made.of[1], k->low != 0);
  if (made.n == 2)
    look_into_both (v, &made, k);
  /* A conversion that keeps every value.  */
  if (made.n == 1 && (made.operation == WPP_OPERATION_NOP || made.operation == WPP_OPERATION_CONVERT)
      && wpp_body_range (v->body, made.type, &low, &high) && v->known[made.of[0]].low >= low
      && v->known[made.of[0]].high <= high)
    {
      if (k->low > v->known[made.of[0]].low || k->high < v->known[made.of[0]].high)
        wpp_assume_between (v, made.of[0], k->low, k->high);
      if (k->excludes)
        exclude (&v->known[made.of[0]], k->other);
    }
}

void
wpp_assume_between (struct wpp_numbers *v, uint32_t x, wpp_integer low, wpp_integer high)
{
  struct wpp_known *k = x == WPP_NONE ? NULL : &v->known[x];
  if (!k || !k->bounded)
    return;
  wpp_integer new_low = low > k->low ? low : k->low, new_high = high < k->high ? high : k->high;
  if (new_low > new_high || (new_low == k->low && new_high == k->high))
    return;
  k->low = new_low;
  k->high = new_high;
  look_into (v, x);
}

void
wpp_assume_nonzero (struct wpp_numbers *v, uint32_t x)
{
  if (x != WPP_NONE && v->known[x].bounded)
    exclude (&v->known[x], 0);
}

/* X's relation to the constant C is one of MAY.  */
static void
assume_of_constant (struct wpp_numbers *v, uint32_t x, unsigned may, wpp_integer c)
{
  struct wpp_known *k = &v->known[x];
  if (may == (WPP_LESS | WPP_GREATER))
    {
      exclude (k, c);
      look_into (v, x);
    }
  else if (may == WPP_EQUAL)
    wpp_assume_between (v, x, c, c);
  else if (may & WPP_LESS)
    wpp_assume_between (v, x, k->low, may & WPP_EQUAL ? c : c - 1);
  else
    wpp_assume_between (v, x, may & WPP_EQUAL ? c : c + 1, k->high);
}

void
wpp_assume (struct wpp_numbers *v, unsigned operation, uint32_t x, uint32_t y, bool holds)
{
  unsigned yes = accepted (operation), may = holds ? yes : WPP_ANY & ~yes;
  if (!yes || x == WPP_NONE || y == WPP_NONE || x == y || !v->known[x].bounded || !v->known[y].bounded)
    return;
  if (wpp_constant_p (v, y))
    assume_of_constant (v, x, may, v->known[y].low);
  else if (wpp_constant_p (v, x))
    assume_of_constant (v, y, turned (may), v->known[x].low);
  else if (v->n_relations < WPP_MOST_NUMBERS)
    v->relations[v->n_relations++] = (struct wpp_relation){ x, y, may };
}

/* ---- Operations.  */

/* Set *RESULT to X OPERATION Y of type TYPE, whose bounds are LOW and HIGH.  False when nobody can say.  */
static bool
compute (const struct wpp_numbers *v, const struct wpp_made *made, wpp_integer low, wpp_integer high,
         wpp_integer *result)
{
  wpp_integer x = v->known[made->of[0]].low, y = made->n > 1 ? v->known[made->of[1]].low : 0, r;
  switch (made->operation)
    {
    case WPP_OPERATION_PLUS: r = x + y; break;
    case WPP_OPERATION_MINUS: r = x - y; break;
    case WPP_OPERATION_MULT: r = x * y; break;
    case WPP_OPERATION_NEGATE: r = -x; break;
    case WPP_OPERATION_BIT_AND: r = x & y; break;
    case WPP_OPERATION_BIT_IOR: r = x | y; break;
    case WPP_OPERATION_BIT_XOR: r = x ^ y; break;
    case WPP_OPERATION_BIT_NOT: r = ~x; break;
    case WPP_OPERATION_MIN: r = x < y ? x : y; break;
    case WPP_OPERATION_MAX: r = x > y ? x : y; break;
    case WPP_OPERATION_LSHIFT:
      if (y < 0 || y > 63 || x < 0)
        return false;
      r = (x & UINT64_MAX) << y;
      break;
    case WPP_OPERATION_RSHIFT:
      if (y < 0 || y > 63)
        return false;
      r = x >> y;
      break;
    case WPP_OPERATION_NOP:
    case WPP_OPERATION_CONVERT:
      *result = wrapped (x, low, high);
      return true;
    default:
      return false;
    }
  if ((r < low || r > high) && !wraps_p (v->body, made->type))
    return false;
  *result = wrapped (r, low, high);
  return true;
}

static bool
all_constant_p (const struct wpp_numbers *v, const struct wpp_made *made)
{
  for (unsigned i = 0; i < made->n; i++)
    if (!wpp_constant_p (v, made->of[i]))
      return false;
  return true;
}

/* Narrow X, new, by what it was made of.  */
static void
narrow (struct wpp_numbers *v, uint32_t x)
{
  const struct wpp_made *made = &v->known[x].made;
  const struct wpp_known *a = &v->known[made->of[0]], *b = made->n > 1 ? &v->known[made->of[1]] : NULL;
  wpp_integer low = v->known[x].low, high = v->known[x].high;
  if (!v->known[x].bounded || !a->bounded || (b && !b->bounded))
    return;
  if ((made->operation == WPP_OPERATION_NOP || made->operation == WPP_OPERATION_CONVERT) && a->low >= low
      && a->high <= high)
    {
      wpp_assume_between (v, x, a->low, a->high);
      if (a->excludes)
        exclude (&v->known[x], a->other);
    }
  else if (made->operation == WPP_OPERATION_BIT_AND && b->low >= 0)
    wpp_assume_between (v, x, 0, b->high);
  else if (made->operation == WPP_OPERATION_PLUS && a->low + b->low >= low && a->high + b->high <= high)
    wpp_assume_between (v, x, a->low + b->low, a->high + b->high);
}

static bool
same_made_p (const struct wpp_numbers *v, const struct wpp_made *a, const struct wpp_made *b)
{
  if (a->operation != b->operation || a->n != b->n || a->type != b->type)
    return false;
  for (unsigned i = 0; i < a->n; i++)
    if (!wpp_same_value_p (v, a->of[i], b->of[i]))
      return false;
  return true;
}

/* The value that MADE gave before, or WPP_NONE.  */
static uint32_t
made_before (const struct wpp_numbers *v, const struct wpp_made *made)
{
  uint32_t end = v->n > LOOK_BACK ? v->n - LOOK_BACK : 0;
  for (uint32_t x = v->n; x-- > end;)
    if (v->known[x].made.n && same_made_p (v, &v->known[x].made, made))
      return x;
  return WPP_NONE;
}

/* The constant that MADE gives, or WPP_NONE.  */
static uint32_t
made_constant (struct wpp_numbers *v, const struct wpp_made *made)
{
  wpp_integer low, high, result;
  if (!wpp_body_range (v->body, made->type, &low, &high))
    return WPP_NONE;
  int holds = made->n == 2 ? wpp_compare_values (v, made->operation, made->of[0], made->of[1]) : -1;
  if (holds >= 0)
    return wpp_new_constant (v, made->type, holds);
  return all_constant_p (v, made) && compute (v, made, low, high, &result) ? wpp_new_constant (v, made->type, result)
                                                                           : WPP_NONE;
}

uint32_t
wpp_make_value (struct wpp_numbers *v, const struct wpp_made *made)
{
  for (unsigned i = 0; i < made->n; i++)
    if (made->of[i] == WPP_NONE)
      return wpp_new_value (v, made->type);
  uint32_t x = made_constant (v, made);
  if (x == WPP_NONE)
    x = made_before (v, made);
  if (x != WPP_NONE)
    return x;
  x = wpp_new_value (v, made->type);
  if (x != WPP_NONE)
    {
      v->known[x].made = *made;
      narrow (v, x);
    }
  return x;
}
