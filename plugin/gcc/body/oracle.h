/* Questions to GCC's alias oracle about all of a function's accesses to memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function may have thousands of accesses and calls, and the oracle takes a tenth of a microsecond for two of them.
   So accesses are in classes: the oracle cannot tell those of a class apart but for their pointers, which are different
   but may point to the same.  It is asked about one of them, and apart from that about accesses by the same pointer.
   Calls of a function that pass no pointers are asked about once.  */

#ifndef WPP_PLUGIN_GCC_BODY_ORACLE_H
#define WPP_PLUGIN_GCC_BODY_ORACLE_H

#include "plugin/gcc/body/bit-rows.h"

class wpp_oracle
{
public:
  wpp_oracle (const vec<ao_ref> &accesses);
  ~wpp_oracle ();
  wpp_oracle (const wpp_oracle &) = delete;
  void operator= (const wpp_oracle &) = delete;

  /* Add to ROWS, which have a column for each access, a row for each: the accesses that it may conflict with.  */
  void add_accesses (wpp_bit_rows *rows);
  /* Add rows of what CALL may use and, if it WRITES, clobber, and let NOTE have their numbers; or those of a call like
     it.  */
  void add_call (wpp_bit_rows *rows, gcall *call, bool writes, wpp_call *note);
  /* Add a row of what the return STMT may use, and return its number.  */
  unsigned add_return (wpp_bit_rows *rows, gimple *stmt);

private:
  /* What the oracle sees of an access by a pointer, but for the shape of its tree; all bytes count.  */
  struct access_key
  {
    pt_solution points_to;
    HOST_WIDE_INT offset, size, max_size;
    alias_set_type set, base_set;
  };
  /* What it sees of a call without pointers.  */
  struct call_key
  {
    pt_solution uses, clobbers;
    tree function;
    int flags;
    bool writes;
  };

  const vec<ao_ref> &accesses;
  auto_vec<tree> pointer;          /* by access: the SSA name by which it is made, or null */
  auto_vec<uint32_t> class_of;     /* by access */
  auto_vec<uint32_t> next;         /* by access: the next one of its class, or WPP_NO_ITEM */
  auto_vec<uint32_t> first;        /* by class: an access of it */
  auto_vec<access_key> access_keys; /* by class; all 0 where there is no pointer */
  wpp_hash_table access_table = {};
  auto_vec<call_key> call_keys;
  auto_vec<const wpp_call *> noted; /* by call key */
  wpp_hash_table call_table = {};

  struct asked_access;
  static bool same_access_p (const void *data, uint32_t number, const void *asked);
  static bool same_call_p (const void *data, uint32_t number, const void *asked);
  void classify (uint32_t access);
  bool ask (uint32_t a, uint32_t b) const;
  bool ask_classes (uint32_t c, uint32_t d) const;
  bool other_pointer (uint32_t c, uint32_t than, uint32_t *access) const;
  void ask_of_pointers (wpp_bit_rows *rows) const;
  uint32_t remember (gcall *call, bool writes, const wpp_call *note);
  template<typename question> unsigned add_row (wpp_bit_rows *rows, bool by_class, question ask_of);
};

#endif /* WPP_PLUGIN_GCC_BODY_ORACLE_H */
