/* The calling contexts of a recording, kept beside its file (kept-contexts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/call-contexts.h"
#include "answers/kept-contexts.h"
#include "base/bytes.h"

#define LEAST_BYTES 6          /* of a context */

void
wpp_kept_contexts_of (struct wpp_kept *k)
{
  k->suffix = ".ctx";
  k->magic = "\211WPC\r\n\032\n";
  k->version = 1;
}

/* ---- Writing.  */

/* A number that may be none, which is the greatest one.  */
static void
put_optional (struct wpp_buffer *b, uint32_t n)
{
  wpp_put_leb (b, (uint32_t)(n + 1));
}

static void
put_ends (struct wpp_buffer *b, const struct wpp_context *x)
{
  unsigned n = 0;
  for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
    n += x->ended[how] > 0;
  wpp_put_leb (b, n);
  for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
    if (x->ended[how])
      {
        wpp_put_leb (b, how);
        wpp_put_leb (b, x->ended[how]);
      }
}

void
wpp_kept_contexts_put (const struct wpp_kept *k, const struct wpp_call_contexts *c, bool merged, uint32_t level)
{
  struct wpp_buffer b = { 0 };
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (c, &n);
  wpp_kept_begin_checked (k, &b);
  wpp_put_leb (&b, merged ? 1 + (uint64_t)level : 0);
  wpp_put_leb (&b, n);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct wpp_context *x = &all[i];
      wpp_put_leb (&b, 4 * (uint64_t)(x->caller == WPP_NO_CONTEXT ? 0 : i - x->caller) + x->seen);
      put_optional (&b, x->node);
      put_optional (&b, x->function);
      wpp_put_leb (&b, i - x->same);
      wpp_put_leb (&b, x->count);
      put_ends (&b, x);
    }
  if (!b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
}

/* ---- Reading.  */

struct reading
{
  struct wpp_code *code;
  struct wpp_reader r;
  struct wpp_context *contexts;   /* [n] */
  uint32_t n;
  uint64_t merging;
};

static uint32_t
read_optional (struct wpp_reader *r)
{
  uint64_t n = wpp_read_leb (r);
  r->bad |= n > UINT32_MAX;
  return (uint32_t)n - 1;
}

static bool
read_ends (struct wpp_reader *r, struct wpp_context *x)
{
  uint64_t n = wpp_read_leb (r);
  if (n > WPP_ACTIVATION_OPEN)
    return false;
  while (n--)
    {
      uint64_t how = wpp_read_leb (r);
      if (how > WPP_ACTIVATION_OPEN)
        return false;
      x->ended[how] = wpp_read_leb (r);
    }
  return !r->bad;
}

/* Is X, whose caller is CALLER or null, of functions and nodes that there are?  */
static bool
sound_p (const struct wpp_code *code, const struct wpp_context *x, const struct wpp_context *caller)
{
  if (caller && caller->function == WPP_NO_FUNCTION)
    return false;
  if (x->function == WPP_NO_FUNCTION ? !caller : x->function >= code->n_functions)
    return false;
  return x->node == WPP_NO_NODE
         || (caller && x->node < code->functions[caller->function].function->cfg.n_nodes);
}

/* Read context I.  */
static bool
read_context (struct reading *x, uint32_t i)
{
  uint64_t first = wpp_read_leb (&x->r);
  struct wpp_context *c = &x->contexts[i];
  if (first / 4 > i || first % 4 > WPP_CONTEXT_SEEN)
    return false;
  const struct wpp_context *caller = first / 4 ? &x->contexts[i - first / 4] : NULL;
  *c = (struct wpp_context){ .caller = caller ? i - (uint32_t)(first / 4) : WPP_NO_CONTEXT, .seen = first % 4,
                             .level = caller ? caller->level + 1 : 1 };
  c->node = read_optional (&x->r);
  c->function = read_optional (&x->r);
  uint64_t same = wpp_read_leb (&x->r);
  c->count = wpp_read_leb (&x->r);
  if (same > i || c->level > WPP_MOST_LEVELS + 1)
    return false;
  c->same = i - same;
  return read_ends (&x->r, c) && sound_p (x->code, c, caller);
}

static bool
read_all (struct reading *x)
{
  x->merging = wpp_read_leb (&x->r);
  size_t n = wpp_read_count (&x->r, LEAST_BYTES);
  if (x->r.bad || n > WPP_MOST_CONTEXTS || x->merging > 1 + WPP_MOST_LEVELS)
    return false;
  x->contexts = malloc ((n + 1) * sizeof *x->contexts);
  bool right = x->contexts;
  for (; x->n < n && right; x->n += right)
    right = read_context (x, x->n);
  return right && !wpp_reader_left (&x->r);
}

static bool
read_kept (void *reading, const unsigned char *bytes, size_t size)
{
  struct reading *x = reading;
  x->r = wpp_reader_of (bytes, size);
  x->n = 0;
  if (read_all (x))
    return true;
  free (x->contexts);
  x->contexts = NULL;
  return false;
}

struct wpp_call_contexts *
wpp_kept_contexts_find (const struct wpp_kept *k, struct wpp_code *code, bool *merged, uint32_t *level)
{
  struct reading x = { .code = code };
  if (!wpp_kept_read_checked (k, read_kept, &x))
    return NULL;
  *merged = x.merging;
  *level = x.merging ? x.merging - 1 : 0;
  return wpp_call_contexts_of (code, x.contexts, x.n);
}
