/* Chains of calls from calling contexts (chains.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/index/chains.h"
#include "base/bytes.h"
#include "base/search.h"

static int
compare_calls (const struct wpp_index_call *x, const struct wpp_index_call *y)
{
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  /* WPP_NO_NODE is first.  */
  return x->node + 1 < y->node + 1 ? -1 : x->node + 1 > y->node + 1;
}

unsigned
wpp_chains_common (const struct wpp_index_chain *a, const struct wpp_index_chain *b)
{
  unsigned n = 0;
  while (n < a->n && n < b->n && !compare_calls (&a->calls[n], &b->calls[n]))
    n++;
  return n;
}

int
wpp_chains_compare (const struct wpp_index_chain *a, const struct wpp_index_chain *b)
{
  unsigned n = wpp_chains_common (a, b);
  if (n < a->n && n < b->n)
    return compare_calls (&a->calls[n], &b->calls[n]);
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static int
compare_chains (const void *a, const void *b)
{
  const struct wpp_chain *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return wpp_chains_compare (&x->chain, &y->chain);
}

/* How the context X, of all CONTEXTS, came about.  */
static struct wpp_chain
chain_of (const struct wpp_context *contexts, const struct wpp_context *x)
{
  static const uint8_t begins[] = { [WPP_CONTEXT_UNSEEN] = WPP_CHAIN_UNSEEN, [WPP_CONTEXT_SEEN] = WPP_CHAIN_WHOLE,
                                    [WPP_CONTEXT_CUT] = WPP_CHAIN_CUT };
  struct wpp_chain c = { x->function, x - contexts, { .count = x->count } };
  for (; x->caller != WPP_NO_CONTEXT && c.chain.n < WPP_INDEX_CHAIN; x = &contexts[x->caller])
    c.chain.calls[c.chain.n++] = (struct wpp_index_call){ contexts[x->caller].function, x->node };
  c.chain.begin = begins[x->seen];
  return c;
}

int
wpp_chains_init (struct wpp_chains *c, const struct wpp_call_contexts *contexts)
{
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (contexts, &n);
  *c = (struct wpp_chains){ .chains = malloc ((n + (size_t) 1) * sizeof *c->chains) };
  if (!c->chains)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    if (all[i].count)
      c->chains[c->n++] = chain_of (all, &all[i]);
  if (c->n)
    qsort (c->chains, c->n, sizeof *c->chains, compare_chains);
  return 0;
}

void
wpp_chains_release (struct wpp_chains *c)
{
  free (c->chains);
}

const struct wpp_chain *
wpp_chains_of (const struct wpp_chains *c, uint32_t function, size_t *n)
{
  size_t first = WPP_PARTITION_POINT (i, c->n, c->chains[i].function < function);
  *n = WPP_PARTITION_POINT (i, c->n, c->chains[i].function <= function) - first;
  return *n ? c->chains + first : NULL;
}

void
wpp_put_chain (struct wpp_buffer *b, const uint32_t *entries, const struct wpp_index_chain *before,
               const struct wpp_index_chain *chain)
{
  unsigned common = before ? wpp_chains_common (before, chain) : 0;
  wpp_put_u8 (b, common | chain->n << 2 | chain->begin << 4);
  for (unsigned i = common; i < chain->n; i++)
    {
      wpp_put_leb (b, entries[chain->calls[i].caller]);
      wpp_put_leb (b, (uint32_t) (chain->calls[i].node + 1));
    }
  wpp_put_leb (b, chain->count);
}
