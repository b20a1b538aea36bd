/* The effects of rules on the stack of activations, remembered (memo.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule gets a mode when it ends.  Until then it keeps what it has found in the place of what it has looked at
   (`saved'), and what it counts, its user's numbers and other rules' modes (`log').

   A function that is called from many contexts finds as many activations below it.  The first few modes of a rule, and
   those that did not look at any activation, are tried in turn; the others are looked up by the topmost activation that
   they found.

   Longer than 500 lines: how rules are executed, and what they remember of it.  */

#include <stdlib.h>
#include <string.h>
#include "activations/machine/memo.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"

/* Of a rule, that are tried in turn; that find the same topmost activation.  */
#define FEW_MODES 4u
#define MOST_MODES 8u
/* Of a mode, before and after.  */
#define MOST_STATES 64u
/* The most counts that are in no mode yet.  */
#define MOST_LOG ((size_t) 1 << 20)
/* The most for a grammar, and in addition for each of its symbols: steps; modes; activations that modes find and leave;
   counts of modes.  Real programs, with up to 7 million symbols, had at most 4, 0.3, 1.5 and 0.8 of them a symbol,
   but gnugo, which takes 36 steps where calls are told by their callers.  */
#define MOST_WORK (UINT64_C (1) << 26)
#define MOST_WORK_A_SYMBOL 64
#define MOST_ALL_MODES ((uint64_t) 1 << 19)
#define MOST_MODES_A_SYMBOL 1
#define MOST_ALL_STATES ((uint64_t) 1 << 21)
#define MOST_STATES_A_SYMBOL 4
#define MOST_PARTS ((uint64_t) 1 << 21)
#define MOST_PARTS_A_SYMBOL 2

/* A rule that is being executed.  */
struct frame
{
  uint32_t rule;
  uint64_t at, left;        /* the present symbol; how often it is still to be done, or 0 when it has not begun */
  size_t depth, low;        /* depth of the stack at the beginning; activations from LOW on have been looked at */
  size_t saved, log;        /* the beginnings of its parts of those arrays */
  bool record;              /* it may become a mode */
  bool bottom;              /* it has seen that there are no activations below LOW */
};

/* NUMBER of WHAT was counted COUNT times.  */
struct counted
{
  uint32_t what;
  uint64_t number, count;
};
#define MODE UINT32_MAX     /* NUMBER is its index */

/* What a rule did once.  */
struct mode
{
  uint32_t rule;
  uint32_t next;            /* another that is tried after it, index + 1, or 0 */
  uint32_t n_before, n_after;
  uint32_t top;             /* lower half of the value of the topmost activation that it finds */
  bool bottom;              /* it applies only if no activation is below those that it finds */
  bool stable;              /* it leaves what it finds */
  size_t states;            /* place in STATES: N_BEFORE that it finds, topmost first, then N_AFTER that it leaves */
  size_t log, n_log;        /* place in PARTS: what it counts */
  uint64_t times;
};

struct wpp_memo
{
  struct wpp_machine *machine;
  struct wpp_memo_user user;
  const struct wpp_grammar *grammar;   /* that is being read */
  uint64_t most_work;                  /* for a grammar, or 0 */
  const struct wpp_memo_stops *stops;  /* of it, or null; */
  size_t stopped;                      /* so many were come to */
  struct frame *frames;                /* [n_frames], rule 0 first; LOW and BOTTOM of the last are the machine's */
  size_t n_frames, frames_room;
  struct wpp_activation *saved;        /* activations as the frames found them, topmost first */
  size_t n_saved, saved_room;
  struct counted *log;                 /* counts of the frames that are in no mode yet */
  size_t n_log, log_room;
  uint32_t *first;                     /* [n_rules] a rule's modes that are tried in turn: index + 1, or 0 */
  struct wpp_hash_table by_top;        /* first modes of rules that found a certain topmost activation */
  struct mode *modes;
  size_t n_modes, modes_room;
  struct wpp_activation *states;
  size_t n_states, states_room;
  struct counted *parts;
  size_t n_parts, parts_room;
};

