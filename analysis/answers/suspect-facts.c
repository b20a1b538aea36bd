/* Data flow facts that held in a run, for `wpp suspect'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thing is a fact that held at least once when a block was entered.  Facts speak the source's language: those of two
   runs are the same if they say the same of the same block.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/computed-frequencies.h"
#include "answers/suspect-impl.h"
#include "base/bytes.h"

struct taking
{
  struct wpp_row_sink sink;
  const struct wpp_suspect_facts_user *user;
  struct wpp_kept_texts *texts;
  struct wpp_code *code;
  struct wpp_hash_table by_name; /* of CODE's functions */
};

struct name
{
  const char *source, *function;
};

static bool
named_p (const void *functions, uint32_t number, const void *key)
{
  const struct wpp_code_function *f = &((const struct wpp_code_function *)functions)[number];
  const struct name *name = key;
  return !strcmp (wpp_function_name (f->function), name->function)
         && !strcmp (wpp_source_name (f->unit), name->source);
}

static uint32_t
hash_of (const struct wpp_hash_table *t, const char *name)
{
  return wpp_hash_bytes (t, name, strlen (name));
}

static int
list_names (struct taking *t)
{
  int err = wpp_hash_reserve (&t->by_name, t->code->n_functions);
  for (uint32_t i = 0; i < t->code->n_functions && !err; i++)
    wpp_hash_add (&t->by_name, hash_of (&t->by_name, wpp_function_name (t->code->functions[i].function)), i);
  return err;
}

/* The texts that ROW's fact has in a key: what it says, and the name of its problem.  Null when out of memory.  */
static const char *
keep_fact (struct taking *t, const struct wpp_frequency_row *row)
{
  char line[32] = "";
  struct wpp_buffer b = { 0 };
  if (row->line)
    snprintf (line, sizeof line, " (line %" PRIu32 ")", row->line);
  wpp_put_bytes (&b, row->fact, strlen (row->fact));
  wpp_put_bytes (&b, line, strlen (line) + 1);
  wpp_put_bytes (&b, row->problem, strlen (row->problem) + 1);
  const char *kept = b.failed ? NULL : wpp_keep_bytes (t->texts, b.data, b.size);
  wpp_buffer_release (&b);
  return kept;
}

static int
take_row (struct wpp_row_sink *sink, const void *data)
{
  struct taking *t = (struct taking *)sink;
  const struct wpp_frequency_row *row = data;
  if (!row->fact || !strcmp (row->frequency, "0"))
    return 0;
  const struct name name = { row->file, row->function };
  uint32_t i = wpp_hash_find (&t->by_name, hash_of (&t->by_name, row->function), named_p, t->code->functions, &name);
  if (i == WPP_NO_ITEM)
    return 0;
  const char *fact = keep_fact (t, row);
  return fact ? t->user->take (t->user->data, &t->code->functions[i], row->block, fact) : WPP_E_NOMEM;
}

int
wpp_suspect_visit_facts (struct wpp_recording *r, struct wpp_code *code, struct wpp_kept_texts *texts,
                         unsigned problems, const struct wpp_suspect_facts_user *user, struct wpp_place *place)
{
  struct taking t = { .sink = { .row = take_row }, .user = user, .texts = texts, .code = code };
  const struct wpp_computed_asked computed = { .problems = problems };
  const struct wpp_frequencies_asked all = { .top = UINT64_MAX };
  struct wpp_frequency_table *table = wpp_frequency_table_new (NULL);
  size_t n_lacking = 0;
  bool any;
  int err = table ? list_names (&t) : WPP_E_NOMEM;
  if (!err)
    err = wpp_compute_frequencies (table, r, &computed, &n_lacking, place);
  if (!err && n_lacking)
    wpp_recording_tell (r, NULL, WPP_LACKING_STATEMENTS, n_lacking);
  if (!err)
    err = wpp_answer_frequencies (table, &all, &t.sink, &any);
  wpp_frequency_table_free (table);
  wpp_hash_release (&t.by_name);
  return err;
}

const char *
wpp_suspect_fact_problem (const struct wpp_suspect_key *key)
{
  const char *fact = wpp_suspect_fact_text (key);
  return fact + strlen (fact) + 1;
}

const char *
wpp_suspect_fact_text (const struct wpp_suspect_key *key)
{
  return (const char *)(uintptr_t)key->a;
}
