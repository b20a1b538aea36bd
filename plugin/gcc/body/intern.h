/* Items that are kept once and have numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_BODY_INTERN_H
#define WPP_PLUGIN_GCC_BODY_INTERN_H

extern "C"
{
#include "base/hash-table.h"
}

/* Items in order of first appearance, as numbers of what is equal.  */
template <typename T>
class wpp_interned
{
public:
  auto_vec<T> items;

  wpp_interned () : table () {}
  ~wpp_interned () { wpp_hash_release (&table); }
  wpp_interned (const wpp_interned &) = delete;
  wpp_interned &operator= (const wpp_interned &) = delete;

  /* The number of ITEM, which is added when it is new.  Equal items have the same KEY, of SIZE bytes; IS_P (DATA,
     number, &ITEM) says whether an item is equal.  */
  uint32_t
  number_of (const T &item, const void *key, size_t size, wpp_item_is_p *is_p, const void *data)
  {
    if (wpp_hash_reserve (&table, 1))
      fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
    uint32_t hash = wpp_hash_bytes (&table, key, size);
    uint32_t number = wpp_hash_find (&table, hash, is_p, data, &item);
    if (number == WPP_NO_ITEM)
      {
        number = items.length ();
        items.safe_push (item);
        wpp_hash_add (&table, hash, number);
      }
    return number;
  }

private:
  wpp_hash_table table;
};

#endif /* WPP_PLUGIN_GCC_BODY_INTERN_H */
