/* The table of what the C library's functions read and write: is it so, and is it in order?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each call is executed twice.  Buffers are the same where the row says that they are read, and random otherwise.  So
   bytes that change must be where the row says that they are written; they, and the result, must be the same both
   times; and what must be written is the same after both.  Formats are read by what the table's users read them
   with.  */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include "program/library/effects.h"
#include "program/library/library.h"
#include "program/statements/program.h"
#include "library-cases.h"
#include "unit.h"

#define ARGUMENTS 6
#define BYTES 5000
#define ROUNDS 8

struct call
{
  const char *id, *name;
  long values[ARGUMENTS];
  const void *texts[ARGUMENTS];
  long (*run) (char **p);
};

static FILE *file;
static volatile double minus = -1;
static char *buffers;                  /* [ARGUMENTS * BYTES] that the call at hand has */

/* Under names that headers do not declare.  */
extern void *memcpy_chk (void *, const void *, size_t, size_t) __asm__ ("__memcpy_chk");
extern void *memset_chk (void *, int, size_t, size_t) __asm__ ("__memset_chk");
extern char *strcpy_chk (char *, const char *, size_t) __asm__ ("__strcpy_chk");
extern char *fgets_chk (char *, size_t, int, FILE *) __asm__ ("__fgets_chk");
extern size_t fread_chk (void *, size_t, size_t, size_t, FILE *) __asm__ ("__fread_chk");
extern ssize_t read_chk (int, void *, size_t, size_t) __asm__ ("__read_chk");
extern int printf_chk (int, const char *, ...) __asm__ ("__printf_chk");
extern int fprintf_chk (FILE *, int, const char *, ...) __asm__ ("__fprintf_chk");
extern int sprintf_chk (char *, int, size_t, const char *, ...) __asm__ ("__sprintf_chk");
extern int snprintf_chk (char *, size_t, int, size_t, const char *, ...) __asm__ ("__snprintf_chk");

static int
compare (const void *a, const void *b)
{
  return memcmp (a, b, 4);
}

/* Where POINTER is in the buffers; otherwise whether it is null.  */
static long
at (const void *pointer)
{
  const char *c = pointer;
  return c >= buffers && c < buffers + ARGUMENTS * BYTES ? c - buffers : c ? -1 : -2;
}

/* What differs from one call to the next is replaced, within what the call has written.  */
static long
cut (char *p)
{
  long offset = at (*(char **)p);
  memcpy (p, &offset, sizeof offset);
  return 0;
}

static long
freed (void *pointer)
{
  free (pointer);
  return pointer != NULL;
}

static long
closed (FILE *f)
{
  return f ? fclose (f) : -1;
}

#define V(...) { __VA_ARGS__ }
#define S(...) { __VA_ARGS__ }
#define AT(P) at (P)
#define SIGN(X) ({ long x_ = (X); (x_ > 0) - (x_ < 0); })
#define CUT(P) cut (P)
#define FREE(P) freed (P)
#define CLOSE(F) closed (F)
#define END(X) ({ long x_ = (X); cut (p[1]); x_; })
#define LINE(X) ({ char **t_ = (char **)p[0]; *t_ = NULL; *(size_t *)p[1] = 0; TEXT (X); })
#define TEXT(X) ({ char **t_ = (char **)p[0]; long x_ = (X); free (*t_); *t_ = NULL; x_; })
#define ALIGNED(X) ({ void **t_ = (void **)p[0]; long x_ = (X); free (*t_); *t_ = NULL; x_; })
#define PIPE(X) ({ int *t_ = (int *)p[0]; long x_ = (X); close (t_[0]); close (t_[1]); t_[0] = t_[1] = 0; x_; })
#define CLOCK(X) ({ long x_ = (X); memset (p[0], 0, 16); x_; })
#define CLOCK1(X) ({ long x_ = (X); memset (p[1], 0, 16); x_; })
#define WIDE wide
#define DAY day
#define TM tm

/* What is no string begins buffers with all of itself.  */
static const unsigned char wide[64] = { 'a', 0, 0, 0, 'b', 0, 0, 0, 'c' }, day[64] = { 1, 2, 3, 4 },
                           tm[64] = { 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 100 };

#define X(ID, NAME, VALUES, TEXTS, CALL) \
  static long run_##ID (char **p) { (void)p; return CALL; }
CASES
#undef X

#define X(ID, NAME, VALUES, TEXTS, CALL) { #ID, NAME, VALUES, TEXTS, run_##ID },
static const struct call calls[] = { CASES };
#undef X

#define N_CALLS (sizeof calls / sizeof *calls)

