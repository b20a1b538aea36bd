/* depends-make SEED PLAIN.c TRACED.c: a random program, and the same with calls of depends.h.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Line N of both is the same statement.  There are numbers, arrays, objects on the heap, structures that are copied,
   bytes within numbers, memcpy and memset (of as many bytes as GCC makes calls for), loops, branches, calls and
   recursion; every loop and every function ends.  */

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *plain, *traced;
static unsigned line = 1;
static unsigned long state;
static char asked[65536];
static int in_function, indent;

static unsigned
any (unsigned n)
{
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned) (state >> 33) % n;
}

/* A line: one text for the program, one for its twin.  */
static void
both (const char *p, const char *t)
{
  fprintf (plain, "%*s%s\n", indent, "", p);
  fprintf (traced, "%*s%s\n", indent, "", t);
  line++;
}

static void
same (const char *text)
{
  both (text, text);
}

/* An expression, and the calls for what it reads.  */
struct expression
{
  char text[600], reads[1200];
};

static void
add (char *to, size_t size, const char *format, ...)
{
  va_list ap;
  size_t n = strlen (to);
  va_start (ap, format);
  vsnprintf (to + n, size - n, format, ap);
  va_end (ap);
}

/* A variable that is an int: a global, a local, or an element of something.  READS: also that of what chooses it.  */
static void
place (struct expression *e, bool written)
{
  unsigned x = any (4), kind = any (written ? 8 : 9);
  char text[200];
  if (kind < 2)
    snprintf (text, sizeof text, "g%u", x);
  else if (kind < 5)
    snprintf (text, sizeof text, "x%u", x);
  else if (kind == 5)
    snprintf (text, sizeof text, "a[x%u & 7]", x);
  else if (kind == 6)
    snprintf (text, sizeof text, "p[(g%u + %u) & 7]", x, any (8));
  else if (kind == 7)
    snprintf (text, sizeof text, "s%u.m", any (2));
  else
    snprintf (text, sizeof text, "((unsigned char *)a)[x%u & 31]", x);
  if (kind == 5 || kind == 8)
    add (e->reads, sizeof e->reads, "reads (&x%u, 4); ", x);
  if (kind == 6)
    add (e->reads, sizeof e->reads, "reads (&g%u, 4); reads (&p, 8); ", x);
  if (!written)
    add (e->reads, sizeof e->reads, "reads (&%s, sizeof (%s)); ", text, text);
  add (e->text, sizeof e->text, "%s", text);
}

/* Terms that are different from each other, the first one read from memory, constants only added: so nothing is folded
   by a compiler that does not optimise.  */
static void
expression (struct expression *e)
{
  static const char *const operators[] = { "+", "-", "^", "&", "|", "*" };
  *e = (struct expression){ 0 };
  unsigned terms = 1 + any (3);
  for (unsigned i = 0; i < terms; i++)
    {
      struct expression term = { 0 };
      if (i && !any (4))
        {
          add (e->text, sizeof e->text, " + %u", 1 + any (100));
          continue;
        }
      place (&term, false);
      if (strstr (e->text, term.text))
        continue;
      add (e->text, sizeof e->text, "%s%s%s", i ? " " : "", i ? operators[any (6)] : "", i ? " " : "");
      add (e->text, sizeof e->text, "%s", term.text);
      add (e->reads, sizeof e->reads, "%s", term.reads);
    }
}

#define TEXT 4096

static void
assign (void)
{
  char p[TEXT], t[TEXT];
  struct expression to = { 0 }, e;
  place (&to, true);
  expression (&e);
  asked[line] = 1;
  snprintf (p, TEXT, "%s = %s;", to.text, e.text);
  snprintf (t, TEXT, "at (%u); %s%s%s = %s; writes (&%s, sizeof (%s));", line, to.reads, e.reads, to.text, e.text,
            to.text, to.text);
  both (p, t);
}

