/* Printing slices.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Items are put together by source line.  A line is there for what its statements are there for; that one of its
   statements needs another one of it is not told.  The depth of a line is how many reasons, from line to line, lead
   from it to the criterion at least.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tool/slice.h"

#define COLUMN 44              /* reasons stand here, after the source */

struct line_item
{
  const char *file, *path;
  uint32_t line;
  uint32_t item;
};

struct lines
{
  const struct wpp_slicer *s;
  const struct wpp_sliced *sliced;
  struct line_item *items;     /* by file and line */
  size_t n;
  uint32_t *depth;             /* [items of the model] of its line; 0 also for those without lines */
  uint32_t most;               /* depth of lines that are printed */
};

static const struct wpp_slice_code *
code_of (const struct wpp_slicer *s, uint32_t item)
{
  const struct wpp_slice_item *i = &s->model->items[item];
  return &s->model->functions[i->function]->code[i->code];
}

static int
compare (const void *a, const void *b)
{
  const struct line_item *x = a, *y = b;
  int files = strcmp (x->file, y->file);
  if (files)
    return files;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

static bool
same_line_p (const struct line_item *a, const struct line_item *b)
{
  return a->line == b->line && !strcmp (a->file, b->file);
}

static struct line_item
place_of (const struct wpp_slicer *s, uint32_t item)
{
  const struct wpp_slice_code *c = code_of (s, item);
  uint32_t function = s->model->items[item].function;
  return (struct line_item){ wpp_sliced_file (s, function, c->file), wpp_sliced_path (s, function, c->file), c->line,
                             item };
}

static struct lines
find_items (const struct wpp_sliced *sliced)
{
  const struct wpp_slicer *s = &sliced->slicer;
  size_t n = s->model->n_items;
  struct lines l = { s, sliced, wpp_new (n + 1, sizeof *l.items), 0, wpp_new (n + 1, sizeof *l.depth), 0 };
  for (uint32_t i = 0; i < n; i++)
    if (sliced->reasons[i].because != WPP_BECAUSE_NOTHING && code_of (s, i)->line)
      l.items[l.n++] = place_of (s, i);
  if (l.n)
    qsort (l.items, l.n, sizeof *l.items, compare);
  return l;
}

/* The end of the items of the line that begins with item FIRST.  */
static size_t
end_of_line (const struct lines *l, size_t first)
{
  size_t i = first;
  while (i < l->n && same_line_p (&l->items[i], &l->items[first]))
    i++;
  return i;
}

/* ---- Depth.  */

/* The depth that the reason of ITEM gives its line, as far as it is known: items without lines are passed by.  */
static uint32_t
depth_by_reason (const struct lines *l, uint32_t item)
{
  const struct wpp_slice_reason *reasons = l->sliced->reasons;
  uint32_t from = reasons[item].from;
  if (reasons[item].because == WPP_BECAUSE_CRITERION)
    return 0;
  for (size_t steps = l->s->model->n_items; from != WPP_NONE && !code_of (l->s, from)->line && steps; steps--)
    from = reasons[from].from;
  if (from == WPP_NONE)
    return 1;
  return l->depth[from] == UINT32_MAX ? UINT32_MAX : l->depth[from] + 1;
}

/* Give each line the least depth that its reasons give it; return whether any changed.  */
static bool
lower_depths (struct lines *l)
{
  bool changed = false;
  for (size_t i = 0, end; i < l->n; i = end)
    {
      uint32_t depth = l->depth[l->items[i].item], least = depth;
      end = end_of_line (l, i);
      for (size_t k = i; k < end; k++)
        least = depth_by_reason (l, l->items[k].item) < least ? depth_by_reason (l, l->items[k].item) : least;
      for (size_t k = i; k < end && least < depth; k++)
        l->depth[l->items[k].item] = least;
      changed |= least < depth;
    }
  return changed;
}

/* Leave the items whose lines are not too deep.  */
static void
leave_shallow (struct lines *l)
{
  size_t n = 0;
  for (size_t i = 0; i < l->n; i++)
    if (l->depth[l->items[i].item] <= l->most)
      l->items[n++] = l->items[i];
  l->n = n;
}

static size_t
count_lines (const struct lines *l)
{
  size_t n = 0;
  for (size_t i = 0; i < l->n; i = end_of_line (l, i))
    n++;
  return n;
}

/* The lines of SLICED up to depth MOST; *ALL is how many there are at any.  */
static struct lines
find_lines (const struct wpp_sliced *sliced, uint32_t most, size_t *all)
{
  struct lines l = find_items (sliced);
  l.most = most;
  for (size_t i = 0; i < l.n; i++)
    l.depth[l.items[i].item] = UINT32_MAX;
  while (lower_depths (&l))
    ;
  *all = count_lines (&l);
  leave_shallow (&l);
  return l;
}

static void
release_lines (struct lines *l)
{
  free (l->items);
  free (l->depth);
}

/* ---- Reasons.  */

static const char *const because_names[] = { "", "criterion", "data", "data", "control", "call" };

/* The name of what is in memory at LOAD; null: it has none.  */
static const char *
load_name (const struct wpp_slice_model *m, uint32_t load)
{
  const struct wpp_location *l = &m->memory.loads.items[load];
  return l->kind == WPP_LOCATION_VARIABLE ? wpp_memory_name (&m->memory, l->variable) : NULL;
}

/* The variable through which R makes ITEM be there, or null.  */
static const char *
variable_of (const struct wpp_slicer *s, uint32_t item, const struct wpp_slice_reason *r)
{
  uint32_t function = s->model->items[item].function, fact = r->fact;
  if (r->because == WPP_BECAUSE_MEMORY)
    return load_name (s->model, fact);
  if (r->because != WPP_BECAUSE_DATA)
    return NULL;
  if (fact == WPP_FACT_RESULT)
    return "the result";
  if (fact >= WPP_FACT_ARGUMENT && fact < WPP_FACT_FIRST && r->from != WPP_NONE)
    {
      function = s->model->items[r->from].function;
      const struct wpp_body *b = s->model->functions[function]->body;
      const struct wpp_variable *v
        = fact - WPP_FACT_ARGUMENT < b->n_parameters ? &b->locals[fact - WPP_FACT_ARGUMENT] : NULL;
      return v ? v->name : NULL;
    }
  const struct wpp_slice_function *f = s->model->functions[function];
  if (fact < WPP_FACT_FIRST || fact >= f->n_facts)
    return NULL;
  const struct wpp_variable *v = wpp_body_variable (f->body, f->fact_variable[fact - WPP_FACT_FIRST]);
  return v && v->flags & WPP_VARIABLE_SHOWN ? v->name : NULL;
}

/* A reason as it is told.  */
struct told
{
  const char *because, *variable;
  struct line_item from;
  bool has_from, may;
};

static bool
same_told_p (const struct told *a, const struct told *b)
{
  return a->because == b->because && a->may == b->may && a->has_from == b->has_from
         && (!a->has_from || same_line_p (&a->from, &b->from))
         && (a->variable == b->variable || (a->variable && b->variable && !strcmp (a->variable, b->variable)));
}

#define MOST_TOLD 16

/* Set TOLD to why the line of items FIRST up to LAST is there; return how many reasons there are.  */
static unsigned
tell (const struct lines *l, size_t first, size_t last, struct told told[MOST_TOLD])
{
  unsigned n = 0;
  for (int own = 0; own < 2 && !n; own++)
    for (size_t i = first; i < last && n < MOST_TOLD; i++)
      {
        const struct wpp_slice_reason *r = &l->sliced->reasons[l->items[i].item];
        struct told t = {
          because_names[r->because], variable_of (l->s, l->items[i].item, r), { 0 }, r->from != WPP_NONE, r->may
        };
        bool there = false;
        if (t.has_from)
          t.from = place_of (l->s, r->from);
        if (t.has_from && ((!own && same_line_p (&t.from, &l->items[i])) || l->depth[r->from] > l->most))
          continue;
        for (unsigned k = 0; k < n; k++)
          there |= same_told_p (&told[k], &t);
        if (!there)
          told[n++] = t;
      }
  return n;
}

static const char *
function_at (const struct lines *l, size_t i)
{
  return wpp_function_shown (l->s->code->functions[l->s->model->items[l->items[i].item].function].function);
}

/* ---- Text.  */

static void
print_told (const struct told *t, const struct line_item *at, const char *between)
{
  printf ("%s%s%s", between, t->may ? "may be " : "", t->because);
  if (t->variable)
    printf (" %s", t->variable);
  if (!t->has_from)
    return;
  printf (t->from.line ? ", line %u" : ", no line", t->from.line);
  if (strcmp (t->from.file, at->file))
    printf (" of %s", t->from.file);
}

/* A source file that is read line by line.  */
struct source
{
  FILE *in;
  char *text;
  size_t room;
  uint32_t line;
};

/* Print line LINE of SOURCE, which comes after those before; return its width.  */
static unsigned
print_source (struct source *source, uint32_t line)
{
  ssize_t n = -1;
  while (source->in && source->line < line && (n = getline (&source->text, &source->room, source->in)) >= 0)
    source->line++;
  if (n < 0 || source->line != line)
    return 0;
  if (n && source->text[n - 1] == '\n')
    source->text[--n] = 0;
  for (ssize_t i = 0; i < n; i++)
    if (source->text[i] == '\t')
      source->text[i] = ' ';
  fputs (source->text, stdout);
  return n;
}

static void
print_line (const struct lines *l, size_t first, size_t last, struct source *source)
{
  struct told told[MOST_TOLD];
  unsigned n = tell (l, first, last, told);
  printf ("%7u  ", l->items[first].line);
  unsigned width = print_source (source, l->items[first].line);
  if (width)
    printf ("%*s", (int)(width < COLUMN ? COLUMN - width : 1), "");
  printf (width ? "| " : "");
  for (unsigned i = 0; i < n; i++)
    print_told (&told[i], &l->items[first], i ? "; " : "");
  putchar ('\n');
}

static void
close_source (struct source *source)
{
  if (source->in)
    fclose (source->in);
  free (source->text);
  *source = (struct source){ 0 };
}

void
wpp_slice_print (const struct wpp_slice_question *q, const struct wpp_sliced *sliced)
{
  size_t all;
  struct lines l = find_lines (sliced, q->depth, &all);
  struct source source = { 0 };
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  printf ("%s slice of %s, execution %s of %s, approach %u: ", q->forward ? "forward" : "backward", q->asked,
          wpp_count_text (sliced->execution, a), wpp_count_text (sliced->executions, b), q->approach);
  if (count_lines (&l) < all)
    printf ("%zu of ", count_lines (&l));
  printf ("%zu lines\n", all);
  for (size_t i = 0, end; i < l.n; i = end)
    {
      end = end_of_line (&l, i);
      if (!i || strcmp (l.items[i].file, l.items[i - 1].file))
        {
          close_source (&source);
          source.in = l.items[i].path ? fopen (l.items[i].path, "r") : NULL;
          printf ("%s\n", l.items[i].file);
        }
      print_line (&l, i, end, &source);
    }
  close_source (&source);
  release_lines (&l);
}

/* ---- JSON.  */

static struct json_object *
reason_json (const struct told *t, const struct line_item *at)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "because", wpp_json_string (t->because));
  if (t->variable)
    json_object_object_add (o, "variable", wpp_json_string (t->variable));
  json_object_object_add (o, "may", json_object_new_boolean (t->may));
  if (!t->has_from)
    return o;
  if (strcmp (t->from.file, at->file))
    json_object_object_add (o, "file", wpp_json_string (t->from.file));
  json_object_object_add (o, "line", wpp_json_number (t->from.line));
  return o;
}

