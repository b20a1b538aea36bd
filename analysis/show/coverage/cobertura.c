/* Cobertura's XML, which services of coverage and diff-cover read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The DTD: http://cobertura.sourceforge.net/xml/coverage-04.dtd.  A source file is a class, a folder a package.  Lines
   have the counts of `wpp lines', and of their branches how many ways were taken.  The rates of all come before the
   files, which are kept as text until they are known.

   Readers look for files below the folder that is called source, and some take the first one only.  It is the folder of
   the first file with a relative name; the others have absolute names, unless they are below it, too.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "activations/lines/branches.h"
#include "answers/lines.h"
#include "base/text.h"
#include "show/cells.h"
#include "show/coverage/coverage.h"
#include "show/show-impl.h"

/* How many there are, and how many of them were executed.  */
struct tally
{
  uint64_t all, covered;
};

struct cobertura
{
  struct wpp_shower shower;
  FILE *files;                  /* those that have come, as text: */
  char *text;
  size_t size;
  struct tally lines, ways;     /* of all files */
  char *source;                 /* the folder, or null */
};

/* Write TEXT as part of an attribute; what XML cannot have is a question mark.  */
static int
put_text (FILE *out, const char *text)
{
  char *clean = wpp_utf8 (text);
  if (!clean)
    return WPP_E_NOMEM;
  for (const unsigned char *c = (const unsigned char *)clean; *c; c++)
    switch (*c)
      {
      case '&': fputs ("&amp;", out); break;
      case '<': fputs ("&lt;", out); break;
      case '>': fputs ("&gt;", out); break;
      case '"': fputs ("&quot;", out); break;
      default:
        /* U+FFFE and U+FFFF, too.  */
        if (c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe)
          {
            putc ('?', out);
            c += 2;
          }
        else
          putc (*c < ' ' || *c == 127 ? '?' : *c, out);
      }
  free (clean);
  return 0;
}

static double
rate (struct tally t)
{
  return t.all ? (double)t.covered / (double)t.all : 1;
}

static void
put_rates (FILE *out, struct tally lines, struct tally ways)
{
  fprintf (out, " line-rate=\"%.4f\" branch-rate=\"%.4f\"", rate (lines), rate (ways));
}

static void
add_tally (struct tally *t, struct tally more)
{
  t->all += more.all;
  t->covered += more.covered;
}

static struct tally
tally_ways (const uint64_t *ways, size_t n)
{
  struct tally t = { n, 0 };
  for (size_t i = 0; i < n; i++)
    t.covered += ways[i] > 0;
  return t;
}

static unsigned
percent (struct tally t)
{
  return 100 * t.covered / t.all;
}

/* Write what of the ways of S's branches BRANCHES [N], those of a line, was taken.  */
static void
put_conditions (FILE *out, const struct wpp_source *s, const struct wpp_branch_count *branches, size_t n)
{
  struct tally all = { 0, 0 };
  for (size_t i = 0; i < n; i++)
    add_tally (&all, tally_ways (s->ways + branches[i].first_way, branches[i].n_ways));
  fprintf (out, "\" branch=\"true\" condition-coverage=\"%u%% (%" PRIu64 "/%" PRIu64 ")\"><conditions>\n",
           percent (all), all.covered, all.all);
  for (size_t i = 0; i < n; i++)
    fprintf (out, "<condition number=\"%zu\" type=\"%s\" coverage=\"%u%%\"/>\n", i,
             branches[i].n_ways == 2 ? "jump" : "switch",
             percent (tally_ways (s->ways + branches[i].first_way, branches[i].n_ways)));
  fputs ("</conditions></line>\n", out);
}

/* Write the line L of S; if S is null, without its branches.  */
static void
put_line (FILE *out, const struct wpp_line_row *l, const struct wpp_source *s)
{
  size_t n = 0;
  const struct wpp_branch_count *branches = s ? wpp_branches_of_line (s, l->line, &n) : NULL;
  fprintf (out, "<line number=\"%u\" hits=\"", l->line);
  wpp_put_number (out, l->count);
  if (n)
    put_conditions (out, s, branches, n);
  else
    fputs ("\" branch=\"false\"/>\n", out);
}

/* Write the lines of F, unless OUT is null, and tally them.  */
static int
put_lines (FILE *out, const struct wpp_lines_row *f, struct tally *lines)
{
  int err = 0;
  *lines = (struct tally){ f->lines.n, 0 };
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      lines->covered += line.count > 0;
      if (out)
        put_line (out, &line, f->source);
    }
  return err;
}

/* Write the method of F that begins where ROW says: the line alone, whose count is that of entries.  (Lines of all
   methods are those of the class; a file may have many methods on the same lines.)  */
