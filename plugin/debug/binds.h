/* -fwpp-moves: what becomes of assignments.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_DEBUG_BINDS_H
#define WPP_PLUGIN_DEBUG_BINDS_H

#include "plugin/gcc/body/body.h"

extern "C"
{
#include "dependence/currency/moves.h"
}

typedef int_hash<uint64_t, 0, 1> wpp_key_hash;

/* What is known of the unit.  DECLs are known by their DECL_UID, as GCC may free them.  */
class wpp_unit_moves
{
public:
  auto_vec<wpp_move_function> functions;
  auto_vec<wpp_move_point> points;
  auto_vec<wpp_move_variable> variables;
  auto_vec<unsigned> origins;                   /* parallel: DECL_UID of its DECL_ORIGIN */
  auto_vec<wpp_move_graph> graphs;
  hash_map<wpp_key_hash, uint32_t> function_of, variable_of, promise_of;   /* DECL_UID + 2: number; of the variables
                                                                              that stand for promises */
  hash_map<wpp_key_hash, uint32_t> local_of;    /* function + 1 and DECL_UID */
  hash_map<wpp_key_hash, uint32_t> copy_of;     /* DECL_UID + 2 of an origin: some copy of it */
  hash_map<wpp_key_hash, uint32_t> write_at;    /* function and place: statement + 1 */

  /* The number of DECL, a variable of static storage or of a function that has binds; WPP_NONE: it is unknown.  */
  uint32_t variable (tree decl);
  /* … which is number NUMBER of function FUNCTION.  */
  uint32_t local (tree decl, uint32_t function, uint32_t number);
  /* The function that the code of STMT of cfun comes from, or WPP_NONE.  */
  uint32_t function_at (gimple *stmt);
  /* The key of STMT's place in FUNCTION; 0: it has none.  */
  static uint64_t key (uint32_t function, gimple *stmt);
};

extern wpp_unit_moves *wpp_moves_of_unit;

/* The variable whose value says where control is; null before there is a bind.  A root for GCC's garbage collector.  */
extern tree wpp_point;

/* DECL's number in a map.  */
static inline uint64_t
wpp_uid_key (const_tree decl)
{
  return DECL_UID (decl) + UINT64_C (2);
}

#endif /* WPP_PLUGIN_DEBUG_BINDS_H */
