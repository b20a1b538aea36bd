/* What a line depends on, or what depends on it, by source line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/ropes/kept-nest.h"
#include "answers/slice-impl.h"
#include "recording/opened/kept-traces.h"

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column criterion_columns[]
  = { CELL (wpp_slice_criterion_row, file, TEXT), CELL (wpp_slice_criterion_row, line, NUMBER32),
      CELL (wpp_slice_criterion_row, variable, TEXT, .optional = true),
      CELL (wpp_slice_criterion_row, execution, COUNT), CELL (wpp_slice_criterion_row, executions, COUNT),
      CELL (wpp_slice_criterion_row, thread, NUMBER32) };
static const struct wpp_schema criterion_schema
  = WPP_SCHEMA ("criterion", struct wpp_slice_criterion_row, criterion_columns);

static const struct wpp_row_column reason_columns[]
  = { CELL (wpp_slice_reason_row, because, TEXT), CELL (wpp_slice_reason_row, variable, TEXT, .optional = true),
      CELL (wpp_slice_reason_row, may, TRUTH), CELL (wpp_slice_reason_row, file, TEXT, .optional = true),
      CELL (wpp_slice_reason_row, line, SIGNED, .optional = true) };
static const struct wpp_schema reason_schema = WPP_SCHEMA ("reason", struct wpp_slice_reason_row, reason_columns);

static const struct wpp_row_column value_columns[]
  = { CELL (wpp_slice_value_row, statement, TEXT), CELL (wpp_slice_value_row, value, TEXT),
      CELL (wpp_slice_value_row, instances, COUNT) };
static const struct wpp_schema value_schema = WPP_SCHEMA ("value", struct wpp_slice_value_row, value_columns);

static const struct wpp_row_column line_columns[]
  = { CELL (wpp_slice_row, file, TEXT), CELL (wpp_slice_row, line, NUMBER32), CELL (wpp_slice_row, function, TEXT),
      CELL (wpp_slice_row, depth, NUMBER32, .unit = "reasons"),
      CELL (wpp_slice_row, because, LIST, .of = &wpp_text_schema),
      CELL (wpp_slice_row, reasons, LIST, .of = &reason_schema),
      CELL (wpp_slice_row, values, LIST, .of = &value_schema, .optional = true) };
static const struct wpp_schema line_schema = WPP_SCHEMA ("line", struct wpp_slice_row, line_columns);

static const struct wpp_row_column head_columns[]
  = { CELL (wpp_slice_head, criterion, ROW, .of = &criterion_schema), CELL (wpp_slice_head, approach, NUMBER32),
      CELL (wpp_slice_head, forward, TRUTH) };
const struct wpp_schema wpp_slice_schema
  = WPP_SCHEMA ("slice", struct wpp_slice_head, head_columns, .rows = "lines", .of = &line_schema);

/* ---- Lines.  */

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
  uint32_t most;               /* depth of lines that are shown */
};

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
  const struct wpp_slice_code *c = wpp_sliced_code (s, item);
  uint32_t function = s->model->items[item].function;
  return (struct line_item){ wpp_sliced_file (s, function, c->file), wpp_sliced_path (s, function, c->file), c->line,
                             item };
}

