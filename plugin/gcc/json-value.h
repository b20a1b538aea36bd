/* GCC's JSON, in the form that each version has it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_JSON_VALUE_H
#define WPP_PLUGIN_GCC_JSON_VALUE_H

#include "plugin/gcc/compat.h"
#include "json.h"

/* A value that is printed by a function of ours.  */
class wpp_json_value : public json::value
{
public:
  /* Print it to PP.  */
  virtual void put (pretty_printer *pp) const = 0;
  /* Another one that prints the same.  */
  virtual wpp_json_value *copy () const = 0;

#if BUILDING_GCC_MAJOR >= 14
  void print (pretty_printer *pp, bool) const final override { put (pp); }
#else
  void print (pretty_printer *pp) const final override { put (pp); }
#endif
#if BUILDING_GCC_MAJOR >= 16
  std::unique_ptr<json::value> clone () const final override { return std::unique_ptr<json::value> (copy ()); }
#endif
};

/* Write VALUE, on one line, to FILE; return whether that could be done.  */
bool wpp_json_write (const json::value *value, FILE *file);

#endif /* WPP_PLUGIN_GCC_JSON_VALUE_H */