/* ---- What the table says of a call.  */

struct span
{
  unsigned argument, how, extent, size, count, unit;
};

struct spans
{
  unsigned n;
  struct span all[16];
  bool any;
};

static void
add (struct spans *s, unsigned argument, unsigned how, unsigned extent, unsigned size, unsigned count, unsigned unit)
{
  s->all[s->n++] = (struct span){ argument, how, extent, size, count, unit };
}

static void
add_format (struct spans *s, const struct call *c, const struct wpp_library_function *row)
{
  const char *text = c->texts[row->format_at];
  struct wpp_format f = { text, text + strlen (text), row->format == WPP_FORMAT_SCANF, 0 };
  enum wpp_conversion conversion;
  unsigned unit = 0, argument = row->format_first;
  while ((conversion = wpp_format_next (&f, &unit)) != WPP_CONVERSION_END && conversion != WPP_CONVERSION_UNKNOWN)
    {
      argument += f.stars;
      if (conversion == WPP_CONVERSION_STRING)
        add (s, argument, WPP_LIBRARY_READS, WPP_EXTENT_STRING, 0, 0, unit);
      if (conversion == WPP_CONVERSION_STORES)
        add (s, argument, WPP_LIBRARY_WRITES, unit ? WPP_EXTENT_BYTES : WPP_EXTENT_STRING, 0, 0, unit ? unit : 1);
      argument += conversion != WPP_CONVERSION_NOTHING && conversion != WPP_CONVERSION_ERRNO;
    }
  s->any = conversion == WPP_CONVERSION_UNKNOWN;
}

static struct spans
spans_of (const struct call *c, const struct wpp_library_function *row)
{
  struct spans s = { 0 };
  for (unsigned i = 0; i < WPP_MOST_LIBRARY_ACCESSES && row->accesses[i].extent; i++)
    {
      const struct wpp_library_access *a = &row->accesses[i];
      add (&s, a->argument, a->how, a->extent, a->size, a->count, a->unit);
    }
  if (row->format != WPP_FORMAT_NONE)
    add_format (&s, c, row);
  return s;
}

/* The bytes of S in BYTES.  */
static size_t
length (const struct call *c, const struct span *s, const unsigned char *bytes)
{
  size_t n = 0, most = BYTES;
  switch (s->extent)
    {
    case WPP_EXTENT_BYTES: return s->unit;
    case WPP_EXTENT_ARGUMENT: return c->values[s->size] * s->unit;
    case WPP_EXTENT_PRODUCT: return c->values[s->size] * c->values[s->count] * s->unit;
    case WPP_EXTENT_OBJECT: return BYTES;
    default:
      if (s->extent == WPP_EXTENT_SHORT_STRING)
        most = c->values[s->size] * s->unit;
      while (n < most && memcmp (bytes + n, "\0\0\0", s->unit))
        n += s->unit;
      return n < most ? n + s->unit : most;
    }
}

/* ---- Calling.  */

struct run
{
  unsigned char before[ARGUMENTS][BYTES], after[ARGUMENTS][BYTES];
  long result;
  int error;
};

static void
fill (const struct call *c, struct run *r, uint64_t *state)
{
  for (unsigned i = 0; i < ARGUMENTS; i++)
    {
      const void *text = c->texts[i];
      for (size_t k = 0; k < BYTES; k++)
        r->before[i][k] = 1 + unit_below (state, 255);
      if (text)
        memcpy (r->before[i], text, text == wide || text == day || text == tm ? sizeof wide : strlen (text) + 1);
    }
}

/* Streams and descriptors 0 and 1 are as before the first call.  */
static void
rewind_all (void)
{
  static const char input[] = "12 xyz\nsecond line x\n";
  rewind (file);
  fputs (input, file);
  fflush (file);
  rewind (file);
  clearerr (stdin);
  lseek (0, 0, SEEK_SET);
  rewind (stdin);
}

static void
execute (const struct call *c, struct run *r)
{
  char *p[ARGUMENTS];
  for (unsigned i = 0; i < ARGUMENTS; i++)
    {
      p[i] = buffers + i * BYTES;
      memcpy (p[i], r->before[i], BYTES);
    }
  rewind_all ();
  errno = 0;
  r->result = c->run (p);
  r->error = errno;
  fflush (stdout);
  for (unsigned i = 0; i < ARGUMENTS; i++)
    memcpy (r->after[i], p[i], BYTES);
}

