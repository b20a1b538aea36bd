/* wpp timestamps: the timestamped form of profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/timestamped.h"
#include "recording/opened/joined.h"
#include "tool/merging.h"

struct timestamps
{
  const char *out;
};

static const struct wpp_option options[]
  = { WPP_TEXT ("output", 'o', "OUT", WPP_MEMBER (struct timestamps, out), "Write the timestamped profile to OUT"),
      { 0 } };

/* Write J as OUT, and print what it is.  */
static void
write_profile (struct wpp_joined *j, const char *out, const struct wpp_options *common)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_writing writing;
  struct wpp_timestamped_row row;
  const char *bad;
  wpp_writing_begin (&writing, out);
  int err = wpp_write_timestamped (j, writing.writer, &row, &bad, &place);
  if (err && bad)
    wpp_die_at (bad, err, &place);
  wpp_must (&writing, err);
  int64_t size = wpp_writing_end (&writing);
  row.file = out;
  row.file_size = size;
  if (size >= 0)
    wpp_output_row (common, &wpp_timestamped_schema, &row);
}

int
wpp_command_timestamps (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Split whole paths into the path traces of activations and the calls between them, so that "
        "what a function did is found without the rest.  OUT is a profile that every command reads." };
  struct wpp_options common = { 0 };
  struct timestamps t = { NULL };
  struct wpp_joined joined = { .n = 0 };
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  wpp_options_parse (&line, argc, argv, &common, &t);
  if (!t.out)
    wpp_die (NULL, "timestamps: no file to write is given (-o OUT)");
  wpp_merging_free_early ();
  struct wpp_files files = wpp_files_find (&common);
  wpp_merging_check_out (t.out, &files, &common);
  const struct wpp_recording_request request = wpp_request (&common, (const char *const *)files.name, files.n);
  int err = wpp_joined_open (&joined, &request, &bad, &place);
  if (err)
    wpp_die_at (bad, err, &place);
  /* Profiles of other programs get into no file unless they are meant.  */
  if (wpp_foreign_p ())
    exit (WPP_EXIT_NOTHING);
  err = wpp_need_profile_order (joined.files[0].profile, &place);
  if (err)
    wpp_die_at (joined.files[0].profile->file, err, &place);
  err = wpp_joined_prepare (&joined, &bad, &place);
  if (err)
    wpp_die_at (bad, err, &place);
  write_profile (&joined, t.out, &common);
  wpp_joined_free (&joined);
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
