/* Layouts of structures in which visits touch fewer cache lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Objects are taken to lie side by side, and to be visited one after the other.  Those layouts are looked at in which
   fields come in the order of their visits, or next to what they are used with, and all but the first few are split
   off.  What is not known to be used stays with what is seldom used.  */

#include <stdlib.h>
#include <string.h>
#include "answers/fields-impl.h"
#include "base/array.h"
#include "base/saturate.h"

#define LINK_BYTES 8u
#define MOST_ALIGN 16u
/* Objects beyond these bytes share no lines, as far as this matters.  */
#define MOST_WALKED 4096u
/* So many sets are looked at, the most frequent ones, and so many ways to split.  */
#define MOST_USES 256u
#define MOST_SPLITS 64u
/* What a layout must gain, of all lines; and what a split must gain over another order, which is less work.  */
#define LEAST_GAIN 0.05
#define SPLIT_GAIN 0.02

struct chooser
{
  struct wpp_record *r;
  uint64_t line;
  size_t n_uses;
  unsigned char *lines;         /* [MOST_WALKED + 1] touched of a walk, or of an object */
};

/* ---- What a layout costs.  */

static uint64_t
least_bit (uint64_t n)
{
  return n & -n;
}

static uint64_t
align_of (const struct wpp_record_field *f)
{
  uint64_t a = least_bit (f->size), b = f->offset ? least_bit (f->offset) : MOST_ALIGN;
  a = a < b ? a : b;
  return a < MOST_ALIGN ? a : MOST_ALIGN;
}

