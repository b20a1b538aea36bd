/* The traces of single functions of a timestamped file, read without the rest.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "format/profile-file.h"
#include "base/bytes.h"
#include "activations/timestamps/lookup.h"

#define HEADER_SIZE 16
#define SECTION_HEADER_SIZE 24
#define MOST_RECORD (UINT64_C (1) << 40)

/* Read N bytes of L's file at offset AT.  */
static int
read_bytes (const struct wpp_lookup *l, uint64_t at, void *to, size_t n)
{
  for (char *p = to; n;)
    {
      ssize_t k = pread (l->fd, p, n, at);
      if (k <= 0)
        return k < 0 ? WPP_E_IO : WPP_E_TRUNCATED;
      p += k;
      at += k;
      n -= k;
    }
  return WPP_OK;
}

static int
check_header (const struct wpp_lookup *l)
{
  unsigned char header[HEADER_SIZE];
  int err = read_bytes (l, 0, header, sizeof header);
  if (err)
    return err;
  if (memcmp (header, WPP_PROFILE_MAGIC, 8))
    return WPP_E_FORMAT;
  return (header[8] | header[9] << 8) == WPP_PROFILE_MAJOR ? WPP_OK : WPP_E_VERSION;
}

/* Find the section TRAC, and its *SIZE.  */
static int
find_traces (struct wpp_lookup *l, uint64_t *size)
{
  unsigned char header[SECTION_HEADER_SIZE];
  uint64_t at = HEADER_SIZE;
  for (;;)
    {
      int err = read_bytes (l, at, header, sizeof header);
      if (err)
        return err;
      *size = wpp_load_u64 (header + 8);
      if (*size > MOST_RECORD)
        return WPP_E_TRUNCATED;
      at += SECTION_HEADER_SIZE;
      l->traces = at;
      if (!memcmp (header, "TRAC", 4))
        return WPP_OK;
      /* Traces come before threads.  */
      if (!memcmp (header, "THRD", 4) || !memcmp (header, "END ", 4))
        return WPP_E_RANGE;
      at += *size + (-*size & 7);
    }
}

static int
read_directory (struct wpp_lookup *l, uint64_t size)
{
  unsigned char head[WPP_TRACES_HEAD];
  int err = size < sizeof head ? WPP_E_CORRUPT : read_bytes (l, l->traces, head, sizeof head);
  if (err)
    return err;
  uint64_t end = wpp_traces_directory_end (head);
  off_t all = lseek (l->fd, 0, SEEK_END);
  if (end > size || all < 0 || end > (uint64_t)all)
    return WPP_E_CORRUPT;
  unsigned char *bytes = malloc (end);
  err = bytes ? read_bytes (l, l->traces, bytes, end) : WPP_E_NOMEM;
  if (!err)
    err = wpp_traces_read_directory (&l->directory, bytes, size);
  free (bytes);
  return err;
}

int
wpp_lookup_open (struct wpp_lookup *l, const char *file)
{
  uint64_t size;
  *l = (struct wpp_lookup){ .fd = open (file, O_RDONLY | O_CLOEXEC) };
  if (l->fd < 0)
    return WPP_E_IO;
  int err = check_header (l);
  if (!err)
    err = find_traces (l, &size);
  if (!err)
    err = read_directory (l, size);
  if (err)
    wpp_lookup_close (l);
  return err;
}

void
wpp_lookup_close (struct wpp_lookup *l)
{
  close (l->fd);
  wpp_traces_directory_release (&l->directory);
}

int
wpp_lookup_read (const struct wpp_lookup *l, uint32_t i, struct wpp_function_traces *f)
{
  const struct wpp_traces_entry *e = &l->directory.entries[i];
  off_t all = lseek (l->fd, 0, SEEK_END);
  if (all < 0 || l->traces + e->offset + e->size > (uint64_t)all)
    return WPP_E_TRUNCATED;
  unsigned char *bytes = malloc (e->size + 1);
  int err = bytes ? read_bytes (l, l->traces + e->offset, bytes, e->size) : WPP_E_NOMEM;
  if (!err && wpp_traces_work (bytes, e->size) > WPP_WORK_FREE + WPP_WORK_A_BYTE * (uint64_t)all)
    err = WPP_E_TOOBIG;
  if (!err)
    err = wpp_traces_read (f, e, bytes);
  free (bytes);
  return err;
}