/* Make READ what B begins with like A's.  */
static void
share_reads (const struct call *c, const struct spans *s, const struct run *a, struct run *b)
{
  for (unsigned i = 0; i < s->n; i++)
    if (s->all[i].how & WPP_LIBRARY_READS)
      memcpy (b->before[s->all[i].argument], a->before[s->all[i].argument],
              length (c, &s->all[i], a->before[s->all[i].argument]));
}

/* ---- Comparing.  */

static bool
written_p (const struct call *c, const struct spans *s, const struct run *r, unsigned argument, size_t byte,
           unsigned how)
{
  for (unsigned i = 0; i < s->n; i++)
    if (s->all[i].argument == argument && s->all[i].how & how && byte < length (c, &s->all[i], r->after[argument]))
      return true;
  return false;
}

/* Why A and B are not what S says, or null.  */
static const char *
why_not (const struct call *c, const struct spans *s, const struct run *a, const struct run *b)
{
  for (unsigned i = 0; i < ARGUMENTS; i++)
    for (size_t k = 0; k < BYTES; k++)
      {
        bool changed = a->before[i][k] != a->after[i][k], same = a->after[i][k] == b->after[i][k];
        if (changed && !written_p (c, s, a, i, k, WPP_LIBRARY_WRITES))
          return "it writes elsewhere";
        if (changed && !same)
          return "what it writes depends on more than it reads";
        if (!same && written_p (c, s, a, i, k, WPP_LIBRARY_MUST))
          return "it does not write all";
      }
  return a->result != b->result ? "its result depends on more than it reads" : NULL;
}

static const char *
try (const struct call *c, const struct wpp_library_function *row, const struct spans *s, uint64_t *state)
{
  static struct run a, b;
  fill (c, &a, state);
  fill (c, &b, state);
  share_reads (c, s, &a, &b);
  execute (c, &a);
  execute (c, &b);
  return (a.error || b.error) && !(row->writes & WPP_STATE_ERRNO) ? "it sets errno" : why_not (c, s, &a, &b);
}

static const char *
try_all (const struct call *c, const struct wpp_library_function *row)
{
  uint64_t state = 1 + (c - calls);
  const struct spans s = spans_of (c, row);
  const char *why = s.any ? "its format is unknown" : NULL;
  for (unsigned i = 0; i < ROUNDS && !why; i++)
    why = try (c, row, &s, &state);
  return why;
}

/* ---- The table.  */

static bool
called_p (const char *name)
{
  static const char *const not[] = { NOT_CALLED };
  for (size_t i = 0; i < N_CALLS; i++)
    if (wpp_library_find (calls[i].name) == wpp_library_find (name))
      return true;
  for (size_t i = 0; i < sizeof not / sizeof *not; i++)
    if (!strcmp (not[i], name))
      return true;
  return false;
}

static void
test_order (void)
{
  bool sorted = true, found = true;
  const struct wpp_library_function *rows = wpp_library_functions;
  const struct wpp_library_name *names = wpp_library_names;
  for (unsigned i = 0; i < wpp_n_library_functions; i++)
    {
      sorted &= !i || strcmp (rows[i - 1].name, rows[i].name) < 0;
      found &= wpp_library_find (rows[i].name) == &rows[i];
      CHECK_QUIET (called_p (rows[i].name), "%s is called", rows[i].name);
    }
  for (unsigned i = 0; i < wpp_n_library_names; i++)
    {
      sorted &= !i || strcmp (names[i - 1].name, names[i].name) < 0;
      const struct wpp_library_function *row = wpp_library_find (names[i].same);
      CHECK_QUIET (row && wpp_library_find (names[i].name) == row && !strcmp (row->name, names[i].same),
                   "%s is %s", names[i].name, names[i].same);
    }
  CHECK (sorted && found, "%u rows and %u more names are sorted, and found", wpp_n_library_functions,
         wpp_n_library_names);
  CHECK (wpp_library_find ("__builtin_memcpy") == wpp_library_find ("memcpy") && !wpp_library_find ("system")
             && !wpp_library_find ("") && !wpp_library_find ("printfx"),
         "builtins have the library's names; unknown functions are unknown");
}

/* FORMAT has conversions EXPECTED: s, v, w with a size, n, m; * for a star before, ? for unknown.  */
static void
test_format (const char *format, bool scanf, const char *expected)
{
  char text[200] = "";
  struct wpp_format f = { format, format + strlen (format), scanf, 0 };
  enum wpp_conversion c;
  unsigned unit = 0;
  while ((c = wpp_format_next (&f, &unit)) != WPP_CONVERSION_END && strlen (text) < 150)
    {
      bool sized = c == WPP_CONVERSION_STRING || c == WPP_CONVERSION_STORES;
      sprintf (text + strlen (text), "%.*s%c", (int)f.stars, "**", ".?-vswm"[c]);
      if (sized)
        sprintf (text + strlen (text), "%u", unit);
      if (c == WPP_CONVERSION_UNKNOWN)
        break;
    }
  CHECK (!strcmp (text, expected), "%s: %s", format, expected);
}

