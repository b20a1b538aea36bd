/* Folded stacks, which flamegraph.pl and others read: statements by calling context.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A line is a stack, functions with semicolons between them, a blank, and a count.  Readers take a number at the end of
   a name for a count of its own, so the blank before it is not written as one.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

struct folded
{
  struct wpp_shower shower;
  char *stack;                  /* [size] of the open contexts, a semicolon after each */
  size_t size, room;
  size_t *ends;                 /* [levels_room] of the stack of each level */
  size_t levels_room;
};

/* Would a number that is NAME's last word be read as a count?  */
static bool
number_last_p (const char *name)
{
  const char *last = strrchr (name, ' ');
  return last && last[1] && last[1 + strspn (last + 1, "0123456789.")] == 0;
}

/* C as it may be in a name.  */
static char
tamed (char c)
{
  return c == ';' ? ':' : iscntrl ((unsigned char)c) ? '?' : c;
}

/* Append the frame NAME at LEVEL, from 1, to those of the levels before it.  */
static int
push (struct folded *f, const char *name, uint32_t level)
{
  size_t n = strlen (name), begin;
  if (WPP_RESERVE (f->ends, f->levels_room, 0, level + 1))
    return WPP_E_NOMEM;
  begin = level > 1 ? f->ends[level - 1] : 0;
  if (WPP_RESERVE (f->stack, f->room, begin, n + 1))
    return WPP_E_NOMEM;
  const char *blank = number_last_p (name) ? strrchr (name, ' ') : NULL;
  for (size_t i = 0; i < n; i++)
    f->stack[begin + i] = name + i == blank ? '_' : tamed (name[i]);
  f->stack[begin + n] = ';';
  f->ends[level] = begin + n + 1;
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct folded *f = (struct folded *)sink;
  const struct wpp_stack_row *r = data;
  int err = push (f, wpp_stack_name (r), r->level);
  if (err || !r->statements)
    return err;
  fwrite (f->stack, 1, f->ends[r->level] - 1, f->shower.out);
  putc (' ', f->shower.out);
  wpp_put_number (f->shower.out, r->statements);
  putc ('\n', f->shower.out);
  return 0;
}

static void
release (struct wpp_shower *s)
{
  free (((struct folded *)s)->stack);
  free (((struct folded *)s)->ends);
}

struct wpp_row_sink *
wpp_folded_sink (FILE *out, unsigned version)
{
  struct folded *f = calloc (1, sizeof *f);
  if (!f)
    return NULL;
  f->shower = (struct wpp_shower){ .sink = { .row = row }, .out = out, .release = release };
  return &f->shower.sink;
}
