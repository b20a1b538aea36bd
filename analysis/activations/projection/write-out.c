/* Rules written out where they are used (write-out.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/projection/write-out.h"
#include "base/array.h"

int
wpp_written_init (struct wpp_written *w, const struct wpp_grammar *g)
{
  *w = (struct wpp_written){ .g = g };
  w->number = calloc (g->n_rules, sizeof *w->number);
  w->stack = reallocarray (NULL, g->n_rules, 2 * sizeof *w->stack);
  return w->number && w->stack ? WPP_OK : WPP_E_NOMEM;
}

/* Make room, at first for what the grammar has now.  */
static int
grow (struct wpp_written *w)
{
  size_t room = w->room ? wpp_array_room (w->room, w->n, 1) : w->g->start[w->g->n_rules] + 1;
  if (WPP_RESIZE (w->symbols, room) || WPP_RESIZE (w->exponents, room))
    return WPP_E_NOMEM;
  w->room = room;
  return WPP_OK;
}

void
wpp_written_release (struct wpp_written *w)
{
  free (w->number);
  free (w->stack);
  free (w->symbols);
  free (w->exponents);
}

/* Append SYMBOL^EXPONENT to the rule that begins at BEGIN.  */
static inline int
put (struct wpp_written *w, uint64_t begin, uint32_t symbol, uint32_t exponent)
{
  if (w->n > begin && w->symbols[w->n - 1] == symbol && exponent <= UINT32_MAX - w->exponents[w->n - 1])
    {
      w->exponents[w->n - 1] += exponent;
      return WPP_OK;
    }
  int err = w->n < w->room ? WPP_OK : grow (w);
  if (err)
    return err;
  w->symbols[w->n] = symbol;
  w->exponents[w->n++] = exponent;
  return WPP_OK;
}

/* No rule is on the stack twice.  */
int
wpp_write_out (struct wpp_written *w, uint32_t rule)
{
  const struct wpp_grammar *g = w->g;
  uint64_t begin = w->n, depth = 0, at = g->start[rule], end = g->start[rule + 1];
  int err = WPP_OK;
  while (!err && (at < end || depth))
    {
      if (at == end)
        {
          end = w->stack[--depth];
          at = w->stack[--depth];
          continue;
        }
      uint32_t s = g->symbols[at], r = WPP_RULE_INDEX (s), exponent = wpp_grammar_exponent (g, at++);
      if (!WPP_IS_RULE (s) || w->number[r])
        err = put (w, begin, WPP_IS_RULE (s) ? WPP_RULE | w->number[r] : s, exponent);
      else
        {
          w->stack[depth++] = at;
          w->stack[depth++] = end;
          at = g->start[r];
          end = g->start[r + 1];
        }
    }
  return err;
}
