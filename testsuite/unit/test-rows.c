/* Rows of answers, as sinks show them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What JSON must look like was written by hand; json-c agrees with that (`python3 -m json.tool' as well).  */

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/decisions.h"
#include "answers/frequency-table.h"
#include "answers/saved-frequencies.h"
#include "show/show.h"
#include "unit.h"

/* ---- A row with a cell of each type.  */

struct all
{
  const char *text, *none, *left_out, *digits, *many_digits;
  uint32_t small;
  uint64_t number, count, path, far_path;
  int64_t known, unknown;
  double real, whole, nan;
  bool truth, falsehood;
  struct wpp_any_cell any;
  struct wpp_row_list list, empty, no_list;
  mpz_t big;
};

struct pair
{
  uint32_t a;
  bool b;
};

static const struct wpp_row_column pair_columns[]
  = { WPP_COLUMN (struct pair, a, NUMBER32), WPP_COLUMN (struct pair, b, TRUTH) };
static const struct wpp_schema pair_schema = WPP_SCHEMA ("pair", struct pair, pair_columns, .tuple = true);

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct all, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (text, TEXT), COLUMN (none, TEXT), COLUMN (left_out, TEXT, .optional = true), COLUMN (digits, DIGITS),
      COLUMN (many_digits, DIGITS), COLUMN (small, NUMBER32), COLUMN (number, NUMBER), COLUMN (count, COUNT),
      COLUMN (path, PATH_NUMBER), COLUMN (far_path, PATH_NUMBER), COLUMN (known, SIGNED), COLUMN (unknown, SIGNED),
      COLUMN (real, REAL), COLUMN (whole, REAL), COLUMN (nan, REAL, .optional = true), COLUMN (truth, TRUTH),
      COLUMN (falsehood, TRUTH, .optional = true), COLUMN (any, ANY), COLUMN (list, LIST, .of = &pair_schema),
      COLUMN (empty, LIST, .of = &wpp_number32_schema),
      COLUMN (no_list, LIST, .of = &pair_schema, .optional = true), COLUMN (big, BIG) };
static const struct wpp_schema all_schema = WPP_SCHEMA ("all", struct all, columns);
static const struct wpp_schema answer_schema = { .name = "answer", .rows = "rows", .of = &all_schema };

static int
get_pair (void *data, size_t i, void *row)
{
  *(struct pair *)row = (struct pair){ i, i == 1 };
  return i < *(size_t *)data ? 0 : WPP_E_CORRUPT;
}

static size_t pairs = 2;

static struct all
all_of (const char *text)
{
  struct all all = { .text = text, .digits = "9223372036854775807", .many_digits = "9223372036854775808", .small = 7,
                     .number = UINT64_MAX, .count = UINT64_MAX, .path = (UINT64_C (1) << 53) - 1,
                     .far_path = UINT64_C (1) << 53, .unknown = -1, .real = 0.1, .whole = 3, .nan = NAN, .truth = true,
                     .any = { WPP_CELL_TRUTH, { .truth = false } }, .list = { 2, &pairs, get_pair } };
  mpz_init_set_str (all.big, "123456789012345678901234567890", 10);
  return all;
}

#define CELLS                                                                                                        \
  ",\"none\":null,\"digits\":9223372036854775807,\"many_digits\":\"9223372036854775808\",\"small\":7,"              \
  "\"number\":18446744073709551615,\"count\":\">=18446744073709551615\",\"path\":9007199254740991,"                 \
  "\"far_path\":\"9007199254740992\",\"known\":0,\"unknown\":null,\"real\":0.10000000000000001,\"whole\":3.0,"      \
  "\"truth\":true,\"any\":false,\"list\":[[0,false],[1,true]],\"empty\":[],\"big\":123456789012345678901234567890}"

/* Send an object of N rows with TEXT to a sink of NEW_SINK; return what it writes, malloc'ed.  */
static char *
shown (struct wpp_row_sink *(*new_sink) (FILE *out), const char *text, unsigned n, int *err)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct wpp_row_sink *sink = new_sink (out);
  struct all all = all_of (text);
  *err = wpp_sink_begin (sink, &answer_schema, NULL);
  while (n-- && !*err)
    *err = wpp_sink_row (sink, &all);
  if (!*err)
    *err = wpp_sink_end (sink);
  wpp_sink_free (sink);
  mpz_clear (all.big);
  fclose (out);
  return got;
}

static void
check_shown (struct wpp_row_sink *(*new_sink) (FILE *out), const char *text, unsigned n, const char *expected,
             const char *what)
{
  int err;
  char *got = shown (new_sink, text, n, &err);
  bool same = !err && strcmp (got, expected) == 0;
  if (!same)
    printf ("got      %s\nexpected %s\n", got, expected);
  CHECK (same, what);
  free (got);
}

