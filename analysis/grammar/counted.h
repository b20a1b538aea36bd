/* Grammars of counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_COUNTED_H
#define WPP_COUNTED_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/grammar.h"

struct wpp_counted_event
{
  uint32_t event;
  uint64_t count;      /* not 0 */
};

/* The grammar, finished, in which each of EVENTS [N], one at least, occurs as often as counted, in that order.  A count is
   a run length in the only rule; from 2^32 - 1 on, the event is repeated by a rule of its own, which may be needed more
   often than that.  Null and *ERR: WPP_E_NOMEM, or what wpp_grammar_finish returns.  */
struct wpp_grammar *wpp_grammar_of_counts (const struct wpp_counted_event *events, size_t n, int *err);

#endif /* WPP_COUNTED_H */
