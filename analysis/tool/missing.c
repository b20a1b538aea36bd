/* What the profiles that are read miss: said once a file, and in all JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "tool/tool.h"

/* What one file misses.  */
struct lossy
{
  char *file;
  struct wpp_missing missing;
};

static struct lossy *lossy;   /* [n_lossy] */
static size_t n_lossy;

static bool
known_p (const char *file)
{
  for (size_t i = 0; i < n_lossy; i++)
    if (strcmp (lossy[i].file, file) == 0)
      return true;
  return false;
}

/* ---- As rows.  */

struct since_row
{
  uint64_t thread, event;
};

struct missing_row
{
  const char *file, *unit;
  struct wpp_any_cell lost;     /* nothing: nobody knows */
  uint64_t kept;
  double share;
  uint64_t threads;
  const struct since_row *since;
};

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF since_row
static const struct wpp_row_column since_columns[] = { COLUMN (thread, NUMBER), COLUMN (event, COUNT) };
static const struct wpp_schema since_schema = WPP_SCHEMA ("since", struct OF, since_columns);
#undef OF

#define OF missing_row
static const struct wpp_row_column missing_columns[]
  = { COLUMN (file, TEXT), COLUMN (unit, TEXT), COLUMN (lost, ANY), COLUMN (kept, COUNT), COLUMN (share, REAL),
      COLUMN (threads, NUMBER), COLUMN (since, ROW_AT, .of = &since_schema) };
static const struct wpp_schema missing_schema = WPP_SCHEMA ("missing", struct OF, missing_columns);
#undef OF

static int
get_missing (void *data, size_t i, void *row)
{
  static struct since_row since;
  const struct wpp_missing *m = &lossy[i].missing;
  double share = wpp_missing_share (m);
  since = (struct since_row){ m->thread, m->since };
  *(struct missing_row *)row = (struct missing_row){
    .file = lossy[i].file,
    .unit = m->counts ? "executions" : "events",
    .lost = m->unknown ? (struct wpp_any_cell){ WPP_CELL_TEXT, { .text = NULL } }
                       : (struct wpp_any_cell){ WPP_CELL_COUNT, { .number = m->lost } },
    .kept = m->kept,
    .share = share < 0 ? NAN : share,
    .threads = m->n_threads,
    .since = m->since_known ? &since : NULL
  };
  return 0;
}

/* ---- Switches of stacks.  */

struct switches_row
{
  const char *file;
  uint64_t switches;
};

static struct switches_row *switched;   /* [n_switched] */
static size_t n_switched;
static bool calls_matter;

#define OF switches_row
static const struct wpp_row_column switches_columns[] = { COLUMN (file, TEXT), COLUMN (switches, COUNT) };
static const struct wpp_schema switches_schema = WPP_SCHEMA ("stack_switches", struct OF, switches_columns);
#undef OF

static int
get_switches (void *data, size_t i, void *row)
{
  *(struct switches_row *)row = switched[i];
  return 0;
}

/* What is said with a whole answer: what each file misses, and how often stacks were switched in a way that is not
   known.  */
struct about
{
  struct wpp_row_list missing, stack_switches;
};

static const struct wpp_row_column about_columns[]
  = { WPP_COLUMN (struct about, missing, LIST, .of = &missing_schema, .optional = true),
      WPP_COLUMN (struct about, stack_switches, LIST, .of = &switches_schema, .optional = true) };
static const struct wpp_schema about_schema = WPP_SCHEMA ("about", struct about, about_columns);

static struct about about;

void
wpp_missing_about (struct wpp_row_sink *sink, bool end)
{
  wpp_sink_about (sink, &about_schema, &about, end);
}

void
wpp_calls_matter (void)
{
  calls_matter = true;
}

/* Say how often P's threads switched stacks in a way that is not known, if the answer depends on it.  */
static void
tell_switches (const struct wpp_profile *p)
{
  uint64_t n = 0;
  char text[WPP_COUNT_TEXT];
  for (size_t i = 0; i < p->n_threads; i++)
    {
      const struct wpp_thread *t = &p->threads[i];
      /* Who asks for values has threads in the order of time.  */
      n = wpp_saturating_add (n, wpp_saturating_add (t->switched, t->n_stacks ? 0 : t->left));
    }
  bool told = !n || !calls_matter;
  for (size_t i = 0; i < n_switched; i++)
    told |= strcmp (switched[i].file, p->file) == 0;
  if (told)
    return;
  switched = wpp_grow (switched, n_switched + 1, sizeof *switched);
  switched[n_switched++] = (struct switches_row){ wpp_need (strdup (p->file)), n };
  about.stack_switches = (struct wpp_row_list){ n_switched, NULL, get_switches };
  wpp_say (p->file, "stacks were switched %s times in a way that is not known: who called whom, and what is counted by "
           "activation, is not exact", wpp_count_text (n, text));
}

/* ---- Files.  */

/* A file is read several times by some commands; one that misses nothing costs nothing here.  */
void
wpp_missing_tell (const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_missing m;
  char text[WPP_MISSING_TEXT];
  bool any = false;
  tell_switches (p);
  for (size_t i = 0; i < p->n_threads; i++)
    any |= p->threads[i].lost > 0;
  if (!any || known_p (p->file))
    return;
  int err = wpp_profile_missing (p, &m, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
  lossy = wpp_grow (lossy, n_lossy + 1, sizeof *lossy);
  lossy[n_lossy++] = (struct lossy){ wpp_need (strdup (p->file)), m };
  about.missing = (struct wpp_row_list){ n_lossy, NULL, get_missing };
  wpp_say (p->file, "%s", wpp_missing_text (&m, text, sizeof text));
}
