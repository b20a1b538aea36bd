/* Dumps of frequencies as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/frequencies.h"
#include "facts/problems/problem.h"
#include "show/layouts.h"

/* The problem called NAME, or null.  */
static const struct wpp_problem_kind *
problem_named (const char *name)
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (strcmp (wpp_problem_kinds[k].name, name) == 0)
      return &wpp_problem_kinds[k];
  return NULL;
}

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_frequencies_head *head = data;
  const struct wpp_problem_kind *kind = problem_named (head->problem);
  fprintf (out, "# %s of %s\n", head->problem, head->file);
  if (kind && kind->holds)
    fprintf (out, "# frequency / executions of the block: in how many of them the fact held at its entry:\n"
             "# %s;\n# facts that never held at a block are not listed there\n", kind->holds);
  if (kind && kind->site)
    fprintf (out, "# at a line: in how many of its executions %s\n", kind->site);
  return 0;
}

static void
put_line (FILE *out, uint32_t line)
{
  if (line)
    fprintf (out, "line %u", line);
  else
    fputs ("line unknown", out);
}

static int
put_held (FILE *out, const struct wpp_frequency_block_row *block, size_t i)
{
  struct wpp_frequency_held_row held;
  const struct wpp_frequency_fact_row *fact = &held.fact;
  int err = block->facts.get (block->facts.data, i, &held);
  if (err)
    return err;
  fprintf (out, "    %s / %s  %s (", held.frequency, block->count, fact->fact);
  if (fact->parameter)
    fputs ("parameter, ", out);
  else if (fact->may)
    fprintf (out, "may define %s, ", fact->variable);
  put_line (out, fact->line);
  fputs (")\n", out);
  return 0;
}

static int
put_site (FILE *out, const struct wpp_frequency_block_row *block, size_t i)
{
  struct wpp_frequency_site_row site;
  int err = block->sites.get (block->sites.data, i, &site);
  if (err)
    return err;
  fputs ("    at ", out);
  put_line (out, site.line);
  fprintf (out, ": %s / %s  %s\n", site.frequency, site.count, site.site);
  return 0;
}

static int
put_block (FILE *out, const struct wpp_frequency_function_row *f, size_t i)
{
  struct wpp_frequency_block_row block;
  int err = f->blocks.get (f->blocks.data, i, &block);
  if (err)
    return err;
  fprintf (out, "  block %u", block.block);
  for (size_t k = 0; k < block.lines.n; k++)
    {
      uint32_t line;
      block.lines.get (block.lines.data, k, &line);
      fprintf (out, "%s%u", k ? "," : block.lines.n > 1 ? ", lines " : ", line ", line);
    }
  fprintf (out, ", executed %s times\n", block.count);
  for (size_t k = 0; k < block.facts.n && !err; k++)
    err = put_held (out, &block, k);
  for (size_t k = 0; k < block.sites.n && !err; k++)
    err = put_site (out, &block, k);
  return err;
}

static void
put_summary (FILE *out, const struct wpp_frequency_summary_row *s)
{
  const struct wpp_frequency_static_row *w = &s->without_profile;
  fprintf (out,
           "  summary of %" PRIu64 " facts at blocks: %" PRIu64 " always held, %" PRIu64 " never, %" PRIu64
           " sometimes\n"
           "  without the profile: %" PRIu64 " certain, %" PRIu64 " impossible, %" PRIu64 " unknown, of which %" PRIu64
           " always held, %" PRIu64 " never\n",
           s->facts, s->always, s->never, s->sometimes, w->certain, w->impossible, w->unknown, w->of_unknown.always,
           w->of_unknown.never);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_frequency_function_row *f = data;
  int err = 0;
  fprintf (out, "\nfunction %s, executed %s times\n", f->name, f->count);
  for (size_t i = 0; i < f->blocks.n && !err; i++)
    err = put_block (out, f, i);
  if (f->summary.facts)
    put_summary (out, &f->summary);
  return err;
}

const struct wpp_text_layout wpp_dump_frequencies_layout = { &wpp_frequencies_schema, begin, row, NULL };
