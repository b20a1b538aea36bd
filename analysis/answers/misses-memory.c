/* Accesses of a run, told to caches.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/accesses.h"
#include "answers/misses-impl.h"

struct counter
{
  struct wpp_misses *m;
  struct wpp_caches *caches;
};

static void
thread (void *data)
{
  wpp_caches_empty (((struct counter *)data)->caches);
}

static int
count (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, uint64_t address, uint64_t n)
{
  struct counter *x = data;
  struct wpp_line_misses *l = wpp_misses_of (x->m, now->function, a->statement);
  bool writes = a->how & WPP_MEMORY_WRITES;
  if (!l)
    return WPP_E_NOMEM;
  *(writes ? &l->stores : &l->loads) += wpp_caches_count (x->caches, address, n,
                                                         writes ? l->store_misses : l->load_misses);
  return WPP_OK;
}

int
wpp_misses_replay (struct wpp_misses *m, struct wpp_caches *c, struct wpp_place *place)
{
  struct counter x = { m, c };
  const struct wpp_access_user user = { &x, thread, count };
  return wpp_accesses_replay (&m->of, &user, &m->unknown, place);
}
