/* The sites at which facts held most often, kept beside a recording's file (kept-query.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/kept-query.h"
#include "base/bytes.h"
#include "facts/queries/query.h"

/* The least bytes of what comes several times.  */
#define SITE_BYTES 8
#define ANSWER_BYTES 4

void
wpp_kept_query_of (struct wpp_kept *k, const struct wpp_query_asked *asked)
{
  struct wpp_buffer b = { 0 };
  wpp_put_u32 (&b, asked->problem);
  wpp_put_u64 (&b, asked->top);
  wpp_put_u8 (&b, asked->static_calls);
  wpp_put_u64 (&b, asked->one_thread ? 1 + (uint64_t)asked->thread : 0);
  k->suffix = ".qry";
  k->magic = "\211WPQ\r\n\032\n";
  k->version = 1;
  wpp_kept_of_question (k, &b);
}

/* ---- Writing.  */

static uint64_t
number_of (const struct wpp_code *code, const struct wpp_at_function *f)
{
  return f->function - code->functions;
}

static void
put_answer (struct wpp_buffer *b, const struct wpp_code *code, const struct wpp_query_answer *a)
{
  wpp_put_leb (b, 2 * number_of (code, a->in) + a->truth);
  wpp_put_leb (b, a->place);
  wpp_put_leb (b, (uint32_t)(a->statement + 1));
  wpp_put_leb (b, a->count);
}

static void
put_result (struct wpp_buffer *b, const struct wpp_code *code, const struct wpp_query_result *r)
{
  wpp_put_leb (b, 2 * number_of (code, r->in) + r->backward);
  wpp_put_leb (b, r->site->statement);
  wpp_put_leb (b, r->site->line);
  wpp_put_string (b, r->site->text);
  wpp_put_leb (b, r->executions);
  wpp_put_leb (b, r->held);
  wpp_put_leb (b, r->queries);
  wpp_put_leb (b, r->n_answers);
  for (size_t i = 0; i < r->n_answers; i++)
    put_answer (b, code, &r->answers[i]);
}

void
wpp_kept_query_put (const struct wpp_kept *k, const struct wpp_code *code, const struct wpp_query_result *results,
                    size_t n)
{
  struct wpp_buffer b = { 0 };
  wpp_kept_begin_checked (k, &b);
  wpp_put_leb (&b, n);
  for (size_t i = 0; i < n; i++)
    put_result (&b, code, &results[i]);
  if (!b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
}

/* ---- Reading.  */

struct reading
{
  const struct wpp_at_function **functions;   /* [n_functions] null: it has no statements */
  size_t n_functions;
  struct wpp_reader r;
  struct wpp_kept_query q;
};

/* The function NUMBER, which has statements; or null, and the reader is bad.  */
static const struct wpp_at_function *
function_of (struct reading *x, uint64_t number)
{
  const struct wpp_at_function *f = number < x->n_functions ? x->functions[number] : NULL;
  x->r.bad |= !f;
  return f;
}

static void
read_answer (struct reading *x, struct wpp_query_answer *a)
{
  uint64_t first = wpp_read_leb (&x->r);
  *a = (struct wpp_query_answer){ .truth = first & 1, .in = function_of (x, first / 2), .place = wpp_read_leb32 (&x->r),
                                  .statement = wpp_read_leb32 (&x->r) - 1 };
  a->count = wpp_read_leb (&x->r);
  x->r.bad |= a->in && a->statement != WPP_NONE && a->statement >= a->in->body->n_statements;
}

static void
read_result (struct reading *x, struct wpp_query_result *r, struct wpp_site *site)
{
  int err = WPP_OK;
  uint64_t first = wpp_read_leb (&x->r);
  r->in = function_of (x, first / 2);
  r->backward = first & 1;
  site->statement = wpp_read_leb32 (&x->r);
  site->line = wpp_read_leb32 (&x->r);
  site->text = wpp_read_string (&x->r, &err);
  r->site = site;
  r->executions = wpp_read_leb (&x->r);
  r->held = wpp_read_leb (&x->r);
  r->queries = wpp_read_leb (&x->r);
  size_t n = wpp_read_count (&x->r, ANSWER_BYTES);
  x->r.bad |= err || !site->text || (r->in && site->statement >= r->in->body->n_statements);
  r->answers = calloc (n + 1, sizeof *r->answers);
  for (; r->answers && r->n_answers < n && !x->r.bad; r->n_answers++)
    read_answer (x, &r->answers[r->n_answers]);
  x->r.bad |= !r->answers;
}

static bool
read_kept (void *reading, const unsigned char *bytes, size_t size)
{
  struct reading *x = reading;
  struct wpp_kept_query *q = &x->q;
  x->r = wpp_reader_of (bytes, size);
  size_t n = wpp_read_count (&x->r, SITE_BYTES);
  *q = (struct wpp_kept_query){ .results = calloc (n + 1, sizeof *q->results),
                                .sites = calloc (n + 1, sizeof *q->sites) };
  x->r.bad |= !q->results || !q->sites;
  while (q->n < n && !x->r.bad)
    {
      q->n++;
      read_result (x, &q->results[q->n - 1], &q->sites[q->n - 1]);
    }
  if (!x->r.bad && !wpp_reader_left (&x->r))
    return true;
  wpp_kept_query_release (q);
  return false;
}

bool
wpp_kept_query_find (const struct wpp_kept *k, const struct wpp_code *code, const struct wpp_at_found *found,
                     struct wpp_kept_query *q)
{
  struct reading x = { .n_functions = code->n_functions };
  x.functions = calloc (code->n_functions + 1, sizeof *x.functions);
  for (size_t i = 0; x.functions && i < found->n; i++)
    x.functions[number_of (code, &found->functions[i])] = &found->functions[i];
  bool is = x.functions && wpp_kept_read_checked (k, read_kept, &x);
  *q = x.q;
  free (x.functions);
  return is;
}

void
wpp_kept_query_release (struct wpp_kept_query *q)
{
  for (size_t i = 0; i < q->n; i++)
    {
      wpp_query_result_release (&q->results[i]);
      free (q->sites[i].text);
    }
  free (q->results);
  free (q->sites);
  *q = (struct wpp_kept_query){ 0 };
}
