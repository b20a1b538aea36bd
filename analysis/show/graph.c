/* What a graph has, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/graph.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_wet_graph_row *r = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT], c[WPP_COUNT_TEXT];
  fprintf (out, "%s: %s statements in %s executions of nodes, in %s bytes: %.3f a statement\n", r->file,
           wpp_count_text (r->statements, a), wpp_count_text (r->executions, b), wpp_count_text (r->bytes, c),
           r->per_statement);
  for (size_t i = 0; i < r->kinds.n; i++)
    {
      struct wpp_wet_kind_row kind;
      r->kinds.get (r->kinds.data, i, &kind);
      fprintf (out, "  %-8s %s bytes\n", kind.kind, wpp_count_text (kind.bytes, a));
    }
  fprintf (out, "  %s values of statements, of which %s are stored\n", wpp_count_text (r->values, a),
           wpp_count_text (r->inputs, b));
  fprintf (out, "  %s reads of memory", wpp_count_text (r->labels, a));
  if (r->unknown)
    fprintf (out, ", %s at addresses that are not known", wpp_count_text (r->unknown, a));
  if (r->outside)
    fprintf (out, ", %s of what no recorded code had left there", wpp_count_text (r->outside, a));
  if (r->irregular)
    fprintf (out, "\n  %s executions whose values are not known", wpp_count_text (r->irregular, a));
  putc ('\n', out);
  if (r->checked)
    fprintf (out, "  compared with replay %s times: %s are otherwise\n", wpp_count_text (r->times, a),
             wpp_count_text (r->different, b));
  return 0;
}

const struct wpp_text_layout wpp_wet_graph_layout = { &wpp_wet_graph_schema, NULL, row, NULL };