static void
line_json (const struct lines *l, size_t first, size_t last, bool *comma)
{
  struct told told[MOST_TOLD];
  unsigned n = tell (l, first, last, told);
  struct json_object *o = json_object_new_object (), *kinds = json_object_new_array (),
                     *reasons = json_object_new_array ();
  json_object_object_add (o, "file", wpp_json_string (l->items[first].file));
  json_object_object_add (o, "line", wpp_json_number (l->items[first].line));
  json_object_object_add (o, "function", wpp_json_string (function_at (l, first)));
  json_object_object_add (o, "depth", wpp_json_number (l->depth[l->items[first].item]));
  for (unsigned i = 0; i < n; i++)
    {
      bool there = false;
      for (unsigned k = 0; k < i; k++)
        there |= told[k].because == told[i].because;
      if (!there)
        json_object_array_add (kinds, wpp_json_string (told[i].because));
      json_object_array_add (reasons, reason_json (&told[i], &l->items[first]));
    }
  json_object_object_add (o, "because", kinds);
  json_object_object_add (o, "reasons", reasons);
  wpp_json_element (o, comma);
}

void
wpp_slice_print_json (const struct wpp_slice_question *q, const struct wpp_sliced *sliced)
{
  size_t all;
  struct lines l = find_lines (sliced, q->depth, &all);
  struct json_object *c = json_object_new_object ();
  bool comma = true;
  json_object_object_add (c, "file",
                          wpp_json_string (
                              wpp_sliced_file (&sliced->slicer, sliced->criterion.function, sliced->criterion.file)));
  json_object_object_add (c, "line", wpp_json_number (q->at.line));
  if (q->variable)
    json_object_object_add (c, "variable", wpp_json_string (q->variable));
  json_object_object_add (c, "execution", wpp_json_count (sliced->execution));
  json_object_object_add (c, "executions", wpp_json_count (sliced->executions));
  json_object_object_add (c, "thread", wpp_json_number (q->thread));
  wpp_missing_begin_json ();
  printf ("\"criterion\":%s,\"approach\":%u,\"forward\":%s,\"lines\":[",
          json_object_to_json_string_ext (c, WPP_JSON_STYLE), q->approach, q->forward ? "true" : "false");
  json_object_put (c);
  for (size_t i = 0; i < l.n; i = end_of_line (&l, i))
    line_json (&l, i, end_of_line (&l, i), &comma);
  puts ("\n]}");
  release_lines (&l);
}
