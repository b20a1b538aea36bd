/* The graph of a recording is built: `wpp wet -o OUT'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPH_H
#define WPP_ANALYSIS_ANSWERS_GRAPH_H

#include "answers/rows.h"
#include "recording/opened/recording.h"
#include "wet/wet.h"

/* Bytes of a kind of what the graph stores.  */
struct wpp_wet_kind_row
{
  const char *kind;
  uint64_t bytes;
};

struct wpp_wet_graph_row
{
  const char *file, *recording; /* of the graph, and what it was made of */
  uint64_t statements, executions; /* of nodes */
  uint64_t irregular;           /* of these: their values are not known */
  uint64_t values, inputs;      /* that statements had; of nodes, which are stored */
  uint64_t labels, unknown;     /* of dependences through memory; of these, whose address is not known */
  uint64_t outside;             /* of these: what was read was not what recorded code had left there */
  uint64_t blocks;              /* basic blocks executed */
  uint64_t bytes;
  double per_statement;         /* bytes */
  struct wpp_row_list kinds;    /* of wpp_wet_kind_row */
  bool checked;                 /* it was compared with replay: … */
  uint64_t times, different;    /* … so many times, and of them */
};
extern const struct wpp_schema wpp_wet_graph_schema;

struct wpp_graph_asked
{
  const char *out;              /* as the user calls it … */
  int fd;                       /* … and where it is to be written */
  const char *predictor;        /* its name (wet/column.h); null: the best */
  bool check;                   /* read it again, and compare it with replay */
};

/* Build the graph of R, which needs values, as ASKED says, and send what it has to SINK.  Return 1, or an error of
   wpp_bindings_new, wpp_wet_build or wpp_graph_check, with PLACE, or of SINK.  */
int64_t wpp_answer_graph (struct wpp_recording *r, const struct wpp_graph_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_GRAPH_H */
