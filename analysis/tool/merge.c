/* wpp merge: one profile made of many, indexed by function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/merge.h"
#include "tool/inputs.h"

int
wpp_command_merge (int argc, char **argv)
{
  static const struct wpp_inputs_command command = {
    "merge", "Write the merged profile to OUT",
    "Make one profile of many, with the notes of their programs and an index by function, which a "
    "compilation with -fwpp-use reads instead of all of it.",
    true
  };
  struct wpp_options common = { 0 };
  struct wpp_inputs inputs = { 0 };
  struct wpp_writing writing;
  struct wpp_merge_row row;
  struct wpp_place place;
  const char *bad;
  wpp_inputs_begin (&inputs, &common, &command, argc, argv);
  wpp_inputs_prepare (&inputs);
  wpp_writing_begin (&writing, inputs.out);
  int err = wpp_merge (&inputs.joined, writing.writer, &row, &bad, &place);
  if (err && bad)
    wpp_die_at (bad, err, &place);
  wpp_must (&writing, err);
  int64_t size = wpp_writing_end (&writing);
  row.file = inputs.out;
  row.file_size = size;
  if (size >= 0)
    {
      struct wpp_row_sink *sink = wpp_output_sink_late (&common);
      err = wpp_sink_begin (sink, &wpp_merge_schema, &row);
      wpp_output_done (sink, NULL, err ? err : wpp_sink_end (sink), NULL);
    }
  wpp_inputs_free (&inputs);
  return WPP_EXIT_DONE;
}
