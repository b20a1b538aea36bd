/* Scalars.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "values/scalar.h"

static bool
integer_p (const struct wpp_type *t)
{
  return t->kind == WPP_TYPE_BOOLEAN || t->kind == WPP_TYPE_INTEGER || t->kind == WPP_TYPE_ENUM || wpp_pointer_p (t);
}

struct wpp_scalar
wpp_scalar_of (const struct wpp_type *t)
{
  bool integer = integer_p (t), real = t->kind == WPP_TYPE_REAL && t->precision == t->size && t->size >= 32;
  bool sized = t->size == 8 || t->size == 16 || t->size == 32 || t->size == 64;
  if (!sized || t->precision == 0 || t->precision > t->size || !(integer || real))
    return (struct wpp_scalar){ .kind = WPP_SCALAR_NONE };
  return (struct wpp_scalar){ .kind = integer ? WPP_SCALAR_INTEGER : WPP_SCALAR_REAL,
                              .bits = t->precision,
                              .bytes = t->size / 8,
                              .is_signed = integer && !wpp_pointer_p (t) && !(t->flags & WPP_TYPE_UNSIGNED) };
}
