/* Rows as text: each schema has a layout of its own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "show/show-impl.h"

struct object
{
  const struct wpp_text_layout *layout;
  max_align_t state[WPP_LAYOUT_STATE / sizeof (max_align_t)];
};

struct text
{
  struct wpp_shower shower;
  const struct wpp_text_layout *const *layouts;
  unsigned depth;
  struct object objects[WPP_MOST_OBJECTS];
};

/* The layout of SCHEMA, or one that shows nothing.  */
static const struct wpp_text_layout *
layout_of (const struct text *t, const struct wpp_schema *schema)
{
  static const struct wpp_text_layout nothing;
  for (size_t i = 0; t->layouts[i]; i++)
    if (t->layouts[i]->of == schema)
      return t->layouts[i];
  return &nothing;
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct text *t = (struct text *)sink;
  if (t->depth == WPP_MOST_OBJECTS)
    return WPP_E_RANGE;
  struct object *o = &t->objects[t->depth++];
  memset (o, 0, sizeof *o);
  o->layout = layout_of (t, schema);
  return o->layout->begin ? o->layout->begin (t->shower.out, head, o->state) : 0;
}

static int
row (struct wpp_row_sink *sink, const void *row)
{
  struct text *t = (struct text *)sink;
  struct object *o = &t->objects[t->depth - 1];
  return o->layout->row ? o->layout->row (t->shower.out, row, o->state) : 0;
}

static int
end (struct wpp_row_sink *sink)
{
  struct text *t = (struct text *)sink;
  struct object *o = &t->objects[--t->depth];
  return o->layout->end ? o->layout->end (t->shower.out, o->state) : 0;
}

static int
separate (struct wpp_shower *s)
{
  return 0;
}

/* Rows stand alone only if their layout needs to know nothing of the object.  */
static int
put_alone (struct wpp_shower *s, const struct wpp_schema *schema, const void *row)
{
  struct object o = { .layout = layout_of ((struct text *)s, schema) };
  return o.layout->row ? o.layout->row (s->out, row, o.state) : 0;
}

struct wpp_row_sink *
wpp_layouts_sink (FILE *out, const struct wpp_text_layout *const *layouts)
{
  struct text *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  t->shower = (struct wpp_shower){ { begin, row, end }, out, { 0 }, separate, put_alone, NULL };
  t->layouts = layouts;
  return &t->shower.sink;
}

struct wpp_row_sink *
wpp_text_sink (FILE *out)
{
  return wpp_layouts_sink (out, wpp_layouts);
}
