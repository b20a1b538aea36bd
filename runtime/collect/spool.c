/* The spool: a file without a name, where coded segments wait until the profile is written.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/collect/collect.h"

#define KEPT_MOST (16u << 20)  /* bytes to keep in memory before the spool is used */

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

unsigned char *
spool_keep (struct collection *c, unsigned char *coded, size_t size, off_t *offset)
{
  if (c->kept + size > KEPT_MOST && spool_put (c, coded, size, offset) == 0)
    {
      free (coded);
      return NULL;
    }
  c->kept += size;
  return coded;
}

unsigned char *
spool_kept (const struct collection *c, const unsigned char *coded, size_t size, off_t offset)
{
  unsigned char *bytes = malloc (size);
  if (bytes && coded)
    memcpy (bytes, coded, size);
  else if (bytes && spool_get (c, bytes, size, offset) < 0)
    {
      free (bytes);
      bytes = NULL;
    }
  return bytes;
}

/* Where the last thing of S that is in the spool ends.  */
static off_t
end_of (const struct stream *s)
{
  off_t end = 0;
  for (size_t j = 0; j < s->n_segments; j++)
    {
      const struct segment *g = &s->segments[j];
      if (!g->coded && g->size && g->offset + (off_t) g->size > end)
        end = g->offset + g->size;
    }
  for (size_t j = 0; s->values && j < s->values->n_chunks; j++)
    {
      const struct value_chunk *v = &s->values->chunks[j];
      if (!v->coded && v->offset + (off_t) v->size > end)
        end = v->offset + v->size;
    }
  return end;
}

void
spool_release (const struct collection *c, off_t end)
{
  /* Where the file system cannot do that, the spool keeps what it has.  */
  if (c->spool >= 0 && end > 0)
    fallocate (c->spool, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, end);
}

void
spool_trim (struct collection *c)
{
  off_t end = 0;
  for (size_t i = 0; i < c->n_streams; i++)
    if (end_of (c->streams[i]) > end)
      end = end_of (c->streams[i]);
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
