/* Exact numbers of occurrences of subpaths in a whole program path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The automaton of A. Aho and M. Corasick (Efficient string matching, CACM 1975) finds all subpaths at once.
   It reads the grammar instead of the trace.

   An occurrence of a subpath belongs to exactly one rule: the lowest rule in which it touches two symbols of the
   right-hand side (or the rule that has the terminal, for a subpath of length one).  It is found
   there once and counts as often as the rule occurs.  So a rule needs to know only two things of a symbol:
     - its first letters, as many as the longest subpath has, and
     - the automaton's state after the symbol when it is read from the automaton's root.
   The automaton reads the first letters of a symbol from the state that the symbols before it
   have left.  A match that is longer than what has been read of the symbol is an occurrence that begins before it.
   Once the automaton's state lies within the symbol, nothing before it matters: reading stops, and the state
   after the symbol is the known one.

   The copies of a run x^k leave states s1, s2, … after.  These are equal as soon as the copies together are
   as long as the longest subpath.  So the first copy that does not change the state is counted for all
   copies that are left.  */

#include <stdbool.h>
#include <stdlib.h>
#include "grammar/rules/alphabet.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "grammar/rules/hot.h"
#include "base/saturate.h"
#include "grammar/rules/uses.h"

#define ROOT 0u
#define NO_NODE UINT32_MAX

struct automaton
{
  uint32_t n_nodes;
  uint32_t *depth;  /* [n_nodes] symbols from the root */
  uint32_t *parent; /* [n_nodes] */
  uint32_t *symbol; /* [n_nodes] terminal on the edge from the parent */
  uint32_t *fail;   /* [n_nodes] longest proper suffix that is a node */
  uint32_t *match;  /* [n_nodes] longest suffix, itself included, that is a subpath; or ROOT */
  bool *final;      /* [n_nodes] a subpath ends here */
  uint64_t *hits;   /* [n_nodes] occurrences found */
  uint32_t *first;  /* [n_terminals] edges of the root */
  struct wpp_hash_table children; /* of other nodes, by their parent and symbol */
  uint32_t max_depth;
};

/* What the rules that use a rule need to know of it.  */
struct rule_view
{
  uint32_t *prefix;  /* freed after the last use */
  uint32_t n_prefix; /* the rule's length or, when that is longer, the automaton's depth */
  uint32_t state;    /* after the whole rule */
};

struct counter
{
  const struct wpp_grammar *g;
  struct automaton a;
  struct rule_view *views; /* [n_rules] */
  uint64_t *uses;          /* [n_rules] */
};

/* ---- The automaton.  */

static bool
child_is_p (const void *automaton, uint32_t node, const void *key)
{
  const struct automaton *a = automaton;
  return ((uint64_t)a->parent[node] << 32 | a->symbol[node]) == *(const uint64_t *)key;
}

/* The child of FROM by SYMBOL in the trie, or ROOT when there is none.  */
static uint32_t
child_of (const struct automaton *a, uint32_t from, uint32_t symbol)
{
  if (from == ROOT)
    return a->first[symbol];
  uint64_t key = (uint64_t)from << 32 | symbol;
  uint32_t node = wpp_hash_find (&a->children, wpp_hash_key (&a->children, key), child_is_p, a, &key);
  return node == WPP_NO_ITEM ? ROOT : node;
}

static uint32_t
next_state (const struct automaton *a, uint32_t state, uint32_t symbol)
{
  for (;; state = a->fail[state])
    {
      uint32_t child = child_of (a, state, symbol);
      if (child != ROOT || state == ROOT)
        return child;
    }
}

static uint32_t
add_child (struct automaton *a, uint32_t from, uint32_t symbol)
{
  uint32_t node = a->n_nodes++;
  a->depth[node] = a->depth[from] + 1;
  a->parent[node] = from;
  a->symbol[node] = symbol;
  if (a->depth[node] > a->max_depth)
    a->max_depth = a->depth[node];
  if (from == ROOT)
    a->first[symbol] = node;
  else
    wpp_hash_add (&a->children, wpp_hash_key (&a->children, (uint64_t)from << 32 | symbol), node);
  return node;
}

/* Enter SUBPATH, given as terminals in LETTERS; return its node.  */
static uint32_t
add_subpath (struct automaton *a, const uint32_t *letters, uint32_t length)
{
  uint32_t node = ROOT;
  for (uint32_t i = 0; i < length; i++)
    {
      uint32_t child = child_of (a, node, letters[i]);
      node = child != ROOT ? child : add_child (a, node, letters[i]);
    }
  a->final[node] = true;
  return node;
}

