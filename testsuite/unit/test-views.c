/* How threads look to one function: that loses nothing of what it did, and the summaries of symbols and the states of
   single.h say of the stack what the machine of activations does.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "activations/machine/single.h"
#include "activations/machine/summaries.h"
#include "make-grammar.h"
#include "make-threads.h"
#include "activations/projection/project.h"

enum
{
  MOST_EVENTS = 6000,
  MOST_DEPTH = MOST_EVENTS + 1,
  MOST_FUNCTIONS = 1 << 20  /* of the maps below */
};

/* What an activation has done: a path maps it to FACTOR times itself + PATH + 1.  */
#define FACTOR UINT64_C (0x9e3779b97f4a7c15)
#define SEEN 1u             /* at the beginning */
#define UNSEEN 2u

static bool
landing_p (uint32_t function)
{
  return function < 2;
}

/* ---- The machine, for one function.  */

struct history
{
  struct wpp_machine machine;
  uint32_t function;         /* in the whole thread, or WPP_VIEW_OWN of its letters */
  bool landing;
  uint64_t left, not_left;   /* sums of what activations had done when they ended, by the exit or otherwise */
  uint64_t n_left, n_not_left;
};

static int
on_begin (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  a->value = a->known ? SEEN : UNSEEN;
  return 0;
}

static int
on_step (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  for (; count; count -= step->enters ? count : 1)
    a->value = a->value * FACTOR + step->place;
  return 0;
}

static int
on_end (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  struct history *h = data;
  bool left = how == WPP_ACTIVATION_LEFT;
  if (a->function != h->function)
    return 0;
  *(left ? &h->left : &h->not_left) += a->value * a->value * times;
  *(left ? &h->n_left : &h->n_not_left) += times;
  return 0;
}

static void
history_init (struct history *h, uint32_t function, bool landing)
{
  *h = (struct history){ .function = function, .landing = landing };
  wpp_machine_init (&h->machine, &(struct wpp_activation_user){ h, on_begin, on_step, on_end });
}

/* An event of the whole thread.  */
static int
do_event (void *data, uint32_t event, uint64_t count)
{
  struct history *h = data;
  if (event < WPP_EVENT_FIRST_PATH)
    return wpp_machine_control (&h->machine, event, count);
  struct wpp_step step = thread_step (event);
  return wpp_machine_step (&h->machine, &step, count);
}

/* Path N of a function enters if N & 1 and leaves if N & 2, as an event and as a letter.  */
static struct wpp_terminal
path_of (uint32_t letter)
{
  return (struct wpp_terminal){ .enters = letter & 1, .leaves = letter & 2 };
}

static int
do_letter (void *data, uint32_t letter, uint64_t count)
{
  struct history *h = data;
  struct wpp_step step = { .function = WPP_VIEW_OWN, .landing = h->landing };
  if (letter >= WPP_LETTER_PATH)
    {
      step.enters = path_of (letter).enters;
      step.leaves = path_of (letter).leaves;
      step.place = letter - WPP_LETTER_PATH + 1;
    }
  else if (wpp_view_other_p (letter))
    step = wpp_view_other (letter);
  else
    return wpp_machine_control (&h->machine, letter, count);
  return wpp_machine_step (&h->machine, &step, count);
}

/* What an event is to the function DATA.  */
static uint32_t
letter_of (void *data, uint32_t event)
{
  uint32_t function = *(const uint32_t *)data;
  if (event < WPP_EVENT_FIRST_PATH)
    return event;
  struct wpp_step step = thread_step (event);
  if (step.function == function)
    return WPP_LETTER_PATH + (uint32_t)step.place - 1;
  return step.landing ? wpp_view_letter (step.enters, step.leaves) : 0;
}

/* ---- Threads that can have been.  */

