/* Sections of a report (section.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "base/text.h"
#include "show/report/section.h"

#define BUFFER 65536u
#define GZIP (15 + 16)          /* zlib's number for a gzip member with the largest window */
#define EXACT (UINT64_C (1) << 53)

struct wpp_section
{
  z_stream z;
  bool deflating;
  bool comma;                   /* a value came before */
  int err;
  size_t limit;
  size_t n, room;
  unsigned char *bytes;         /* [n] */
  size_t used;
  char buffer[BUFFER];          /* [used] not yet compressed */
};

struct wpp_section *
wpp_section_new (size_t limit)
{
  struct wpp_section *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->limit = limit;
  s->deflating = deflateInit2 (&s->z, 6, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) == Z_OK;
  if (s->deflating)
    return s;
  free (s);
  return NULL;
}

void
wpp_section_free (struct wpp_section *s)
{
  if (!s)
    return;
  if (s->deflating)
    deflateEnd (&s->z);
  free (s->bytes);
  free (s);
}

/* Compress what is in the buffer; FLUSH is zlib's.  */
static void
compress_buffer (struct wpp_section *s, int flush)
{
  s->z.next_in = (unsigned char *)s->buffer;
  s->z.avail_in = s->used;
  do
    {
      if (!s->err)
        s->err = WPP_RESERVE (s->bytes, s->room, s->n, BUFFER);
      if (s->err)
        return;
      s->z.next_out = s->bytes + s->n;
      s->z.avail_out = s->room - s->n > UINT32_MAX ? UINT32_MAX : s->room - s->n;
      size_t room = s->z.avail_out;
      deflate (&s->z, flush);
      s->n += room - s->z.avail_out;
    }
  while (s->z.avail_out == 0);
  s->used = 0;
}

static void
put (struct wpp_section *s, const char *text, size_t n)
{
  while (n && !s->err)
    {
      size_t part = n < BUFFER - s->used ? n : BUFFER - s->used;
      memcpy (s->buffer + s->used, text, part);
      s->used += part;
      text += part;
      n -= part;
      if (s->used == BUFFER)
        compress_buffer (s, Z_NO_FLUSH);
    }
}

/* A value begins.  */
static void
begin (struct wpp_section *s)
{
  if (s->comma)
    put (s, ",", 1);
  s->comma = true;
}

static void
put_value (struct wpp_section *s, const char *text)
{
  begin (s);
  put (s, text, strlen (text));
}

void
wpp_section_open (struct wpp_section *s, char kind)
{
  begin (s);
  put (s, &kind, 1);
  s->comma = false;
}

void
wpp_section_close (struct wpp_section *s, char kind)
{
  put (s, &kind, 1);
  s->comma = true;
}

void
wpp_section_key (struct wpp_section *s, const char *name)
{
  wpp_section_text (s, name);
  put (s, ":", 1);
  s->comma = false;
}

void
wpp_section_number (struct wpp_section *s, uint64_t n)
{
  char text[24];
  snprintf (text, sizeof text, n > EXACT ? "\"%" PRIu64 "\"" : "%" PRIu64, n);
  put_value (s, text);
}

void
wpp_section_integer (struct wpp_section *s, int64_t n)
{
  char text[24];
  snprintf (text, sizeof text, "%" PRId64, n);
  put_value (s, text);
}

void
wpp_section_count (struct wpp_section *s, uint64_t n)
{
  if (wpp_saturated_p (n))
    put_value (s, "\">=18446744073709551615\"");
  else
    wpp_section_number (s, n);
}

void
wpp_section_digits (struct wpp_section *s, const char *digits)
{
  size_t n = strlen (digits);
  bool quoted = *digits == '>' || n > 15;
  begin (s);
  put (s, "\"", quoted);
  put (s, digits, n);
  put (s, "\"", quoted);
}

void
wpp_section_real (struct wpp_section *s, double r)
{
  char text[32];
  snprintf (text, sizeof text, "%.12g", r);
  put_value (s, isfinite (r) ? text : "null");
}

/* The JSON of the characters of TEXT, which is valid UTF-8.  What ends a script element, or a line in JavaScript, is
   not written as it is, though nobody sees it before it is unpacked.  */
static void
put_characters (struct wpp_section *s, const char *text)
{
  char escape[8];
  for (size_t n; *text; text += n)
    {
      for (n = 0; (unsigned char)text[n] >= ' ' && text[n] != '"' && text[n] != '\\' && text[n] != '<'; n++)
        continue;
      put (s, text, n);
      text += n;
      n = *text != 0;
      if (n)
        put (s, escape, snprintf (escape, sizeof escape, "\\u%04x", (unsigned char)*text));
    }
}

void
wpp_section_text (struct wpp_section *s, const char *text)
{
  char *clean = text ? wpp_utf8 (text) : NULL;
  if (!text)
    {
      put_value (s, "null");
      return;
    }
  begin (s);
  if (!clean && !s->err)
    s->err = WPP_E_NOMEM;
  put (s, "\"", 1);
  if (clean)
    put_characters (s, clean);
  put (s, "\"", 1);
  free (clean);
}

void
wpp_section_open_rows (struct wpp_section *s)
{
  wpp_section_open (s, '{');
  wpp_section_key (s, "rows");
  wpp_section_open (s, '[');
}

void
wpp_section_close_rows (struct wpp_section *s, uint64_t n)
{
  wpp_section_close (s, ']');
  wpp_section_key (s, "n");
  wpp_section_number (s, n);
  wpp_section_close (s, '}');
}

bool
wpp_section_full_p (const struct wpp_section *s)
{
  /* What is in the buffer will hardly take more than a quarter.  */
  return s->err || s->n + s->used / 4 >= s->limit;
}

int
wpp_section_end (struct wpp_section *s)
{
  if (!s->err)
    compress_buffer (s, Z_FINISH);
  return s->err;
}

size_t
wpp_section_size (const struct wpp_section *s)
{
  return (s->n + 2) / 3 * 4;
}

void
wpp_base64 (FILE *out, const unsigned char *bytes, size_t n)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < n; i += 3)
    {
      uint32_t word = (uint32_t)bytes[i] << 16 | (i + 1 < n ? bytes[i + 1] << 8 : 0) | (i + 2 < n ? bytes[i + 2] : 0);
      char text[4] = { digits[word >> 18], digits[word >> 12 & 63], i + 1 < n ? digits[word >> 6 & 63] : '=',
                       i + 2 < n ? digits[word & 63] : '=' };
      fwrite (text, 1, 4, out);
    }
}

void
wpp_section_write (const struct wpp_section *s, FILE *out)
{
  wpp_base64 (out, s->bytes, s->n);
}
