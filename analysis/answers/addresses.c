/* Which memory the statements of a line access.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells of every access of every function that was recorded with values.  A shadow of memory has, for each byte,
   the statement that wrote it last, and the statement of the line that wrote it since it was read last.  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/addresses.h"
#include "answers/replayed.h"
#include "answers/tally.h"
#include "base/array.h"
#include "values/shadow.h"

#define MOST_ADDRESSES (UINT32_C (1) << 20)
#define MOST_STEPS 4096u
#define SHOWN 10u
#define LINE_BYTES 64u

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_accessor_row
static const struct wpp_row_column accessor_columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (count, COUNT) };
static const struct wpp_schema accessor_schema = WPP_SCHEMA ("accessor", struct OF, accessor_columns);
#undef OF
#define OF wpp_addresses_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (column, NUMBER32), COLUMN (statement, TEXT), COLUMN (access, TEXT),
      COLUMN (executions, COUNT, .unit = "executions"), COLUMN (distinct, DIGITS, .unit = "addresses"),
      COLUMN (least, TEXT), COLUMN (greatest, TEXT), COLUMN (stride, TEXT, .optional = true),
      COLUMN (stride_share, REAL, .optional = true), COLUMN (lines, NUMBER, .unit = "lines of 64 bytes"),
      COLUMN (writers, LIST, .of = &accessor_schema, .optional = true),
      COLUMN (readers, LIST, .of = &accessor_schema, .optional = true),
      COLUMN (addresses, LIST, .of = &wpp_text_schema, .optional = true) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("access", struct OF, columns);
#undef OF
#define OF wpp_addresses_head
static const struct wpp_row_column head_columns[] = { COLUMN (file, TEXT), COLUMN (line, NUMBER32) };
const struct wpp_schema wpp_addresses_schema
  = WPP_SCHEMA ("addresses", struct OF, head_columns, .rows = "accesses", .of = &row_schema);
#undef OF

/* The accesses of a statement of the line, of one kind.  */
struct item
{
  uint32_t function, statement;
  bool writes;
  struct wpp_tally addresses, steps, lines;
  struct wpp_tally others;      /* numbers of statements: last writers, or next readers; 0: not known */
  uint64_t least, greatest, last;
  uint64_t *all;                /* [n_all] */
  size_t n_all, room;
};

struct collector
{
  const struct wpp_addresses_asked *asked;
  struct wpp_replayed_recording of;
  const char *file;
  uint32_t *first;              /* [functions + 1] number of a function's first statement, from 1 */
  bool *of_line;                /* by number: the statement is of the line */
  uint32_t *item_of[2];         /* by number: item for reads, for writes, plus 1; 0: none */
  struct item *items;           /* [n] */
  size_t n, room;
  struct wpp_shadow shadow;
  uint32_t thread;              /* that the shadow is of */
};

/* ---- Accesses.  */

static struct item *
need_item (struct collector *c, uint32_t function, uint32_t statement, bool writes)
{
  uint32_t *number = &c->item_of[writes][c->first[function] + statement];
  if (*number)
    return &c->items[*number - 1];
  if (WPP_RESERVE (c->items, c->room, c->n, 1))
    return NULL;
  c->items[c->n++] = (struct item){ .function = function,
                                    .statement = statement,
                                    .writes = writes,
                                    .addresses.most = MOST_ADDRESSES,
                                    .steps.most = MOST_STEPS,
                                    .lines.most = MOST_ADDRESSES,
                                    .others.most = MOST_STEPS };
  *number = c->n;
  return &c->items[*number - 1];
}

static int
add_address (struct collector *c, struct item *i, uint64_t address)
{
  bool first = i->addresses.n == 0;
  int err = wpp_tally_add (&i->addresses, address);
  if (!err && !first)
    err = wpp_tally_add (&i->steps, address - i->last);
  if (!err)
    err = wpp_tally_add (&i->lines, address / LINE_BYTES);
  i->least = first || address < i->least ? address : i->least;
  i->greatest = first || address > i->greatest ? address : i->greatest;
  i->last = address;
  if (err || !c->asked->all)
    return err;
  if (WPP_RESERVE (i->all, i->room, i->n_all, 1))
    return WPP_E_NOMEM;
  i->all[i->n_all++] = address;
  return WPP_OK;
}

