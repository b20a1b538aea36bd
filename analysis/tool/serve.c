/* wpp serve: a recording as a program that a debugger steps through.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "serve/debugger/session.h"
#include "tool/tool.h"

struct serve_options
{
  struct wpp_options common;
  struct wpp_serve_asked asked;
  const char *socket;
};

#define TO(MEMBER) WPP_MEMBER (struct serve_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("socket", 0, "PATH", TO (socket),
            "Wait for one debugger at the Unix socket PATH, which is made and removed (default: standard input and "
            "output)"),
  WPP_THREAD (TO (asked.thread), "Begin with thread THREAD (default 0)"),
  { 0 }
};

/* The connection of the first debugger that comes to PATH; it ends the program if there can be none.  */
static int
wait_for_debugger (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  if (strlen (path) >= sizeof address.sun_path)
    wpp_die (path, "the name of a socket has at most %zu bytes", sizeof address.sun_path - 1);
  strcpy (address.sun_path, path);
  int listening = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listening < 0 || bind (listening, (struct sockaddr *)&address, sizeof address) || listen (listening, 1))
    wpp_die (path, "%s", strerror (errno));
  int connection = accept (listening, NULL, NULL);
  int why = errno;
  close (listening);
  unlink (path);
  if (connection < 0)
    wpp_die (path, "%s", strerror (why));
  return connection;
}

int
wpp_command_serve (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Let a debugger step through a run that was recorded with values, forwards and backwards: gdb "
                        "PROGRAM -ex 'target remote | wpp serve FILE'." };
  struct serve_options o = { .asked = { .in = STDIN_FILENO, .out = STDOUT_FILENO } };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_recording *r = wpp_open (&o.common, WPP_HAS_ORDER | WPP_HAS_VALUES);
  wpp_open_code (r);
  wpp_progress_end ();
  o.asked.given = o.common.programs;
  if (o.socket)
    o.asked.in = o.asked.out = wait_for_debugger (o.socket);
  int err = wpp_serve (r, &o.asked, &place);
  if (err)
    wpp_die_at (wpp_recording_file (r), err, &place);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
