/* Kinds of recording: what -fwpp-generate= names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_RECORDING_H
#define WPP_PLUGIN_GENERATE_RECORDING_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "program/paths/numbering.h"
#include "program/notes/notes.h"
}

/* Words of a unit's arrays that are in use (unit.h).  */
struct wpp_used_words
{
  uint64_t n_slots;             /* of tables */
  uint64_t n_words;             /* of known paths */
  uint64_t n_sparse;            /* sparse words */
  uint64_t n_tables;            /* of tables of value places */
};

/* How functions are recorded.  */
struct wpp_recording_kind
{
  const char *name;
  bool needs_interesting;       /* paths that -fwpp-interesting has */
  bool values;                  /* values, too (values.h) */

  /* What a unit has.  Its descriptor, which is struct __wpp_unit or struct __wpp_counted_unit, points to VARIABLE.  */
  uint64_t path_limit;          /* the number of paths from which on the edges of a function are cut */
  tree (*variable) ();
  bool counters;                /* it is the array of counters, which gets its size when all functions are done */
  uint32_t version;             /* of the interface */
  const char *section;          /* of descriptors */
  const char *demanded;         /* assembly without which the object would link without a runtime; or null */
  const char *early;            /* the same, in code that can only be part of an executable */
  void (*start) (const char *plugin);   /* adds passes; or null */

  /* What a function has done with it, which is cfun, NODE's.  It has the numbering that NUMBER makes.  */
  wpp_numbering *(*number) (const wpp_cfg *cfg, uint64_t limit, int *err);
  unsigned flags;               /* of its note */
  /* Set GRAPH's frequencies, if they are known, and what of NOTE depends on the kind.  */
  void (*look) (cgraph_node *node, wpp_function_graph *graph, const wpp_numbering *num, wpp_function *note);
  /* Place NUM's increments, and add the code; set NOTE's further fields, and move USED.  */
  void (*instrument) (wpp_used_words *used, wpp_function_graph *graph, wpp_numbering *num, wpp_function *note);
};

/* The kind called as the LENGTH letters at NAME, or null.  */
const wpp_recording_kind *wpp_recording_named (const char *name, size_t length);

#endif /* WPP_PLUGIN_GENERATE_RECORDING_H */
