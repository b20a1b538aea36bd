/* What a node of the graph computes, and from what.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/body.h"
#include "wet/code.h"

/* ---- What micro-operations do with slots.  */

enum role
{
  READS_A = 1,
  READS_B = 2,
  READS_DST = 4,
  READS_IMM = 8,                 /* slot IMM */
  READS_EVALUATED = 16,          /* those of evaluation IMM */
  READS_SIZE = 32,               /* that of access IMM */
  WRITES = 64,                   /* DST */
  INPUT = 128,                   /* DST is what was found in the table, or kept */
  EFFECT = 256,                  /* it changes what is no slot, or compares: nothing that is computed needs it */
  END = 512
};

#define UNARY_ROLE(NAME, RESULT) [WPP_MICRO_##NAME] = READS_A | WRITES,
#define BINARY_ROLE(NAME, RESULT) \
  [WPP_MICRO_##NAME] = READS_A | READS_B | WRITES, [WPP_MICRO_##NAME##_I] = READS_A | WRITES,
#define LOAD_ROLE(NAME, TYPE) [WPP_MICRO_LOAD_##NAME] = READS_A | WRITES | INPUT,
#define CHECK_ROLE(NAME, TYPE) [WPP_MICRO_CHECK_##NAME] = WRITES | INPUT,
#define STORE_ROLE(WIDTH) \
  [WPP_MICRO_STORE_##WIDTH] = READS_A | READS_B | EFFECT, [WPP_MICRO_PUT_##WIDTH] = READS_B | EFFECT

static const uint16_t roles[WPP_N_MICROS] = {
  [WPP_MICRO_END] = END, [WPP_MICRO_SET] = WRITES, [WPP_MICRO_LOSE] = WRITES,
  WPP_MICRO_UNARIES (UNARY_ROLE) WPP_MICRO_BINARIES (BINARY_ROLE) WPP_MICRO_SHIFTS (BINARY_ROLE)
  [WPP_MICRO_FADD] = READS_A | READS_B | WRITES, [WPP_MICRO_FSUB] = READS_A | READS_B | WRITES,
  [WPP_MICRO_FMUL] = READS_A | READS_B | WRITES, [WPP_MICRO_FDIV] = READS_A | READS_B | WRITES,
  [WPP_MICRO_SCALE] = READS_A | READS_B | WRITES, [WPP_MICRO_FIT] = READS_A | WRITES,
  [WPP_MICRO_CHOOSE] = READS_A | READS_B | READS_IMM | WRITES, [WPP_MICRO_EVALUATE] = READS_EVALUATED | WRITES,
  [WPP_MICRO_BITS] = READS_A | WRITES, [WPP_MICRO_WITHIN] = READS_A | WRITES,
  WPP_MICRO_ACCESSES (LOAD_ROLE) WPP_MICRO_ACCESSES (CHECK_ROLE)
  STORE_ROLE (1), STORE_ROLE (2), STORE_ROLE (4), STORE_ROLE (8),
  [WPP_MICRO_COPY] = READS_A | READS_B | EFFECT, [WPP_MICRO_FILL] = READS_A | EFFECT,
  [WPP_MICRO_MOVE_BYTES] = READS_A | READS_B | READS_DST | EFFECT,
  [WPP_MICRO_SET_BYTES] = READS_A | READS_B | READS_DST | EFFECT,
  [WPP_MICRO_KEPT_LOAD] = READS_A | WRITES | INPUT, [WPP_MICRO_KEPT_STORE] = READS_A | READS_DST | EFFECT,
  [WPP_MICRO_KEPT_ZERO] = READS_A | EFFECT, [WPP_MICRO_EXPECT] = READS_A | EFFECT,
  [WPP_MICRO_EXPECT_CASE] = READS_A | EFFECT, [WPP_MICRO_TRUTH] = READS_A | EFFECT,
  [WPP_MICRO_MODE] = EFFECT,
  [WPP_MICRO_WATCH_STATEMENT] = 0, [WPP_MICRO_WATCH_VALUE] = READS_A, [WPP_MICRO_WATCH_READ] = READS_A,
  [WPP_MICRO_WATCH_WRITE] = READS_A, [WPP_MICRO_WATCH_MANY] = READS_A | READS_B,
  [WPP_MICRO_WATCH_MEMORY] = READS_A | READS_SIZE, [WPP_MICRO_TELL] = READS_A
};

/* ---- Inputs.  */

/* What is known of slots while code is gone through.  */
struct scan
{
  unsigned char *seen;           /* [n_slots] read or written */
  struct wpp_wet_inputs *x;
};

static void
read_slot (struct scan *s, uint32_t slot)
{
  if (slot && !s->seen[slot])
    {
      s->seen[slot] = 1;
      s->x->live[s->x->n_live++] = slot;
    }
}

/* The operation M has been seen.  Effects are none of the pure code, but all that they read may be wanted: which slots
   are live must not depend on what is watched.  */
static void
scan (struct scan *s, const struct wpp_micro_code *code, const struct wpp_micro *m)
{
  uint16_t role = roles[m->operation];
  if (role & READS_A)
    read_slot (s, m->a);
  if (role & READS_B)
    read_slot (s, m->b);
  if (role & READS_DST)
    read_slot (s, m->dst);
  if (role & READS_IMM)
    read_slot (s, m->imm);
  if (role & READS_EVALUATED)
    for (unsigned i = 0; i < code->evaluations[m->imm].n; i++)
      read_slot (s, code->evaluations[m->imm].slots[i]);
  if (role & READS_SIZE)
    {
      read_slot (s, code->accesses[m->imm].size);
      s->x->n_reads += wpp_wet_labelled_p (&code->accesses[m->imm]);
    }
  s->x->n += (role & INPUT) != 0;
  if (role & WRITES)
    s->seen[m->dst] = 1;
}

int
wpp_wet_inputs (const struct wpp_micro_code *code, uint32_t n_slots, struct wpp_wet_inputs *x)
{
  struct scan s = { calloc (n_slots + (size_t)1, 1), x };
  *x = (struct wpp_wet_inputs){ .live = malloc ((n_slots + (size_t)1) * sizeof *x->live) };
  for (uint32_t i = 0; i < code->n && s.seen && x->live; i++)
    scan (&s, code, &code->micros[i]);
  int err = s.seen && x->live ? WPP_OK : WPP_E_NOMEM;
  uint32_t *live = err ? NULL : realloc (x->live, (x->n_live + (size_t)1) * sizeof *live);
  if (live)
    x->live = live;
  free (s.seen);
  return err;
}

void
wpp_wet_inputs_release (struct wpp_wet_inputs *x)
{
  free (x->live);
  x->live = NULL;
}

bool
wpp_wet_assigns_p (const struct wpp_micro_code *code, uint32_t slot)
{
  bool found = false;
  for (uint32_t i = 0; i < code->n && !found; i++)
    found = roles[code->micros[i].operation] & WRITES && code->micros[i].dst == slot;
  return found;
}

uint8_t *
wpp_wet_watched (const struct wpp_body *body, int *err)
{
  uint8_t *flags = calloc (body->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < body->n_statements; i++)
    if (!wpp_codeless_p (&body->statements[i]))
      flags[i] = WPP_WATCH_VALUE | WPP_WATCH_USES | WPP_WATCH_MEMORY;
  return flags;
}

/* ---- Code that tells.  */

static struct wpp_micro *
tell (struct wpp_micro *to, uint32_t slot)
{
  *to = (struct wpp_micro){ .operation = WPP_MICRO_TELL, .a = slot };
  return to + 1;
}

static struct wpp_micro *
tell_live (struct wpp_micro *to, const struct wpp_wet_inputs *x)
{
  for (uint32_t i = 0; i < x->n_live; i++)
    to = tell (to, x->live[i]);
  return to;
}

int
wpp_wet_code_tell (struct wpp_micro_code *code, const struct wpp_wet_inputs *x)
{
  size_t n = code->n + 2 * (size_t)x->n_live + x->n;
  uint32_t second = code->second;
  struct wpp_micro *micros = n < UINT32_MAX ? malloc (n * sizeof *micros) : NULL, *to = micros;
  if (!micros)
    return WPP_E_NOMEM;
  to = tell_live (to, x);
  for (uint32_t i = 0; i < code->n; i++)
    {
      const struct wpp_micro *m = &code->micros[i];
      if (i + 1 == code->n)
        to = tell_live (to, x);
      if (m->operation != WPP_MICRO_WATCH_VALUE)
        *to++ = *m;
      if (roles[m->operation] & INPUT)
        to = tell (to, m->dst);
      if (i + 1 == second)
        code->second = to - micros;
    }
  free (code->micros);
  code->micros = micros;
  code->n = to - micros;
  return WPP_OK;
}

void
wpp_wet_code_purify (struct wpp_micro_code *code, uint32_t n_slots)
{
  uint32_t n = 0, input = n_slots;
  for (uint32_t i = 0; i < code->n; i++)
    {
      struct wpp_micro m = code->micros[i];
      uint16_t role = roles[m.operation];
      if (role & INPUT)
        m = (struct wpp_micro){ .operation = WPP_MICRO_MOVE, .dst = m.dst, .a = input++ };
      if (!(role & EFFECT) && (!(role & END) || i + 1 == code->n))
        code->micros[n++] = m;
    }
  code->n = n;
  code->second = n - 1;
}
