/* wpp timestamps: the timestamped form of profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/timestamped.h"
#include "tool/inputs.h"

int
wpp_command_timestamps (int argc, char **argv)
{
  static const struct wpp_inputs_command command = {
    "timestamps", "Write the timestamped profile to OUT",
    "Split whole paths into the path traces of activations and the calls between them, so that what a function did "
    "is found without the rest.  OUT is a profile that every command reads."
  };
  struct wpp_options common = { 0 };
  struct wpp_inputs inputs = { 0 };
  struct wpp_writing writing;
  struct wpp_timestamped_row row;
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  wpp_inputs_begin (&inputs, &common, &command, argc, argv);
  int err = wpp_need_profile_order (inputs.joined.files[0].profile, &place);
  if (err)
    wpp_die_at (inputs.joined.files[0].profile->file, err, &place);
  wpp_inputs_prepare (&inputs);
  wpp_writing_begin (&writing, inputs.out);
  err = wpp_write_timestamped (&inputs.joined, writing.writer, &row, &bad, &place);
  if (err && bad)
    wpp_die_at (bad, err, &place);
  wpp_must (&writing, err);
  row.file = inputs.out;
  row.file_size = wpp_writing_end (&writing);
  if ((int64_t)row.file_size >= 0)
    {
      struct wpp_row_sink *sink = wpp_output_sink_late (&common);
      err = wpp_sink_begin (sink, &wpp_timestamped_schema, &row);
      wpp_output_done (sink, NULL, err ? err : wpp_sink_end (sink), NULL);
    }
  wpp_inputs_free (&inputs);
  return WPP_EXIT_DONE;
}
