/* Frequency dumps: OBJECT.PROBLEM.freq.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_DUMP_H
#define WPP_DUMP_H

#include "wpp-facts.h"

namespace json { class object; class array; }

/* The dump of one problem over a unit, in memory until it is whole.  */
class wpp_dump
{
public:
  wpp_dump (const char *problem, bool as_json);
  ~wpp_dump ();

  /* Add cfun, NODE's body.  Blocks that were not executed, and facts that never held at a
     block's entry, are left out.  */
  void function (cgraph_node *node, const wpp_function_graph *graph, const wpp_facts *facts,
                 const wpp_frequencies *frequencies);

  /* Write the file; an error names it.  */
  void write ();

private:
  const char *problem;
  bool as_json;
  std::string text;
  json::object *document;
  json::array *functions;

  void text_function (cgraph_node *node, const wpp_function_graph *graph, const wpp_facts *facts,
                      const wpp_frequencies *frequencies);
  void json_function (cgraph_node *node, const wpp_function_graph *graph, const wpp_facts *facts,
                      const wpp_frequencies *frequencies);
};

#endif /* WPP_DUMP_H */
