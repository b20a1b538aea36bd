/* AutoFDO's profiles, which GCC's -fauto-profile reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Version 2 of the format, which GCC up to 15 reads: 32-bit words, counters of two of them, strings with their lengths.
   A magic, a version, a stamp; the names of functions; the functions, each with how often it was entered, its counts
   by place, and calls inlined into it, of which there are none here: paths are numbered before inlining.  A place is
   the distance from the function's first line, in the upper half of a word; the lower half is a discriminator, which is
   left out.  Each section's length is 0: nobody reads it.  */

#include <stdlib.h>
#include "answers/samples.h"
#include "show/export/export-impl.h"

#define MAGIC 0x67636461u       /* `gcda' */
#define TAG_NAMES 0xaa000000u
#define TAG_FUNCTIONS 0xac000000u
#define TAG_MODULES 0xae000000u
#define INDIRECT_CALLS 7u       /* the only kind of histogram */
#define MOST_OFFSET 0xffffu     /* that has room */

struct afdo
{
  struct wpp_shower shower;
  struct wpp_numbered names;
  struct wpp_buffer functions;
  uint32_t n;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  return 0;
}

/* How many lines of F have room.  */
static int
count_lines (const struct wpp_samples_row *f, uint32_t *n)
{
  int err = 0;
  *n = 0;
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_sample_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      *n += !err && line.offset <= MOST_OFFSET;
    }
  return err;
}

static uint64_t
counter (uint64_t n)
{
  return n < INT64_MAX ? n : INT64_MAX;
}

static int
put_line (struct afdo *a, const struct wpp_sample_line_row *l)
{
  wpp_put_u32 (&a->functions, l->offset << 16);
  wpp_put_u32 (&a->functions, l->targets.n);
  wpp_put_u64 (&a->functions, counter (l->count));
  for (size_t i = 0; i < l->targets.n; i++)
    {
      struct wpp_sample_target_row target;
      uint32_t number;
      int err = l->targets.get (l->targets.data, i, &target);
      if (!err)
        err = wpp_number_text (&a->names, target.callee, &number);
      if (err < 0)
        return err;
      wpp_put_u32 (&a->functions, INDIRECT_CALLS);
      wpp_put_u64 (&a->functions, number);
      wpp_put_u64 (&a->functions, counter (target.count));
    }
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct afdo *a = (struct afdo *)sink;
  const struct wpp_samples_row *f = data;
  uint32_t n, name;
  int err = count_lines (f, &n);
  if (!err)
    err = wpp_number_text (&a->names, f->assembler_name, &name);
  if (err < 0)
    return err;
  wpp_put_u64 (&a->functions, counter (f->entries));
  wpp_put_u32 (&a->functions, name);
  wpp_put_u32 (&a->functions, n);
  wpp_put_u32 (&a->functions, 0);
  a->n++;
  err = 0;
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_sample_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      if (!err && line.offset <= MOST_OFFSET)
        err = put_line (a, &line);
    }
  return err ? err : a->functions.failed ? WPP_E_NOMEM : 0;
}

static int
end (struct wpp_row_sink *sink)
{
  struct afdo *a = (struct afdo *)sink;
  struct wpp_buffer b = { 0 };
  wpp_put_u32 (&b, MAGIC);
  wpp_put_u32 (&b, 2);
  wpp_put_u32 (&b, 0);
  wpp_put_u32 (&b, TAG_NAMES);
  wpp_put_u32 (&b, 0);
  wpp_put_u32 (&b, a->names.n);
  for (size_t i = 0; i < a->names.n; i++)
    {
      wpp_put_u32 (&b, a->names.items[i].size + 1);
      wpp_put_bytes (&b, a->names.items[i].bytes, a->names.items[i].size + 1);
    }
  wpp_put_u32 (&b, TAG_FUNCTIONS);
  wpp_put_u32 (&b, 0);
  wpp_put_u32 (&b, a->n);
  wpp_put_bytes (&b, a->functions.data, a->functions.size);
  wpp_put_u32 (&b, TAG_MODULES);
  wpp_put_u32 (&b, 0);
  wpp_put_u32 (&b, 0);
  fwrite (b.data, 1, b.size, a->shower.out);
  int err = b.failed || a->functions.failed ? WPP_E_NOMEM : 0;
  wpp_buffer_release (&b);
  return err;
}

static void
release (struct wpp_shower *s)
{
  struct afdo *a = (struct afdo *)s;
  wpp_numbered_release (&a->names);
  wpp_buffer_release (&a->functions);
}

struct wpp_row_sink *
wpp_afdo_sink (FILE *out, unsigned version)
{
  struct afdo *a = calloc (1, sizeof *a);
  if (!a)
    return NULL;
  a->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &a->shower.sink;
}
