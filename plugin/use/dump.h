/* Frequency dumps: OBJECT.PROBLEM.freq.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_DUMP_H
#define WPP_DUMP_H

#include "plugin/problems/facts.h"

extern "C"
{
#include "frequency/static.h"
}

/* One function's answer to one problem.  */
struct wpp_solution
{
  wpp_facts facts;
  wpp_frequencies *frequencies;
  wpp_static *without_profile;

  wpp_solution () : frequencies (NULL), without_profile (NULL) {}
  ~wpp_solution ();
  wpp_solution (const wpp_solution &) = delete;
  wpp_solution &operator= (const wpp_solution &) = delete;

  wpp_problem problem (const wpp_function_graph *graph) const;
};

/* problems.cc: solve KINDS for cfun, over STREAMS of its activations, into SOLUTIONS.  Return 0 or an
   error.  */
int wpp_solve (const vec<const wpp_problem_kind *> &kinds, const vec<wpp_solution *> &solutions,
               const wpp_function_graph *graph, const wpp_numbering *num,
               const vec<wpp_projection *> &streams);

/* A block of the function as dumps show it.  */
struct wpp_dump_block
{
  unsigned first, last;         /* its nodes */
  auto_vec<uint32_t> lines;     /* in their order */
  double cost;                  /* statements executed */
};

/* A function of a dump: what the text and the JSON form have in common.  */
class wpp_function_dump
{
public:
  wpp_function_dump (cgraph_node *node, const wpp_function_graph *graph, const wpp_solution *solution);

  cgraph_node *node;
  const wpp_function_graph *graph;
  const wpp_solution *solution;
  auto_delete_vec<wpp_dump_block> blocks;       /* executed, in the order to show them in */
  double cost;

  const uint64_t *count (unsigned n) const;
  /* The facts that are shown of BLOCK: indices of frequencies' entries.  */
  void held (const wpp_dump_block *block, auto_vec<size_t> *entries) const;
  /* The sites in BLOCK.  */
  void sites (const wpp_dump_block *block, auto_vec<const wpp_site *> *found) const;
  /* How often SITE's facts held.  */
  void frequency (const wpp_site *site, uint64_t *number) const;
};

/* Always, never, sometimes: of facts at executed blocks, as the profile has them, and as static
   analysis does.  */
struct wpp_dump_summary
{
  uint64_t facts, always, never, sometimes;
  uint64_t certain, impossible, unknown;
  uint64_t gained_always, gained_never, gained_sometimes; /* of the unknown */

  explicit wpp_dump_summary (const wpp_function_dump *f);
};

namespace json { class object; class value; }

/* The dumps of a unit, in memory until they are whole.  */
class wpp_dump
{
public:
  explicit wpp_dump (const wpp_problem_kind *k) : kind (k) {}
  ~wpp_dump ();

  /* Add cfun, NODE's body.  Blocks that were not executed, and facts that never held at a
     block's entry, are left out.  */
  void function (cgraph_node *node, const wpp_function_graph *graph, const wpp_solution *solution);

  /* Write the file; an error names it.  */
  void write ();

private:
  struct entry
  {
    double cost;
    std::string text;
    json::object *document;
  };
  const wpp_problem_kind *kind;
  auto_delete_vec<entry> functions;

  static int compare (const void *a, const void *b);
  bool write_text (FILE *file);
  bool write_json (FILE *file);
};

/* dump-json.cc: F as a JSON object; TEXT as a string.  */
json::object *wpp_json_function (const wpp_function_dump *f);
json::value *wpp_json_text (const char *text);

/* NUMBER, of so many WORDS, in decimal; begins with `>=' when it is not exact.  */
std::string wpp_number_text (const uint64_t *number, unsigned words);

/* NUMBER as a floating-point number.  */
double wpp_number_value (const uint64_t *number, unsigned words);

/* The dumps that wpp_opts asks for; null when it asks for none.  */
class wpp_dumps
{
public:
  wpp_dumps ();
  /* Solve and dump the problems for cfun, NODE's body, which MATCHES are the profile of.  */
  void function (cgraph_node *node, const wpp_function_graph *graph,
                 const vec<struct wpp_match> &matches);
  void write ();

private:
  auto_delete_vec<wpp_dump> dumps;
  auto_vec<const wpp_problem_kind *> kinds;
};

#endif /* WPP_DUMP_H */