/* Set L to the items of SLICED; to be released in any case.  */
static int
find_items (struct lines *l, const struct wpp_sliced *sliced)
{
  const struct wpp_slicer *s = &sliced->slicer;
  size_t n = s->model->n_items;
  *l = (struct lines){ .s = s, .sliced = sliced };
  l->items = calloc (n + 1, sizeof *l->items);
  l->depth = calloc (n + 1, sizeof *l->depth);
  if (!l->items || !l->depth)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    if (sliced->reasons[i].because != WPP_BECAUSE_NOTHING && wpp_sliced_code (s, i)->line)
      l->items[l->n++] = place_of (s, i);
  if (l->n)
    qsort (l->items, l->n, sizeof *l->items, compare);
  return 0;
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
  for (size_t steps = l->s->model->n_items; from != WPP_NONE && !wpp_sliced_code (l->s, from)->line && steps; steps--)
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

/* Set L to the lines of SLICED up to depth MOST, and *ALL to how many there are at any; to be released in any case.  */
static int
find_lines (struct lines *l, const struct wpp_sliced *sliced, uint32_t most, size_t *all)
{
  int err = find_items (l, sliced);
  if (err)
    return err;
  l->most = most;
  for (size_t i = 0; i < l->n; i++)
    l->depth[l->items[i].item] = UINT32_MAX;
  while (lower_depths (l))
    ;
  *all = count_lines (l);
  leave_shallow (l);
  return 0;
}

static void
release_lines (struct lines *l)
{
  free (l->items);
  free (l->depth);
}

/* ---- Reasons.  */

static const char *const because_names[] = { "", "criterion", "data", "data", "control", "call" };

const char *
wpp_slice_because (uint8_t because)
{
  return because_names[because];
}

/* The name of what is in memory at LOAD; null: it has none.  */
static const char *
load_name (const struct wpp_slice_model *m, uint32_t load)
{
  const struct wpp_location *l = load < m->memory.loads.n ? &m->memory.loads.items[load] : NULL;
  return l && l->kind == WPP_LOCATION_VARIABLE ? wpp_memory_name (&m->memory, l->variable) : NULL;
}

const char *
wpp_slice_variable (const struct wpp_slicer *s, uint32_t item, const struct wpp_slice_reason *r)
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
          because_names[r->because], wpp_slice_variable (l->s, l->items[i].item, r), { 0 }, r->from != WPP_NONE, r->may
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

static const struct wpp_function *
function_at (const struct lines *l, size_t i)
{
  return l->s->code->functions[l->s->model->items[l->items[i].item].function].function;
}

/* ---- The answer.  */

/* A line whose row is with the sink.  */
struct line
{
  const struct line_item *at;
  struct told told[MOST_TOLD];
  unsigned n;
  const char *kinds[MOST_TOLD]; /* of reasons, each once */
  unsigned n_kinds;
  const struct wpp_sliced *sliced;
  uint32_t valued[MOST_TOLD];   /* items with values */
  unsigned n_valued;
  char value[WPP_SLICED_VALUE], *statement; /* of the one at hand */
};

static int
get_reason (void *data, size_t i, void *row)
{
  const struct line *line = data;
  const struct told *t = &line->told[i];
  bool elsewhere = t->has_from && strcmp (t->from.file, line->at->file);
  *(struct wpp_slice_reason_row *)row
    = (struct wpp_slice_reason_row){ t->because, t->variable, t->may, elsewhere ? t->from.file : NULL,
                                     t->has_from ? (int64_t)t->from.line : -1 };
  return 0;
}

static void
find_kinds (struct line *line)
{
  for (unsigned i = 0; i < line->n; i++)
    {
      bool there = false;
      for (unsigned k = 0; k < i; k++)
        there |= line->told[k].because == line->told[i].because;
      if (!there)
        line->kinds[line->n_kinds++] = line->told[i].because;
    }
}

static const char *
value_of (const struct line *line, uint32_t item, char buffer[WPP_SLICED_VALUE])
{
  const struct wpp_sliced_value *v = &line->sliced->values[item];
  return wpp_sliced_value (&line->sliced->slicer, item, v->value, v->uses, buffer);
}

static int
get_value (void *data, size_t i, void *row)
{
  struct line *line = data;
  uint32_t item = line->valued[i];
  const struct wpp_body *b;
  const struct wpp_statement *s = wpp_sliced_statement (&line->sliced->slicer, item, &b);
  free (line->statement);
  line->statement = wpp_at_source (b, s);
  *(struct wpp_slice_value_row *)row
    = (struct wpp_slice_value_row){ line->statement, value_of (line, item, line->value),
                                    line->sliced->values[item].instances };
  return line->statement ? 0 : WPP_E_NOMEM;
}

/* Let LINE have the values of the items from FIRST up to LAST.  */
static void
find_values (const struct lines *l, size_t first, size_t last, struct line *line)
{
  char buffer[WPP_SLICED_VALUE];
  uint32_t before = WPP_NONE;
  for (size_t i = first; i < last && line->n_valued < MOST_TOLD; i++)
    {
      uint32_t item = l->items[i].item, code = wpp_sliced_code (l->s, item)->item;
      bool known = code != before && l->sliced->values[item].instances && value_of (line, item, buffer);
      if (known)
        line->valued[line->n_valued++] = item;
      before = known ? code : before;
    }
}

/* Send the line of items FIRST up to LAST.  */
static int
send_line (const struct lines *l, size_t first, size_t last, struct wpp_row_sink *sink)
{
  struct line line = { .at = &l->items[first], .sliced = l->sliced };
  line.n = tell (l, first, last, line.told);
  find_kinds (&line);
  if (l->sliced->values)
    find_values (l, first, last, &line);
  const struct wpp_slice_row row
    = { .file = line.at->file, .path = line.at->path, .line = line.at->line,
        .function = wpp_recording_short_name (l->sliced->r, function_at (l, first)), .depth = l->depth[line.at->item],
        .because = wpp_texts (line.kinds, line.n_kinds), .reasons = { line.n, &line, get_reason },
        .values = { line.n_valued, &line, l->sliced->values ? get_value : NULL } };
  int err = row.function ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (line.statement);
  return err;
}

/* Send the lines of SLICED; return how many there are, or an error.  */
static int64_t
send (const struct wpp_sliced *sliced, struct wpp_row_sink *sink)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  const struct wpp_slice_criterion *c = &sliced->criterion;
  size_t all = 0;
  struct lines l;
  int err = find_lines (&l, sliced, asked->depth, &all);
  if (!err)
    {
      const struct wpp_slice_head head
        = { .criterion = { wpp_sliced_file (&sliced->slicer, c->function, c->file), asked->at.line, asked->variable,
                           sliced->execution, sliced->executions, asked->thread },
            .text = asked->text, .approach = asked->approach, .forward = asked->forward, .shown = count_lines (&l),
            .lines = all };
      err = wpp_sink_begin (sink, &wpp_slice_schema, &head);
    }
  for (size_t i = 0; i < l.n && !err; i = end_of_line (&l, i))
    err = send_line (&l, i, end_of_line (&l, i), sink);
  release_lines (&l);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)all;
}

