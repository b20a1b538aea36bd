/* The graph that is beside a recording, as FILE.graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "answers/graph-beside.h"

/* Has this user, or the owner of FILE, made what FD is?  */
static bool
trusted_p (int fd, const char *file)
{
  struct stat graph, recording;
  return !fstat (fd, &graph)
         && (graph.st_uid == geteuid () || (!stat (file, &recording) && graph.st_uid == recording.st_uid));
}

void
wpp_graph_beside_find (struct wpp_graph_beside *x, struct wpp_bindings *b, const struct wpp_profile *p)
{
  size_t size = p->file ? strlen (p->file) + sizeof ".graph" : 0;
  char *name = size ? malloc (size) : NULL;
  int err;
  *x = (struct wpp_graph_beside){ .fd = -1 };
  if (!name)
    return;
  snprintf (name, size, "%s.graph", p->file);
  x->fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  free (name);
  if (x->fd >= 0 && trusted_p (x->fd, p->file))
    x->wet = wpp_wet_open (x->fd, b, p, &err);
}

void
wpp_graph_beside_release (struct wpp_graph_beside *x)
{
  wpp_wet_free (x->wet);
  if (x->fd >= 0)
    close (x->fd);
}

struct wpp_wet_thread_graph *
wpp_graph_beside_thread (const struct wpp_graph_beside *x, uint32_t index)
{
  return x->wet ? wpp_wet_thread_of (x->wet, index) : NULL;
}
