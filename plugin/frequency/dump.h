/* Frequency dumps: OBJECT.PROBLEM.freq.  They show solutions (analysis/facts/frequency/solution.h) as rows
   (analysis/answers/frequencies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_FREQUENCY_DUMP_H
#define WPP_PLUGIN_FREQUENCY_DUMP_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "facts/frequency/solution.h"
#include "facts/problems/problem.h"
#include "show/show.h"
}

/* A dump of a unit, which is in memory until it is complete.  */
class wpp_dump
{
public:
  explicit wpp_dump (const wpp_problem_kind *k);
  ~wpp_dump () { wpp_kept_rows_free (functions); }
  wpp_dump (const wpp_dump &) = delete;
  wpp_dump &operator= (const wpp_dump &) = delete;

  /* Add problem P of SOLUTION, which is NODE's.  Blocks that were not executed are left out, and so are facts that
     never held at a block's entry.  */
  void function (cgraph_node *node, const wpp_solution *solution, unsigned p);

  /* Write the file; error messages name it.  */
  void write ();

private:
  const wpp_problem_kind *kind;
  wpp_kept_rows *functions;
};

/* The dumps that wpp_opts selects.  */
class wpp_dumps
{
public:
  wpp_dumps ();
  /* Dump SOLUTION, which is NODE's and has the selected problems.  */
  void function (cgraph_node *node, const wpp_solution *solution);
  void write ();

private:
  auto_delete_vec<wpp_dump> dumps;
};

#endif /* WPP_PLUGIN_FREQUENCY_DUMP_H */
