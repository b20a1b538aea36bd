/* The symbols that a grammar's coder knows so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Terminals are numbered by first occurrence.  The name of a known symbol is the terminal that its
   expansion begins with, and its index among the symbols that begin with it: 0 is the terminal itself, and
   then come rules in the order in which they were closed.  (Rules that are closed at about the
   same time are used at about the same time, so the high digits of an index are easy to predict.)  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_KNOWN_H
#define WPP_ANALYSIS_GRAMMAR_CODING_KNOWN_H

#include <stddef.h>
#include <stdint.h>
#include "base/fetch.h"
#include "grammar/coding/number-tree.h"

#define WPP_HISTORY 4              /* events before a place that contexts depend on */

struct wpp_name                    /* of a known symbol */
{
  uint32_t first, index;
};

struct wpp_node                    /* a known symbol */
{
  uint32_t symbol;                 /* of the grammar */
  uint16_t exponent;               /* the latest exponent, 0 if that needs more than 16 bits */
  uint8_t same;                    /* how often in a row it was that one; counted up to 3 */
  uint8_t n_last;
  uint32_t last[WPP_HISTORY];      /* terminals that its expansion ends with, latest first; equal
                                      neighbours count once */
};

struct wpp_start                   /* all that begins with a terminal: most often that alone */
{
  size_t n;
  struct wpp_node *nodes;          /* by index */
};

struct wpp_known                   /* all 0: no symbols */
{
  size_t n_starts, starts_room;
  struct wpp_start *starts;        /* one for each terminal */
  struct wpp_tree terminals;       /* of their numbers */
};

void wpp_known_release (struct wpp_known *k);

/* Add a copy of NODE, whose expansion begins with FIRST; if FIRST is n_starts, it is a new terminal.  Set *NAME to its
   name.  If NODE is null, only the name is assigned.  Return 0 or WPP_E_NOMEM.  Pointers to nodes become invalid.  The
   caller must also call wpp_indices_add.  */
int wpp_known_add (struct wpp_known *k, uint32_t first, const struct wpp_node *node,
                   struct wpp_name *name);

/* The symbol with the name NAME.  */
static inline struct wpp_node *
wpp_known_node (const struct wpp_known *k, struct wpp_name name)
{
  return &k->starts[name.first].nodes[name.index];
}

/* Fetch the sixteen symbols of S whose index begins with HIGH, before the last digit is known.  */
static inline void
wpp_start_prefetch (const struct wpp_start *s, uint32_t high)
{
  const char *nodes = (const char *)&s->nodes[(size_t)high << 4];
  for (unsigned at = 0; at < 16 * sizeof *s->nodes; at += 64)
    wpp_fetch (nodes + at);
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_KNOWN_H */
