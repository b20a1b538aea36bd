/* Cobertura's XML, which services of coverage and diff-cover read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The DTD: http://cobertura.sourceforge.net/xml/coverage-04.dtd.  A source file is a class, a folder a package.  Lines
   have the counts of `wpp lines'; branches are left out, with a rate of 0 of 0.  The rates of all come before the
   files, which are kept as text until they are known.  */

#include <stdlib.h>
#include <string.h>
#include "answers/lines.h"
#include "base/utf8.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

struct cobertura
{
  struct wpp_shower shower;
  FILE *files;                  /* those that have come, as text: */
  char *text;
  size_t size;
  uint64_t lines, covered;
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
rate (uint64_t covered, uint64_t all)
{
  return all ? (double)covered / (double)all : 1;
}

static void
put_line (FILE *out, const struct wpp_line_row *l)
{
  fprintf (out, "<line number=\"%u\" hits=\"", l->line);
  wpp_put_number (out, l->count);
  fputs ("\" branch=\"false\"/>\n", out);
}

/* Write the lines of F, unless OUT is null.  COVERED [0] of them were executed, of [1].  */
static int
put_lines (FILE *out, const struct wpp_lines_row *f, uint64_t covered[2])
{
  int err = 0;
  covered[0] = covered[1] = 0;
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      covered[0] += line.count > 0;
      covered[1]++;
      if (out)
        put_line (out, &line);
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
  put_line (out, &line);
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
put_package (FILE *out, const char *name, double lines)
{
  const char *slash = strrchr (name, '/');
  char *folder = strndup (name, slash ? slash - name : 0);
  if (!folder)
    return WPP_E_NOMEM;
  fputs ("<package name=\"", out);
  int err = put_text (out, folder);
  free (folder);
  fprintf (out, "\" line-rate=\"%.4f\" branch-rate=\"1\" complexity=\"0\"><classes>\n<class name=\"", lines);
  if (!err)
    err = put_text (out, slash ? slash + 1 : name);
  fputs ("\" filename=\"", out);
  if (!err)
    err = put_text (out, name);
  fprintf (out, "\" line-rate=\"%.4f\" branch-rate=\"1\" complexity=\"0\"><methods>\n", lines);
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct cobertura *c = (struct cobertura *)sink;
  const struct wpp_lines_row *f = data;
  uint64_t covered[2];
  int err = put_lines (NULL, f, covered);
  c->covered += covered[0];
  c->lines += covered[1];
  if (!err)
    err = put_package (c->files, f->file, rate (covered[0], covered[1]));
  for (size_t i = 0; i < f->functions.n && !err; i++)
    {
      struct wpp_source_function_row function;
      err = f->functions.get (f->functions.data, i, &function);
      if (!err)
        err = put_method (c->files, &function);
    }
  fputs ("</methods><lines>\n", c->files);
  if (!err)
    err = put_lines (c->files, f, covered);
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
  fprintf (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
           "<coverage line-rate=\"%.4f\" branch-rate=\"1\" lines-covered=\"", rate (c->covered, c->lines));
  wpp_put_number (out, c->covered);
  fputs ("\" lines-valid=\"", out);
  wpp_put_number (out, c->lines);
  fputs ("\" branches-covered=\"0\" branches-valid=\"0\" complexity=\"0\" version=\"wpp " WPP_VERSION "\" "
         "timestamp=\"0\">\n"
         "<sources><source>.</source></sources><packages>\n", out);
  fwrite (c->text, 1, c->size, out);
  fputs ("</packages></coverage>\n", out);
  return 0;
}

static void
release (struct wpp_shower *s)
{
  struct cobertura *c = (struct cobertura *)s;
  if (c->files)
    fclose (c->files);
  free (c->text);
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