/* A byte, or two, within something larger.  */
static void
assign_part (void)
{
  char p[TEXT], t[TEXT];
  struct expression e;
  unsigned x = any (4), way = any (3);
  const char *const to = way == 0 ? "((unsigned char *)a)[x%u & 31]" : way == 1 ? "s%u.h" : "((short *)p)[x%u & 15]";
  char at[100];
  snprintf (at, sizeof at, to, way == 1 ? x & 1 : x);
  expression (&e);
  asked[line] = 1;
  snprintf (p, TEXT, "%s = %s;", at, e.text);
  snprintf (t, TEXT, "at (%u); ", line);
  if (way != 1)
    add (t, TEXT, "reads (&x%u, 4); ", x);
  if (way == 2)
    add (t, TEXT, "reads (&p, 8); ");
  add (t, TEXT, "%s%s = %s; writes (&%s, sizeof (%s));", e.reads, at, e.text, at, at);
  both (p, t);
}

static void
copy (void)
{
  char t[TEXT];
  unsigned way = any (4);
  if (way == 0)
    {
      snprintf (t, TEXT, "copies (%u, &s1, &s0, sizeof s0); s1 = s0;", line);
      both ("s1 = s0;", t);
    }
  else if (way == 1)
    {
      snprintf (t, TEXT, "copies (%u, a, b, sizeof a); memcpy (a, b, sizeof a);", line);
      both ("memcpy (a, b, sizeof a);", t);
    }
  else if (way == 2)
    {
      snprintf (t, TEXT, "copies (%u, b, a, 20); memmove (b, a, 20);", line);
      both ("memmove (b, a, 20);", t);
    }
  else
    {
      unsigned x = any (4);
      char p[TEXT];
      snprintf (p, TEXT, "memset (b, x%u, 11);", x);
      snprintf (t, TEXT, "at (%u); reads (&x%u, 4); %s writes (b, 11);", line, x, p);
      both (p, t);
    }
}

static void statements (unsigned n, unsigned depth);

static void
branch (unsigned depth)
{
  char p[TEXT], t[TEXT];
  struct expression e;
  expression (&e);
  snprintf (p, TEXT, "if ((%s) & %u) {", e.text, 1u << any (3));
  snprintf (t, TEXT, "at (%u); %spush (); %s", line, e.reads, p);
  both (p, t);
  indent += 2;
  statements (1 + any (3), depth + 1);
  indent -= 2;
  if (any (2))
    {
      same ("} else {");
      indent += 2;
      statements (1 + any (3), depth + 1);
      indent -= 2;
    }
  both ("}", "} pop ();");
}

/* A loop of some iterations.  */
static void
loop (unsigned depth)
{
  char p[TEXT], t[TEXT];
  unsigned n = 2 + any (5);
  snprintf (p, TEXT, "k%u = 0;", depth);
  snprintf (t, TEXT, "at (%u); k%u = 0; writes (&k%u, 4);", line, depth, depth);
  both (p, t);
  snprintf (p, TEXT, "while (k%u < %u) {", depth, n);
  snprintf (t, TEXT, "push_none (); for (;;) { at_loop (%u); reads (&k%u, 4); again (); if (!(k%u < %u)) break; {",
  line,
            depth, depth, n);
  both (p, t);
  indent += 2;
  statements (1 + any (3), depth + 1);
  snprintf (p, TEXT, "k%u = k%u + 1;", depth, depth);
  snprintf (t, TEXT, "at (%u); reads (&k%u, 4); k%u++; writes (&k%u, 4);", line, depth, depth, depth);
  both (p, t);
  indent -= 2;
  both ("}", "} } pop ();");
}

static void
call (void)
{
  char p[TEXT], t[TEXT];
  struct expression to = { 0 }, e;
  unsigned f = 1 + any (3);
  if (in_function && in_function >= (int)f)
    {
      assign ();
      return;
    }
  unsigned x = any (4);
  expression (&e);
  snprintf (to.text, sizeof to.text, "x%u", x);
  snprintf (p, TEXT, "%s = f%u (%s, a);", to.text, f, e.text);
  snprintf (t, TEXT, "at (%u); push (); at_beside (%u); %sargument[0] = n_instances; "
            "at_beside (%u); argument[1] = n_instances; { int r = f%u (%s, a); pop (); at (%u); depend (returned); "
            "%s = r; writes (&%s, 4); }", line, line, e.reads, line, f, e.text, line, to.text, to.text);
  both (p, t);
}

