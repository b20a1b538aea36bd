/* Values at value places, by replay (replayed.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <xxhash.h>
#include "activations/counts/value-counts.h"
#include "base/far/far.h"
#include "base/file-copy.h"
#include "base/kept-file.h"
#include "decide/places/frequent.h"
#include "decide/places/replayed.h"
#include "recording/profile/read.h"
#include "recording/profile/runs.h"
#include "values/replay/threads.h"

#define MAGIC "\211WPV\r\n\032\n"
#define VERSION 1u

/* A place that is watched.  */
struct watched
{
  const struct wpp_code_place *place;
  uint64_t ones;                /* mask of the value's bits */
  uint32_t value, dividend;     /* values of the body; WPP_NONE: none, or DIVIDEND is a constant */
  uint64_t constant;
  uint64_t words[WPP_PLACE_WORDS];
  struct wpp_frequent frequent;
};

struct teller
{
  const struct wpp_bindings *bindings;
  struct watched *all;          /* [n] parallel to the code's places */
  uint32_t **of_statement;      /* [functions] null, or [statements] number plus 1 of the place, or 0 */
  struct calling                /* the last indirect call, until the next path comes */
  {
    struct watched *place;      /* null: none */
    uint32_t thread;
    uint64_t activation;
    size_t depth;
  } calling;
};

/* ---- What is told.  */

/* W is executed with VALUE and DIVIDEND, if it has one.  */
static int
count (struct watched *w, uint64_t value, struct wpp_word dividend)
{
  uint32_t kind = w->place->place->kind;
  unsigned word = kind == WPP_PLACE_SIZE                        ? wpp_place_word_for_size (value)
                  : kind == WPP_PLACE_MODULUS && dividend.known ? wpp_place_word_for_dividend (value, dividend.word)
                                                                : 0;
  if (word)
    w->words[word]++;
  if (kind == WPP_PLACE_MODULUS && wpp_place_power_p (value))
    w->words[1]++;
  return value == UINT64_MAX ? 0 : wpp_frequent_add (&w->frequent, value);
}

/* A statement that is a place comes.  */
static int
statement (void *data, const struct wpp_replay_now *now)
{
  struct teller *t = data;
  struct watched *w = &t->all[t->of_statement[now->function][now->statement] - 1];
  const struct wpp_word *values = wpp_values_replay_frame (now->replay, now->depth).values;
  struct wpp_word dividend = { w->constant, 1 };
  w->words[0]++;
  if (w->place->place->kind == WPP_PLACE_TARGET)
    t->calling = (struct calling){ w, now->thread, now->activation, now->depth };
  if (w->value == WPP_NONE || !values[w->value].known)
    return 0;
  if (w->dividend != WPP_NONE)
    dividend = values[w->dividend];
  dividend.word &= w->ones;
  return count (w, values[w->value].word & w->ones, dividend);
}

/* A path comes: if an activation begins with it that was called by the last call, that is the call's target.  The call
   may have been a jump, which leaves the caller.  */
static int
path (void *data, const struct wpp_replay_now *now)
{
  struct teller *t = data;
  const struct calling c = t->calling;
  t->calling.place = NULL;
  if (!c.place || c.thread != now->thread || now->activation <= c.activation
      || (now->depth != c.depth + 1 && now->depth != c.depth))
    return 0;
  const struct wpp_code_function *f = &t->bindings->code->functions[now->function];
  uint32_t number = wpp_target_number (f->function->name, f->function->flags & WPP_FN_LOCAL, f->unit->source);
  return wpp_frequent_add (&c.place->frequent, number);
}

/* ---- What is watched.  */

