/* AutoFDO's profiles, which GCC's -fauto-profile reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   32-bit words, counters of two of them, strings with their lengths: in version 1, of GCC 11, in words, later in bytes.
   A magic, a version, a stamp; in version 3, of GCC 16, a summary of all counts and the names of source files; the
   names of functions, number 0 of which is none, in version 3 each with its file; the functions, each with how often it
   was entered, in version 3 when it was entered first, its counts by place, and calls inlined into it, of which there
   are none here: paths are numbered before inlining.  A place is the distance from the function's first line, in the
   upper half of a word; the lower half is a discriminator, which is left out.  Each section's length is 0: nobody reads
   it.

   GCC knows functions by their names alone.  Functions of one name and file (of a header) are added up; of those of
   several files, those of one file are written: where most was executed.  */

#include <stdlib.h>
#include <string.h>
#include "answers/gcov.h"
#include "answers/samples.h"
#include "base/array.h"
#include "base/saturate.h"
#include "show/export/export-impl.h"

#define MAGIC 0x67636461u       /* `gcda' */
#define TAG_SUMMARY 0xa8000000u
#define TAG_NAMES 0xaa000000u
#define TAG_FUNCTIONS 0xac000000u
#define TAG_MODULES 0xae000000u
#define INDIRECT_CALLS 7u       /* the only kind of histogram */
#define NO_FILE UINT32_MAX

enum
{
  OF_GCC_11 = 1,
  OF_GCC_12,
  OF_GCC_16
};

struct target
{
  uint32_t name;
  uint64_t count;
};

struct line
{
  uint32_t offset;
  uint64_t count;
  size_t first_target, n_targets;
};

struct function
{
  uint32_t name, file;
  uint64_t entries, total;
  size_t first_line, n_lines;
};

struct afdo
{
  struct wpp_shower shower;
  unsigned version;
  uint32_t most_offset;         /* that has room */
  struct wpp_numbered names, files;
  struct function *functions;
  size_t n_functions, functions_room;
  struct line *lines;           /* function by function */
  size_t n_lines, lines_room;
  struct target *targets;       /* line by line */
  size_t n_targets, targets_room;
  /* What is written: */
  struct wpp_buffer out;        /* the functions */
  uint32_t n_out;
  uint64_t *counts;             /* [n_counts] of places */
  size_t n_counts, most_entries;
  struct line *merged;          /* of the functions that are added up */
  size_t merged_room;
  struct target *callees;       /* of a place */
  size_t callees_room;
};

/* ---- Rows.  */

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  uint32_t number;
  int err = wpp_number_text (&((struct afdo *)sink)->names, "", &number);
  return err < 0 ? err : 0;
}

static uint64_t
counter (uint64_t n)
{
  return n < INT64_MAX ? n : INT64_MAX;
}

static int
keep_targets (struct afdo *a, const struct wpp_row_list *targets)
{
  if (WPP_RESERVE (a->targets, a->targets_room, a->n_targets, targets->n))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < targets->n; i++)
    {
      struct wpp_sample_target_row row;
      struct target *t = &a->targets[a->n_targets];
      int err = targets->get (targets->data, i, &row);
      if (!err)
        err = wpp_number_text (&a->names, row.callee, &t->name);
      if (err < 0)
        return err;
      t->count = row.count;
      a->n_targets++;
    }
  return 0;
}

static int
keep_lines (struct afdo *a, const struct wpp_row_list *lines)
{
  int err = 0;
  if (WPP_RESERVE (a->lines, a->lines_room, a->n_lines, lines->n))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < lines->n && !err; i++)
    {
      struct wpp_sample_line_row row;
      err = lines->get (lines->data, i, &row);
      if (err || row.offset > a->most_offset)
        continue;
      a->lines[a->n_lines++] = (struct line){ row.offset, row.count, a->n_targets, row.targets.n };
      err = keep_targets (a, &row.targets);
    }
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct afdo *a = (struct afdo *)sink;
  const struct wpp_samples_row *row = data;
  struct function f = { .entries = row->entries, .total = row->total, .first_line = a->n_lines };
  int err = wpp_number_text (&a->names, row->assembler_name, &f.name);
  if (err >= 0)
    err = wpp_number_text (&a->files, row->path, &f.file);
  if (err < 0)
    return err;
  err = keep_lines (a, &row->lines);
  f.n_lines = a->n_lines - f.first_line;
  if (!err)
    err = WPP_RESERVE (a->functions, a->functions_room, a->n_functions, 1);
  if (!err)
    a->functions[a->n_functions++] = f;
  return err;
}

/* ---- Functions of one name.  */

static int
compare_functions (const void *a, const void *b)
{
  const struct function *x = a, *y = b;
  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->first_line < y->first_line ? -1 : x->first_line > y->first_line;
}

static int
compare_lines (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->first_target < y->first_target ? -1 : x->first_target > y->first_target;
}

