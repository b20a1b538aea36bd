/* What the parts of `wpp activations' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_ACTIVATIONS_H
#define WPP_ANALYSIS_TOOL_ACTIVATIONS_H

#include "recording/opened/traced.h"
#include "tool/tool.h"

/* ---- Until all who use them are answers (traced.c): what is wrong ends the program.  */

void wpp_traced_read_named (struct wpp_traced *t, const struct wpp_options *common, const char *function);
void wpp_traced_begin_named (struct wpp_traced *t, const struct wpp_options *common);
void wpp_traced_open_named (struct wpp_traced *t, const struct wpp_options *common);
void wpp_traced_free (struct wpp_traced *t);
void wpp_traced_must (const struct wpp_traced *t, int err, const struct wpp_place *place);

#define wpp_traced_read(T, COMMON, FUNCTION) wpp_traced_read_named (T, COMMON, FUNCTION)
#define wpp_traced_begin(T, COMMON) wpp_traced_begin_named (T, COMMON)
#define wpp_traced_open(T, COMMON) wpp_traced_open_named (T, COMMON)
#define WPP_TRACED_MUST(T, CALL)                                                                  \
  do                                                                                              \
    {                                                                                             \
      struct wpp_place place = { "", 0, "" };                                                     \
      wpp_traced_must (T, CALL, &place);                                                          \
    }                                                                                             \
  while (0)
#define wpp_traced_make(T, WANTED) WPP_TRACED_MUST (T, wpp_traced_make (T, WANTED))
#define wpp_traced_remake(T) WPP_TRACED_MUST (T, wpp_traced_remake (T, &place))
#define wpp_traced_only(T, THREAD) WPP_TRACED_MUST (T, wpp_traced_only (T, THREAD, &place))
#define wpp_traced_need(T, NUMBER) WPP_TRACED_MUST (T, wpp_traced_need (T, NUMBER))
#define wpp_traced_need_all(T) WPP_TRACED_MUST (T, wpp_traced_need_all (T, &place))
#define wpp_traced_counts(T, NUMBER) ((uint64_t *)wpp_need (wpp_traced_counts (T, NUMBER)))
#define wpp_traced_all_counts(T) ((uint64_t **)wpp_need (wpp_traced_all_counts (T)))

#endif /* WPP_ANALYSIS_TOOL_ACTIVATIONS_H */