static void
test_formats (void)
{
  test_format ("a%%b %d%5.2f %s", false, "vvs1");
  test_format ("%*d %-*.*s %lc %ls %S", false, "*v**s1vs4s4");
  test_format ("%n %hhn %hn %ln %lln %jn %zn", false, "w4w1w2w8w8w8w8");
  test_format ("%m %I64", false, "m?");
  test_format ("%1$d %n", false, "?");
  test_format ("%y", false, "?");
  test_format ("%", false, "?");
  test_format ("%d %hd %hhd %ld %lld %qd %zu", true, "w4w2w1w8w8w8w8");
  test_format ("%f %lf %Lf %a", true, "w4w8w16w4");
  test_format ("%*d %*[^]] %s %[]x]%c %5c %lc %n %p", true, "--w0w0w1w0w0w4w8");
  test_format ("%ms %m[a]", true, "w8w8");
  test_format ("%2$d", true, "?");
}

/* The call ID does not do what its row says when access CHANGED is TO, or (TO of none) when it says that nothing else
   is written.  */
static void
test_wrong (const char *id, unsigned changed, struct wpp_library_access to, const char *expected)
{
  size_t i = 0;
  while (strcmp (calls[i].id, id))
    i++;
  struct wpp_library_function row = *wpp_library_find (calls[i].name);
  row.accesses[changed] = to;
  if (!to.how)
    row.writes = 0;
  const char *why = try_all (&calls[i], &row);
  CHECK (why && !strcmp (why, expected), "a wrong row of %s: %s", calls[i].name, why ? why : "nothing");
}

static void
test_wrong_rows (void)
{
  enum { IN = WPP_LIBRARY_READS, OUT = WPP_LIBRARY_WRITES, MUST = OUT | WPP_LIBRARY_MUST, SIZE = WPP_EXTENT_BYTES };
  test_wrong ("memcpy", 0, (struct wpp_library_access){ OUT, 0, SIZE, 0, 0, 20 }, "it writes elsewhere");
  test_wrong ("memcpy", 0, (struct wpp_library_access){ MUST, 0, SIZE, 0, 0, 25 }, "it does not write all");
  test_wrong ("memcpy", 1, (struct wpp_library_access){ IN, 1, SIZE, 0, 0, 20 },
              "what it writes depends on more than it reads");
  test_wrong ("memcmp", 0, (struct wpp_library_access){ IN, 2, SIZE, 0, 0, 4 },
              "its result depends on more than it reads");
  test_wrong ("strtol", 2, (struct wpp_library_access){ 0, 0, SIZE, 0, 0, 0 }, "it sets errno");
}

/* What the tables of a program show is kept until they grow.  */
static void
test_habits (void)
{
  struct wpp_program *p = wpp_program_new ();
  bool none = p && !wpp_library_habits (p) && !wpp_library_habits (p);
  if (p)
    p->variables = calloc (1, sizeof *p->variables);
  if (p && p->variables)
    p->variables[p->n_variables++]
      = (struct wpp_variable){ .kind = WPP_FUNCTION, .flags = WPP_VARIABLE_EXTERNAL, .name = strdup ("fopencookie") };
  CHECK (none && wpp_library_habits (p) == WPP_HABIT_OWN_STREAMS, "a stream that comes later is seen");
  wpp_program_free (p);
}

int
main (void)
{
  int out = dup (1), null = open ("/dev/null", O_WRONLY);
  buffers = calloc (ARGUMENTS, BYTES);
  file = tmpfile ();
  test_order ();
  test_formats ();
  test_habits ();
  FILE *input = tmpfile ();
  fputs ("12 xyz\nsecond line\n", input);
  fflush (input);
  dup2 (fileno (input), 0);
  test_wrong_rows ();
  for (size_t i = 0; i < N_CALLS; i++)
    {
      const struct wpp_library_function *row = wpp_library_find (calls[i].name);
      fflush (stdout);
      dup2 (null, 1);
      const char *why = row ? try_all (&calls[i], row) : "it is not in the table";
      dup2 (out, 1);
      CHECK (!why, "%s (%s)%s%s", calls[i].name, calls[i].id, why ? ": " : "", why ? why : "");
    }
  free (buffers);
  return unit_done ();
}
