/* Frequency dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An entry is a GCC basic block: the first node of it stands for its entry.  */

#include "plugin/use/dump.h"
#include "plugin/use/profiles.h"
#include "json.h"
#include "pretty-print.h"

extern "C"
{
#include "support/numbers.h"
}

/* ---- Numbers.  */

std::string
wpp_number_text (const uint64_t *number, unsigned words)
{
  std::string least = wpp_number_saturated_p (number, words) ? ">=" : "";
  if (words == 1)
    return least + std::to_string (*number);
  mpz_t n;
  mpz_init (n);
  mpz_import (n, words, -1, sizeof *number, 0, 0, number);
  char *digits = mpz_get_str (NULL, 10, n);
  std::string text = least + digits;
  free (digits);
  mpz_clear (n);
  return text;
}

double
wpp_number_value (const uint64_t *number, unsigned words)
{
  double value = 0;
  while (words-- > 0)
    value = value * 18446744073709551616.0 + number[words];
  return value;
}

/* ---- A function.  */

const uint64_t *
wpp_function_dump::count (unsigned n) const
{
  const wpp_frequencies *f = solution->frequencies;
  return f->count + (size_t) n * f->words;
}

/* The block that NODE is the first of.  */

static wpp_dump_block *
make_block (const wpp_function_graph *graph, unsigned node)
{
  wpp_dump_block *b = new wpp_dump_block;
  b->first = b->last = node;
  b->cost = 0;
  basic_block bb = graph->nodes[node].bb;
  for (; node < graph->cfg.n_nodes && graph->nodes[node].bb == bb; node++)
    {
      const wpp_node *n = &graph->cfg.nodes[node];
      b->last = node;
      b->cost += n->statements;
      for (uint32_t i = 0; i < n->n_lines; i++)
        if (!b->lines.contains (graph->cfg.lines[n->first_line + i].line))
          b->lines.safe_push (graph->cfg.lines[n->first_line + i].line);
    }
  return b;
}

/* The costlier one first, for qsort.  */

static int
compare_blocks (const void *a, const void *b)
{
  const wpp_dump_block *x = *(wpp_dump_block *const *) a, *y = *(wpp_dump_block *const *) b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

wpp_function_dump::wpp_function_dump (cgraph_node *n, const wpp_function_graph *g,
                                      const wpp_solution *s)
  : node (n), graph (g), solution (s), cost (0)
{
  unsigned words = s->frequencies->words;
  for (unsigned v = 2; v < g->cfg.n_nodes; v++)
    {
      if (!g->nodes[v].bb || g->nodes[v - 1].bb == g->nodes[v].bb
          || wpp_number_zero_p (count (v), words))
        continue;
      wpp_dump_block *b = make_block (g, v);
      b->cost *= wpp_number_value (count (v), words);
      cost += b->cost;
      blocks.safe_push (b);
    }
  if (wpp_opts.dump_hot)
    blocks.qsort (compare_blocks);
}

void
wpp_function_dump::held (const wpp_dump_block *block, auto_vec<size_t> *entries) const
{
  const wpp_frequencies *f = solution->frequencies;
  for (size_t i = f->start[block->first]; i < f->start[block->first + 1]; i++)
    if (!solution->facts.facts[f->fact[i]]->hidden)
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
  for (const wpp_site *s : solution->facts.sites)
    if (s->node >= block->first && s->node <= block->last)
      found->safe_push (s);
}

void
wpp_function_dump::frequency (const wpp_site *site, uint64_t *number) const
{
  const wpp_frequencies *f = solution->frequencies;
  memset (number, 0, f->words * sizeof *number);
  for (uint32_t source : site->source)
    {
      const uint64_t *n = source == WPP_FROM_NONE ? NULL
                          : source == WPP_FROM_LAMBDA ? count (site->node)
                                                      : wpp_frequency_of (f, site->node, source);
      if (n)
        wpp_numbers_add (number, n, 1, f->words);
    }
}

/* ---- The summary.  */

wpp_dump_summary::wpp_dump_summary (const wpp_function_dump *f)
{
  const wpp_static *s = f->solution->without_profile;
  const wpp_frequencies *r = f->solution->frequencies;
  auto_vec<uint64_t> visible;
  unsigned n_visible = 0;

  memset (this, 0, sizeof *this);
  visible.safe_grow_cleared (s->words, true);
  for (unsigned d = 0; d < r->n_facts; d++)
    if (!f->solution->facts.facts[d]->hidden)
      {
        visible[d / 64] |= 1ull << d % 64;
        n_visible++;
      }
  for (const wpp_dump_block *b : f->blocks)
    {
      const uint64_t *may = s->may + b->first * s->words, *must = s->must + b->first * s->words;
      facts += n_visible;
      for (size_t w = 0; w < s->words; w++)
        {
          certain += popcount_hwi (may[w] & must[w] & visible[w]);
          unknown += popcount_hwi (may[w] & ~must[w] & visible[w]);
        }
      auto_vec<size_t> entries;
      f->held (b, &entries);
      for (size_t i : entries)
        {
          bool all = !mpn_cmp ((mp_srcptr) r->frequency + i * r->words,
                               (mp_srcptr) f->count (b->first), r->words);
          uint32_t d = r->fact[i];
          bool open = wpp_static_may_p (s, b->first, d) && !wpp_static_must_p (s, b->first, d);
          (all ? always : sometimes)++;
          (all ? gained_always : gained_sometimes) += open;
        }
    }
  never = facts - always - sometimes;
  impossible = facts - certain - unknown;
  gained_never = unknown - gained_always - gained_sometimes;
}

/* ---- Text.  */

static std::string
decimal (uint64_t value)
{
  return wpp_number_text (&value, 1);
}

static std::string
line_text (int line)
{
  return "line " + (line ? decimal (line) : "unknown");
}

static std::string
fact_text (const wpp_fact *fact)
{
  std::string s = fact->text + " (";
  if (fact->parameter)
    s += "parameter, ";
  else if (fact->may)
    s += "may define " + fact->variable + ", ";
  return s + line_text (fact->line) + ")";
}

static std::string
block_text (const wpp_function_dump *f, const wpp_dump_block *b)
{
  const wpp_frequencies *r = f->solution->frequencies;
  std::string count = wpp_number_text (f->count (b->first), r->words);
  std::string s = "  block " + decimal (f->graph->cfg.nodes[b->first].block);
  for (unsigned i = 0; i < b->lines.length (); i++)
    s += (i ? "," : b->lines.length () > 1 ? ", lines " : ", line ") + decimal (b->lines[i]);
  s += ", executed " + count + " times\n";

  auto_vec<size_t> entries;
  f->held (b, &entries);
  for (size_t i : entries)
    s += "    " + wpp_number_text (r->frequency + i * r->words, r->words) + " / " + count + "  "
         + fact_text (f->solution->facts.facts[r->fact[i]]) + "\n";

  auto_vec<const wpp_site *> sites;
  f->sites (b, &sites);
  for (const wpp_site *site : sites)
    {
      uint64_t number[WPP_NUMBER_WIDE];
      f->frequency (site, number);
      s += "    at " + line_text (wpp_line (site->stmt)) + ": "
           + wpp_number_text (number, r->words) + " / "
           + wpp_number_text (f->count (site->node), r->words) + "  " + site->text + "\n";
    }
  return s;
}

static std::string
summary_text (const wpp_dump_summary &s)
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
                  + wpp_number_text (f->count (WPP_NODE_ENTRY), f->solution->frequencies->words)
                  + " times\n";
  for (const wpp_dump_block *b : f->blocks)
    s += block_text (f, b);
  wpp_dump_summary summary (f);
  return summary.facts ? s + summary_text (summary) : s;
}

