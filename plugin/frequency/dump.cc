/* Frequency dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/frequency/dump.h"
#include "plugin/gcc/files/dump-file.h"
#include "plugin/options/options.h"

extern "C"
{
#include "answers/frequencies.h"
#include "base/file-names.h"
}

/* ---- A dump.  */

wpp_dump::wpp_dump (const wpp_problem_kind *k)
  : kind (k), functions (wpp_kept_rows_new (wpp_dump_sink, &wpp_frequencies_schema))
{
  wpp_must_dump (functions ? 0 : WPP_E_NOMEM);
}

/* Keep ROW; the costlier function comes first.  */

static int
keep (void *functions, const wpp_frequency_function_row *row, double cost)
{
  return wpp_kept_rows_add ((wpp_kept_rows *) functions, row, cost);
}

void
wpp_dump::function (cgraph_node *node, const wpp_solution *solution, unsigned p)
{
  /* The language's name may be in a buffer that the next one takes.  */
  std::string name = lang_hooks.decl_printable_name (node->decl, 1);
  wpp_frequency_asked asked = { name.c_str (), IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl)),
                                wpp_opts.dump_hot };
  wpp_must_dump (wpp_answer_function_frequencies (solution, p, &asked, keep, functions));
}

void
wpp_dump::write ()
{
  const char *name = remap_profile_filename (main_input_filename);
  char *path = wpp_file_complete (remap_profile_filename (get_src_pwd ()), name);
  wpp_frequencies_head head = { name, path, kind->name };
  wpp_write_beside (std::string (kind->name) + ".freq", [&] (FILE *file)
    {
      wpp_must_dump (wpp_kept_rows_write (functions, file, &head, wpp_opts.dump_hot));
    });
  free (path);
}

/* ---- All dumps of a unit.  */

wpp_dumps::wpp_dumps ()
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (wpp_opts.problems >> k & 1)
      dumps.safe_push (new wpp_dump (&wpp_problem_kinds[k]));
}

void
wpp_dumps::function (cgraph_node *node, const wpp_solution *solution)
{
  for (unsigned p = 0; p < dumps.length (); p++)
    dumps[p]->function (node, solution, p);
}

void
wpp_dumps::write ()
{
  for (wpp_dump *d : dumps)
    d->write ();
}
