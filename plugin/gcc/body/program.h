/* From GIMPLE to the program as data (analysis/program/statements).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The bodies of a unit are made one after the other, each while its function is cfun and has been neither numbered nor
   changed.  What they have in common, types and what has static storage, is in the unit's tables.  */

#ifndef WPP_PLUGIN_GCC_BODY_PROGRAM_H
#define WPP_PLUGIN_GCC_BODY_PROGRAM_H

#include "plugin/gcc/graph/graph.h"
#include "plugin/gcc/body/intern.h"

extern "C"
{
#include "program/statements/body.h"
}

/* The variables that were declared first at their place in the source.  */
class wpp_first_declared
{
public:
  /* The variable that was declared first where DECL is; NUMBER, that of DECL, when there was none.  */
  uint32_t
  of (tree decl, uint32_t number)
  {
    location_t loc = DECL_SOURCE_LOCATION (decl);
    bool existed = false;
    uint32_t *first = RESERVED_LOCATION_P (loc) ? NULL : &numbers.get_or_insert (loc, &existed);
    if (first && !existed)
      *first = number;
    return first ? *first : number;
  }

private:
  hash_map<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>, uint32_t> numbers;
};

/* A wpp_program that grows.  Strings in it are malloc'ed; the tables own all of it but bodies.  */
class wpp_program_tables
{
public:
  wpp_program_tables () : all () {}
  ~wpp_program_tables ();
  wpp_program_tables (const wpp_program_tables &) = delete;
  wpp_program_tables &operator= (const wpp_program_tables &) = delete;

  /* What is known so far.  It moves when more is added; a body's `program' points to it and is right after
     `update'.  */
  wpp_program *program () { return &all; }
  void update ();
  /* Say which alias sets conflict.  */
  void make_conflicts ();

  /* Numbers of what is described by trees.  */
  uint32_t type (tree t);
  uint32_t field (tree f);
  uint32_t global (tree decl);
  uint32_t constant (tree t);
  uint32_t text (const char *s);
  /* That of one of GCC's alias sets.  */
  uint32_t alias_set (alias_set_type set);

  /* Set FILE, LINE and COLUMN to the place of LOC; 0, 0 and 0 when it has none.  FILE is one of FILES.  */
  void place (location_t loc, uint32_t *file, uint32_t *line, uint32_t *column);
  wpp_file_table files;

  /* Number FILES as program.h says, in the tables and in BODIES, when nothing more is added: those of UNIT's first.  */
  void renumber_files (wpp_file_table *unit, vec<wpp_body> *bodies);

  /* Describe DECL, but for its scope and place.  */
  void describe (tree decl, wpp_variable *v);

  /* Let the unit have the address of variable NUMBER, DECL, in its table of bases, if that can be.  */
  void need_base (uint32_t number, tree decl);
  auto_vec<tree> bases;                         /* by number; null: none */

private:
  wpp_program all;
  auto_vec<wpp_type> types;
  auto_vec<wpp_field> fields;
  auto_vec<wpp_variable> variables;
  wpp_interned<wpp_constant> constants;
  auto_vec<alias_set_type> alias_sets;
  auto_vec<char *> other_files;                 /* that are not the unit's; not owned */
  auto_vec<unsigned char> conflicts;
  hash_map<tree, uint32_t> type_number, field_number, global_number, constant_number;
  wpp_first_declared first_global;
  hash_map<int_hash<alias_set_type, -2, -3>, uint32_t> alias_set_number;

  uint32_t add_constant (wpp_constant c, const char *text, size_t length);
};

/* What the numbers of a body stand for in GCC's function, until that is changed.  */
struct wpp_body_trees
{
  auto_vec<gimple *> statements;
  auto_vec<tree> values;        /* SSA names */
  auto_vec<tree> operands, references;  /* one of equal ones */
  auto_vec<tree> variables;     /* declarations; null: all unnamed registers */
};

/* Make the body of cfun, whose graph is GRAPH, in BODY.  Its strings are malloc'ed.  TREES, unless null, are those of
   it.  */
void wpp_build_body (wpp_program_tables *tables, const wpp_function_graph *graph, wpp_body *body,
                     wpp_body_trees *trees = NULL);

#endif /* WPP_PLUGIN_GCC_BODY_PROGRAM_H */