/* ---- Files.  */

wpp_dump::~wpp_dump ()
{
  for (entry *e : functions)
    delete e->document;
}

void
wpp_dump::function (cgraph_node *node, const wpp_function_graph *graph,
                    const wpp_solution *solution)
{
  wpp_function_dump f (node, graph, solution);
  if (wpp_number_zero_p (f.count (WPP_NODE_ENTRY), solution->frequencies->words))
    return;
  entry *e = new entry { f.cost, "", NULL };
  if (wpp_opts.dump_json)
    e->document = wpp_json_function (&f);
  else
    e->text = function_text (&f);
  functions.safe_push (e);
}

/* The costlier function first; those of one cost stay in their order.  */

int
wpp_dump::compare (const void *a, const void *b)
{
  const entry *x = *(entry *const *) a, *y = *(entry *const *) b;
  return x->cost > y->cost ? -1 : x->cost < y->cost;
}

bool
wpp_dump::write_text (FILE *file)
{
  bool ok = fprintf (file, "# %s of %s\n", kind->name, main_input_filename) > 0;
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
  document.set ("file", wpp_json_text (main_input_filename));
  document.set ("problem", new json::string (kind->name));
  document.set ("functions", all);
  for (entry *e : functions)
    {
      all->append (e->document);
      e->document = NULL;
    }
  pretty_printer pp;
  document.print (&pp);
  return fputs (pp_formatted_text (&pp), file) >= 0 && fputc ('\n', file) != EOF;
}

void
wpp_dump::write ()
{
  char *name = concat (aux_base_name, ".", kind->name, ".freq", NULL);
  FILE *file = fopen (name, "w");
  bool ok = file != NULL;

  if (wpp_opts.dump_hot)
    wpp_stable_sort (&functions, compare);
  if (ok)
    ok = wpp_opts.dump_json ? write_json (file) : write_text (file);
  if (file)
    ok &= fclose (file) == 0;
  if (!ok)
    error_at (UNKNOWN_LOCATION, "cannot write %s: %s", name, xstrerror (errno));
  free (name);
}

/* ---- All dumps of a unit.  */

wpp_dumps::wpp_dumps ()
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (wpp_opts.problems >> k & 1)
      {
        kinds.safe_push (&wpp_problem_kinds[k]);
        dumps.safe_push (new wpp_dump (&wpp_problem_kinds[k]));
      }
}

void
wpp_dumps::function (cgraph_node *node, const wpp_function_graph *graph,
                     const vec<wpp_match> &matches)
{
  int err = 0;
  auto_vec<wpp_projection *> streams;
  const wpp_match *bad = NULL;
  if (kinds.is_empty ())
    return;
  wpp_numbering *num = wpp_numbering_new (&graph->cfg, WPP_PATH_LIMIT, &err);
  if (num)
    err = wpp_streams (matches, &streams, &bad);
  auto_delete_vec<wpp_solution> solutions;
  for (unsigned k = 0; k < kinds.length (); k++)
    solutions.safe_push (new wpp_solution);
  if (!err)
    err = wpp_solve (kinds, solutions, graph, num, streams);
  for (unsigned k = 0; !err && k < kinds.length (); k++)
    dumps[k]->function (node, graph, solutions[k]);
  if (err)
    warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "no frequencies for %qD: %s", node->decl,
                wpp_what_is_wrong (err, bad).c_str ());
  for (wpp_projection *p : streams)
    wpp_projection_free (p);
  wpp_numbering_free (num);
}

void
wpp_dumps::write ()
{
  for (wpp_dump *d : dumps)
    d->write ();
}
