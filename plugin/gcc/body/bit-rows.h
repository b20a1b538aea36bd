/* Rows of bits, and which of them are equal.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_BODY_BIT_ROWS_H
#define WPP_PLUGIN_GCC_BODY_BIT_ROWS_H

#include "plugin/gcc/body/body.h"

class wpp_bit_rows
{
public:
  wpp_bit_rows (unsigned n_columns) : line ((n_columns + 63) / 64) {}
  unsigned add () { bits.safe_grow_cleared (bits.length () + line, true); return n++; }
  void set (unsigned row, unsigned column) { bits[(size_t) row * line + column / 64] |= UINT64_C (1) << column % 64; }
  bool get (unsigned row, unsigned column) const { return bits[(size_t) row * line + column / 64] >> column % 64 & 1; }
  void
  clear (unsigned row, unsigned column)
  {
    bits[(size_t) row * line + column / 64] &= ~(UINT64_C (1) << column % 64);
  }
  /* Let row TO be row FROM of OTHER, which has as many columns.  */
  void
  copy (unsigned to, const wpp_bit_rows &other, unsigned from)
  {
    memcpy (bits.address () + (size_t) to * line, other.bits.address () + (size_t) from * line, line * sizeof bits[0]);
  }
  unsigned length () const { return n; }

  /* Set CLASS_OF [length ()] to numbers of rows that are equal, in order of appearance; return how many there are.
     FIRST gets the first row of each.  */
  unsigned
  classify (auto_vec<uint32_t> *class_of, auto_vec<uint32_t> *first) const
  {
    wpp_hash_table table = {};
    for (unsigned r = 0; r < n; r++)
      {
        if (wpp_hash_reserve (&table, 1))
          fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
        const uint64_t *row = bits.address () + (size_t) r * line;
        uint32_t hash = wpp_hash_bytes (&table, row, line * sizeof *row);
        found_rows found = { this, first, row };
        uint32_t number = wpp_hash_find (&table, hash, same_p, &found, row);
        if (number == WPP_NO_ITEM)
          {
            number = first->length ();
            first->safe_push (r);
            wpp_hash_add (&table, hash, number);
          }
        class_of->safe_push (number);
      }
    wpp_hash_release (&table);
    return first->length ();
  }

private:
  unsigned line, n = 0;       /* words a row, rows */
  auto_vec<uint64_t> bits;

  struct found_rows
  {
    const wpp_bit_rows *rows;
    const auto_vec<uint32_t> *first;
    const uint64_t *row;
  };

  static bool
  same_p (const void *data, uint32_t number, const void *row)
  {
    const found_rows *f = (const found_rows *) data;
    const wpp_bit_rows *b = f->rows;
    return !memcmp (b->bits.address () + (size_t) (*f->first)[number] * b->line, row, b->line * sizeof (uint64_t));
  }
};

#endif /* WPP_PLUGIN_GCC_BODY_BIT_ROWS_H */
