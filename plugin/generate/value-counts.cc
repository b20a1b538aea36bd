/* -fwpp-generate=paths,values: code that counts values at value places.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The emitted code, before the statement of a place (runtime/counts/counts.h):

       __wpp_count_value (its words, its table, its kind, value, dividend of a remainder or 0)  */

#include "plugin/generate/value-counts.h"
#include "plugin/generate/instrument.h"

void
wpp_note_value_places (const vec<wpp_valued_statement> &places, uint32_t function, wpp_file_table *files,
                       auto_vec<wpp_noted_place> *notes)
{
  for (unsigned i = 0; i < places.length (); i++)
    {
      expanded_location where = expand_location (gimple_location (places[i].stmt));
      tree type = TREE_TYPE (places[i].value);
      wpp_noted_place p = {};
      p.function = function;
      p.nth = i;
      p.kind = places[i].kind;
      p.node = places[i].node;
      p.file = files->index_of (where.file ? where.file : main_input_filename);
      p.line = where.file ? where.line : 0;
      p.bits = TYPE_PRECISION (type);
      p.is_signed = !TYPE_UNSIGNED (type);
      notes->safe_push (p);
    }
}

/* VALUE as a 64-bit number, zero-extended, which statements of SEQ compute.  */

static tree
extended (gimple_seq *seq, tree value)
{
  tree same = wpp_value ("wpp_value", unsigned_type_for (TREE_TYPE (value)));
  tree whole = wpp_value ("wpp_value", uint64_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (same, NOP_EXPR, value));
  gimple_seq_add_stmt (seq, gimple_build_assign (whole, NOP_EXPR, same));
  return whole;
}

/* void __wpp_count_value (const uint64_t *words, const uint64_t *table, uint32_t kind, uint64_t value, uint64_t other).
   */

static tree
count_value_decl ()
{
  tree type = build_function_type_list (void_type_node, ptr_type_node, ptr_type_node, uint32_type_node,
                                        uint64_type_node, uint64_type_node, NULL_TREE);
  return wpp_own (wpp_runtime_function (WPP_ROOT_COUNT_VALUE, "__wpp_count_value", type));
}

void
wpp_count_values (const vec<wpp_valued_statement> &places, uint64_t word, uint64_t table)
{
  for (const wpp_valued_statement &p : places)
    {
      gimple_seq seq = NULL;
      tree value = extended (&seq, p.value), none = build_zero_cst (uint64_type_node);
      tree other = !p.other ? none : TREE_CODE (p.other) == SSA_NAME ? extended (&seq, p.other)
                                                                      : fold_convert (uint64_type_node, p.other);
      gcall *call = gimple_build_call (count_value_decl (), 5, wpp_word_address (wpp_unit_counters (), word),
                                       wpp_word_address (wpp_unit_tables (), table),
                                       build_int_cst (uint32_type_node, p.kind), value, other);
      gimple_stmt_iterator gsi = gsi_for_stmt (p.stmt);
      gimple_seq_add_stmt (&seq, call);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
      word += WPP_PLACE_WORDS;
      table += WPP_PLACE_TABLE;
    }
}
