/* Lists of facts, one for each key 0 .. n_keys - 1.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_FACT_LISTS_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_FACT_LISTS_H

#include <stddef.h>
#include <stdint.h>

#define WPP_LIST_END UINT32_MAX

struct wpp_list_item
{
  uint32_t number;
  uint32_t next;                /* in ITEMS, or WPP_LIST_END */
};

struct wpp_fact_lists
{
  uint32_t *first, *last;       /* [n_keys] in ITEMS, or WPP_LIST_END */
  size_t n, room;
  struct wpp_list_item *items;
};

/* Return 0 or WPP_E_NOMEM.  */
int wpp_fact_lists_init (struct wpp_fact_lists *l, uint32_t n_keys);
void wpp_fact_lists_release (struct wpp_fact_lists *l);

/* Add NUMBER to the end of KEY's list.  Return 0 or WPP_E_NOMEM.  */
int wpp_fact_lists_add (struct wpp_fact_lists *l, uint32_t key, uint32_t number);

/* For each item I, an index of L->items, of KEY's list.  */
#define WPP_EACH_IN_LIST(L, KEY, I)                                                               \
  for (uint32_t I = (L)->first[KEY]; I != WPP_LIST_END; I = (L)->items[I].next)

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_FACT_LISTS_H */
