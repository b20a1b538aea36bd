/* Frequency dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An entry is a GCC basic block: the first node of it stands for its entry.  */

#include "plugin/frequency/dump.h"
#include "plugin/gcc/json-value.h"
#include "plugin/options/options.h"
#include "pretty-print.h"

extern "C"
{
#include "base/file-names.h"
#include "base/numbers.h"
}

/* ---- Numbers.  */

std::string
wpp_number_text (const uint64_t *number, unsigned words)
{
  char *digits = wpp_number_print (number, words);
  std::string text = digits ? digits : "?";
  free (digits);
  return text;
}

/* ---- A function.  */

static wpp_dump_block *
make_block (const wpp_cfg *cfg, const wpp_block_range *range, const uint64_t *times, unsigned words)
{
  uint32_t n, *lines = wpp_block_lines (cfg, range, &n);
  wpp_dump_block *b = new wpp_dump_block;
  b->range = range;
  for (uint32_t i = 0; lines && i < n; i++)
    b->lines.safe_push (lines[i]);
  free (lines);
  b->cost = wpp_block_cost (cfg, range, times, words);
  return b;
}

/* For qsort: the costlier block first.  */

static int
compare_blocks (const void *a, const void *b)
{
  const wpp_dump_block *x = *(wpp_dump_block *const *) a, *y = *(wpp_dump_block *const *) b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->range->first < y->range->first ? -1 : x->range->first > y->range->first;
}

wpp_function_dump::wpp_function_dump (cgraph_node *n, const wpp_solution *s, unsigned p)
  : node (n), solution (s), problem (p), facts (&s->solved[p].facts),
    frequencies (s->solved[p].frequencies), words (s->solved[p].frequencies->words), cost (0)
{
  for (unsigned i = 0; i < s->n_blocks; i++)
    {
      const uint64_t *times = count (s->blocks[i].first);
      if (wpp_number_zero_p (times, words))
        continue;
      wpp_dump_block *b = make_block (s->cfg, &s->blocks[i], times, words);
      cost += b->cost;
      blocks.safe_push (b);
    }
  if (wpp_opts.dump_hot)
    blocks.qsort (compare_blocks);
}

void
wpp_function_dump::held (const wpp_dump_block *block, auto_vec<size_t> *entries) const
{
  const wpp_frequencies *f = frequencies;
  unsigned first = block->range->first;
  for (size_t i = f->start[first]; i < f->start[first + 1]; i++)
    if (!facts->facts[f->fact[i]].hidden)
      entries->safe_push (i);
  if (wpp_opts.dump_hot)
    std::stable_sort (entries->begin (), entries->end (), [&] (size_t a, size_t b)
      {
        return mpn_cmp ((mp_srcptr) f->frequency + a * f->words,
                        (mp_srcptr) f->frequency + b * f->words, f->words) > 0;
      });
}

void
wpp_function_dump::sites (const wpp_dump_block *block, auto_vec<const wpp_site *> *found) const
{
  for (unsigned i = 0; i < facts->n_sites; i++)
    if (facts->sites[i].node >= block->range->first && facts->sites[i].node < block->range->end)
      found->safe_push (&facts->sites[i]);
}

wpp_solution_summary
wpp_function_dump::summary () const
{
  wpp_solution_summary s;
  if (int err = wpp_solution_summarize (solution, problem, &s))
    fatal_error (UNKNOWN_LOCATION, "%s", wpp_strerror (err));
  return s;
}

/* ---- Text.  */

static std::string
decimal (uint64_t value)
{
  return wpp_number_text (&value, 1);
}

static std::string
line_text (uint32_t line)
{
  return "line " + (line ? decimal (line) : "unknown");
}

static std::string
fact_text (const wpp_fact *fact)
{
  std::string s = std::string (fact->text) + " (";
  if (fact->parameter)
    s += "parameter, ";
  else if (fact->may)
    s += std::string ("may define ") + fact->variable + ", ";
  return s + line_text (fact->line) + ")";
}

static std::string
block_text (const wpp_function_dump *f, const wpp_dump_block *b)
{
  const wpp_frequencies *r = f->frequencies;
  std::string count = wpp_number_text (f->count (b), f->words);
  std::string s = "  block " + decimal (b->range->block);
  for (unsigned i = 0; i < b->lines.length (); i++)
    s += (i ? "," : b->lines.length () > 1 ? ", lines " : ", line ") + decimal (b->lines[i]);
  s += ", executed " + count + " times\n";

  auto_vec<size_t> entries;
  f->held (b, &entries);
  for (size_t i : entries)
    s += "    " + wpp_number_text (r->frequency + i * r->words, r->words) + " / " + count + "  "
         + fact_text (&f->facts->facts[r->fact[i]]) + "\n";

  auto_vec<const wpp_site *> sites;
  f->sites (b, &sites);
  for (const wpp_site *site : sites)
    {
      uint64_t number[WPP_NUMBER_WIDE];
      wpp_solution_at_site (f->solution, f->problem, site, number);
      s += "    at " + line_text (site->line) + ": " + wpp_number_text (number, f->words) + " / "
           + wpp_number_text (f->count (site->node), f->words) + "  " + site->text + "\n";
    }
  return s;
}