/* Let W, whose statement is S of B, know its values; return false if S has not what its kind has.  */
static bool
find_values (struct watched *w, const struct wpp_body *b, const struct wpp_statement *s)
{
  static const uint32_t of_kind[] = { [WPP_PLACE_DIVISOR] = 1, [WPP_PLACE_MODULUS] = 1, [WPP_PLACE_SIZE] = 2,
                                      [WPP_PLACE_CASE] = 0 };
  uint32_t kind = w->place->place->kind;
  if (kind == WPP_PLACE_TARGET)
    return s->kind == WPP_STATEMENT_CALL;
  if (of_kind[kind] >= s->n_operands)
    return false;
  w->value = wpp_operand_value (wpp_statement_operand (b, s, of_kind[kind]));
  if (kind == WPP_PLACE_MODULUS)
    {
      const struct wpp_operand *dividend = wpp_statement_operand (b, s, 0);
      w->dividend = wpp_operand_value (dividend);
      if (dividend->kind == WPP_OPERAND_CONSTANT)
        w->constant = b->program->constants[dividend->index].low;
    }
  return w->value != WPP_NONE;
}

static int
watch_place (struct teller *t, size_t i)
{
  const struct wpp_code_place *p = &t->bindings->code->places[i];
  const struct wpp_micro_layout *l = t->bindings->layouts[p->function];
  uint32_t **of = &t->of_statement[p->function];
  struct watched *w = &t->all[i];
  *w = (struct watched){ .place = p, .ones = UINT64_MAX >> (64 - p->place->bits), .value = WPP_NONE,
                         .dividend = WPP_NONE };
  if (!l || p->place->statement >= l->body->n_statements
      || !find_values (w, l->body, &l->body->statements[p->place->statement]))
    return 0;
  if (!*of && !(*of = calloc (l->body->n_statements, sizeof **of)))
    return WPP_E_NOMEM;
  (*of)[p->place->statement] = i + 1;
  return 0;
}

/* For replay: which statements of FUNCTION are watched.  */
static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct teller *t = data;
  const uint32_t *of = t->of_statement[function];
  uint32_t n = t->bindings->layouts[function]->body->n_statements;
  uint8_t *flags = of ? calloc (n + (size_t)1, 1) : NULL;
  *err = of && !flags ? WPP_E_NOMEM : 0;
  for (uint32_t i = 0; i < n && flags; i++)
    if (of[i])
      flags[i] = WPP_WATCH_STATEMENT;
  return flags;
}

/* ---- A run.  */

static int
replay (struct teller *t, const struct wpp_profile *p)
{
  const struct wpp_replay_user user = { .data = t, .watched = watched, .path = path, .statement = statement };
  int err;
  struct wpp_values_replay *r = wpp_values_replay_new ((struct wpp_bindings *)t->bindings, &user, &err);
  for (size_t i = 0; i < p->n_threads && r && !err; i++)
    {
      wpp_far_part (i, p->n_threads);
      err = wpp_replay_thread (r, &p->threads[i]);
    }
  wpp_values_replay_free (r);
  return err;
}

/* Append W, which was executed, to PLACES, which have room.  */
static void
append (struct wpp_run_places *places, size_t *n_values, struct watched *w)
{
  struct wpp_run_place *p = &places->places[places->n++];
  size_t n = wpp_frequent_sort (&w->frequent);
  *p = (struct wpp_run_place){ .word = w->place->first, .lacks = w->frequent.taken,
                               .n = n < WPP_RUN_PLACE_VALUES ? n : WPP_RUN_PLACE_VALUES,
                               .values = places->values + *n_values };
  for (unsigned i = 0; i < WPP_PLACE_WORDS; i++)
    p->words[i] = w->words[i];
  for (size_t i = 0; i < p->n; i++)
    p->values[i] = w->frequent.slots[i];
  *n_values += p->n;
}

/* Set *PLACES to what T was told.  */
static int
collect (struct teller *t, struct wpp_run_places *places)
{
  size_t n = t->bindings->code->n_places, n_values = 0;
  places->places = calloc (n + 1, sizeof *places->places);
  places->values = calloc (n * WPP_RUN_PLACE_VALUES + 1, sizeof *places->values);
  if (!places->places || !places->values)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    if (t->all[i].words[0])
      append (places, &n_values, &t->all[i]);
  return 0;
}

