/* Frequency dumps, as text and as JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An entry is a GCC basic block: the first node of it stands for its entry.  */

#include "wpp-dump.h"
#include "json.h"
#include "pretty-print.h"
#include "saturate.h"

wpp_dump::wpp_dump (const char *p, bool j)
  : problem (p), as_json (j), document (new json::object), functions (new json::array)
{
  document->set ("file", new json::string (main_input_filename));
  document->set ("problem", new json::string (problem));
  document->set ("functions", functions);
  text = std::string ("# ") + problem + " of " + main_input_filename + "\n"
         "# frequency / executions of the block: in how many of them the fact held at its entry;\n"
         "# facts that never held at a block are not listed there\n";
}

wpp_dump::~wpp_dump ()
{
  delete document;
}

/* Is NODE the first of its basic block, and was it executed?  */

static bool
reported_p (const wpp_function_graph *graph, const wpp_frequencies *f, unsigned node)
{
  const wpp_node_place *place = &graph->nodes[node];
  return place->bb && f->count[node] && graph->nodes[node - 1].bb != place->bb;
}

/* The lines of the basic block that NODE is the first node of, in their order.  */

static void
block_lines (const wpp_function_graph *graph, unsigned node, auto_vec<uint32_t> *lines)
{
  basic_block bb = graph->nodes[node].bb;
  for (; node < graph->cfg.n_nodes && graph->nodes[node].bb == bb; node++)
    {
      const wpp_node *n = &graph->cfg.nodes[node];
      for (uint32_t i = 0; i < n->n_lines; i++)
        if (!lines->contains (graph->cfg.lines[n->first_line + i].line))
          lines->safe_push (graph->cfg.lines[n->first_line + i].line);
    }
}

static std::string
decimal (uint64_t value)
{
  char buffer[24];
  snprintf (buffer, sizeof buffer, "%llu", (unsigned long long) value);
  return buffer;
}

/* A count that may be saturated.  */

static std::string
count_text (uint64_t value)
{
  return (wpp_saturated_p (value) ? ">=" : "") + decimal (value);
}

/* GCC's JSON integers are longs: what is more is a string, as is what is not exact.  */

static json::value *
json_count (uint64_t value)
{
  if (value > LONG_MAX)
    return new json::string (count_text (value).c_str ());
  return new json::integer_number (value);
}

void
wpp_dump::text_function (cgraph_node *node, const wpp_function_graph *graph,
                         const wpp_facts *facts, const wpp_frequencies *f)
{
  text += std::string ("\nfunction ") + lang_hooks.decl_printable_name (node->decl, 1)
          + ", executed " + count_text (f->count[WPP_NODE_ENTRY]) + " times\n";
  for (unsigned n = 2; n < graph->cfg.n_nodes; n++)
    {
      if (!reported_p (graph, f, n))
        continue;
      auto_vec<uint32_t> lines;
      block_lines (graph, n, &lines);
      text += "  block " + decimal (graph->cfg.nodes[n].block);
      for (unsigned i = 0; i < lines.length (); i++)
        text += (i ? "," : lines.length () > 1 ? ", lines " : ", line ") + decimal (lines[i]);
      text += ", executed " + count_text (f->count[n]) + " times\n";
      for (unsigned d = 0; d < f->n_facts; d++)
        if (uint64_t held = f->frequency[(size_t) n * f->n_facts + d])
          {
            const wpp_fact *fact = facts->facts[d];
            text += "    " + count_text (held) + " / " + count_text (f->count[n]) + "  " + fact->text
                    + (fact->parameter ? " (parameter" : fact->may ? " (may define "
                                                                     + fact->variable : " (")
                    + (fact->parameter || fact->may ? ", " : "") + "line "
                    + (fact->line ? decimal (fact->line) : "unknown") + ")\n";
          }
    }
}

/* Where FACT's variable is declared, which tells variables of one name apart: `LINE:COLUMN', and
   `#N' for the Nth copy that inlining made of it.  */

static json::value *
json_place (const wpp_fact *fact)
{
  expanded_location x = expand_location (DECL_SOURCE_LOCATION (fact->var));
  std::string place = decimal (x.line) + ":" + decimal (x.column);
  if (fact->copy > 1)
    place += "#" + decimal (fact->copy);
  return new json::string (place.c_str ());
}

/* What FACT is, as JSON.  */

static json::object *
json_fact (const wpp_fact *fact)
{
  json::object *o = new json::object;
  o->set ("fact", new json::string (fact->text.c_str ()));
  o->set ("variable", new json::string (fact->variable.c_str ()));
  o->set ("line", new json::integer_number (fact->line));
  o->set ("declared", json_place (fact));
  if (fact->parameter)
    o->set ("parameter", new json::literal (json::JSON_TRUE));
  if (fact->may)
    o->set ("may", new json::literal (json::JSON_TRUE));
  return o;
}

void
wpp_dump::json_function (cgraph_node *node, const wpp_function_graph *graph,
                         const wpp_facts *facts, const wpp_frequencies *f)
{
  json::object *function = new json::object;
  json::array *blocks = new json::array, *all = new json::array;

  function->set ("name", new json::string (lang_hooks.decl_printable_name (node->decl, 1)));
  function->set ("assembler_name", new json::string (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl))));
  function->set ("count", json_count (f->count[WPP_NODE_ENTRY]));
  for (const wpp_fact *fact : facts->facts)
    {
      json::object *definition = json_fact (fact);
      definition->set ("block", new json::integer_number (fact->block));
      definition->set ("kills", new json::literal (fact->kills ? json::JSON_TRUE : json::JSON_FALSE));
      all->append (definition);
    }
  function->set ("definitions", all);
  for (unsigned n = 2; n < graph->cfg.n_nodes; n++)
    {
      if (!reported_p (graph, f, n))
        continue;
      json::object *block = new json::object;
      json::array *lines = new json::array, *held = new json::array;
      auto_vec<uint32_t> numbers;
      block_lines (graph, n, &numbers);
      for (uint32_t line : numbers)
        lines->append (new json::integer_number (line));
      for (unsigned d = 0; d < f->n_facts; d++)
        if (uint64_t times = f->frequency[(size_t) n * f->n_facts + d])
          {
            json::object *fact = json_fact (facts->facts[d]);
            fact->set ("frequency", json_count (times));
            held->append (fact);
          }
      block->set ("block", new json::integer_number (graph->cfg.nodes[n].block));
      block->set ("lines", lines);
      block->set ("count", json_count (f->count[n]));
      block->set ("facts", held);
      blocks->append (block);
    }
  function->set ("blocks", blocks);
  functions->append (function);
}

void
wpp_dump::function (cgraph_node *node, const wpp_function_graph *graph, const wpp_facts *facts,
                    const wpp_frequencies *frequencies)
{
  if (!frequencies->count[WPP_NODE_ENTRY])
    return;
  if (as_json)
    json_function (node, graph, facts, frequencies);
  else
    text_function (node, graph, facts, frequencies);
}

void
wpp_dump::write ()
{
  char *name = concat (aux_base_name, ".", problem, ".freq", NULL);
  FILE *file = fopen (name, "w");
  bool ok = file != NULL;

  if (ok && as_json)
    {
      pretty_printer pp;
      document->print (&pp);
      ok = fputs (pp_formatted_text (&pp), file) >= 0 && fputc ('\n', file) != EOF;
    }
  else if (ok)
    ok = fputs (text.c_str (), file) >= 0;
  if (file)
    ok &= fclose (file) == 0;
  if (!ok)
    error_at (UNKNOWN_LOCATION, "cannot write %s: %s", name, xstrerror (errno));
  free (name);
}