/* The statement number NUMBER reads BYTES at ADDRESS: whoever wrote them is told.  */
static int
note_read (struct collector *c, uint32_t number, uint64_t address, uint64_t bytes)
{
  int err = WPP_OK;
  for (uint64_t k = 0; k < bytes && !err; k++)
    {
      struct wpp_shadow_page *page = wpp_shadow_page (&c->shadow, address + k, false);
      uint32_t *mark = page ? &page->mark[(address + k) % WPP_SHADOW_PAGE] : NULL;
      if (!mark || !*mark)
        continue;
      /* Only the first byte of a write counts.  */
      err = wpp_tally_add (&c->items[*mark - 1].others, number);
      *mark = 0;
    }
  return err;
}

/* The statement number NUMBER writes BYTES at ADDRESS; it is item ITEM - 1 of the line, or ITEM is 0.  */
static int
note_write (struct collector *c, uint32_t number, uint64_t address, uint64_t bytes, uint32_t item)
{
  for (uint64_t k = 0; k < bytes; k++)
    {
      struct wpp_shadow_page *page = wpp_shadow_page (&c->shadow, address + k, true);
      if (!page)
        return WPP_E_NOMEM;
      page->writer[(address + k) % WPP_SHADOW_PAGE] = number;
      page->mark[(address + k) % WPP_SHADOW_PAGE] = k == 0 ? item : 0;
    }
  return WPP_OK;
}

/* Statement STATEMENT, of the line, accesses ADDRESS.  */
static int
note_own (struct collector *c, const struct wpp_replay_now *now, uint64_t address, bool writes)
{
  struct item *i = need_item (c, now->function, now->statement, writes);
  if (!i)
    return WPP_E_NOMEM;
  int err = add_address (c, i, address);
  if (err || writes)
    return err;
  const struct wpp_shadow_page *page = wpp_shadow_page (&c->shadow, address, false);
  return wpp_tally_add (&i->others, page ? page->writer[address % WPP_SHADOW_PAGE] : 0);
}