static uint64_t
round_up (uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

/* The lines of an object, of objects of BYTES, that a visit touches of FIELDS [N], places and sizes.  SHARED: other
   visits touch the same fields of the objects beside it.  */
static double
lines_of (const struct chooser *c, uint64_t bytes, const uint64_t (*fields)[2], size_t n, bool shared)
{
  uint64_t apart = least_bit (bytes | c->line);
  uint64_t objects = shared && bytes <= MOST_WALKED ? c->line / apart : 1;
  uint64_t all = objects * bytes / c->line + 2, touched = 0;
  bool walked = all <= MOST_WALKED;
  memset (c->lines, 0, walked ? all : 1);
  for (uint64_t k = 0; k < objects; k++)
    for (size_t i = 0; i < n; i++)
      {
        uint64_t from = k * bytes + fields[i][0], size = fields[i][1] < c->line ? fields[i][1] : c->line;
        for (uint64_t l = from / c->line; l <= (from + size - 1) / c->line; l++)
          {
            touched += !walked || !c->lines[l];
            if (walked)
              c->lines[l] = 1;
          }
      }
  return (double)touched / (double)objects;
}

/* The lines that a visit of SET touches in LAYOUT; null: as it is.  */
static double
lines_of_visit (const struct chooser *c, const struct wpp_record_layout *layout, const struct wpp_field_set *set)
{
  uint64_t here[WPP_MOST_FIELDS + 1][2], rest[WPP_MOST_FIELDS][2];
  size_t n_here = 0, n_rest = 0;
  for (uint32_t i = 0; i < c->r->n_fields; i++)
    if (wpp_field_in_p (set, i))
      {
        uint64_t *to = layout && layout->rest[i] ? rest[n_rest++] : here[n_here++];
        to[0] = layout ? layout->at[i] : c->r->fields[i].offset;
        to[1] = c->r->fields[i].size;
      }
  if (n_rest)
    {
      here[n_here][0] = layout->link;
      here[n_here++][1] = LINK_BYTES;
    }
  return lines_of (c, layout ? layout->bytes : c->r->size, here, n_here, true)
         + (n_rest ? lines_of (c, layout->rest_bytes, rest, n_rest, false) : 0);
}

/* The same of a visit, on average.  */
static double
lines_of_all (const struct chooser *c, const struct wpp_record_layout *layout)
{
  double sum = 0, visits = 0;
  for (size_t i = 0; i < c->n_uses; i++)
    {
      double n = (double)c->r->uses[i].visits;
      sum += n * lines_of_visit (c, layout, &c->r->uses[i].set);
      visits += n;
    }
  return visits > 0 ? sum / visits : 0;
}

/* ---- Layouts.  */

/* Put the fields of L's order from BEGIN to before END one after the other.  Return the bytes they take; *ALIGN is the
   greatest of theirs.  */
static uint64_t
place (const struct wpp_record *r, struct wpp_record_layout *l, uint32_t begin, uint32_t end, bool rest,
       uint64_t *align)
{
  uint64_t at = 0;
  *align = 1;
  for (uint32_t i = begin; i < end; i++)
    {
      const struct wpp_record_field *f = &r->fields[l->order[i]];
      uint64_t a = align_of (f);
      at = round_up (at, a);
      l->at[l->order[i]] = at;
      l->rest[l->order[i]] = rest;
      at += f->size;
      *align = a > *align ? a : *align;
    }
  return at;
}

/* Give L, which has an order, places and sizes, if it keeps N_HERE fields together.  False: it would be no smaller.  */
static bool
place_all (const struct wpp_record *r, struct wpp_record_layout *l, uint32_t n_here)
{
  uint64_t align, rest_align, here = place (r, l, 0, n_here, false, &align);
  l->n_here = n_here;
  l->rest_bytes = l->link = 0;
  if (n_here == r->n_fields)
    {
      l->bytes = r->size;
      return here <= r->size;
    }
  uint64_t known = place (r, l, n_here, r->n_fields, true, &rest_align);
  l->link = round_up (here, LINK_BYTES);
  l->bytes = round_up (l->link + LINK_BYTES, align > LINK_BYTES ? align : LINK_BYTES);
  l->rest_bytes = round_up (known > r->size - here ? known : r->size - here, rest_align);
  return here <= r->size && l->bytes < r->size;
}

/* A field, and what orders ask of it.  */
struct ranked
{
  uint32_t field;
  uint64_t visits, align;
};

static int
by_visits (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  if (x->visits != y->visits)
    return x->visits < y->visits ? 1 : -1;
  return x->align != y->align ? (x->align < y->align ? 1 : -1) : x->field < y->field ? -1 : x->field > y->field;
}

static int
by_align (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  return x->align != y->align ? (x->align < y->align ? 1 : -1) : x->field < y->field ? -1 : x->field > y->field;
}

/* Let L have the fields of R in the order of their visits; the first N_HERE again by how they are aligned, so that
   nothing is lost between them.  */
static void
order_by_visits (const struct wpp_record *r, struct wpp_record_layout *l, uint32_t n_here)
{
  struct ranked ranks[WPP_MOST_FIELDS];
  for (uint32_t i = 0; i < r->n_fields; i++)
    ranks[i] = (struct ranked){ i, r->fields[i].visits, align_of (&r->fields[i]) };
  qsort (ranks, r->n_fields, sizeof *ranks, by_visits);
  qsort (ranks, n_here, sizeof *ranks, by_align);
  for (uint32_t i = 0; i < r->n_fields; i++)
    l->order[i] = ranks[i].field;
}

/* How many visits use FIELD with one of the fields from BEGIN to before END of L's order.  */
static uint64_t
visits_with (const struct chooser *c, const struct wpp_record_layout *l, uint32_t begin, uint32_t end, uint32_t field)
{
  uint64_t n = 0;
  for (size_t i = 0; i < c->n_uses; i++)
    {
      const struct wpp_field_use *u = &c->r->uses[i];
      bool with = false;
      for (uint32_t k = begin; k < end && !with; k++)
        with = wpp_field_in_p (&u->set, l->order[k]);
      if (with && wpp_field_in_p (&u->set, field))
        n = wpp_saturating_add (n, u->visits);
    }
  return n;
}

/* Let L have the first N_HERE of its fields in an order in which each line has what is used together: one after the
   other the one that is used most with what is in the line already.  */
static void
order_by_affinity (const struct chooser *c, struct wpp_record_layout *l, uint32_t n_here)
{
  uint64_t bytes = 0;
  for (uint32_t i = 1, begin = 0; i < n_here; i++)
    {
      uint32_t best = i;
      uint64_t most = 0;
      bytes += c->r->fields[l->order[i - 1]].size;
      if (bytes >= c->line)
        {
          begin = i;
          bytes %= c->line;
        }
      for (uint32_t k = i; k < n_here; k++)
        {
          uint64_t n = begin < i ? visits_with (c, l, begin, i, l->order[k]) : c->r->fields[l->order[k]].visits;
          if (n > most)
            {
              most = n;
              best = k;
            }
        }
      uint32_t field = l->order[best];
      memmove (&l->order[i + 1], &l->order[i], (best - i) * sizeof *l->order);
      l->order[i] = field;
    }
}

/* ---- The choice.  */

/* L keeps N_HERE fields: let it be R's, as CHOICE, if it touches fewer lines than what R has.  */
static void
try_layout (struct chooser *c, struct wpp_record_layout *l, uint32_t n_here, enum wpp_record_choice choice,
            double least_gain)
{
  struct wpp_record *r = c->r;
  if (!place_all (r, l, n_here))
    return;
  double lines = lines_of_all (c, l);
  if (lines < r->lines_then - least_gain * r->lines)
    {
      r->then = *l;
      r->lines_then = lines;
      r->choice = choice;
    }
}

/* Try N_HERE fields together, the others split off if there are any.  */
static void
try_number (struct chooser *c, struct wpp_record_layout *l, uint32_t n_here, double least_gain)
{
  enum wpp_record_choice choice = n_here < c->r->n_fields ? WPP_RECORD_SPLIT : WPP_RECORD_REORDER;
  order_by_visits (c->r, l, n_here);
  try_layout (c, l, n_here, choice, least_gain);
}

/* Try to split R's fields after each number of them.  */
static void
try_splits (struct chooser *c, struct wpp_record_layout *l)
{
  uint32_t n = c->r->n_fields, step = 1 + n / MOST_SPLITS;
  double least_gain = c->r->choice == WPP_RECORD_KEEP ? LEAST_GAIN : SPLIT_GAIN;
  for (uint32_t i = 1; i < n; i += step)
    {
      enum wpp_record_choice before = c->r->choice;
      try_number (c, l, i, before == WPP_RECORD_SPLIT ? 0 : least_gain);
    }
  if (c->r->choice != WPP_RECORD_SPLIT)
    return;
  *l = c->r->then;
  order_by_affinity (c, l, l->n_here);
  try_layout (c, l, l->n_here, WPP_RECORD_SPLIT, 0);
}

static int
compare_uses (const void *a, const void *b)
{
  const struct wpp_field_use *x = a, *y = b;
  return x->visits != y->visits ? (x->visits < y->visits ? 1 : -1) : memcmp (&x->set, &y->set, sizeof x->set);
}

int
wpp_fields_choose (struct wpp_record *r, uint64_t line)
{
  struct chooser c = { .r = r, .line = line, .lines = malloc (MOST_WALKED + 1) };
  struct wpp_record_layout *l = calloc (1, sizeof *l);
  int err = c.lines && l ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    {
      qsort (r->uses, r->n_uses, sizeof *r->uses, compare_uses);
      c.n_uses = r->n_uses < MOST_USES ? r->n_uses : MOST_USES;
      r->lines = r->lines_then = lines_of_all (&c, NULL);
      r->choice = WPP_RECORD_KEEP;
      try_number (&c, l, r->n_fields, LEAST_GAIN);
      order_by_affinity (&c, l, r->n_fields);
      try_layout (&c, l, r->n_fields, WPP_RECORD_REORDER, r->choice == WPP_RECORD_KEEP ? LEAST_GAIN : 0);
      try_splits (&c, l);
    }
  free (c.lines);
  free (l);
  return err;
}
