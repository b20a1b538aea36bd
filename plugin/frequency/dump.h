/* Frequency dumps: OBJECT.PROBLEM.freq.  They print solutions (analysis/facts/frequency/solution.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_FREQUENCY_DUMP_H
#define WPP_PLUGIN_FREQUENCY_DUMP_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "facts/problems/shown.h"
#include "facts/problems/problem.h"
}

/* A block of the function, as shown in dumps.  */
struct wpp_dump_block
{
  const wpp_block_range *range;
  auto_vec<uint32_t> lines;     /* in order */
  double cost;                  /* statements executed */
};

/* A function of a dump: the common part of the text and JSON forms.  */
class wpp_function_dump
{
public:
  /* For problem P of SOLUTION, which is NODE's.  */
  wpp_function_dump (cgraph_node *node, const wpp_solution *solution, unsigned p);

  cgraph_node *node;
  const wpp_solution *solution;
  unsigned problem;
  const wpp_facts *facts;
  const wpp_frequencies *frequencies;
  unsigned words;                               /* of numbers */
  auto_delete_vec<wpp_dump_block> blocks;       /* executed ones, in the order of the dump */
  double cost;

  const uint64_t *count (unsigned n) const { return wpp_solution_problem_count (solution, problem, n); }
  const uint64_t *count (const wpp_dump_block *block) const { return count (block->range->first); }
  /* The facts to show for BLOCK: indices of entries of the frequencies.  */
  void held (const wpp_dump_block *block, auto_vec<size_t> *entries) const;
  /* The sites in BLOCK.  */
  void sites (const wpp_dump_block *block, auto_vec<const wpp_site *> *found) const;
  wpp_solution_summary summary () const;
};

namespace json { class object; class value; }

/* A dump of a unit, which is in memory until it is complete.  */
class wpp_dump
{
public:
  explicit wpp_dump (const wpp_problem_kind *k) : kind (k) {}
  ~wpp_dump ();

  /* Add problem P of SOLUTION, which is NODE's.  Blocks that were not executed are left out, and so are facts that
     never held at a block's entry.  */
  void function (cgraph_node *node, const wpp_solution *solution, unsigned p);

  /* Write the file; error messages name it.  */
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

/* Write the file OBJECT.ENDING beside the object by WRITE, which returns whether it could write to the FILE.  */
template <typename F>
void
wpp_write_beside (const std::string &ending, F write)
{
  char *name = concat (aux_base_name, ".", ending.c_str (), NULL);
  FILE *file = fopen (name, "w");
  bool ok = file != NULL;
  if (ok)
    ok = write (file);
  if (file)
    ok &= fclose (file) == 0;
  if (!ok)
    error_at (UNKNOWN_LOCATION, "cannot write %s: %s", name, xstrerror (errno));
  free (name);
}

/* dump-json.cc: F as a JSON object; TEXT as a string.  */
json::object *wpp_json_function (const wpp_function_dump *f);
json::value *wpp_json_text (const char *text);

/* NUMBER, which has WORDS words, in decimal; it begins with `>=' when it is not exact.  */
std::string wpp_number_text (const uint64_t *number, unsigned words);

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