static int
access_told (void *data, const struct wpp_replay_now *now, uint64_t address, uint64_t n, bool writes)
{
  struct collector *c = data;
  uint32_t number = c->first[now->function] + now->statement;
  uint64_t bytes = n < WPP_SHADOW_MOST ? n : WPP_SHADOW_MOST;
  if (c->thread != now->thread)
    wpp_shadow_forget (&c->shadow);   /* threads are replayed one after the other */
  c->thread = now->thread;
  int err = c->of_line[number] && n ? note_own (c, now, address, writes) : WPP_OK;
  if (err)
    return err;
  return writes ? note_write (c, number, address, bytes, c->item_of[1][number]) : note_read (c, number, address, bytes);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct collector *c = data;
  uint32_t n = c->of.bindings->layouts[function]->body->n_statements;
  uint8_t *flags = malloc (n + (size_t)1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  if (flags)
    memset (flags, WPP_WATCH_ACCESS, n);
  return flags;
}

/* ---- Which statements are of the line.  */

static int
number_statements (struct collector *c)
{
  size_t n = c->of.code->n_functions;
  uint64_t next = 1;
  c->first = calloc (n + 1, sizeof *c->first);
  if (!c->first)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    {
      c->first[i] = next;
      next += c->of.bindings->layouts[i] ? c->of.bindings->layouts[i]->body->n_statements : 0;
    }
  c->first[n] = next;
  c->of_line = calloc (next + 1, sizeof *c->of_line);
  for (int k = 0; k < 2; k++)
    c->item_of[k] = calloc (next + 1, sizeof *c->item_of[k]);
  return next >= UINT32_MAX ? WPP_E_TOOBIG : c->of_line && c->item_of[0] && c->item_of[1] ? WPP_OK : WPP_E_NOMEM;
}

static void
mark_line (struct collector *c)
{
  for (size_t i = 0; i < c->of.code->n_functions; i++)
    {
      const struct wpp_micro_layout *l = c->of.bindings->layouts[i];
      const struct wpp_at_function f = { &c->of.code->functions[i], l ? l->body : NULL };
      for (uint32_t s = 0; l && s < l->body->n_statements; s++)
        c->of_line[c->first[i] + s] = wpp_at_p (&f, &l->body->statements[s], c->file, c->asked->at.line);
    }
}

/* ---- Rows.  */

struct view
{
  struct collector *c;
  struct item *item;
  char text[WPP_VALUE_TEXT];
};

static const char *
address_text (uint64_t address, char buffer[WPP_VALUE_TEXT])
{
  if (address >= WPP_NAMED_ADDRESS)
    return "-";
  snprintf (buffer, WPP_VALUE_TEXT, "0x%" PRIx64, address);
  return buffer;
}

static int
get_other (void *data, size_t i, void *row)
{
  struct view *v = data;
  struct collector *c = v->c;
  const struct wpp_tallied *t = &v->item->others.items[i];
  struct wpp_accessor_row *r = row;
  size_t f = 0, n = c->of.code->n_functions;
  *r = (struct wpp_accessor_row){ .count = t->count };
  if (!t->word)
    return WPP_OK;
  while (f + 1 < n && c->first[f + 1] <= t->word)
    f++;
  struct wpp_replayed_statement at = wpp_replayed_statement (&c->of, f, t->word - c->first[f]);
  r->function = wpp_function_name (at.function.function->function);
  r->file = wpp_at_file (&at.function, at.statement->file);
  r->line = at.statement->line;
  return WPP_OK;
}

static int
get_address (void *data, size_t i, void *row)
{
  struct view *v = data;
  *(const char **)row = address_text (v->item->all[i], v->text);
  return WPP_OK;
}

static int
send (struct collector *c, struct item *i, struct wpp_row_sink *sink)
{
  struct wpp_replayed_statement at = wpp_replayed_statement (&c->of, i->function, i->statement);
  struct view view = { .c = c, .item = i };
  char distinct[WPP_TALLY_TEXT], texts[2][WPP_VALUE_TEXT], stride[WPP_VALUE_TEXT];
  char *statement = wpp_at_source (at.function.body, at.statement);
  wpp_tally_sort (&i->addresses);
  wpp_tally_sort (&i->steps);
  wpp_tally_sort (&i->others);
  if (!statement)
    return WPP_E_NOMEM;
  struct wpp_row_list others = { i->others.distinct < SHOWN ? i->others.distinct : SHOWN, &view, get_other };
  struct wpp_addresses_row row = { .function = wpp_function_name (at.function.function->function),
                                   .column = at.statement->column,
                                   .statement = statement,
                                   .access = i->writes ? "writes" : "reads",
                                   .executions = i->addresses.n,
                                   .distinct = wpp_tally_distinct (&i->addresses, distinct),
                                   .least = address_text (i->least, texts[0]),
                                   .greatest = address_text (i->greatest, texts[1]),
                                   .stride_share = NAN,
                                   .lines = i->lines.distinct,
                                   .addresses = { i->n_all, &view, c->asked->all ? get_address : NULL } };
  *(i->writes ? &row.readers : &row.writers) = others;
  if (i->steps.n)
    {
      snprintf (stride, sizeof stride, "%" PRId64, (int64_t)i->steps.items[0].word);
      row.stride = stride;
      row.stride_share = (double)i->steps.items[0].count / i->steps.n;
    }
  int err = wpp_sink_row (sink, &row);
  free (statement);
  return err;
}

static int
compare_items (const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->statement != y->statement)
    return x->statement < y->statement ? -1 : 1;
  return x->writes - y->writes;
}

static int
send_all (struct collector *c, struct wpp_row_sink *sink)
{
  const struct wpp_addresses_head head = { c->file, c->asked->at.line };
  int err = wpp_sink_begin (sink, &wpp_addresses_schema, &head);
  if (c->n)
    qsort (c->items, c->n, sizeof *c->items, compare_items);
  for (size_t i = 0; i < c->n && !err; i++)
    err = send (c, &c->items[i], sink);
  return err ? err : wpp_sink_end (sink);
}

static void
release (struct collector *c)
{
  for (size_t i = 0; i < c->n; i++)
    {
      wpp_tally_release (&c->items[i].addresses);
      wpp_tally_release (&c->items[i].steps);
      wpp_tally_release (&c->items[i].lines);
      wpp_tally_release (&c->items[i].others);
      free (c->items[i].all);
    }
  free (c->items);
  free (c->first);
  free (c->of_line);
  free (c->item_of[0]);
  free (c->item_of[1]);
  wpp_shadow_release (&c->shadow);
  wpp_replayed_release (&c->of);
}

