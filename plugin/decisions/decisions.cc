/* What optimisations considered and why: OBJECT.decisions, and the notes of -fopt-info.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decisions are kept until the unit is compiled, in the order in which they are made: a function's are together.  Of a
   unit that is compiled for -flto they are made when the program is linked, and the file of the object says so.  */

#include "plugin/decisions/decisions.h"
#include "plugin/gcc/files/dump-file.h"
#include "plugin/options/options.h"
#include "dumpfile.h"

extern "C"
{
#include "answers/decisions.h"
}

namespace {

struct entry
{
  std::string function, assembler_name;
  unsigned line;
  wpp_decision decision;
};

/* Those of the unit.  */
auto_delete_vec<entry> entries;

wpp_decision_row
row_of (const entry *e)
{
  const wpp_decision *d = &e->decision;
  wpp_decision_row row = {};
  row.function = e->function.c_str ();
  row.assembler_name = e->assembler_name.c_str ();
  row.line = e->line;
  row.kind = d->kind;
  row.action = d->action.c_str ();
  row.chosen = d->chosen;
  row.gain = d->gain;
  row.bytes = d->bytes;
  row.because = d->because.c_str ();
  return row;
}

/* Is this compilation only of what the linker's compiler will finish?  */

bool
deferred_p ()
{
  return flag_lto && !flag_fat_lto_objects && !in_lto_p;
}

void
write_to (FILE *file)
{
  wpp_row_sink *sink = wpp_dump_sink (file);
  wpp_must_dump (sink ? 0 : WPP_E_NOMEM);
  wpp_decisions_head head = { remap_profile_filename (main_input_filename), deferred_p () };
  wpp_must_dump (wpp_sink_begin (sink, &wpp_decisions_schema, &head));
  for (const entry *e : entries)
    {
      wpp_decision_row row = row_of (e);
      wpp_must_dump (wpp_sink_row (sink, &row));
    }
  wpp_must_dump (wpp_sink_end (sink));
  wpp_sink_free (sink);
}

/* For PLUGIN_FINISH_UNIT.  The compiler that only distributes a program's parts decides nothing.  */

void
write (void *, void *)
{
  if (flag_wpa || seen_error ())
    return;
  wpp_write_beside ("decisions", write_to);
}

} // anonymous namespace

bool
wpp_decisions_wanted_p ()
{
  return wpp_opts.dump_decisions || dump_enabled_p ();
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
