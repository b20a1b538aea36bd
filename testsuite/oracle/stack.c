/* A stack of activations over an expanded trace, the slow way (stack.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include "stack.h"
#include "format/event.h"
#include "recording/profile/stacks.h"

void
stack_check (const struct stack *s, bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "%s: %s\n", s->name, what);
  exit (2);
}

void
stack_read (struct stack *s, const char *file)
{
  struct wpp_place place;
  int err = 0;
  s->profile = wpp_profile_read (file, &err, &place);
  stack_check (s, s->profile, "unreadable profile");
  s->code = wpp_code_load (s->profile, NULL, &err, &place);
  stack_check (s, s->code, "no notes");
}

void
stack_read_by_stacks (struct stack *s, const char *file)
{
  struct wpp_place place;
  stack_read (s, file);
  stack_check (s, !wpp_profile_by_stacks (s->profile, &place), "stacks that cannot be put in order");
}

static bool
landing_p (const struct stack *s, const struct frame *f)
{
  return s->code->functions[f->function].function->flags & WPP_FN_LANDING;
}

static void
push (struct stack *s, size_t function, bool seen)
{
  if (s->depth == s->room)
    {
      s->room = 2 * s->room + 64;
      s->frames = realloc (s->frames, s->room * sizeof *s->frames);
      stack_check (s, s->frames, "out of memory");
    }
  s->frames[s->depth++] = (struct frame){ function, -1, seen, NULL };
  s->begin (s->user, &s->frames[s->depth - 1]);
}

static void
pop (struct stack *s, enum ending how)
{
  s->end (s->user, &s->frames[s->depth - 1], how);
  s->depth--;
}

static void
pop_all (struct stack *s, enum ending how)
{
  while (s->depth)
    pop (s, how);
}

/* Control is in the topmost activation of FUNCTION again, or in one whose beginning was not seen.  */
static void
resume (struct stack *s, size_t function)
{
  size_t open = s->depth;
  while (open && s->frames[open - 1].function != function)
    open--;
  while (open && s->depth > open)
    pop (s, ABANDONED);
  if (!open)
    push (s, function, false);
}

static void
do_path (struct stack *s, uint32_t event)
{
  uint64_t number;
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (s->code, event, &number);
  stack_check (s, f, "an event of no function");
  /* All events are gone along here, as often as somebody asks.  */
  s->code->passed = 0;
  const struct wpp_numbering *num = wpp_code_numbering (s->code, f, &err);
  stack_check (s, num && wpp_path_decode (num, number, &s->path) == 0, "no such path");
  if (num->starts[s->path.start].node == WPP_NODE_ENTRY)
    push (s, f - s->code->functions, true);
  else
    resume (s, f - s->code->functions);
  struct frame *top = &s->frames[s->depth - 1];
  if (s->take)
    s->take (s->user, top, num, number);
  if (s->path.end_edge == WPP_NO_EDGE)
    pop (s, LEFT);
  else
    {
      uint32_t to = num->cfg->edges[s->path.end_edge].dst;
      top->node = num->cfg->nodes[to].flags & WPP_NODE_CALL ? (long) to : -1;
    }
}

/* GONE activations with landing places are left, and what is above them; if the jump has ARRIVED, also what is above
   the next one.  */
static void
land (struct stack *s, uint32_t gone, bool arrived)
{
  while (gone && s->depth)
    {
      gone -= landing_p (s, &s->frames[s->depth - 1]);
      pop (s, JUMPED);
    }
  while (arrived && s->depth && !landing_p (s, &s->frames[s->depth - 1]))
    pop (s, JUMPED);
}

/* ---- Other stacks.  */

/* Put S's activations away, and take those of the stack with NUMBER, or none.  */
static void
change (struct stack *s, uint32_t number)
{
  size_t i = 0;
  s->away[s->now] = (struct put_away){ s->number, s->frames, s->depth, s->room };
  while (i < s->n_away && s->away[i].number != number)
    i++;
  if (i == s->n_away)
    {
      s->away = realloc (s->away, (i + 1) * sizeof *s->away);
      stack_check (s, s->away, "out of memory");
      s->away[s->n_away++] = (struct put_away){ number, NULL, 0, 0 };
    }
  s->now = i;
  s->number = number;
  s->frames = s->away[i].frames;
  s->depth = s->away[i].depth;
  s->room = s->away[i].room;
}

/* The thread goes on on the stack with NUMBER, which is its own one after OWN.  */
static void
go_on (struct stack *s, uint32_t number)
{
  if (s->own_next)
    s->away[s->now].number = s->number = number;
  else
    change (s, number);
  s->own_next = false;
}

/* The stack comes to its end; what follows is of the thread's next one.  */
static void
leave (struct stack *s)
{
  pop_all (s, OPEN);
  if (s->leave)
    s->leave (s->user);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct stack *s = data;
  for (; count > 0; count--)
    if (event >= WPP_EVENT_TURN)
      stack_check (s, false, "threads take turns");
    else if (event >= WPP_EVENT_SWITCH)
      go_on (s, event - WPP_EVENT_SWITCH);
    else if (event >= WPP_EVENT_FIRST_PATH)
      do_path (s, event);
    else if (event == WPP_EVENT_OWN)
      s->own_next = true;
    else if (event == WPP_EVENT_LAND_MORE)
      land (s, WPP_EVENT_LAND_MAX + 1, false);
    else if (event == WPP_EVENT_GAP)
      pop_all (s, LOST);
    else if (event == WPP_EVENT_STACK)
      leave (s);
    else
      land (s, event - WPP_EVENT_LAND, true);
  return 0;
}

void
stack_run (struct stack *s, const struct wpp_thread *t)
{
  s->away = malloc (sizeof *s->away);
  stack_check (s, s->away, "out of memory");
  s->n_away = 1;
  s->now = s->number = 0;
  s->away[0].number = 0;
  for (size_t i = 0; i < t->n_segments; i++)
    wpp_grammar_expand (t->segments[i], 0, visit, s);
  for (size_t i = 0; i < s->n_away; i++)
    {
      change (s, s->away[i].number);
      pop_all (s, OPEN);
    }
  free (s->away);
}
