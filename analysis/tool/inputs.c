/* Profiles that become one file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tool/inputs.h"

#define BIG_BLOCK (256 << 10) /* malloc maps blocks of this size, instead of taking them from the heap */

void
wpp_inputs_check_out (const char *name, const struct wpp_files *files, const struct wpp_options *common)
{
  struct stat out, st;
  if (stat (name, &out))
    return;
  for (size_t i = 0; i < files->n; i++)
    {
      const char *file = files->name[i];
      bool named = false;
      if (stat (file, &st) || st.st_dev != out.st_dev || st.st_ino != out.st_ino)
        continue;
      for (size_t k = 0; k < common->n_args; k++)
        named |= !strcmp (common->args[k], file);
      if (!named)
        wpp_die (name, "it is in a folder that is to be merged; name another file for -o, or remove it");
    }
}

void
wpp_inputs_free_early (void)
{
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, BIG_BLOCK);
}

void
wpp_inputs_begin (struct wpp_inputs *s, struct wpp_options *common, const struct wpp_inputs_command *command, int argc,
                  char **argv)
{
  const struct wpp_option options[]
    = { WPP_TEXT ("output", 'o', "OUT", WPP_MEMBER (struct wpp_inputs, out), command->output), { 0 } };
  struct wpp_place place;
  const char *bad;
  wpp_options_parse (&(struct wpp_command_line){ options, NULL, command->doc }, argc, argv, common, s);
  if (!s->out)
    wpp_die (NULL, "%s: no file to write is given (-o OUT)", command->name);
  wpp_inputs_free_early ();
  s->files = wpp_files_find (common);
  wpp_inputs_check_out (s->out, &s->files, common);
  const struct wpp_recording_request request = wpp_request (common, (const char *const *)s->files.name, s->files.n);
  int err = wpp_joined_open (&s->joined, &request, &bad, &place);
  if (err)
    wpp_die_at (bad, err, &place);
  /* Profiles of other programs get into no file unless they are meant.  */
  if (wpp_foreign_p ())
    exit (WPP_EXIT_NOTHING);
}

void
wpp_inputs_prepare (struct wpp_inputs *s)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err = wpp_joined_prepare (&s->joined, &bad, &place);
  if (err)
    wpp_die_at (bad, err, &place);
}

void
wpp_inputs_free (struct wpp_inputs *s)
{
  wpp_joined_free (&s->joined);
  wpp_files_free (&s->files);
}

/* ---- The file that is written.  */

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

void
wpp_writing_begin (struct wpp_writing *w, const char *name)
{
  w->name = name;
  w->file = wpp_output_open (name);
  w->writer = wpp_need (wpp_writer_new (write_bytes, w->file));
}

void
wpp_must (const struct wpp_writing *w, int err)
{
  if (err == WPP_E_IO)
    wpp_die (w->name, "%s", strerror (errno));
  if (err)
    wpp_die (w->name, "%s", wpp_strerror (err));
}

int64_t
wpp_writing_end (struct wpp_writing *w)
{
  struct stat st;
  wpp_output_close (w->file);
  wpp_writer_free (w->writer);
  wpp_progress_end ();
  /* If it is a pipe, its reader may print to the same terminal.  */
  return stat (w->name, &st) == 0 && S_ISREG (st.st_mode) ? st.st_size : -1;
}
