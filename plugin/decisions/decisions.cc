/* What optimisations considered and why: OBJECT.decisions, and the notes of -fopt-info.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decisions are kept until the unit is compiled, in the order in which they are made: a function's are together.  Of a
   unit that is compiled for -flto they are made when the program is linked, and the file of the object says so.  */

#include "plugin/decisions/decisions.h"
#include "plugin/frequency/dump.h"
#include "plugin/options/options.h"
#include "dumpfile.h"
#include "plugin/gcc/json-value.h"

namespace {

struct entry
{
  std::string function, assembler_name;
  unsigned line;
  wpp_decision decision;
};

/* Those of the unit.  */
auto_delete_vec<entry> entries;

/* ---- Text.  */

std::string
text_of (const wpp_decision &d)
{
  std::string s = std::string ("  ") + d.kind + ": " + d.action + (d.chosen ? "" : ", not chosen");
  if (d.gain >= 0)
    s += ", gain " + std::to_string (d.gain) + " cycles";
  if (d.bytes)
    s += ", " + std::to_string (d.bytes) + " bytes";
  return s + "\n    " + d.because + "\n";
}

bool
write_text (FILE *file)
{
  std::string last;
  bool ok = fprintf (file, "# decisions of %s\n", remap_profile_filename (main_input_filename)) > 0;
  if (wpp_decisions_deferred_p ())
    ok &= fputs (entries.is_empty () ? "# none yet: with -flto they are made when the program is linked\n"
                                    : "# with -flto others are made when the program is linked\n", file) >= 0;
  for (const entry *e : entries)
    {
      std::string head = "\nfunction " + e->function + ", line " + std::to_string (e->line) + "\n";
      if (head != last)
        ok &= fputs (head.c_str (), file) >= 0;
      ok &= fputs (text_of (e->decision).c_str (), file) >= 0;
      last = head;
    }
  return ok;
}

/* ---- JSON.  */

json::value *
json_gain (gcov_type gain)
{
  if (gain < 0)
    return new json::literal (json::JSON_NULL);
  return new json::integer_number (gain);
}

json::object *
json_entry (const entry *e)
{
  const wpp_decision *d = &e->decision;
  json::object *o = new json::object;
  o->set ("function", wpp_json_text (e->function.c_str ()));
  o->set ("assembler_name", wpp_json_text (e->assembler_name.c_str ()));
  o->set ("line", new json::integer_number (e->line));
  o->set ("kind", wpp_json_text (d->kind));
  o->set ("action", wpp_json_text (d->action.c_str ()));
  o->set ("chosen", new json::literal (d->chosen ? json::JSON_TRUE : json::JSON_FALSE));
  o->set ("gain", json_gain (d->gain));
  o->set ("bytes", new json::integer_number (d->bytes));
  o->set ("because", wpp_json_text (d->because.c_str ()));
  return o;
}

bool
write_json (FILE *file)
{
  json::object document;
  json::array *all = new json::array;
  document.set ("file", wpp_json_text (remap_profile_filename (main_input_filename)));
  if (wpp_decisions_deferred_p ())
    document.set ("deferred", new json::literal (json::JSON_TRUE));
  document.set ("decisions", all);
  for (const entry *e : entries)
    all->append (json_entry (e));
  return wpp_json_write (&document, file);
}

/* For PLUGIN_FINISH_UNIT.  The compiler that only distributes a program's parts decides nothing.  */

void
write (void *, void *)
{
  if (flag_wpa || seen_error ())
    return;
  wpp_write_beside ("decisions",
                    [] (FILE *file) { return wpp_opts.dump_json ? write_json (file) : write_text (file); });
}

} // anonymous namespace

bool
wpp_decisions_wanted_p ()
{
  return wpp_opts.dump_decisions || dump_enabled_p ();
}

bool
wpp_decisions_deferred_p ()
{
  return flag_lto && !flag_fat_lto_objects && !in_lto_p;
}

void
wpp_note_decision (const wpp_decision &d, unsigned line)
{
  if (dump_enabled_p ())
    dump_printf_loc (d.chosen ? MSG_OPTIMIZED_LOCATIONS : MSG_MISSED_OPTIMIZATION,
                     dump_user_location_t::from_function_decl (cfun->decl), "%s: %s: %s\n", d.kind, d.action.c_str (),
                     d.because.c_str ());
  if (!wpp_opts.dump_decisions)
    return;
  entries.safe_push (new entry { lang_hooks.decl_printable_name (cfun->decl, 1),
                                 IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (cfun->decl)),
                                 line ? line : (unsigned) DECL_SOURCE_LINE (cfun->decl), d });
}

void
wpp_register_decisions (const char *plugin)
{
  if (wpp_opts.dump_decisions)
    register_callback (plugin, PLUGIN_FINISH_UNIT, write, NULL);
}