/* The line of the criterion is in its slice.  */
static void
include_criterion (struct wpp_sliced *sliced)
{
  const struct wpp_slice_criterion *c = &sliced->criterion;
  uint32_t item = sliced->slicer.model->functions[c->function]->code[c->last_code].item;
  if (sliced->reasons[item].because == WPP_BECAUSE_NOTHING)
    sliced->reasons[item] = (struct wpp_slice_reason){ WPP_BECAUSE_CRITERION, false, 0, WPP_NONE };
}

/* Set SLICED's reasons, whose slicer is there, from the order of paths alone.  */
static int
slice_by_order (struct wpp_sliced *sliced, struct wpp_place *place)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  struct wpp_slice_place at = { 0 };
  int err = wpp_slice_find (sliced, &at, place);
  wpp_recording_doing (sliced->r, "slicing");
  if (!err)
    err = wpp_slicer_slice (&sliced->slicer, &sliced->criterion, &at, asked->approach, asked->forward,
                            sliced->reasons);
  wpp_recording_done (sliced->r);
  wpp_slice_place_release (&at);
  return err;
}

/* Set SLICED's reasons; BY_INSTANCE: through memory.  */
static int
slice (struct wpp_sliced *sliced, const struct wpp_thread *thread, bool by_instance, struct wpp_place *place)
{
  sliced->reasons = calloc (sliced->slicer.model->n_items + (size_t)1, sizeof *sliced->reasons);
  if (sliced->asked->values)
    sliced->values = calloc (sliced->slicer.model->n_items + (size_t)1, sizeof *sliced->values);
  if (!sliced->reasons || (sliced->asked->values && !sliced->values))
    return WPP_E_NOMEM;
  int err = by_instance ? wpp_slice_instances (sliced, thread, place) : slice_by_order (sliced, place);
  if (!err)
    include_criterion (sliced);
  return err;
}

/* Is what is ASKED of R answered by instance?  That is for recordings with values.  */
static bool
by_instance_p (const struct wpp_recording *r, const struct wpp_slice_asked *asked)
{
  return asked->values || (asked->approach == 3 && wpp_recording_has (r) & WPP_HAS_VALUES);
}

int64_t
wpp_answer_slice (struct wpp_recording *r, const struct wpp_slice_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_sliced sliced = { .r = r, .asked = asked };
  struct wpp_kept kept = { 0 };
  bool by_instance = by_instance_p (r, asked);
  const char *bad;
  int err = wpp_recording_need (r, WPP_HAS_ORDER | (by_instance ? WPP_HAS_VALUES : WPP_BY_STACKS), &bad, place);
  struct wpp_code *code = err ? NULL : wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  const struct wpp_thread *thread = wpp_recording_thread_numbered (r, asked->thread, place);
  if (!thread)
    return WPP_E_TOLD;
  wpp_recording_doing (r, by_instance ? "replaying" : "finding activations");
  bool keep = wpp_recording_kept (r, code, true, &kept);
  wpp_kept_nest_of (&kept, asked->thread);
  err = by_instance ? wpp_slicer_init_model (&sliced.slicer, thread, code, place)
                    : wpp_slicer_init (&sliced.slicer, thread, code, keep ? &kept : NULL, place);
  if (!err)
    err = slice (&sliced, thread, by_instance, place);
  int64_t n = err ? err : send (&sliced, sink);
  free (sliced.reasons);
  free (sliced.values);
  wpp_slicer_release (&sliced.slicer);
  return n;
}