static size_t
draw_thread (uint64_t *seed, uint32_t *events, bool lands)
{
  static uint32_t stack[MOST_EVENTS];
  size_t n = 0, depth = 0, most = 1 + unit_random (seed) % MOST_EVENTS;
  while (n < most)
    {
      uint32_t kind = unit_random (seed) % 8, event = WPP_EVENT_FIRST_PATH + (unit_random (seed) & 4);
      if (lands && unit_random (seed) % 16 == 0)
        {
          /* Control arrives in an activation of a landing-capable function, if there is one.  */
          uint32_t gone = 0, wanted = unit_random (seed) % 3;
          size_t to = depth;
          while (to && !(landing_p (stack[to - 1]) && gone == wanted))
            gone += landing_p (stack[--to]);
          if (to)
            {
              events[n++] = WPP_EVENT_LAND + gone;
              depth = to;
            }
        }
      else if (unit_random (seed) % 200 == 0)
        {
          events[n++] = WPP_EVENT_GAP;
          depth = 0;
        }
      else if (!depth || kind < 3)
        {
          /* A call; or, in the middle of a thread, an activation that began before.  */
          bool unseen = !depth && unit_random (seed) % 4 == 0;
          stack[depth++] = unit_random (seed) % THREAD_FUNCTIONS;
          events[n++] = event + stack[depth - 1] * THREAD_PATHS + !unseen;
        }
      else
        {
          events[n++] = event + stack[depth - 1] * THREAD_PATHS + (kind < 6 ? 2 : 0);
          depth -= kind < 6;
        }
    }
  return n;
}

static bool
same_histories_p (const struct history *a, const struct history *b)
{
  return a->n_left == b->n_left && a->n_not_left == b->n_not_left && a->left == b->left
         && a->not_left == b->not_left;
}

/* Does the projection of G to FUNCTION tell what its activations did?  */
static bool
told_p (const struct wpp_grammar *g, uint32_t function)
{
  struct history whole, view;
  int err = 0;
  history_init (&whole, function, landing_p (function));
  history_init (&view, WPP_VIEW_OWN, landing_p (function));
  struct wpp_projection *p = wpp_project (g, letter_of, &function, landing_p (function), &err);
  if (!err)
    err = wpp_grammar_expand (g, 0, do_event, &whole);
  if (!err && p->grammar)
    err = wpp_grammar_expand (p->grammar, 0, do_letter, &view);
  wpp_machine_end_thread (&whole.machine);
  wpp_machine_end_thread (&view.machine);
  wpp_machine_release (&whole.machine);
  wpp_machine_release (&view.machine);
  wpp_projection_free (p);
  return !err && same_histories_p (&whole, &view);
}

static void
test_projections (void)
{
  static uint32_t events[MOST_EVENTS];
  uint64_t seed = 4;
  unsigned wrong = 0;
  enum { RUNS = 400 };
  for (unsigned i = 0; i < RUNS; i++)
    {
      size_t n = draw_thread (&seed, events, i % 2);
      struct wpp_grammar *g = grammar_of (events, n);
      for (uint32_t f = 0; f < THREAD_FUNCTIONS; f++)
        wrong += !told_p (g, f);
      wpp_grammar_free (g);
    }
  CHECK (!wrong, "what activations did is what the letters of their function say (%u wrong)", wrong);
}

/* ---- Summaries: what they leave on the stack.  */

struct map { uint64_t factor, add; };
static struct map maps[MOST_FUNCTIONS];
static uint32_t n_maps;

static int
add_map (struct map map, uint32_t *number)
{
  if (n_maps == MOST_FUNCTIONS)
    return WPP_E_TOOBIG;
  maps[n_maps] = map;
  *number = n_maps++;
  return 0;
}

static int
compose (void *data, uint32_t first, uint32_t second, uint32_t *both)
{
  struct map a = maps[first], b = maps[second];
  return add_map ((struct map){ a.factor * b.factor, a.add * b.factor + b.add }, both);
}

static int
power (void *data, uint32_t base, uint32_t k, uint32_t *product)
{
  struct map map = maps[WPP_IDENTITY];
  for (; k; k--)
    map = (struct map){ map.factor * maps[base].factor, map.add * maps[base].factor + maps[base].add };
  return add_map (map, product);
}

/* A stack: what own activations have done, and how many of others are above each.  */
struct stack
{
  uint64_t done[MOST_DEPTH], above[MOST_DEPTH];
  size_t n;
};

static void
push (struct stack *s, uint64_t done)
{
  s->done[s->n] = done;
  s->above[s->n++] = 0;
}

static void
stack_of_machine (struct stack *s, const struct wpp_machine *m)
{
  s->n = 0;
  for (size_t i = 0; i < m->depth; i++)
    if (m->stack[i].function == WPP_VIEW_OWN)
      push (s, m->stack[i].value);
    else if (s->n)
      s->above[s->n - 1]++;
}