static void
release (struct teller *t)
{
  for (size_t i = 0; t->all && i < t->bindings->code->n_places; i++)
    wpp_frequent_release (&t->all[i].frequent);
  for (size_t i = 0; t->of_statement && i < t->bindings->code->n_functions; i++)
    free (t->of_statement[i]);
  free (t->of_statement);
  free (t->all);
}

/* Replay P, whose functions B has bound.  */
static int
tell (const struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_run_places *places)
{
  const struct wpp_code *code = b->code;
  struct teller t = { .bindings = b, .all = calloc (code->n_places + 1, sizeof *t.all),
                      .of_statement = calloc (code->n_functions + 1, sizeof *t.of_statement) };
  int err = t.all && t.of_statement ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < code->n_places && !err; i++)
    err = watch_place (&t, i);
  if (!err)
    err = replay (&t, p);
  if (!err)
    err = collect (&t, places);
  release (&t);
  return err;
}

static int
tell_profile (const struct wpp_replayed_file *f, const struct wpp_profile *p, struct wpp_run_places *places,
              struct wpp_place *place)
{
  int err = 0;
  struct wpp_code *code = wpp_code_load (p, f->programs, &err, place);
  struct wpp_bindings *b = code && code->n_places ? wpp_bindings_new (code, &err, place) : NULL;
  if (b)
    err = tell (b, p, places);
  wpp_bindings_free (b);
  wpp_code_free (code);
  return err;
}

static int
make (const struct wpp_replayed_file *f, struct wpp_run_places *places, struct wpp_place *place)
{
  int err = 0;
  struct wpp_profile *p = wpp_profile_scan (f->data, f->size, &err, place);
  if (p)
    err = wpp_profile_find_grammars (p, f->name, f->locked, place);
  if (p && !err)
    err = wpp_profile_read_scanned (p, NULL, WPP_CALLS_GRAMMARS, place);
  if (p && !err)
    err = tell_profile (f, p, places, place);
  wpp_profile_free (p);
  return err;
}

/* ---- What is kept.  */

static bool
read_kept (void *data, const unsigned char *bytes, size_t size)
{
  struct wpp_run_places *places = data;
  struct wpp_reader r = wpp_reader_of (bytes, size);
  if (!wpp_run_places_read (&r, places) && !r.bad && !wpp_reader_left (&r))
    return true;
  wpp_run_places_release (places);
  return false;
}

static void
keep (const struct wpp_kept *k, const struct wpp_run_places *places)
{
  struct wpp_buffer b = { 0 };
  wpp_kept_begin_checked (k, &b);
  wpp_run_places_put (&b, places);
  if (!b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
}

int
wpp_replayed_places (const struct wpp_replayed_file *file, struct wpp_run_places *places, struct wpp_place *place)
{
  struct wpp_kept k = { .file = file->name, .suffix = ".plc", .magic = MAGIC, .version = VERSION,
                        .hash = XXH3_64bits (file->data, file->size), .size = file->size };
  bool kept = wpp_kept_of_file (&k);
  *places = (struct wpp_run_places){ 0 };
  if (kept && wpp_kept_read_checked (&k, read_kept, places))
    return 0;
  int err = make (file, places, place);
  if (!err && kept)
    keep (&k, places);
  return err;
}

int
wpp_replayed_places_named (const char *name, const char *const *programs, struct wpp_run_places *places,
                           struct wpp_place *place)
{
  struct wpp_file_copy copy;
  *places = (struct wpp_run_places){ 0 };
  int err = wpp_file_copy_named (name, &copy);
  if (err)
    return err;
  const struct wpp_replayed_file file = { name, copy.data, copy.size, programs, false };
  err = wpp_replayed_places (&file, places, place);
  wpp_file_copy_release (&copy);
  return err;
}