/* ---- All.  */

/* For replay: the statements of the line alone.  */
static uint8_t *
watched_line (void *data, uint32_t function, int *err)
{
  struct collector *c = data;
  uint32_t n = c->of.bindings->layouts[function]->body->n_statements;
  uint8_t *flags = calloc (n + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t s = 0; flags && s < n; s++)
    flags[s] = c->of_line[c->first[function] + s] ? WPP_WATCH_STATEMENT : 0;
  return flags;
}

/* May S of B read memory?  Every store has a virtual use.  */
static bool
reads_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  bool reads = s->kind == WPP_STATEMENT_CALL || s->kind == WPP_STATEMENT_ASM;
  for (uint32_t i = 0; i < s->n_operands && !reads; i++)
    reads = wpp_statement_operand (b, s, i)->kind == WPP_OPERAND_REFERENCE;
  return reads;
}

/* May the line's statements write memory, if WRITES, else read it?  */
static bool
may_p (const struct collector *c, bool writes)
{
  bool may = false;
  for (size_t i = 0; i < c->of.code->n_functions && !may; i++)
    {
      const struct wpp_body *b = c->of.bindings->layouts[i] ? c->of.bindings->layouts[i]->body : NULL;
      for (uint32_t s = 0; b && s < b->n_statements && !may; s++)
        may = c->of_line[c->first[i] + s]
              && (writes ? (b->statements[s].flags & WPP_STATEMENT_WRITES) != 0 : reads_p (b, &b->statements[s]));
    }
  return may;
}

/* Where the line was executed first and last, and who is asked about the thread.  */
struct stretch
{
  struct collector *c;
  uint64_t begin, end;
};

static int
find_stretch (void *data, struct wpp_spans *s, struct wpp_place *place)
{
  struct stretch *x = data;
  uint64_t n = wpp_spans_told (s, UINT64_MAX), first = 0, last = 0;
  x->begin = x->end = 0;
  if (!n)
    return WPP_OK;
  wpp_spans_find (s, 1, &first);
  wpp_spans_find (s, n, &last);
  /* Who wrote what the line reads is before it, who reads what it writes after it.  */
  x->begin = may_p (x->c, false) ? 0 : first;
  x->end = may_p (x->c, true) ? UINT64_MAX : last + 1;
  return WPP_OK;
}

static int
tell_stretch (void *data, struct wpp_spans *s, struct wpp_place *place)
{
  const struct stretch *x = data;
  return wpp_replayed_tell_span (s, x->begin, x->end, place);
}

/* Replay what matters of thread T.  */
static int
replay_thread (struct collector *c, uint32_t t, struct wpp_place *place)
{
  const struct wpp_replay_user user = { .data = c, .watched = watched, .access = access_told };
  const struct wpp_replay_user finder = { .data = c, .watched = watched_line };
  struct stretch x = { .c = c };
  int err = wpp_replayed_spans (&c->of, t, &finder, find_stretch, &x, place);
  return err || !x.end ? err : wpp_replayed_spans (&c->of, t, &user, tell_stretch, &x, place);
}

static int
replay (struct collector *c, struct wpp_place *place)
{
  int err = WPP_OK;
  if (c->asked->thread != WPP_ALL_THREADS)
    return replay_thread (c, c->asked->thread, place);
  for (size_t i = 0; i < wpp_recording_threads (c->of.recording) && !err; i++)
    err = replay_thread (c, wpp_recording_thread (c->of.recording, i)->index, place);
  return err;
}

int64_t
wpp_answer_addresses (struct wpp_recording *r, const struct wpp_addresses_asked *asked, struct wpp_row_sink *sink,
                      struct wpp_place *place)
{
  struct collector c = { .asked = asked, .thread = WPP_ALL_THREADS };
  struct wpp_at_found found;
  int err = wpp_at_find_in (&found, r, &asked->at, place);
  if (!err)
    {
      c.file = found.file;
      err = wpp_replayed_begin (&c.of, r, place);
    }
  if (!err)
    err = number_statements (&c);
  if (!err)
    {
      mark_line (&c);
      err = replay (&c, place);
    }
  if (!err)
    err = send_all (&c, sink);
  int64_t n = c.n;
  release (&c);
  wpp_at_release (&found);
  return err ? err : n;
}
