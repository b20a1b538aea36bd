/* The recording that a command's FILE arguments name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "tool/tool.h"

/* ---- The listener.  */

static void
doing (void *data, const char *what, const char *subject)
{
  wpp_progress (what, subject);
}

static void
done (void *data)
{
  wpp_progress_end ();
}

static void
say (void *data, const char *where, const char *what)
{
  wpp_say (where, "%s", what);
}

const struct wpp_listener wpp_tool_listener = { .doing = doing, .done = done, .say = say };

int
wpp_tool_tell_read (void *data, const struct wpp_profile *const *profiles, size_t n, const char **bad,
                    struct wpp_place *place)
{
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    {
      *bad = profiles[i]->file;
      err = wpp_missing_tell (profiles[i], place);
    }
  if (!err)
    wpp_foreign_tell (data, profiles, n);
  return err;
}

/* ---- Recordings.  */

struct wpp_recording_request
wpp_request (const struct wpp_options *common, const char *const *files, size_t n)
{
  struct wpp_recording_request request = { .files = files,
                                           .n_files = n,
                                           .programs = common->programs,
                                           .source_root = common->source_root,
                                           .full_names = wpp_names_full_p (),
                                           .listener = wpp_tool_listener };
  request.listener.data = (void *)common;
  request.listener.read = wpp_tool_tell_read;
  return request;
}

static struct wpp_recording *
open_request (const struct wpp_recording_request *request)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  struct wpp_recording *r = wpp_recording_open (request, &bad, &err, &place);
  if (!r)
    wpp_die_at (bad, err, &place);
  return r;
}

struct wpp_recording *
wpp_open_named (const struct wpp_options *common, unsigned needs, bool careful)
{
  static struct wpp_files files; /* names must stay while the recording is open; one is at a time */
  wpp_files_free (&files);
  files = wpp_files_find (common);
  struct wpp_recording_request request = wpp_request (common, (const char *const *)files.name, files.n);
  request.careful_names = careful;
  request.needs = needs;
  return open_request (&request);
}

struct wpp_recording *
wpp_open (const struct wpp_options *common, unsigned needs)
{
  return wpp_open_named (common, needs, false);
}

struct wpp_recording *
wpp_open_files (const struct wpp_options *common, const struct wpp_files *files, unsigned needs)
{
  struct wpp_recording_request request = wpp_request (common, (const char *const *)files->name, files->n);
  request.needs = needs;
  return open_request (&request);
}

struct wpp_recording *
wpp_open_file (const struct wpp_options *common, const char *file, struct wpp_neighbours *neighbours, unsigned needs)
{
  static const char *name; /* stays while the recording is open; one is at a time */
  name = file;
  struct wpp_recording_request request = wpp_request (common, &name, 1);
  request.neighbours = neighbours;
  request.needs = needs;
  return open_request (&request);
}

void
wpp_open_need (struct wpp_recording *r, unsigned needs)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err = wpp_recording_need (r, needs, &bad, &place);
  if (err)
    wpp_die_at (bad, err, &place);
}

struct wpp_code *
wpp_open_code (struct wpp_recording *r)
{
  struct wpp_place place = { "", 0, "" };
  int err;
  struct wpp_code *code = wpp_recording_code (r, &err, &place);
  if (!code)
    wpp_die_at (wpp_recording_file (r), err, &place);
  return code;
}

struct wpp_recording *
wpp_open_values (const struct wpp_options *common, struct wpp_row_sink **sink)
{
  struct wpp_recording *r = wpp_open (common, WPP_HAS_ORDER | WPP_HAS_VALUES);
  wpp_open_code (r);
  *sink = wpp_output_sink (common);
  wpp_progress ("replaying", wpp_recording_file (r));
  return r;
}

uint64_t
wpp_answered (struct wpp_row_sink *sink, const struct wpp_recording *r, int64_t n, const struct wpp_place *place)
{
  /* What is said of no place is not of the file's first byte either.  */
  bool nowhere = !place->section[0] && !place->offset && !place->what[0];
  wpp_output_done (sink, wpp_recording_file (r), n < 0 ? n : 0, nowhere ? NULL : place);
  return n;
}
