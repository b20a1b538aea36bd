/* Frequency dumps as JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Beside the frequencies, a function has all its facts and the effects of its blocks and edges on them, so that
   other programs can compute with the problem.  */

#include "plugin/frequency/dump.h"
#include "plugin/gcc/json-value.h"

extern "C"
{
#include "base/numbers.h"
#include "base/utf8.h"
}

/* GCC's JSON integers are longs.  Greater numbers, and numbers that are not exact, are strings.  */

static json::value *
json_number (const uint64_t *number, unsigned words)
{
  for (unsigned w = 1; w < words; w++)
    if (number[w])
      return new json::string (wpp_number_text (number, words).c_str ());
  if (*number > LONG_MAX)
    return new json::string (wpp_number_text (number, words).c_str ());
  return new json::integer_number (*number);
}

static json::value *
json_count (uint64_t value)
{
  return json_number (&value, 1);
}

/* A string with any bytes, such as a file's name.  GCC's own class writes most control characters, and bytes that are
   not UTF-8, without escapes.  */

class json_string : public wpp_json_value
{
public:
  explicit json_string (const char *text) : clean (wpp_utf8 (text)) {}
  ~json_string () { free (clean); }

  json::kind get_kind () const final override { return json::JSON_STRING; }
  void put (pretty_printer *pp) const final override;
  wpp_json_value *copy () const final override { return new json_string (clean ? clean : ""); }

private:
  char *clean;
};

void
json_string::put (pretty_printer *pp) const
{
  pp_character (pp, '"');
  for (const char *c = clean ? clean : ""; *c; c++)
    if ((unsigned char) *c < ' ')
      {
        char code[7];
        snprintf (code, sizeof code, "\\u%04x", *c);
        pp_string (pp, code);
      }
    else
      {
        if (*c == '"' || *c == '\\')
          pp_character (pp, '\\');
        pp_character (pp, *c);
      }
  pp_character (pp, '"');
}

json::value *
wpp_json_text (const char *text)
{
  return new json_string (text);
}

static json::value *
json_text (const std::string &text)
{
  return wpp_json_text (text.c_str ());
}

static json::value *
json_bool (bool value)
{
  return new json::literal (value ? json::JSON_TRUE : json::JSON_FALSE);
}

/* The declaration of FACT's variable, which tells variables of the same name apart: `LINE:COLUMN', and `#N' for the Nth
   copy that inlining has made.  */

static json::value *
json_place (const wpp_fact *fact)
{
  std::string place = std::to_string (fact->declared_line) + ":" + std::to_string (fact->declared_column);
  if (fact->copy > 1)
    place += "#" + std::to_string (fact->copy);
  return json_text (place);
}

/* The description of FACT.  */

static json::object *
json_fact (const wpp_fact *fact)
{
  json::object *o = new json::object;
  o->set ("fact", json_text (fact->text));
  o->set ("variable", json_text (fact->variable));
  o->set ("line", new json::integer_number (fact->line));
  if (fact->copy)
    o->set ("declared", json_place (fact));
  if (fact->parameter)
    o->set ("parameter", json_bool (true));
  if (fact->may)
    o->set ("may", json_bool (true));
  return o;
}

static json::array *
all_facts (const wpp_facts *facts)
{
  json::array *all = new json::array;
  for (unsigned f = 0; f < facts->n_facts; f++)
    {
      const wpp_fact *fact = &facts->facts[f];
      json::object *o = json_fact (fact);
      o->set ("block", new json::integer_number (fact->block));
      if (fact->hidden)
        o->set ("hidden", json_bool (true));
      all->append (o);
    }
  return all;
}

/* ---- Frequencies.  */

static void
set_frequency (json::object *o, const uint64_t *number, const uint64_t *count, unsigned words)
{
  o->set ("frequency", json_number (number, words));
  o->set ("share", new json::float_number (wpp_number_value (number, words)
                                           / wpp_number_value (count, words)));
}

/* The source of a fact: a fact, or what always holds.  */

static json::value *
json_source (uint32_t source)
{
  if (source == WPP_FROM_LAMBDA || source == WPP_FROM_NONE)
    return json_bool (source == WPP_FROM_LAMBDA);
  return new json::integer_number (source);
}

static json::array *
json_sites (const wpp_function_dump *f, const wpp_dump_block *b)
{
  json::array *all = new json::array;
  auto_vec<const wpp_site *> sites;
  f->sites (b, &sites);
  for (const wpp_site *site : sites)
    {
      json::object *o = new json::object;
      json::array *sources = new json::array;
      uint64_t number[WPP_NUMBER_WIDE];
      wpp_solution_at_site (f->solution, f->problem, site, number);
      o->set ("site", json_text (site->text));
      o->set ("line", new json::integer_number (site->line));
      o->set ("count", json_number (f->count (site->node), f->words));
      if (wpp_number_zero_p (f->count (site->node), f->words))
        o->set ("frequency", json_number (number, f->words));
      else
        set_frequency (o, number, f->count (site->node), f->words);
      for (uint32_t s : site->source)
        if (s != WPP_FROM_NONE)
          sources->append (json_source (s));
      o->set ("node", new json::integer_number (site->node));
      o->set ("from", sources);
      all->append (o);
    }
  return all;
}