static std::string
summary_text (const wpp_solution_summary &s)
{
  return "  summary of " + decimal (s.facts) + " facts at blocks: " + decimal (s.always) + " always held, "
         + decimal (s.never) + " never, " + decimal (s.sometimes) + " sometimes\n"
         "  without the profile: " + decimal (s.certain) + " certain, " + decimal (s.impossible)
         + " impossible, " + decimal (s.unknown) + " unknown, of which " + decimal (s.gained_always)
         + " always held, " + decimal (s.gained_never) + " never\n";
}

static std::string
function_text (const wpp_function_dump *f)
{
  std::string s = std::string ("\nfunction ") + lang_hooks.decl_printable_name (f->node->decl, 1)
                  + ", executed "
                  + wpp_number_text (f->count (WPP_NODE_ENTRY), f->words) + " times\n";
  for (const wpp_dump_block *b : f->blocks)
    s += block_text (f, b);
  wpp_solution_summary summary = f->summary ();
  return summary.facts ? s + summary_text (summary) : s;
}

/* ---- Files.  */

wpp_dump::~wpp_dump ()
{
  for (entry *e : functions)
    delete e->document;
}

void
wpp_dump::function (cgraph_node *node, const wpp_solution *solution, unsigned p)
{
  wpp_function_dump f (node, solution, p);
  if (wpp_number_zero_p (f.count (WPP_NODE_ENTRY), f.words))
    return;
  entry *e = new entry { f.cost, "", NULL };
  if (wpp_opts.dump_json)
    e->document = wpp_json_function (&f);
  else
    e->text = function_text (&f);
  functions.safe_push (e);
}

/* The costlier function first; functions of the same cost stay in order.  */

int
wpp_dump::compare (const void *a, const void *b)
{
  const entry *x = *(entry *const *) a, *y = *(entry *const *) b;
  return x->cost > y->cost ? -1 : x->cost < y->cost;
}

bool
wpp_dump::write_text (FILE *file)
{
  bool ok = fprintf (file, "# %s of %s\n", kind->name, remap_profile_filename (main_input_filename)) > 0;
  if (kind->holds)
    ok &= fprintf (file, "# frequency / executions of the block: in how many of them the fact held at its entry:\n"
                   "# %s;\n# facts that never held at a block are not listed there\n", kind->holds) > 0;
  if (kind->site)
    ok &= fprintf (file, "# at a line: in how many of its executions %s\n", kind->site) > 0;
  for (const entry *e : functions)
    ok &= fputs (e->text.c_str (), file) >= 0;
  return ok;
}

bool
wpp_dump::write_json (FILE *file)
{
  json::object document;
  json::array *all = new json::array;
  const char *name = remap_profile_filename (main_input_filename);
  char *path = wpp_file_complete (remap_profile_filename (get_src_pwd ()), name);
  document.set ("file", wpp_json_text (name));
  document.set ("path", wpp_json_text (path));
  free (path);
  document.set ("problem", new json::string (kind->name));
  document.set ("functions", all);
  for (entry *e : functions)
    {
      all->append (e->document);
      e->document = NULL;
    }
  return wpp_json_write (&document, file);
}

void
wpp_dump::write ()
{
  if (wpp_opts.dump_hot)
    wpp_stable_sort (&functions, compare);
  wpp_write_beside (std::string (kind->name) + ".freq",
                    [&] (FILE *file) { return wpp_opts.dump_json ? write_json (file) : write_text (file); });
}

/* ---- All dumps of a unit.  */

wpp_dumps::wpp_dumps ()
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (wpp_opts.problems >> k & 1)
      dumps.safe_push (new wpp_dump (&wpp_problem_kinds[k]));
}

void
wpp_dumps::function (cgraph_node *node, const wpp_solution *solution)
{
  for (unsigned p = 0; p < dumps.length (); p++)
    dumps[p]->function (node, solution, p);
}

void
wpp_dumps::write ()
{
  for (wpp_dump *d : dumps)
    d->write ();
}
