/* Fuzz target: packets that a debugger sends to `wpp serve', a line each, for the recording that the environment's
   WPP_FUZZ_RECORDING names; without sums, as the first one agrees to do without.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"
#include "recording/opened/recording.h"
#include "serve/debugger/session.h"

/* Each may replay all of the recording.  */
#define MOST_PACKETS 200

/* The recording, which stays open.  */
static struct wpp_recording *
recording (void)
{
  static struct wpp_recording *r;
  const char *name = getenv ("WPP_FUZZ_RECORDING"), *bad;
  const struct wpp_recording_request request
    = { .files = &name, .n_files = 1, .needs = WPP_HAS_ORDER | WPP_HAS_VALUES };
  struct wpp_place place;
  int err;
  if (!r && name)
    r = wpp_recording_open (&request, &bad, &err, &place);
  if (!r)
    {
      fputs ("WPP_FUZZ_RECORDING names no recording with values\n", stderr);
      exit (2);
    }
  return r;
}

static void
put (int fd, const void *bytes, size_t n)
{
  FUZZ_ASSERT (write (fd, bytes, n) == (ssize_t)n);
}

/* A file with the packets of DATA [SIZE].  */
static int
packets_of (const uint8_t *data, size_t size)
{
  static const char first[] = "$QStartNoAckMode#b0";
  int fd = memfd_create ("packets", MFD_CLOEXEC);
  FUZZ_ASSERT (fd >= 0);
  put (fd, first, sizeof first - 1);
  for (unsigned n = 0; size && n < MOST_PACKETS; n++)
    {
      const uint8_t *end = memchr (data, '\n', size);
      size_t length = end ? (size_t)(end - data) : size;
      put (fd, "$", 1);
      put (fd, data, length);
      put (fd, "#00", 3);
      data += length + (end != NULL);
      size -= length + (end != NULL);
    }
  FUZZ_ASSERT (lseek (fd, 0, SEEK_SET) == 0);
  return fd;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_recording *r = recording ();
  struct wpp_place place = { "", 0, "" };
  const struct wpp_serve_asked asked = { .in = packets_of (data, size), .out = open ("/dev/null", O_WRONLY | O_CLOEXEC) };
  int err = wpp_serve (r, &asked, &place);
  FUZZ_ASSERT (err == WPP_OK);
  close (asked.in);
  close (asked.out);
  return 0;
}
