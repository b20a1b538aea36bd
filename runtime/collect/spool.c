/* The spool: a file without a name, where coded segments wait until the profile is written.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/collect/collect.h"

/* Open the spool beside the profile: there is room, and the user has chosen that place.  */
static int
open_spool (struct collection *c)
{
  char name[sizeof c->name + 16];
  char *slash = stpcpy (name, c->name);
  while (slash > name && slash[-1] != '/')
    slash--;
  strcpy (slash, ".");
  int fd = open (name, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    return fd;
  strcpy (slash, ".wpp-XXXXXX");
  fd = mkostemp (name, O_CLOEXEC);
  if (fd >= 0)
    unlink (name);
  return fd;
}

/* Cut the file after the last segment.  */
static void
end_spool (struct collection *c, off_t size)
{
  if (c->spool >= 0 && ftruncate (c->spool, size) == 0)
    c->spool_size = size;
}

int
spool_put (struct collection *c, const void *bytes, size_t size, off_t *offset)
{
  if (c->spool < 0)
    c->spool = open_spool (c);
  *offset = c->spool_size;
  for (size_t done = 0; done < size;)
    {
      ssize_t n
        = pwrite (c->spool, (const char *) bytes + done, size - done, c->spool_size + done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          end_spool (c, c->spool_size);
          return WPP_E_IO;
        }
      done += n;
    }
  c->spool_size += size;
  return 0;
}

void
spool_trim (struct collection *c)
{
  off_t end = 0;
  for (size_t i = 0; i < c->n_streams; i++)
    for (size_t j = 0; j < c->streams[i]->n_segments; j++)
      {
        const struct segment *g = &c->streams[i]->segments[j];
        if (!g->coded && g->size && g->offset + (off_t) g->size > end)
          end = g->offset + g->size;
      }
  end_spool (c, end);
}

int
spool_get (const struct collection *c, void *bytes, size_t size, off_t offset)
{
  for (size_t done = 0; done < size;)
    {
      ssize_t n = pread (c->spool, (char *) bytes + done, size - done, offset + done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return WPP_E_IO;
      done += n;
    }
  return 0;
}