static void
stack_of_summary (struct stack *s, const struct wpp_summary *summary)
{
  s->n = 0;
  for (uint32_t i = 0; i < summary->n_frames; i++)
    {
      const struct wpp_frame *f = &summary->frames[i];
      const struct map *map = &maps[f->transition];
      for (wpp_depth k = 0; k < f->count && f->kind != WPP_FRAME_FOREIGN; k++)
        push (s, (f->kind == WPP_FRAME_OWN ? SEEN : UNSEEN) * map->factor + map->add);
      if (f->kind == WPP_FRAME_FOREIGN && s->n)
        s->above[s->n - 1] += f->count;
    }
}

static bool
same_stacks_p (const struct stack *a, const struct stack *b)
{
  return a->n == b->n && !memcmp (a->done, b->done, a->n * sizeof *a->done)
         && !memcmp (a->above, b->above, a->n * sizeof *a->above);
}

/* Does the summary of G, letters of a function, leave what the machine does?  */
static bool
left_p (const struct wpp_grammar *g, bool landing, uint64_t *depth)
{
  static struct stack expected, found;
  struct wpp_terminal paths[THREAD_TERMINALS];
  struct wpp_summaries s;
  struct history h;
  int err = 0;
  n_maps = 0;
  add_map ((struct map){ 1, 0 }, &n_maps);
  n_maps = 1;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    {
      paths[t] = path_of (g->terminals[t]);
      err = add_map ((struct map){ FACTOR, g->terminals[t] - WPP_LETTER_PATH + 1 }, &paths[t].transition);
    }
  history_init (&h, WPP_VIEW_OWN, landing);
  if (!err)
    err = wpp_grammar_expand (g, 0, do_letter, &h);
  stack_of_machine (&expected, &h.machine);
  const struct wpp_composition composition = { NULL, compose, power };
  if (!err)
    err = wpp_summaries_init (&s, g, paths, landing, false, &composition);
  if (!err)
    stack_of_summary (&found, &s.rule.s);
  wpp_summaries_release (&s);
  wpp_machine_release (&h.machine);
  *depth += expected.n;
  return !err && same_stacks_p (&expected, &found);
}

/* ---- States.  */

struct states
{
  struct history history;
  uint32_t state;
  bool told, right;          /* it tells what happens; all that it told was right */
  uint64_t n;                /* letters that it told */
};

static int
follow_state (void *data, uint32_t letter, uint64_t count)
{
  static struct stack stack;
  struct states *s = data;
  struct wpp_terminal path = path_of (letter);
  if (!s->told)
    return 0;
  s->told = letter < WPP_LETTER_PATH
              ? wpp_single_pass (&s->state, letter, count, s->history.landing)
              : wpp_single_path_p (s->state, path.enters, path.leaves, count);
  if (s->told && letter >= WPP_LETTER_PATH)
    s->state = wpp_single_after (path.leaves);
  int err = do_letter (&s->history, letter, count);
  stack_of_machine (&stack, &s->history.machine);
  if (s->told)
    s->right &= s->state == WPP_SINGLE_CLOSED ? stack.n == 0
                                              : stack.n == 1 && stack.above[0] == s->state - WPP_SINGLE_OPEN;
  s->n += s->told;
  return err;
}

static bool
states_right_p (const struct wpp_grammar *g, bool landing, uint64_t *n)
{
  struct states s = { .told = true, .right = true };
  history_init (&s.history, WPP_VIEW_OWN, landing);
  int err = wpp_grammar_expand (g, 0, follow_state, &s);
  wpp_machine_release (&s.history.machine);
  *n += s.n;
  return !err && s.right;
}

static void
test_letters (void)
{
  uint64_t seed = 8, depth = 0, told = 0;
  unsigned wrong = 0, wrong_states = 0, n = 0;
  enum { RUNS = 800 };
  for (unsigned i = 0; i < RUNS; i++)
    {
      struct wpp_grammar *g = thread_grammar (&seed, i % 2, i / 2 % 2, MOST_EVENTS);
      for (uint32_t f = 0; f < 3; f++)
        {
          int err;
          struct wpp_projection *p = wpp_project (g, letter_of, &f, landing_p (f), &err);
          if (p->grammar)
            {
              wrong += !left_p (p->grammar, p->landing, &depth);
              wrong_states += !states_right_p (p->grammar, p->landing, &told);
              n++;
            }
          wpp_projection_free (p);
        }
      wpp_grammar_free (g);
    }
  CHECK (!wrong && depth > n, "summaries leave the stack that the machine does (%u of %u wrong)", wrong, n);
  CHECK (!wrong_states && told > 10 * n, "states tell what is open (%u of %u wrong)", wrong_states, n);
}

int
main (void)
{
  test_projections ();
  test_letters ();
  return unit_done ();
}