/* Nodes by rising depth, in ORDER [n_nodes]: a counting sort.  */
static int
sort_by_depth (const struct automaton *a, uint32_t *order)
{
  uint32_t *place = calloc ((size_t)a->max_depth + 2, sizeof *place);
  if (!place)
    return WPP_E_NOMEM;
  for (uint32_t v = 0; v < a->n_nodes; v++)
    place[a->depth[v] + 1]++;
  for (uint32_t d = 1; d <= a->max_depth; d++)
    place[d] += place[d - 1];
  for (uint32_t v = 0; v < a->n_nodes; v++)
    order[place[a->depth[v]]++] = v;
  free (place);
  return 0;
}

/* Set fail and match of all nodes.  */
static int
link_nodes (struct automaton *a)
{
  uint32_t *order = malloc (a->n_nodes * sizeof *order);
  int err = order ? sort_by_depth (a, order) : WPP_E_NOMEM;
  for (uint32_t i = 1; !err && i < a->n_nodes; i++)
    {
      uint32_t v = order[i];
      uint32_t parent = a->parent[v];
      a->fail[v] = parent == ROOT ? ROOT : next_state (a, a->fail[parent], a->symbol[v]);
      a->match[v] = a->final[v] ? v : a->match[a->fail[v]];
    }
  free (order);
  return err;
}

/* Make room for NODES nodes besides the root.  */
static int
automaton_init (struct automaton *a, uint64_t nodes, uint32_t n_terminals)
{
  if (nodes >= NO_NODE - 1)
    return WPP_E_NOMEM;
  nodes++;
  a->n_nodes = 1;
  a->depth = calloc (nodes, sizeof *a->depth);
  a->parent = calloc (nodes, sizeof *a->parent);
  a->symbol = calloc (nodes, sizeof *a->symbol);
  a->fail = calloc (nodes, sizeof *a->fail);
  a->match = calloc (nodes, sizeof *a->match);
  a->final = calloc (nodes, sizeof *a->final);
  a->hits = calloc (nodes, sizeof *a->hits);
  a->first = calloc ((size_t)n_terminals + 1, sizeof *a->first);
  return a->depth && a->parent && a->symbol && a->fail && a->match && a->final && a->hits && a->first
           ? wpp_hash_reserve (&a->children, nodes)
           : WPP_E_NOMEM;
}

static void
automaton_release (struct automaton *a)
{
  free (a->depth);
  free (a->parent);
  free (a->symbol);
  free (a->fail);
  free (a->match);
  free (a->final);
  free (a->hits);
  free (a->first);
  wpp_hash_release (&a->children);
}

/* ---- From subpaths to the automaton.  */

/* The terminals of G by event word.  */
static int
letters_of (const struct wpp_grammar *g, struct wpp_alphabet *letters)
{
  int err = wpp_alphabet_init (letters);
  for (uint32_t t = 0; !err && t < g->n_terminals; t++)
    err = wpp_alphabet_add (letters, g->terminals[t]);
  return err;
}

/* Translate S to terminals in BUFFER; return false when S has an event that never occurs.  */
static bool
translate (const struct wpp_alphabet *letters, const struct wpp_subpath *s, uint32_t *buffer)
{
  for (uint32_t i = 0; i < s->length; i++)
    {
      buffer[i] = wpp_alphabet_find (letters, s->events[i]);
      if (buffer[i] == WPP_NO_TERMINAL)
        return false;
    }
  return s->length > 0;
}

/* Build A for the subpaths S [N], and set NODES [N] to their nodes, or to NO_NODE for those that cannot occur.  */
static int
build_automaton (struct automaton *a, const struct wpp_grammar *g, const struct wpp_subpath *s,
                 size_t n, uint32_t *nodes)
{
  uint64_t total = 0;
  uint32_t longest = 0;
  for (size_t i = 0; i < n; i++)
    {
      total += s[i].length;
      if (s[i].length > longest)
        longest = s[i].length;
    }
  int err = automaton_init (a, total, g->n_terminals);
  struct wpp_alphabet letters = { 0 };
  uint32_t *buffer = malloc (((size_t)longest + 1) * sizeof *buffer);
  if (!err)
    err = buffer ? letters_of (g, &letters) : WPP_E_NOMEM;
  for (size_t i = 0; !err && i < n; i++)
    nodes[i] = translate (&letters, &s[i], buffer) ? add_subpath (a, buffer, s[i].length) : NO_NODE;
  wpp_alphabet_release (&letters);
  free (buffer);
  return err ? err : link_nodes (a);
}

/* ---- Over the grammar.  */

