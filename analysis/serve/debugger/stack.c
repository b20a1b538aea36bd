/* A thread that is stopped, as registers and a stack.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "serve/debugger/stack-impl.h"

/* Where the first thread's stack is if nothing tells it, how far others' are apart, and how much a frame takes if
   nothing tells it.  */
#define STACK_TOP UINT64_C (0x7fffffffd000)
#define STACK_BYTES (UINT64_C (1) << 28)
#define FRAME_BYTES 256u

/* ---- Rules.  */

/* Does FRAME find the register NUMBER of its caller *AT bytes after the canonical frame address?  */
static bool
saved_p (Dwarf_Frame *frame, int number, int64_t *at)
{
  Dwarf_Op memory[3], *ops;
  size_t n;
  if (dwarf_frame_register (frame, number, memory, &ops, &n) || !ops || !n || ops->atom != DW_OP_call_frame_cfa)
    return false;
  *at = n == 2 && ops[1].atom == DW_OP_plus_uconst ? (int64_t)ops[1].number : 0;
  return n == 1 || (n == 2 && ops[1].atom == DW_OP_plus_uconst);
}

/* Read the rules of F's place.  */
static void
read_rules (struct wpp_stack_frame *f)
{
  const struct wpp_image *image = f->host->image;
  Dwarf_Frame *frame = NULL;
  Dwarf_Op *ops;
  size_t n;
  f->rules.base = -1;
  uint64_t code = f->code < f->host->high ? f->code : f->host->high - 1;
  if (!image->cfi || dwarf_cfi_addrframe (image->cfi, code, &frame))
    return;
  if (dwarf_frame_cfa (frame, &ops, &n) == 0 && n == 1)
    {
      bool plain = ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31;
      f->rules.base = plain ? ops->atom - DW_OP_breg0 : ops->atom == DW_OP_bregx ? (int)ops->number : -1;
      f->rules.offset = plain ? ops->number : ops->number2;
    }
  for (int i = 0; i < WPP_SAVED_REGISTERS; i++)
    f->rules.saved[i] = saved_p (frame, wpp_saved_registers[i], &f->rules.at[i]);
  free (frame);
}

const int wpp_saved_registers[WPP_SAVED_REGISTERS] = { 3, WPP_REGISTER_RBP, 12, 13, 14, 15 };

/* ---- Frames: what has instructions of its own, with the levels inlined into it.  */

static int
make_frames (struct wpp_stack_maker *m)
{
  const struct wpp_past_stop *stop = wpp_past_stopped (m->past);
  m->frames = calloc (stop->n + 1, sizeof *m->frames);
  if (!m->frames)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < stop->n; i++)
    {
      const struct wpp_past_level *l = wpp_past_level (m->past, i);
      if (!l->host || !l->code)
        continue;
      if (!l->inlined || !m->n)
        m->frames[m->n++] = (struct wpp_stack_frame){ .host = l->host, .first = i };
      struct wpp_stack_frame *f = &m->frames[m->n - 1];
      f->end = i + 1;
      f->code = l->code;
      f->called = l->called;
    }
  /* Where calls return to, but for the last one, which has arrived.  */
  for (size_t i = 0; i + 1 < m->n; i++)
    m->frames[i].code = wpp_image_return (m->frames[i].host, m->frames[i].code, m->frames[i + 1].host);
  for (size_t i = 0; i < m->n; i++)
    read_rules (&m->frames[i]);
  return WPP_OK;
}

/* ---- Addresses.  */

/* The frame address of FRAME by its variables, or 0.  LOWEST becomes the lowest of its variables.  */
static uint64_t
real_address (struct wpp_stack_maker *m, struct wpp_stack_frame *f)
{
  struct wpp_stack_looker looker = { .maker = m, .frame = f };
  wpp_stack_variables (&looker, wpp_stack_look_at_address);
  f->lowest = looker.lowest;
  return looker.found;
}

/* The canonical frame address of frame I: NEXT, if that follows from its caller, else by its own variables, or those
   of the frames above it that are bound to it.  */
static uint64_t
choose (struct wpp_stack_maker *m, size_t i, uint64_t next, bool bound)
{
  if (bound)
    return next;
  int64_t distance = 0;
  for (size_t k = i; k < m->n; k++)
    {
      uint64_t real = m->frames[k].real ? m->frames[k].real + distance : 0;
      if (real && (real < next || !next) && real % 16 == 0)
        return real;
      if (m->frames[k].rules.base != WPP_REGISTER_RSP)
        break;
      distance += m->frames[k].rules.offset;
    }
  return next ? next : m->top;
}