static void
test_json (void)
{
  check_shown (wpp_json_sink, "", 0, "{\"rows\":[\n]}\n", "no rows");
  check_shown (wpp_json_sink, "a", 1, "{\"rows\":[\n{\"text\":\"a\"" CELLS "\n]}\n", "each type");
  check_shown (wpp_json_sink, "\"\\/\n\t\b\f\r\1\x7f", 2,
               "{\"rows\":[\n{\"text\":\"\\\"\\\\/\\n\\t\\b\\f\\r\\u0001\x7f\"" CELLS
               ",\n{\"text\":\"\\\"\\\\/\\n\\t\\b\\f\\r\\u0001\x7f\"" CELLS "\n]}\n", "escapes, and two rows");
  check_shown (wpp_json_sink, "\xc3\xa4\xff\xc0\x80", 1,
               "{\"rows\":[\n{\"text\":\"\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" CELLS "\n]}\n",
               "bytes that are no UTF-8");
  int err;
  pairs = 1;
  free (shown (wpp_json_sink, "a", 1, &err));
  CHECK (err == WPP_E_CORRUPT, "an element that is an error ends the answer");
  pairs = 2;
}

/* ---- Objects within objects, and their texts.  */

static const struct wpp_row_column inner_columns[] = { WPP_COLUMN (struct pair, a, NUMBER32, .own_line = true) };
static const struct wpp_schema inner_schema
  = WPP_SCHEMA ("inner", struct pair, inner_columns, .rows = "pairs", .of = &pair_schema, .one_line = true);
static const struct wpp_schema outer_schema = { .name = "outer", .rows = "inners", .of = &inner_schema };

static void
test_nested (void)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct wpp_row_sink *sink = wpp_json_sink (out);
  struct pair pair = { 5, true };
  int err = wpp_sink_begin (sink, &outer_schema, NULL);
  for (int i = 0; i < 2; i++)
    {
      err |= wpp_sink_begin (sink, &inner_schema, &pair);
      err |= wpp_sink_row (sink, &pair) | wpp_sink_row (sink, &pair);
      err |= wpp_sink_end (sink);
    }
  err |= wpp_sink_end (sink);
  wpp_sink_free (sink);
  fclose (out);
  CHECK (!err && strcmp (got, "{\"inners\":[\n{\"a\":\n5,\"pairs\":[[5,true],\n[5,true]]},\n"
                              "{\"a\":\n5,\"pairs\":[[5,true],\n[5,true]]}\n]}\n") == 0, "objects within objects");
  free (got);
}

/* An object whose rows are in parts, and one whose rows stand in a line.  */
static const struct wpp_row_column part_head_columns[] = { WPP_COLUMN (struct pair, b, TRUTH) };
static const struct wpp_schema whole_schema = WPP_SCHEMA ("whole", struct pair, part_head_columns);
static const struct wpp_schema bare_schema = { .name = "bare" };
static const struct wpp_schema first_schema = { .name = "first", .rows = "first", .of = &pair_schema, .part = true };
static const struct wpp_schema second_schema = { .name = "second", .rows = "second", .of = &pair_schema, .part = true };
static const struct wpp_schema line_schema = { .name = "line", .rows = "line", .of = &pair_schema, .in_line = true };

static void
test_parts (void)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct wpp_row_sink *sink = wpp_json_sink (out);
  struct pair pair = { 5, true };
  int err = wpp_sink_begin (sink, &whole_schema, &pair) | wpp_sink_begin (sink, &first_schema, NULL);
  err |= wpp_sink_row (sink, &pair) | wpp_sink_row (sink, &pair) | wpp_sink_end (sink);
  err |= wpp_sink_begin (sink, &second_schema, NULL) | wpp_sink_end (sink) | wpp_sink_end (sink);
  err |= wpp_sink_begin (sink, &bare_schema, NULL) | wpp_sink_begin (sink, &second_schema, NULL) | wpp_sink_end (sink)
         | wpp_sink_end (sink);
  err |= wpp_sink_begin (sink, &line_schema, NULL) | wpp_sink_row (sink, &pair) | wpp_sink_row (sink, &pair)
         | wpp_sink_end (sink);
  wpp_sink_free (sink);
  fclose (out);
  CHECK (!err && strcmp (got, "{\"b\":true,\"first\":[\n[5,true],\n[5,true]\n],\"second\":[\n]}\n"
                              "{\"second\":[\n]}\n{\"line\":[[5,true],[5,true]]}\n") == 0,
         "parts, and rows in a line");
  free (got);
}

/* ---- Rows that are kept.  */