static void
statements (unsigned n, unsigned depth)
{
  for (unsigned i = 0; i < n; i++)
    switch (any (depth < 3 ? 12 : 8))
      {
      case 0: case 1: case 2: case 3: case 4: assign (); break;
      case 5: assign_part (); break;
      case 6: copy (); break;
      case 7: call (); break;
      case 8: case 9: branch (depth); break;
      default: loop (depth); break;
      }
}

static void
function (unsigned number)
{
  char p[TEXT], t[TEXT];
  struct expression e;
  in_function = number;
  snprintf (p, TEXT, "static int __attribute__ ((noinline)) f%u (int x0, int *p) {", number);
  snprintf (t, TEXT, "%s passed (&x0, 4, 0); passed (&p, 8, 1);", p);
  both (p, t);
  indent = 2;
  same ("int x1 = 1, x2 = 2, x3 = 3, k0, k1, k2;");
  snprintf (t, TEXT, "at (%u); x1 = x0 & 15; reads (&x0, 4); writes (&x1, 4);", line);
  both ("x1 = x0 & 15;", t);
  snprintf (t, TEXT, "at (%u); x2 = 4; writes (&x2, 4);", line);
  both ("x2 = 4;", t);
  snprintf (t, TEXT, "at (%u); x3 = g0; reads (&g0, 4); writes (&x3, 4);", line);
  both ("x3 = g0;", t);
  statements (4 + any (5), 0);
  if (number == 3)
    {
      snprintf (t, TEXT, "at (%u); reads (&n, 4); n = n + 1; writes (&n, 4);", line);
      both ("n = n + 1;", t);
      snprintf (t, TEXT, "at (%u); reads (&n, 4); reads (&x1, 4); push (); if ((n < 200) & (x1 > 4)) {", line);
      both ("if ((n < 200) & (x1 > 4)) {", t);
      snprintf (t, TEXT, "at (%u); push (); at_beside (%u); reads (&x1, 4); argument[0] = n_instances; "
                "at_beside (%u); reads (&p, 8); argument[1] = n_instances; { int r = f3 (x1 - 4, p); pop (); "
                "at (%u); depend (returned); x2 = r; writes (&x2, 4); }", line, line, line, line);
      both ("x2 = f3 (x1 - 4, p);", t);
      both ("}", "} pop ();");
    }
  expression (&e);
  snprintf (p, TEXT, "return %s;", e.text);
  snprintf (t, TEXT, "at (%u); %s returned = n_instances; return %s;", line, e.reads, e.text);
  both (p, t);
  indent = 0;
  same ("}");
}

int
main (int argc, char **argv)
{
  if (argc != 4 || !(plain = fopen (argv[2], "w")) || !(traced = fopen (argv[3], "w")))
    return 2;
  state = strtoul (argv[1], NULL, 10) * 2654435761u + 1;
  both ("#include <stdlib.h>", "#include \"depends.h\"");
  same ("#include <string.h>");
  same ("struct s { int m; short h; char c[6]; };");
  same ("static int n, g0, g1, g2, g3, a[8], b[8]; static struct s s0, s1;");
  for (unsigned f = 3; f; f--)
    function (f);
  in_function = 0;
  same ("int main (void) {");
  indent = 2;
  same ("int x0, x1, x2, x3, k0, k1, k2; int *p;");
  static const char *const start[] = { "x0", "x1", "x2", "x3", "g0", "g1", "g2", "g3" };
  for (unsigned i = 0; i < 8; i++)
    {
      char p[TEXT], t[TEXT];
      snprintf (p, TEXT, "%s = %u;", start[i], any (50));
      snprintf (t, TEXT, "at (%u); %s writes (&%s, 4);", line, p, start[i]);
      both (p, t);
    }
  char t[TEXT];
  snprintf (t, TEXT, "at (%u); p = calloc (8, sizeof *p); writes (&p, 8); writes (p, 32);", line);
  both ("p = calloc (8, sizeof *p);", t);
  statements (20, 0);
  fprintf (plain, "  return 0;\n}\n");
  fprintf (traced, "  tell_slices (\"");
  for (unsigned i = 0; i < line; i++)
    fprintf (traced, "\\%d", asked[i]);
  fprintf (traced, "\", %u); return 0;\n}\n", line);
  return fclose (plain) || fclose (traced) ? 2 : 0;
}