static int
compare_targets (const void *a, const void *b)
{
  const struct target *x = a, *y = b;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* Find the callees of LINES [N], each once; return how many there are, or an error.  */
static int64_t
merge_targets (struct afdo *a, const struct line *lines, size_t n)
{
  size_t all = 0, kept = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (WPP_RESERVE (a->callees, a->callees_room, all, lines[i].n_targets))
        return WPP_E_NOMEM;
      for (size_t k = 0; k < lines[i].n_targets; k++)
        a->callees[all++] = a->targets[lines[i].first_target + k];
    }
  if (all)
    qsort (a->callees, all, sizeof *a->callees, compare_targets);
  for (size_t i = 0; i < all; i++)
    if (kept && a->callees[kept - 1].name == a->callees[i].name)
      a->callees[kept - 1].count = wpp_saturating_add (a->callees[kept - 1].count, a->callees[i].count);
    else
      a->callees[kept++] = a->callees[i];
  return kept;
}

/* Put the place that LINES [N] have.  */
static int
put_place (struct afdo *a, struct wpp_buffer *b, const struct line *lines, size_t n)
{
  uint64_t count = 0;
  int64_t callees = merge_targets (a, lines, n);
  if (callees < 0)
    return callees;
  for (size_t i = 0; i < n; i++)
    count = wpp_saturating_add (count, lines[i].count);
  a->counts[a->n_counts++] = counter (count);
  wpp_put_u32 (b, lines->offset << 16);
  wpp_put_u32 (b, callees);
  wpp_put_u64 (b, counter (count));
  for (int64_t i = 0; i < callees; i++)
    {
      wpp_put_u32 (b, INDIRECT_CALLS);
      wpp_put_u64 (b, a->callees[i].name);
      wpp_put_u64 (b, counter (a->callees[i].count));
    }
  return 0;
}

/* Put the places of LINES [N] and tell how many there are.  */
static int
put_places (struct afdo *a, struct wpp_buffer *b, struct line *lines, size_t n, uint32_t *places)
{
  int err = 0;
  if (n)
    qsort (lines, n, sizeof *lines, compare_lines);
  *places = 0;
  for (size_t i = 0, end; i < n && !err; i = end, ++*places)
    {
      for (end = i + 1; end < n && lines[end].offset == lines[i].offset;)
        end++;
      err = put_place (a, b, lines + i, end - i);
    }
  return err;
}

/* Put FUNCTIONS [N], which have one name and file, as one.  */
static int
put_function (struct afdo *a, const struct function *functions, size_t n)
{
  struct wpp_buffer places = { 0 };
  uint64_t entries = 0;
  uint32_t n_places;
  size_t n_lines = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (WPP_RESERVE (a->merged, a->merged_room, n_lines, functions[i].n_lines))
        return WPP_E_NOMEM;
      if (functions[i].n_lines)
        memcpy (a->merged + n_lines, a->lines + functions[i].first_line, functions[i].n_lines * sizeof *a->merged);
      n_lines += functions[i].n_lines;
      entries = wpp_saturating_add (entries, functions[i].entries);
    }
  int err = put_places (a, &places, a->merged, n_lines, &n_places);
  entries = counter (entries);
  a->most_entries = entries > a->most_entries ? entries : a->most_entries;
  wpp_put_u64 (&a->out, entries);
  if (a->version >= OF_GCC_16)
    wpp_put_u64 (&a->out, 0);    /* when: not known */
  wpp_put_u32 (&a->out, functions->name);
  wpp_put_u32 (&a->out, n_places);
  wpp_put_u32 (&a->out, 0);
  wpp_put_bytes (&a->out, places.data, places.size);
  a->n_out++;
  err = err ? err : places.failed || a->out.failed ? WPP_E_NOMEM : 0;
  wpp_buffer_release (&places);
  return err;
}

/* Of FUNCTIONS [N], which have one name, put those of the file where most was executed; it becomes FILE_OF [name].  */
static int
put_name (struct afdo *a, const struct function *functions, size_t n, uint32_t *file_of)
{
  size_t best = 0, n_best = 0;
  uint64_t most = 0;
  for (size_t i = 0, end; i < n; i = end)
    {
      uint64_t total = 0;
      for (end = i; end < n && functions[end].file == functions[i].file; end++)
        total = wpp_saturating_add (total, functions[end].total);
      if (n_best && total <= most)
        continue;
      best = i;
      n_best = end - i;
      most = total;
    }
  file_of[functions->name] = functions[best].file;
  return put_function (a, functions + best, n_best);
}

static int
put_functions (struct afdo *a, uint32_t *file_of)
{
  int err = 0;
  a->counts = malloc ((a->n_lines + 1) * sizeof *a->counts);
  if (!a->counts)
    return WPP_E_NOMEM;
  if (a->n_functions)
    qsort (a->functions, a->n_functions, sizeof *a->functions, compare_functions);
  for (size_t i = 0, end; i < a->n_functions && !err; i = end)
    {
      for (end = i + 1; end < a->n_functions && a->functions[end].name == a->functions[i].name;)
        end++;
      err = put_name (a, a->functions + i, end - i, file_of);
    }
  return err;
}

/* ---- The summary of version 3: how many of the greatest counts make up which share of all.  */