/* Make room for MORE items in an array of MEMO, which is not null afterwards.  */
#define HAVE_ROOM(memo, name, more)                                                               \
  WPP_RESERVE ((memo)->name, (memo)->name##_room, (memo)->n_##name, (more) + (size_t) 1)

static uint64_t
n_symbols_of (const struct wpp_memo *memo)
{
  return memo->grammar->start[memo->grammar->n_rules];
}

/* ---- Looking at activations.  */

/* Save activations that are looked at for the first time (struct wpp_machine).  */
static int
look_below (void *data, size_t depth)
{
  struct wpp_memo *memo = data;
  struct wpp_machine *m = memo->machine;
  size_t low = depth ? depth - 1 : 0;
  m->bottom |= depth == 0;
  if (m->low <= low)
    return WPP_OK;
  size_t n = m->low - low;
  int err = HAVE_ROOM (memo, saved, n);
  if (!err)
    while (m->low > low)
      memo->saved[memo->n_saved++] = m->stack[--m->low];
  m->work += n;
  return err;
}

/* At the end of the topmost frame F: what F has found below what its caller has looked at, the caller has found,
   too.  */
static void
hand_down_saved (struct wpp_memo *memo, const struct frame *f)
{
  struct wpp_machine *m = memo->machine;
  const struct frame *caller = f - 1;
  size_t low = m->low;
  m->low = caller->low;
  m->bottom |= caller->bottom;
  if (low >= caller->low)
    {
      memo->n_saved = f->saved;
      return;
    }
  size_t n = caller->low - low;
  memmove (&memo->saved[f->saved], &memo->saved[memo->n_saved - n], n * sizeof *memo->saved);
  memo->n_saved = f->saved + n;
  m->low = low;
}

/* ---- Counting.  */

static int
count_for_good (struct wpp_memo *memo, const struct counted *c, uint64_t times)
{
  uint64_t n = wpp_saturating_product (c->count, times);
  if (c->what != MODE)
    return memo->user.count (memo->user.data, c->what, c->number, n);
  memo->modes[c->number].times = wpp_saturating_add (memo->modes[c->number].times, n);
  return WPP_OK;
}

/* Pass on all counts that are in no mode.  The rules that are being executed get no mode then.  */
static int
flush (struct wpp_memo *memo)
{
  int err = WPP_OK;
  for (size_t i = 0; i < memo->n_log && !err; i++)
    err = count_for_good (memo, &memo->log[i], 1);
  memo->n_log = 0;
  for (size_t i = 0; i < memo->n_frames; i++)
    {
      memo->frames[i].log = 0;
      memo->frames[i].record = false;
    }
  return err;
}

int
wpp_memo_count (struct wpp_memo *memo, uint32_t what, uint64_t number, uint64_t count)
{
  struct counted counted = { what, number, count };
  if (!memo->n_frames)
    return count_for_good (memo, &counted, 1);
  size_t begin = memo->frames[memo->n_frames - 1].log;
  struct counted *last = memo->n_log > begin ? &memo->log[memo->n_log - 1] : NULL;
  if (last && last->what == what && last->number == number)
    {
      last->count = wpp_saturating_add (last->count, count);
      return WPP_OK;
    }
  int err = HAVE_ROOM (memo, log, 1);
  if (err)
    return err;
  memo->log[memo->n_log++] = counted;
  return memo->n_log > MOST_LOG ? flush (memo) : WPP_OK;
}

/* Multiply the counts of the modes by how often the modes were used.  */
static int
count_modes (struct wpp_memo *memo)
{
  int err = WPP_OK;
  for (size_t i = memo->n_modes; i-- > 0;)
    if (memo->modes[i].times)
      {
        for (size_t k = 0; k < memo->modes[i].n_log && !err; k++)
          err = count_for_good (memo, &memo->parts[memo->modes[i].log + k], memo->modes[i].times);
        memo->modes[i].times = 0;
      }
  return err;
}

/* ---- Modes.  */

static bool
equal_p (const struct wpp_activation *a, const struct wpp_activation *b)
{
  return a->function == b->function && a->landing == b->landing && a->known == b->known && a->place == b->place
         && a->value == b->value;
}

/* Does M apply to the present stack?  */
static bool
fits_p (const struct wpp_memo *memo, const struct mode *m)
{
  const struct wpp_machine *machine = memo->machine;
  if (m->bottom ? m->n_before != machine->depth : m->n_before > machine->depth)
    return false;
  if (m->n_before && m->top != (uint32_t) machine->stack[machine->depth - 1].value)
    return false;
  for (uint32_t i = 0; i < m->n_before; i++)
    if (!equal_p (&memo->states[m->states + i], &machine->stack[machine->depth - 1 - i]))
      return false;
  return true;
}

/* RULE and the topmost activation TOP that it finds; no bytes between the fields.  */
struct key
{
  uint64_t place, value;
  uint32_t rule, function, landing, known;
};

static struct key
key_of (uint32_t rule, const struct wpp_activation *top)
{
  return (struct key){ top->place, top->value, rule, top->function, top->landing, top->known };
}

struct looked_up
{
  uint32_t rule;
  const struct wpp_activation *top;
};

static bool
mode_has_top_p (const void *data, uint32_t number, const void *key)
{
  const struct wpp_memo *memo = data;
  const struct looked_up *l = key;
  const struct mode *m = &memo->modes[number];
  return m->rule == l->rule && equal_p (&memo->states[m->states], l->top);
}

/* The first mode of RULE that found TOP, index + 1, or 0.  *HASH is set if the table has slots.  */
static uint32_t
first_mode (const struct wpp_memo *memo, uint32_t rule, const struct wpp_activation *top, uint32_t *hash)
{
  const struct key key = key_of (rule, top);
  if (!wpp_hash_slots (&memo->by_top))
    return 0;
  *hash = wpp_hash_bytes (&memo->by_top, &key, sizeof key);
  return wpp_hash_find (&memo->by_top, *hash, mode_has_top_p, memo, &(struct looked_up){ rule, top }) + 1;
}

/* Of the modes from FIRST on, index + 1, one that fits, or null.  */
static struct mode *
fitting_mode (struct wpp_memo *memo, uint32_t first)
{
  for (uint32_t i = first; i; i = memo->modes[i - 1].next, memo->machine->work++)
    if (fits_p (memo, &memo->modes[i - 1]))
      return &memo->modes[i - 1];
  return NULL;
}

/* How many modes are there from FIRST on, index + 1?  */
static unsigned
n_modes (const struct wpp_memo *memo, uint32_t first)
{
  unsigned n = 0;
  for (uint32_t i = first; i; i = memo->modes[i - 1].next)
    n++;
  return n;
}

/* Has RULE more modes than are tried in turn?  */
static bool
many_p (const struct wpp_memo *memo, uint32_t rule)
{
  return n_modes (memo, memo->first[rule]) >= FEW_MODES;
}

/* The mode of RULE that applies to the present stack, or null.  */
static struct mode *
find_mode (struct wpp_memo *memo, uint32_t rule)
{
  const struct wpp_machine *m = memo->machine;
  uint32_t hash;
  struct mode *mode = fitting_mode (memo, memo->first[rule]);
  if (mode || !m->depth || !many_p (memo, rule))
    return mode;
  return fitting_mode (memo, first_mode (memo, rule, &m->stack[m->depth - 1], &hash));
}

/* Let the new mode, of number N, be found.  */
static int
link_mode (struct wpp_memo *memo, uint32_t n)
{
  struct mode *m = &memo->modes[n];
  uint32_t hash, *list = &memo->first[m->rule];
  if (m->n_before && many_p (memo, m->rule))
    {
      int err = wpp_hash_reserve (&memo->by_top, 1);
      if (err)
        return err;
      uint32_t first = first_mode (memo, m->rule, &memo->states[m->states], &hash);
      if (!first)
        {
          wpp_hash_add (&memo->by_top, hash, n);
          return WPP_OK;
        }
      list = &memo->modes[first - 1].next;
    }
  m->next = *list;
  *list = n + 1;
  return WPP_OK;
}

/* Do MODE, which applies, TIMES times; TIMES is 1 if it is not stable.  */
static int
do_mode (struct wpp_memo *memo, const struct mode *mode, uint64_t times)
{
  struct wpp_machine *m = memo->machine;
  int err = mode->n_before ? wpp_machine_look (m, m->depth - mode->n_before + 1) : WPP_OK;
  m->bottom |= mode->bottom;
  m->depth -= mode->n_before;
  if (!err)
    err = wpp_machine_reserve (m, mode->n_after);
  if (err)
    return err;
  for (uint32_t i = 0; i < mode->n_after; i++)
    m->stack[m->depth++] = memo->states[mode->states + mode->n_before + i];
  return wpp_memo_count (memo, MODE, mode - memo->modes, times);
}

static bool
stable_p (const struct wpp_memo *memo, const struct frame *f)
{
  const struct wpp_machine *m = memo->machine;
  for (size_t i = m->low; i < f->depth; i++)
    if (!equal_p (&m->stack[i], &memo->saved[f->saved + f->depth - 1 - i]))
      return false;
  return f->depth == m->depth;
}

/* Should the topmost frame F, which ends, become a mode?  */
static bool
remember_p (const struct wpp_memo *memo, const struct frame *f)
{
  const struct wpp_machine *m = memo->machine;
  size_t n_states = f->depth - m->low + (m->depth - m->low);
  uint64_t n_symbols = n_symbols_of (memo);
  return f->record && n_states <= MOST_STATES
         && memo->n_states + n_states <= MOST_ALL_STATES + MOST_STATES_A_SYMBOL * n_symbols
         && memo->n_parts + (memo->n_log - f->log) <= MOST_PARTS + MOST_PARTS_A_SYMBOL * n_symbols;
}

/* Make a mode of F.  */
static int
remember (struct wpp_memo *memo, const struct frame *f)
{
  struct wpp_machine *m = memo->machine;
  size_t n_before = f->depth - m->low, n_after = m->depth - m->low, n_log = memo->n_log - f->log;
  int err = HAVE_ROOM (memo, modes, 1);
  if (!err)
    err = HAVE_ROOM (memo, saved, 0);
  if (!err)
    err = HAVE_ROOM (memo, log, 0);
  if (!err)
    err = wpp_machine_reserve (m, 0);
  if (!err)
    err = HAVE_ROOM (memo, states, n_before + n_after);
  if (!err)
    err = HAVE_ROOM (memo, parts, n_log);
  if (err)
    return err;
  memo->modes[memo->n_modes]
    = (struct mode){ .rule = f->rule, .n_before = n_before, .n_after = n_after,
                     .top = n_before ? (uint32_t) memo->saved[f->saved].value : 0,
                     .bottom = m->bottom, .stable = stable_p (memo, f), .states = memo->n_states,
                     .log = memo->n_parts, .n_log = n_log };
  memcpy (memo->states + memo->n_states, memo->saved + f->saved, n_before * sizeof *memo->states);
  memcpy (memo->states + memo->n_states + n_before, m->stack + m->low, n_after * sizeof *memo->states);
  memcpy (memo->parts + memo->n_parts, memo->log + f->log, n_log * sizeof *memo->parts);
  memo->n_states += n_before + n_after;
  memo->n_parts += n_log;
  memo->n_log = f->log;
  return link_mode (memo, memo->n_modes++);
}

/* ---- Rules.  */

/* Is another mode of RULE worthwhile?  */
static bool
record_p (const struct wpp_memo *memo, uint32_t rule)
{
  const struct wpp_machine *m = memo->machine;
  uint32_t hash;
  if (memo->grammar->frequency[rule] == 1
      || memo->n_modes >= MOST_ALL_MODES + MOST_MODES_A_SYMBOL * n_symbols_of (memo))
    return false;
  unsigned n = n_modes (memo, memo->first[rule]);
  if (n >= FEW_MODES && m->depth)
    n += n_modes (memo, first_mode (memo, rule, &m->stack[m->depth - 1], &hash));
  return n < FEW_MODES + MOST_MODES;
}

static int
enter (struct wpp_memo *memo, uint32_t rule)
{
  struct wpp_machine *m = memo->machine;
  int err = HAVE_ROOM (memo, frames, 1);
  if (err)
    return err;
  if (memo->n_frames)
    {
      struct frame *caller = &memo->frames[memo->n_frames - 1];
      caller->low = m->low;
      caller->bottom = m->bottom;
    }
  m->low = m->depth;
  m->bottom = false;
  memo->frames[memo->n_frames++]
    = (struct frame){ .rule = rule, .at = memo->grammar->start[rule], .depth = m->depth,
                      .saved = memo->n_saved, .log = memo->n_log, .record = rule && record_p (memo, rule) };
  return WPP_OK;
}

/* Leave the topmost rule, which has ended and is not S.  */
static int
leave (struct wpp_memo *memo)
{
  const struct frame *f = &memo->frames[memo->n_frames - 1];
  bool mode = remember_p (memo, f);
  int err = mode ? remember (memo, f) : WPP_OK;
  hand_down_saved (memo, f);
  memo->n_frames--;
  if (mode && !err)
    err = wpp_memo_count (memo, MODE, memo->n_modes - 1, 1);
  return err;
}

/* Do the present symbol of the topmost rule, as often as it can be done at once.  */
static int
step (struct wpp_memo *memo)
{
  const struct wpp_grammar *g = memo->grammar;
  struct frame *f = &memo->frames[memo->n_frames - 1];
  uint32_t symbol = g->symbols[f->at];
  uint64_t n = f->left ? f->left : wpp_grammar_exponent (g, f->at);
  struct mode *m = WPP_IS_RULE (symbol) ? find_mode (memo, WPP_RULE_INDEX (symbol)) : NULL;
  uint64_t done = !WPP_IS_RULE (symbol) || (m && m->stable) ? n : 1;
  f->left = n - done;
  f->at += f->left == 0;
  if (m)
    return do_mode (memo, m, done);
  return WPP_IS_RULE (symbol) ? enter (memo, WPP_RULE_INDEX (symbol))
                              : memo->user.event (memo->user.data, g->terminals[symbol], n);
}

/* Stop where S, which is being read, is to be stopped at.  */
static int
stop (struct wpp_memo *memo)
{
  const struct wpp_memo_stops *stops = memo->stops;
  const struct frame *f = &memo->frames[0];
  int err = WPP_OK;
  while (stops && !err && memo->stopped < stops->n && !f->left
         && f->at - memo->grammar->start[0] == stops->at[memo->stopped])
    {
      err = count_modes (memo);
      if (!err)
        err = stops->stop (stops->data, memo->stopped++);
    }
  return err;
}

static int
traverse (struct wpp_memo *memo)
{
  struct wpp_machine *m = memo->machine;
  int err = enter (memo, 0);
  while (!err)
    {
      if (memo->n_frames == 1 && (err = stop (memo)))
        return err;
      const struct frame *f = &memo->frames[memo->n_frames - 1];
      bool done = f->at == memo->grammar->start[f->rule + (size_t) 1];
      if (++m->work > m->most_work)
        return WPP_E_TOOBIG;
      if (done && memo->n_frames == 1)
        return flush (memo);
      err = done ? leave (memo) : step (memo);
      if (!err && memo->n_frames == 1)
        err = flush (memo);
    }
  return err;
}

/* Free what is large and belongs to the present grammar: other memos will need the room.  */
static void
forget_modes (struct wpp_memo *memo)
{
  wpp_hash_release (&memo->by_top);
  free (memo->first);
  free (memo->modes);
  free (memo->states);
  free (memo->parts);
  memo->first = NULL;
  memo->modes = NULL;
  memo->states = NULL;
  memo->parts = NULL;
  memo->n_modes = memo->n_states = memo->n_parts = 0;
  memo->modes_room = memo->states_room = memo->parts_room = 0;
}

void
wpp_memo_limit (struct wpp_memo *memo, uint64_t work)
{
  memo->most_work = work;
}

int
wpp_memo_grammar (struct wpp_memo *memo, const struct wpp_grammar *g)
{
  return wpp_memo_grammar_stopping (memo, g, NULL);
}

int
wpp_memo_grammar_stopping (struct wpp_memo *memo, const struct wpp_grammar *g, const struct wpp_memo_stops *stops)
{
  struct wpp_machine *m = memo->machine;
  memo->grammar = g;
  memo->stops = stops;
  memo->stopped = 0;
  memo->n_frames = memo->n_saved = memo->n_log = 0;
  m->work = 0;
  m->most_work = memo->most_work ? memo->most_work : MOST_WORK + MOST_WORK_A_SYMBOL * n_symbols_of (memo);
  m->look_below = look_below;
  m->memo = memo;
  memo->first = calloc (g->n_rules, sizeof *memo->first);
  int err = memo->first ? traverse (memo) : WPP_E_NOMEM;
  if (!err)
    err = count_modes (memo);
  forget_modes (memo);
  memo->n_frames = 0;
  /* What the machine looks at from now on need not be saved.  */
  m->low = 0;
  m->bottom = true;
  return err;
}

struct wpp_memo *
wpp_memo_new (struct wpp_machine *m, const struct wpp_memo_user *user)
{
  struct wpp_memo *memo = calloc (1, sizeof *memo);
  if (memo)
    {
      memo->machine = m;
      memo->user = *user;
    }
  return memo;
}

void
wpp_memo_free (struct wpp_memo *memo)
{
  if (!memo)
    return;
  free (memo->frames);
  free (memo->saved);
  free (memo->log);
  free (memo);
}