static int
put_method (FILE *out, const struct wpp_source_function_row *row)
{
  const struct wpp_line_row line = { row->start_line, row->count, false };
  fputs ("<method name=\"", out);
  int err = put_text (out, row->function);
  fprintf (out, "\" signature=\"\" line-rate=\"%d\" branch-rate=\"1\" complexity=\"0\"><lines>\n", row->count > 0);
  put_line (out, &line, NULL);
  fputs ("</lines></method>\n", out);
  return err;
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct cobertura *c = (struct cobertura *)sink;
  c->files = open_memstream (&c->text, &c->size);
  return c->files ? 0 : WPP_E_NOMEM;
}

/* Write the package of a file in the folder of NAME.  */
static int
put_package (FILE *out, const char *name, struct tally lines, struct tally ways)
{
  const char *slash = strrchr (name, '/');
  char *folder = strndup (name, slash ? slash - name : 0);
  if (!folder)
    return WPP_E_NOMEM;
  fputs ("<package name=\"", out);
  int err = put_text (out, folder);
  free (folder);
  putc ('"', out);
  put_rates (out, lines, ways);
  fputs (" complexity=\"0\"><classes>\n<class name=\"", out);
  if (!err)
    err = put_text (out, slash ? slash + 1 : name);
  fputs ("\" filename=\"", out);
  if (!err)
    err = put_text (out, name);
  putc ('"', out);
  put_rates (out, lines, ways);
  fputs (" complexity=\"0\"><methods>\n", out);
  return err;
}

static int
put_methods (FILE *out, const struct wpp_lines_row *f)
{
  int err = 0;
  for (size_t i = 0; i < f->functions.n && !err; i++)
    {
      struct wpp_source_function_row function;
      err = f->functions.get (f->functions.data, i, &function);
      if (!err)
        err = put_method (out, &function);
    }
  return err;
}

/* The length of the folder from which F's relative name leads to its path; 0: it does not.  */
static size_t
folder_length (const struct wpp_lines_row *f)
{
  size_t file = strlen (f->file), path = strlen (f->path);
  bool below = path > file + 1 && f->path[path - file - 1] == '/' && !strcmp (f->path + path - file, f->file);
  return below ? path - file - 1 : 0;
}

/* The name of F for readers that know C's folder, which is chosen now if there is none.  Null: out of memory.  */
static const char *
name_of (struct cobertura *c, const struct wpp_lines_row *f)
{
  size_t n = folder_length (f);
  if (!n)
    return f->path;
  if (!c->source && !(c->source = strndup (f->path, n)))
    return NULL;
  return strlen (c->source) == n && !strncmp (c->source, f->path, n) ? f->file : f->path;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct cobertura *c = (struct cobertura *)sink;
  const struct wpp_lines_row *f = data;
  struct tally lines, ways = tally_ways (f->source->ways, f->source->n_ways);
  const char *name = name_of (c, f);
  int err = name ? put_lines (NULL, f, &lines) : WPP_E_NOMEM;
  if (err)
    return err;
  add_tally (&c->lines, lines);
  add_tally (&c->ways, ways);
  err = put_package (c->files, name, lines, ways);
  if (!err)
    err = put_methods (c->files, f);
  fputs ("</methods><lines>\n", c->files);
  if (!err)
    err = put_lines (c->files, f, &lines);
  fputs ("</lines></class></classes></package>\n", c->files);
  return err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct cobertura *c = (struct cobertura *)sink;
  FILE *out = c->shower.out;
  fclose (c->files);
  c->files = NULL;
  if (!c->text)
    return WPP_E_NOMEM;
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n<coverage", out);
  put_rates (out, c->lines, c->ways);
  fprintf (out, " lines-covered=\"%" PRIu64 "\" lines-valid=\"%" PRIu64 "\" branches-covered=\"%" PRIu64
           "\" branches-valid=\"%" PRIu64 "\" complexity=\"0\" version=\"wpp " WPP_VERSION "\" timestamp=\"0\">\n"
           "<sources><source>",
           c->lines.covered, c->lines.all, c->ways.covered, c->ways.all);
  int err = put_text (out, c->source ? c->source : ".");
  fputs ("</source></sources><packages>\n", out);
  fwrite (c->text, 1, c->size, out);
  fputs ("</packages></coverage>\n", out);
  return err;
}

static void
release (struct wpp_shower *s)
{
  struct cobertura *c = (struct cobertura *)s;
  if (c->files)
    fclose (c->files);
  free (c->text);
  free (c->source);
}

struct wpp_row_sink *
wpp_cobertura_sink (FILE *out, unsigned version)
{
  struct cobertura *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &c->shower.sink;
}
