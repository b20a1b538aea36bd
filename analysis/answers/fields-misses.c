/* What caches would miss if structures had other layouts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each part of a structure has a place of its own in memory, where objects are as dense as they are now: what is next
   to each other stays so.  What the C library reads and writes stays where it is.  */

#include <stdlib.h>
#include "answers/accesses.h"
#include "answers/fields-impl.h"

/* Made-up addresses of parts, where Linux has no memory of programs.  */
#define PART_PLACE(REST) ((UINT64_C (5) + (REST)) << 50)

struct simulator
{
  struct wpp_fields *f;
  struct wpp_record *const *chosen;
  size_t n;
  struct wpp_caches **caches;   /* [n + 1] the last one with all layouts as they are */
};

static void
thread (void *data)
{
  struct simulator *s = data;
  for (size_t i = 0; i <= s->n; i++)
    wpp_caches_empty (s->caches[i]);
}

/* The touch of R by the reference of FUNCTION that A is to, or null.  */
static const struct wpp_field_touch *
touch_of (const struct simulator *s, uint32_t function, const struct wpp_memory_access *a, const struct wpp_record *r)
{
  const struct wpp_function_touches *of = &s->f->functions[function];
  if (!of->body || a->how & WPP_MEMORY_LIBRARY)
    return NULL;
  const struct wpp_statement *t = &of->body->statements[a->statement];
  uint32_t place = a->operand ? t->n_results + a->operand - 1 : 0;
  if (place >= (uint32_t)t->n_results + t->n_operands)
    return NULL;
  const struct wpp_operand *o = &of->body->operands[of->body->lists[t->first_operand + place]];
  if (o->kind == WPP_OPERAND_REFERENCE)
    for (uint32_t i = of->first[o->index]; i < of->first[o->index + 1]; i++)
      if (&s->f->records[of->touches[i].record] == r && of->touches[i].within >= 0)
        return &of->touches[i];
  return NULL;
}

/* N bytes, BEFORE bytes after the beginning of the object at ADDRESS, are accessed, as T says, in the layout of R.  */
static void
access_part (struct wpp_caches *c, const struct wpp_record *r, const struct wpp_field_touch *t, uint64_t object,
             uint64_t within, uint64_t n, uint64_t *misses)
{
  const struct wpp_record_layout *l = &r->then;
  uint64_t number = object / r->size, here = PART_PLACE (0) + number * l->bytes;
  uint64_t rest = PART_PLACE (1) + number * l->rest_bytes;
  if (t->field == WPP_NONE)
    {
      wpp_caches_count (c, here, l->bytes < n ? l->bytes : n, misses);
      wpp_caches_count (c, rest, l->rest_bytes < n ? l->rest_bytes : n, misses);
      return;
    }
  uint64_t more = within - r->fields[t->field].offset;
  if (l->rest[t->field])
    wpp_caches_count (c, here + l->link, sizeof (uint64_t), misses);
  wpp_caches_count (c, (l->rest[t->field] ? rest : here) + l->at[t->field] + more, n, misses);
}

static int
hear (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, uint64_t address, uint64_t n)
{
  struct simulator *s = data;
  for (size_t i = 0; i < s->n; i++)
    {
      struct wpp_record *r = s->chosen[i];
      const struct wpp_field_touch *t = touch_of (s, now->function, a, r);
      if (t)
        access_part (s->caches[i], r, t, address - (uint64_t)t->within, t->within, n, r->misses_then);
      else
        wpp_caches_count (s->caches[i], address, n, r->misses_then);
    }
  wpp_caches_count (s->caches[s->n], address, n, s->f->misses);
  return WPP_OK;
}

int
wpp_fields_simulate (struct wpp_fields *f, struct wpp_record *const *chosen, size_t n, const char *text,
                     struct wpp_place *place)
{
  struct simulator s = { .f = f, .chosen = chosen, .n = n, .caches = calloc (n + 1, sizeof *s.caches) };
  struct wpp_replayed_recording of = { 0 };
  const struct wpp_access_user user = { &s, thread, hear };
  uint64_t unknown;
  int err = s.caches ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i <= n && !err; i++)
    s.caches[i] = wpp_caches_new (text, &err, place);
  if (!err)
    err = wpp_replayed_begin (&of, f->recording, place);
  if (!err)
    err = wpp_accesses_replay (&of, &user, &unknown, place);
  for (size_t i = 0; i < n && !err; i++)
    chosen[i]->simulated = true;
  for (size_t i = 0; s.caches && i <= n; i++)
    wpp_caches_free (s.caches[i]);
  free (s.caches);
  wpp_replayed_release (&of);
  return err;
}