static void
test_kept (void)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct wpp_kept_rows *k = wpp_kept_rows_new (wpp_compiler_json, &wpp_decisions_schema);
  struct wpp_decisions_head head = { "a\n.c", false };
  struct wpp_decision_row row = { .function = "f", .kind = "loops", .action = "peel 1", .gain = -1, .because = "so" };
  int err = 0;
  for (int i = 0; i < 3; i++)
    {
      row.line = i;
      err |= wpp_kept_rows_add (k, &row, i == 1 ? 2 : 1);
    }
  err |= wpp_kept_rows_write (k, out, &head, true);
  fclose (out);
  char *first = strstr (got, "\"line\": 1,"), *second = strstr (got, "\"line\": 0,"),
       *third = strstr (got, "\"line\": 2,");
  CHECK (!err && first && first < second && second < third, "what weighs more comes first, the others as they came");
  CHECK (strncmp (got, "{\"file\": \"a\\u000a.c\", \"decisions\": [{\"function\": \"f\", \"line\": 1,", 62) == 0,
         "as compilers write it");
  wpp_kept_rows_free (k);
  free (got);
}

/* ---- Dumps that are read.  */

#define HEAD "{\"file\": \"./a.c\", \"problem\": \"live-variables\", \"functions\": ["
#define SUMMARY                                                                                                       \
  "\"summary\": {\"facts\": 3, \"always\": 1, \"never\": 1, \"sometimes\": 1, \"without_profile\": {\"certain\": 0, " \
  "\"impossible\": 0, \"unknown\": 3, \"of_unknown\": {\"always\": 1, \"never\": 1}}}"
#define FUNCTION(COUNT, FREQUENCY)                                                                                    \
  "{\"name\": \"f\", \"blocks\": [{\"block\": 2, \"lines\": [4], \"count\": " COUNT ", \"cost\": 8, \"facts\": ["      \
  "{\"fact\": \"x\", \"line\": 3, \"frequency\": " FREQUENCY "}]}], " SUMMARY "}"

static int
read_text (const char *text, struct wpp_frequency_table *table, struct wpp_place *place)
{
  char name[] = "/tmp/wpp-test-XXXXXX";
  int fd = mkstemp (name);
  FILE *f = fd < 0 ? NULL : fdopen (fd, "w");
  if (!f || fputs (text, f) < 0 || fclose (f))
    return WPP_E_IO;
  int err = wpp_answer_saved_frequencies (name, wpp_frequency_table_sink (table), place);
  remove (name);
  return err;
}

static void
check_refused (const char *text, const char *why)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_frequency_table *table = wpp_frequency_table_new (NULL);
  int err = read_text (text, table, &place);
  bool refused = err == WPP_E_TOLD && strcmp (place.what, why) == 0;
  if (!refused)
    printf ("%d: %s\n", err, place.what);
  CHECK (refused, why);
  wpp_frequency_table_free (table);
}

static void
test_saved (void)
{
  struct wpp_place place;
  struct wpp_frequencies_asked asked = { .top = UINT64_MAX };
  struct wpp_frequency_table *table = wpp_frequency_table_new (NULL);
  bool any = false;
  char *got = NULL;
  size_t size;
  int err = read_text (HEAD FUNCTION ("4", "1") "]}", table, &place);
  FILE *out = open_memstream (&got, &size);
  struct wpp_row_sink *sink = wpp_json_sink (out);
  if (!err)
    err = wpp_answer_frequencies (table, &asked, sink, &any);
  wpp_sink_free (sink);
  fclose (out);
  CHECK (!err && any
         && strcmp (got, "{\"rows\":[\n{\"file\":\"a.c\",\"problem\":\"live-variables\",\"function\":\"f\",\"block\":2,"
                         "\"lines\":[4],\"fact\":\"x\",\"line\":3,\"frequency\":1,\"count\":4,\"share\":0.25,"
                         "\"cost\":2.0}\n]}\n") == 0, "a dump that is read");
  wpp_frequency_table_free (table);
  free (got);
  check_refused (HEAD FUNCTION ("4", "5") "]}", "functions[0].blocks[0].facts[0].frequency: more than the count");
  check_refused (HEAD FUNCTION ("\"four\"", "5") "]}", "functions[0].blocks[0].count: not a count");
  check_refused (HEAD "{\"name\": 1}]}", "functions[0].name: not a string");
  check_refused ("[]", "not an object");
  check_refused ("# text", "byte 0: a dump as text; wpp freq reads what -fwpp-dump-format=json writes");
}

int
main (void)
{
  test_json ();
  test_nested ();
  test_parts ();
  test_kept ();
  test_saved ();
  return unit_done ();
}
