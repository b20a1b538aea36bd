/* The symbols that a grammar's coder knows so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Terminals are numbered by first occurrence.  A known symbol is named by the terminal
   that its expansion begins with and its index among those that begin so: 0 is the terminal
   itself, then come rules in the order in which they were closed.  (Rules closed at
   about the same time are used at about the same time, so the high bits of an index say much.)  */

#ifndef WPP_KNOWN_H
#define WPP_KNOWN_H

#include <stddef.h>
#include <stdint.h>
#include "number-tree.h"

#define WPP_HISTORY 4              /* events that contexts look back */

struct wpp_node                    /* a known symbol */
{
  uint32_t symbol;                 /* of the grammar */
  uint32_t first;                  /* terminal that its expansion begins with */
  uint32_t index;                  /* among those */
  uint16_t exponent;               /* latest, 0 if that needs more than 16 bits */
  uint8_t same;                    /* how often it was that one, at most 3 are counted */
  uint8_t n_last;
  uint32_t last[WPP_HISTORY];      /* terminals that its expansion ends with, latest first; equal
                                      neighbours count once */
};

struct wpp_start                   /* all that begins with a terminal */
{
  struct wpp_tree indices;         /* of their numbers: as many as there are */
  size_t capacity;
  uint32_t *nodes;                 /* by index */
};

struct wpp_known
{
  size_t n, capacity;              /* nodes; 0 is none */
  struct wpp_node *nodes;
  size_t n_starts, starts_capacity;
  struct wpp_start *starts;        /* a terminal each */
  struct wpp_tree terminals;       /* of their numbers */
};

/* Make K empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_known_init (struct wpp_known *k);
void wpp_known_release (struct wpp_known *k);

/* Add a copy of NODE, of which symbol, first, n_last and last are set; a first of n_starts
   is a new terminal.  Return its number, or 0 when out of memory.  */
uint32_t wpp_known_add (struct wpp_known *k, const struct wpp_node *node);

#endif /* WPP_KNOWN_H */