/* Count the subpaths that end in STATE and are longer than READ.  */
static void
count_matches (struct automaton *a, uint32_t state, uint32_t read, uint64_t weight)
{
  for (uint32_t v = a->match[state]; a->depth[v] > read; v = a->match[a->fail[v]])
    a->hits[v] = wpp_saturating_add (a->hits[v], weight);
}

/* Read SYMBOL from STATE on and count the occurrences that end in it and begin before it
   (or that are a terminal) with WEIGHT; return the state after it.  */
static uint32_t
read_symbol (struct counter *c, uint32_t state, uint32_t symbol, uint64_t weight)
{
  struct automaton *a = &c->a;
  if (!WPP_IS_RULE (symbol))
    {
      state = next_state (a, state, symbol);
      count_matches (a, state, 0, weight);
      return state;
    }
  const struct rule_view *view = &c->views[WPP_RULE_INDEX (symbol)];
  for (uint32_t read = 0; read < view->n_prefix;)
    {
      if (a->depth[state] <= read)
        return view->state;
      state = next_state (a, state, view->prefix[read++]);
      count_matches (a, state, read, weight);
    }
  return a->depth[state] <= view->n_prefix ? view->state : state;
}

/* The same for a run of COUNT copies.  */
static uint32_t
read_run (struct counter *c, uint32_t state, uint32_t symbol, uint32_t count, uint64_t weight)
{
  for (uint32_t left = count; left > 0;)
    {
      uint32_t next = read_symbol (c, state, symbol, weight);
      left--;
      if (next == state && left > 0)
        {
          read_symbol (c, state, symbol, wpp_saturating_product (weight, left));
          left = 0;
        }
      state = next;
    }
  return state;
}

/* Append the first letters of COUNT copies of SYMBOL to the prefix of VIEW, which may have up to LIMIT letters.  */
static void
extend_prefix (const struct counter *c, struct rule_view *view, uint32_t limit, uint32_t symbol,
               uint32_t count)
{
  const struct rule_view *child = WPP_IS_RULE (symbol) ? &c->views[WPP_RULE_INDEX (symbol)] : NULL;
  const uint32_t *letters = child ? child->prefix : &symbol;
  uint32_t n = child ? child->n_prefix : 1;
  for (; count > 0 && view->n_prefix < limit; count--)
    for (uint32_t i = 0; i < n && view->n_prefix < limit; i++)
      view->prefix[view->n_prefix++] = letters[i];
}

static void
release_use (struct counter *c, uint32_t symbol)
{
  if (WPP_IS_RULE (symbol) && --c->uses[WPP_RULE_INDEX (symbol)] == 0)
    {
      struct rule_view *view = &c->views[WPP_RULE_INDEX (symbol)];
      free (view->prefix);
      view->prefix = NULL;
    }
}

static int
count_in_rule (struct counter *c, uint32_t rule)
{
  const struct wpp_grammar *g = c->g;
  struct rule_view *view = &c->views[rule];
  uint32_t limit = 0;
  if (rule != 0)
    {
      limit = g->length[rule] < c->a.max_depth ? (uint32_t)g->length[rule] : c->a.max_depth;
      view->prefix = malloc (limit * sizeof *view->prefix);
      if (!view->prefix)
        return WPP_E_NOMEM;
    }
  uint32_t state = ROOT;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t count = wpp_grammar_exponent (g, i);
      extend_prefix (c, view, limit, g->symbols[i], count);
      state = read_run (c, state, g->symbols[i], count, g->frequency[rule]);
      release_use (c, g->symbols[i]);
    }
  view->state = state;
  return 0;
}

int
wpp_count_subpaths (const struct wpp_grammar *g, const struct wpp_subpath *s, size_t n,
                    uint64_t *counts)
{
  struct counter c = { .g = g };
  uint32_t *nodes = malloc ((n + 1) * sizeof *nodes);
  int err = nodes ? build_automaton (&c.a, g, s, n, nodes) : WPP_E_NOMEM;
  if (err)
    goto out;
  c.views = calloc (g->n_rules, sizeof *c.views);
  c.uses = wpp_grammar_uses (g);
  if (!c.views || !c.uses)
    err = WPP_E_NOMEM;
  if (c.a.max_depth > 0)
    for (uint32_t i = 0; !err && i < g->n_rules; i++)
      err = count_in_rule (&c, g->order[i]);
  for (size_t i = 0; !err && i < n; i++)
    if (nodes[i] != NO_NODE)
      counts[i] = wpp_saturating_add (counts[i], c.a.hits[nodes[i]]);
out:
  if (c.views)
    for (uint32_t r = 0; r < g->n_rules; r++)
      free (c.views[r].prefix);
  free (c.views);
  free (c.uses);
  free (nodes);
  automaton_release (&c.a);
  return err;
}