static json::object *
json_block (const wpp_function_dump *f, const wpp_dump_block *b)
{
  const wpp_frequencies *r = f->frequencies;
  json::object *block = new json::object;
  json::array *lines = new json::array, *held = new json::array;
  auto_vec<size_t> entries;

  for (uint32_t line : b->lines)
    lines->append (new json::integer_number (line));
  f->held (b, &entries);
  for (size_t i : entries)
    {
      json::object *fact = json_fact (&f->facts->facts[r->fact[i]]);
      fact->set ("id", new json::integer_number (r->fact[i]));
      set_frequency (fact, r->frequency + i * r->words, f->count (b), r->words);
      held->append (fact);
    }
  block->set ("block", new json::integer_number (b->range->block));
  block->set ("node", new json::integer_number (b->range->first));
  block->set ("lines", lines);
  block->set ("count", json_number (f->count (b), r->words));
  block->set ("cost", new json::float_number (b->cost));
  block->set ("facts", held);
  if (f->facts->n_sites)
    block->set ("sites", json_sites (f, b));
  return block;
}

/* ---- Effects of blocks and edges.  */

static json::array *
json_changes (const wpp_transition *t)
{
  json::array *changes = new json::array;
  for (uint32_t i = 0; i < t->n; i++)
    {
      json::array *change = new json::array;
      change->append (new json::integer_number (t->changes[i].fact));
      change->append (json_source (t->changes[i].source));
      changes->append (change);
    }
  return changes;
}

/* The effect of node V: a block, or one of the parts into which calls cut a block.  */

static json::object *
node_effect (const wpp_function_dump *f, unsigned v)
{
  const wpp_facts *facts = f->facts;
  json::object *o = new json::object;
  o->set ("block", new json::integer_number (f->solution->block_of[v]));
  o->set ("node", new json::integer_number (v));
  if (facts->enter[v].n)
    o->set ("arriving", json_changes (&facts->enter[v]));
  o->set ("changes", json_changes (&facts->node[v]));
  return o;
}

/* The effect of edge E of the abstract graph.  An edge between the parts of a block is no edge of GCC's graph.  */

static json::object *
edge_effect (const wpp_function_dump *f, unsigned e)
{
  const wpp_cfg *cfg = f->solution->cfg;
  json::object *o = new json::object;
  o->set ("from", new json::integer_number (cfg->nodes[cfg->edges[e].src].block));
  o->set ("to", new json::integer_number (cfg->nodes[cfg->edges[e].dst].block));
  o->set ("edge", new json::integer_number (e));
  o->set ("changes", json_changes (&f->facts->edge[e]));
  return o;
}

static json::array *
all_effects (const wpp_function_dump *f)
{
  const wpp_solution *s = f->solution;
  json::array *all = new json::array;
  for (unsigned v = 0; v < s->cfg->n_nodes; v++)
    if (s->block_of[v] != WPP_NO_BLOCK && (f->facts->node[v].n || f->facts->enter[v].n))
      all->append (node_effect (f, v));
  for (unsigned e = 0; e < s->cfg->n_edges; e++)
    if (f->facts->edge[e].n && s->block_of[s->cfg->edges[e].dst] != WPP_NO_BLOCK)
      all->append (edge_effect (f, e));
  return all;
}

/* ---- The function.  */

static json::object *
json_summary (const wpp_function_dump *f)
{
  wpp_solution_summary s = f->summary ();
  json::object *o = new json::object, *without = new json::object, *of_unknown = new json::object;
  o->set ("facts", json_count (s.facts));
  o->set ("always", json_count (s.always));
  o->set ("never", json_count (s.never));
  o->set ("sometimes", json_count (s.sometimes));
  without->set ("certain", json_count (s.certain));
  without->set ("impossible", json_count (s.impossible));
  without->set ("unknown", json_count (s.unknown));
  of_unknown->set ("always", json_count (s.gained_always));
  of_unknown->set ("never", json_count (s.gained_never));
  of_unknown->set ("sometimes", json_count (s.gained_sometimes));
  without->set ("of_unknown", of_unknown);
  o->set ("without_profile", without);
  return o;
}

json::object *
wpp_json_function (const wpp_function_dump *f)
{
  json::object *function = new json::object;
  json::array *blocks = new json::array, *boundary = new json::array;
  tree decl = f->node->decl;

  function->set ("name", json_text (lang_hooks.decl_printable_name (decl, 1)));
  function->set ("assembler_name", json_text (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl))));
  function->set ("count", json_number (f->count (WPP_NODE_ENTRY), f->words));
  function->set ("direction", json_text (f->facts->backward ? "backward" : "forward"));
  function->set ("facts", all_facts (f->facts));
  for (unsigned i = 0; i < f->facts->n_boundary; i++)
    boundary->append (new json::integer_number (f->facts->boundary[i]));
  function->set ("boundary", boundary);
  function->set ("effects", all_effects (f));
  for (const wpp_dump_block *b : f->blocks)
    blocks->append (json_block (f, b));
  function->set ("blocks", blocks);
  function->set ("summary", json_summary (f));
  return function;
}