static int
compare_counts (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

static void
put_summary (struct afdo *a, struct wpp_buffer *b)
{
  /* Millionths; GCC wants just these.  */
  static const uint32_t shares[] = { 10000, 100000, 200000, 300000, 400000, 500000, 600000, 700000, 800000, 900000,
                                     950000, 990000, 999000, 999900, 999990, 999999 };
  enum { N = sizeof shares / sizeof *shares };
  uint64_t total = 0, sum = 0;
  size_t taken = 0;
  if (a->n_counts)
    qsort (a->counts, a->n_counts, sizeof *a->counts, compare_counts);
  for (size_t i = 0; i < a->n_counts; i++)
    total = wpp_saturating_add (total, a->counts[i]);
  wpp_put_u32 (b, TAG_SUMMARY);
  wpp_put_u64 (b, counter (total));
  wpp_put_u64 (b, a->n_counts ? a->counts[0] : 0);
  wpp_put_u64 (b, a->most_entries);
  wpp_put_u64 (b, a->n_counts);
  wpp_put_u64 (b, a->n_out);
  wpp_put_u64 (b, N);
  for (size_t i = 0; i < N; i++)
    {
      uint64_t wanted = (unsigned __int128)total * shares[i] / 1000000;
      while (taken < a->n_counts && (sum < wanted || (taken && a->counts[taken] == a->counts[taken - 1])))
        sum = wpp_saturating_add (sum, a->counts[taken++]);
      wpp_put_u32 (b, shares[i]);
      wpp_put_u64 (b, taken ? a->counts[taken - 1] : 0);
      wpp_put_u64 (b, taken);
    }
}

/* ---- The whole.  */

static void
put_string (struct wpp_buffer *b, const struct wpp_numbered_item *item, unsigned version)
{
  static const char zeros[4];
  size_t size = item->size + 1, padding = version == OF_GCC_11 ? -size % 4 : 0;
  wpp_put_u32 (b, version == OF_GCC_11 ? (size + padding) / 4 : size);
  wpp_put_bytes (b, item->bytes, size);
  wpp_put_bytes (b, zeros, padding);
}

static void
put_names (const struct afdo *a, struct wpp_buffer *b, const uint32_t *file_of)
{
  wpp_put_u32 (b, TAG_NAMES);
  wpp_put_u32 (b, 0);
  if (a->version >= OF_GCC_16)
    wpp_put_u32 (b, a->files.n);
  for (size_t i = 0; i < a->files.n && a->version >= OF_GCC_16; i++)
    put_string (b, &a->files.items[i], a->version);
  wpp_put_u32 (b, a->names.n);
  for (size_t i = 0; i < a->names.n; i++)
    {
      put_string (b, &a->names.items[i], a->version);
      if (a->version >= OF_GCC_16)
        wpp_put_u32 (b, file_of[i]);
    }
}

static void
put_all (struct afdo *a, struct wpp_buffer *b, const uint32_t *file_of)
{
  wpp_put_u32 (b, MAGIC);
  wpp_put_u32 (b, a->version);
  wpp_put_u32 (b, 0);
  if (a->version >= OF_GCC_16)
    put_summary (a, b);
  put_names (a, b, file_of);
  wpp_put_u32 (b, TAG_FUNCTIONS);
  wpp_put_u32 (b, 0);
  wpp_put_u32 (b, a->n_out);
  wpp_put_bytes (b, a->out.data, a->out.size);
  wpp_put_u32 (b, TAG_MODULES);
  wpp_put_u32 (b, 0);
  wpp_put_u32 (b, 0);
}

static int
end (struct wpp_row_sink *sink)
{
  struct afdo *a = (struct afdo *)sink;
  struct wpp_buffer b = { 0 };
  uint32_t *file_of = malloc (a->names.n * sizeof *file_of);
  if (!file_of)
    return WPP_E_NOMEM;
  memset (file_of, 0xff, a->names.n * sizeof *file_of); /* NO_FILE */
  int err = put_functions (a, file_of);
  if (!err)
    {
      put_all (a, &b, file_of);
      fwrite (b.data, 1, b.size, a->shower.out);
      err = b.failed ? WPP_E_NOMEM : 0;
    }
  wpp_buffer_release (&b);
  free (file_of);
  return err;
}

static void
release (struct wpp_shower *s)
{
  struct afdo *a = (struct afdo *)s;
  wpp_numbered_release (&a->names);
  wpp_numbered_release (&a->files);
  wpp_buffer_release (&a->out);
  free (a->functions);
  free (a->lines);
  free (a->targets);
  free (a->counts);
  free (a->merged);
  free (a->callees);
}

/* The version that the compiler reads for which wpp was built.  */
static unsigned
default_version (void)
{
  unsigned gcc = wpp_gcc_major ();
  return gcc >= 16 ? OF_GCC_16 : gcc >= 12 ? OF_GCC_12 : OF_GCC_11;
}

struct wpp_row_sink *
wpp_afdo_sink (FILE *out, unsigned version)
{
  struct afdo *a = calloc (1, sizeof *a);
  if (!a)
    return NULL;
  a->version = version ? version : default_version ();
  a->most_offset = a->version >= OF_GCC_16 ? INT16_MAX : UINT16_MAX;
  a->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &a->shower.sink;
}
