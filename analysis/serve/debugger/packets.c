/* Packets of gdb's remote protocol.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "serve/debugger/packets.h"

#define INTERRUPT 3

/* Read what is there; wait for it if WAIT.  1: something; 0: nothing, or the end; WPP_E_IO.  */
static int
fill (struct wpp_packets *p, bool wait)
{
  struct pollfd f = { .fd = p->in, .events = POLLIN };
  if (!wait && poll (&f, 1, 0) <= 0)
    return 0;
  ssize_t n;
  do
    n = read (p->in, p->ahead, sizeof p->ahead);
  while (n < 0 && errno == EINTR);
  p->at = 0;
  p->n = n > 0 ? n : 0;
  return n > 0 ? 1 : n < 0 ? WPP_E_IO : 0;
}

/* The next byte; -1: none.  */
static int
next (struct wpp_packets *p)
{
  return p->at < p->n || fill (p, true) == 1 ? p->ahead[p->at++] : -1;
}

static int
write_all (struct wpp_packets *p, const char *text, size_t n)
{
  while (n)
    {
      ssize_t done = write (p->out, text, n);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        return WPP_E_IO;
      text += done;
      n -= done;
    }
  return WPP_OK;
}

static int
digit (int c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/* Read the packet's text, whose `$' has been read.  1; 0: the sum is wrong, or it is too long; -1: the end.  */
static int
read_text (struct wpp_packets *p)
{
  unsigned char sum = 0;
  size_t n = 0;
  int c;
  while ((c = next (p)) >= 0 && c != '#')
    {
      sum += c;
      if (n < WPP_PACKET_SIZE)
        p->text[n] = c;
      n++;
    }
  int high = next (p), low = next (p);
  if (low < 0)
    return -1;
  p->text[n < WPP_PACKET_SIZE ? n : WPP_PACKET_SIZE] = 0;
  return n <= WPP_PACKET_SIZE && (p->silent || (digit (high) << 4 | digit (low)) == sum);
}

int
wpp_packets_read (struct wpp_packets *p)
{
  for (;;)
    {
      int c = next (p);
      if (c < 0)
        return 0;
      if (c == INTERRUPT)
        p->interrupted = true;
      if (c != '$')
        continue;
      int got = read_text (p);
      if (got < 0)
        return 0;
      if (!p->silent && write_all (p, got ? "+" : "-", 1))
        return WPP_E_IO;
      if (got)
        return 1;
    }
}

int
wpp_packets_write (struct wpp_packets *p, const char *text, size_t n)
{
  unsigned char sum = 0;
  char end[4];
  for (size_t i = 0; i < n; i++)
    sum += text[i];
  snprintf (end, sizeof end, "#%02x", sum);
  return write_all (p, "$", 1) || write_all (p, text, n) || write_all (p, end, 3) ? WPP_E_IO : WPP_OK;
}

bool
wpp_packets_interrupted_p (struct wpp_packets *p)
{
  struct pollfd f = { .fd = p->in, .events = POLLIN };
  if (p->at == p->n && poll (&f, 1, 0) > 0 && fill (p, false) != 1)
    return true;
  for (; p->at < p->n && p->ahead[p->at] != '$'; p->at++)
    p->interrupted |= p->ahead[p->at] == INTERRUPT;
  bool was = p->interrupted;
  p->interrupted = false;
  return was;
}

uint64_t
wpp_packet_number (const char **text)
{
  uint64_t x = 0;
  for (; digit (**text) >= 0; ++*text)
    x = x << 4 | digit (**text);
  return x;
}

char *
wpp_packet_bytes (char *text, const void *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++, text += 2)
    snprintf (text, 3, "%02x", ((const unsigned char *)bytes)[i]);
  *text = 0;
  return text;
}
