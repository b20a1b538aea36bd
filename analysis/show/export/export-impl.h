/* What sinks for other tools share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_EXPORT_EXPORT_IMPL_H
#define WPP_ANALYSIS_SHOW_EXPORT_EXPORT_IMPL_H

#include "answers/stacks.h"
#include "base/bytes.h"
#include "base/hash-table.h"
#include "show/show-impl.h"

/* The name of all calls that are deeper than those that are told apart.  */
#define WPP_DEEPER_CALLS "(deeper calls)"

static inline const char *
wpp_stack_name (const struct wpp_stack_row *row)
{
  return row->function ? row->function->name : WPP_DEEPER_CALLS;
}

/* ---- Things that are numbered when they are met first (numbered.c): texts or other bytes.  All 0: none.  */

struct wpp_numbered_item
{
  size_t size;
  char *bytes;                  /* with a 0 after them */
};

struct wpp_numbered
{
  struct wpp_hash_table table;
  struct wpp_numbered_item *items; /* [n] */
  size_t n, room;
};

/* Set *NUMBER to that of BYTES [SIZE], from 0.  Return 1 when they are new, 0, or an error of wpp_hash_reserve.  */
int wpp_number_bytes (struct wpp_numbered *t, const void *bytes, size_t size, uint32_t *number);
/* The same of TEXT as UTF-8.  */
int wpp_number_text (struct wpp_numbered *t, const char *text, uint32_t *number);
void wpp_numbered_release (struct wpp_numbered *t);

/* ---- Contexts as if each came after the one before it, within its caller (nested.c).  All 0: none.  */

struct wpp_inner_context
{
  uint32_t level, frame;
  uint64_t values[2];           /* statements, activations */
};

struct wpp_inner
{
  struct wpp_inner_context *contexts; /* [n] in their order */
  size_t n, room;
  uint32_t *open;               /* frames of the levels that are open */
  size_t open_room;
};

/* Add ROW's context, which is shown as FRAME.  0 or WPP_E_NOMEM.  */
int wpp_inner_add (struct wpp_inner *t, const struct wpp_stack_row *row, uint32_t frame);
/* Call VISIT where contexts open and close: AT so many statements (VALUE 0) or activations (1) of those before.  Return
   the sum; it saturates.  */
uint64_t wpp_inner_visit (struct wpp_inner *t, size_t value,
                           void (*visit) (void *data, bool opens, uint32_t frame, uint64_t at), void *data);
void wpp_inner_release (struct wpp_inner *t);

/* ---- Protocol buffers (wire.c): fields of a message that is put into B; failures stick to B.

   A library would want a generator when wpp is built, and the whole message in memory.  Writing takes these few
   functions, and messages go out as they come.  */

void wpp_wire_number (struct wpp_buffer *b, uint32_t field, uint64_t n); /* nothing if N is 0, which is the default */
void wpp_wire_fixed64 (struct wpp_buffer *b, uint32_t field, uint64_t n);
void wpp_wire_text (struct wpp_buffer *b, uint32_t field, const char *text);
/* Put M as a message within, and empty it.  */
void wpp_wire_message (struct wpp_buffer *b, uint32_t field, struct wpp_buffer *m);

/* ---- Compression (wire.c), as gzip does it.  */

struct wpp_gzip;
/* Null when out of memory.  */
struct wpp_gzip *wpp_gzip_new (FILE *out);
/* Write B's bytes, and empty B; at the END, also what is left.  Return 0 or WPP_E_NOMEM, also if B has failed.  */
int wpp_gzip_write (struct wpp_gzip *z, struct wpp_buffer *b, bool end);
void wpp_gzip_free (struct wpp_gzip *z);

/* ---- Sinks, each in a file of its name.  */

struct wpp_row_sink *wpp_pprof_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_otlp_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_callgrind_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_folded_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_speedscope_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_perfetto_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_llvm_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_llvm_contexts_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_afdo_sink (FILE *out, unsigned version);
/* order.c  */
struct wpp_row_sink *wpp_symbol_order_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_section_order_sink (FILE *out, unsigned version);

#endif /* WPP_ANALYSIS_SHOW_EXPORT_EXPORT_IMPL_H */