static void
choose_addresses (struct wpp_stack_maker *m)
{
  uint64_t next = 0;
  bool bound = false;
  for (size_t i = 0; i < m->n; i++)
    m->frames[i].real = real_address (m, &m->frames[i]);
  for (size_t i = 0; i < m->n; i++)
    {
      struct wpp_stack_frame *f = &m->frames[i];
      f->cfa = choose (m, i, next, bound);
      bound = f->rules.base == WPP_REGISTER_RSP;
      int64_t below = f->lowest < -(int64_t)FRAME_BYTES ? f->lowest : -(int64_t)FRAME_BYTES;
      next = bound ? f->cfa - f->rules.offset : (f->cfa + below - 64) & ~UINT64_C (15);
      f->pointer = next;
    }
}

/* ---- Contents.  */

static int
put_word (struct wpp_made_stack *s, uint64_t address, uint64_t word)
{
  return wpp_partial_put (&s->memory, address, &word, sizeof word);
}

/* Where F is, in memory.  */
static uint64_t
place_of (const struct wpp_stack_frame *f)
{
  return wpp_image_place (f->host, f->code);
}

/* Frame I saves registers, and gets its own.  */
static int
fill_frame (struct wpp_stack_maker *m, size_t i)
{
  struct wpp_made_stack *s = m->stack;
  struct wpp_stack_frame *f = &m->frames[i];
  /* Who called the outermost one is not known.  */
  int err = i ? put_word (s, f->cfa - 8, place_of (&m->frames[i - 1])) : WPP_OK;
  for (int k = 0; k < WPP_SAVED_REGISTERS && !err; k++)
    if (f->rules.saved[k])
      {
        int number = wpp_saved_registers[k];
        if (s->known[number])
          err = put_word (s, f->cfa + f->rules.at[k], s->of[number]);
        s->known[number] = false;
      }
  if (f->rules.base == WPP_REGISTER_RBP)
    {
      s->known[WPP_REGISTER_RBP] = true;
      s->of[WPP_REGISTER_RBP] = f->cfa - f->rules.offset;
    }
  struct wpp_stack_looker looker = { .maker = m, .frame = f, .last = i + 1 == m->n, .err = err };
  wpp_stack_variables (&looker, wpp_stack_put_variable);
  return looker.err;
}

/* What the call returned that has just come back to the level I.  */
static void
set_returned (struct wpp_made_stack *s, const struct wpp_past *p, size_t i)
{
  const struct wpp_past_level *l = wpp_past_level (p, i);
  const struct wpp_micro_layout *layout = wpp_past_recording (p)->bindings->layouts[l->function];
  if (!layout || !l->returned.known)
    return;
  bool real = l->returned_type != WPP_NONE
              && wpp_body_type (layout->body, l->returned_type)->kind == WPP_TYPE_REAL;
  int number = real ? WPP_REGISTER_XMM0 : WPP_REGISTER_RAX;
  s->known[number] = true;
  s->of[number] = l->returned.word;
}

int
wpp_stack_make (struct wpp_made_stack *s, struct wpp_past *p, uint32_t thread, const struct wpp_images *images)
{
  struct wpp_stack_maker m = { .stack = s, .past = p, .top = STACK_TOP - thread * STACK_BYTES };
  int err = make_frames (&m);
  if (!err)
    choose_addresses (&m);
  for (size_t i = 0; i < m.n && !err; i++)
    err = fill_frame (&m, i);
  s->known[WPP_REGISTER_RIP] = s->known[WPP_REGISTER_RSP] = true;
  s->of[WPP_REGISTER_RIP] = m.n ? place_of (&m.frames[m.n - 1]) : images->of->entry + images->of->bias;
  s->of[WPP_REGISTER_RSP] = m.n ? m.frames[m.n - 1].pointer : m.top;
  if (m.n && wpp_past_stopped (p)->kind == WPP_ARRIVAL_RETURN)
    set_returned (s, p, wpp_past_stopped (p)->n - 1);
  free (m.frames);
  return err;
}

const struct wpp_stack_variable *
wpp_stack_variable (const struct wpp_made_stack *s, uint64_t address)
{
  for (size_t i = s->n_variables; i-- > 0;)
    if (address - s->variables[i].address < s->variables[i].size)
      return &s->variables[i];
  return NULL;
}

void
wpp_stack_release (struct wpp_made_stack *s)
{
  free (s->variables);
  wpp_partial_release (&s->memory);
  *s = (struct wpp_made_stack){ .variables = NULL };
}
