/* Running micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is the loop in which replay spends its time.  Each operation jumps to the next one's code, so that processors
   predict each such jump for itself.  */

#include <string.h>
#include "values/evaluate.h"
#include "values/replay/run.h"

void
wpp_micro_run_lose (struct wpp_micro_run *r)
{
  for (uint32_t i = 1; i < r->layout->n_slots; i++)
    r->slots[i].known = 0;
  memset (r->kept + r->layout->n_kept, 0, r->layout->n_kept);
}

/* ---- The table.  */

/* Check ID of WIDTH bytes at PLACE, which is none unless KNOWN: what the program had there, extended by zeroes.  */
static __attribute__ ((noinline)) struct wpp_word
check (struct wpp_micro_run *r, uint64_t known, int64_t place, unsigned width, uint32_t id)
{
  if (r->record->id != id)
    return known ? wpp_table_get (r->table, place, width) : (struct wpp_word){ 0, 0 };
  struct wpp_word v = { r->record++->value, 1 };
  if (known)
    wpp_table_put (r->table, place, width, v);
  else
    wpp_table_lose (r->table, true);
  return v;
}

static __attribute__ ((noinline)) void
put (struct wpp_micro_run *r, uint64_t known, int64_t place, unsigned width, struct wpp_word v)
{
  if (known)
    wpp_table_put (r->table, place, width, v);
  else
    wpp_table_lose (r->table, true);
}

/* Put the block that comes next.  */
static void
put_block (struct wpp_micro_run *r)
{
  uint32_t id = r->record->id, size = wpp_value_block_size (r->record->value);
  int64_t place = wpp_value_place (wpp_value_block_place (r->record->value));
  r->record++;
  for (uint32_t i = 0; i < size && i < WPP_BLOCK_BYTES && r->record->id == id; i += 8, r->record++)
    wpp_table_write (r->table, place + i, (const unsigned char *)&r->record->value, size - i < 8 ? size - i : 8);
}

/* Reals are rounded as MODE says.  */
static void
set_mode (struct wpp_micro_run *r, struct wpp_word mode)
{
  r->mode = mode.known ? mode.word : WPP_MODE_UNKNOWN;
}

/* ---- Kept bytes.  */

/* Where bits are: M's operand A, in bytes, and B bits, in the variable that M has.  False: not in it, or not known.  */
static bool
kept_place (const struct wpp_micro_run *r, const struct wpp_micro *m, uint64_t n_bits, uint64_t *bit)
{
  struct wpp_word a = r->slots[m->a];
  uint64_t start = m->imm >> 32, size = m->imm & UINT32_MAX, at = a.word * 8 + (uint64_t) (int64_t) (int32_t)m->b;
  *bit = start * 8 + at;
  return a.known && size * 8 >= n_bits && at <= size * 8 - n_bits;
}

static struct wpp_word
kept_load (const struct wpp_micro_run *r, const struct wpp_micro *m)
{
  const unsigned char *masks = r->kept + r->layout->n_kept;
  struct wpp_word v = { 0, 1 };
  uint64_t at;
  if (!kept_place (r, m, m->narrow, &at))
    return (struct wpp_word){ 0, 0 };
  for (unsigned i = 0; i < m->narrow;)
    {
      uint64_t bit = at + i;
      unsigned shift = bit & 7, n = 8 - shift < m->narrow - i ? 8 - shift : m->narrow - i;
      unsigned mask = ((1u << n) - 1) << shift;
      v.word |= (uint64_t) ((r->kept[bit >> 3] & mask) >> shift) << i;
      v.known &= (masks[bit >> 3] & mask) == mask;
      i += n;
    }
  return v;
}

/* Store V in N bits from AT on.  */
static void
kept_put (struct wpp_micro_run *r, uint64_t at, unsigned size, struct wpp_word v)
{
  unsigned char *masks = r->kept + r->layout->n_kept;
  for (unsigned i = 0; i < size;)
    {
      uint64_t bit = at + i;
      unsigned shift = bit & 7, n = 8 - shift < size - i ? 8 - shift : size - i;
      unsigned mask = ((1u << n) - 1) << shift;
      r->kept[bit >> 3] = (r->kept[bit >> 3] & ~mask) | ((unsigned) (v.word >> i) << shift & mask);
      masks[bit >> 3] = v.known ? masks[bit >> 3] | mask : masks[bit >> 3] & ~mask;
      i += n;
    }
}

/* Nothing is known of the variable of M.  */
static void
kept_lose (struct wpp_micro_run *r, const struct wpp_micro *m)
{
  memset (r->kept + r->layout->n_kept + (m->imm >> 32), 0, m->imm & UINT32_MAX);
}

static void
kept_store (struct wpp_micro_run *r, const struct wpp_micro *m)
{
  uint64_t at;
  if (kept_place (r, m, m->narrow, &at))
    kept_put (r, at, m->narrow, r->slots[m->dst]);
  else
    kept_lose (r, m);
}

static void
kept_zero (struct wpp_micro_run *r, const struct wpp_micro *m)
{
  uint64_t at;
  if (!kept_place (r, m, (uint64_t)m->dst * 8, &at))
    kept_lose (r, m);
  else
    for (uint64_t i = 0; i < m->dst; i++)
      kept_put (r, at + 8 * i, 8, (struct wpp_word){ 0, 1 });
}

/* ---- What has no operation of its own.  */

static struct wpp_word
evaluate (struct wpp_micro_run *r, const struct wpp_evaluation *e)
{
  uint64_t in[3];
  struct wpp_word v = { 0, 1 };
  for (unsigned i = 0; i < e->n; i++)
    {
      in[i] = r->slots[e->slots[i]].word;
      v.known &= r->slots[e->slots[i]].known;
    }
  if (v.known && r->mode && !e->builtin)
    {
      v.known = wpp_evaluate_in_mode (r->mode, e->operation, e->to, e->of, in, &v.word);
      r->moded |= !v.known;
    }
  else if (v.known)
    v.known = e->builtin ? wpp_evaluate_builtin (e->builtin, e->to, e->of, in, &v.word)
                         : wpp_evaluate (e->operation, e->to, e->of, in, &v.word);
  return v;
}

static struct wpp_word
real (struct wpp_micro_run *r, uint8_t operation, struct wpp_word a, struct wpp_word b)
{
  static const struct wpp_scalar real = { WPP_SCALAR_REAL, 64, 8, false };
  const struct wpp_scalar of[] = { real, real };
  const uint64_t in[] = { a.word, b.word };
  struct wpp_word v = { 0, 0 };
  if (a.known && b.known)
    v.known = wpp_evaluate_in_mode (r->mode, operation, real, of, in, &v.word);
  r->moded |= r->mode && !v.known;
  return v;
}

static bool
in_cases_p (const struct wpp_case_list *list, uint64_t word)
{
  bool found = false;
  for (uint32_t i = 0; i < list->n && !found; i++)
    {
      const uint64_t *range = list->ranges[i];
      found = list->is_signed ? (int64_t)range[0] <= (int64_t)word && (int64_t)word <= (int64_t)range[1]
                              : range[0] <= word && word <= range[1];
    }
  return found != list->others;
}

/* The path says otherwise than A: nothing is known any more.  */
static __attribute__ ((noinline)) int
branch_otherwise (struct wpp_micro_run *r, const struct wpp_micro *m, struct wpp_word a)
{
  r->wrong = true;
  wpp_micro_run_lose (r);
  wpp_table_lose (r->table, false);
  return r->mismatch ? r->mismatch (r->data, WPP_MISMATCH_BRANCH, m->b, a, m->imm) : 0;
}

/* Is STATEMENT's result no number, neither X nor Y?  The compiler, where it folds, and the processor make others of the
   same operation, and C does not say which.  */
static bool
both_nan_p (const struct wpp_micro_run *r, uint32_t statement, uint64_t x, uint64_t y)
{
  const struct wpp_body *b = r->layout->body;
  const struct wpp_operand *o = wpp_statement_result (b, &b->statements[statement]);
  struct wpp_scalar s = o ? wpp_scalar_of (wpp_body_type (b, o->type)) : (struct wpp_scalar){ WPP_SCALAR_NONE };
  return s.kind == WPP_SCALAR_REAL && wpp_nan_p (s, x) && wpp_nan_p (s, y);
}

/* Compare A with the truth, and go on with that.  */
static int
compare (struct wpp_micro_run *r, const struct wpp_micro *m)
{
  struct wpp_word *a = &r->slots[m->a];
  uint64_t mask = m->narrow == 8 ? UINT64_MAX : (UINT64_C (1) << 8 * m->narrow) - 1, truth;
  r->truths++;
  if (r->record->id != (m->b | WPP_VALUE_TRUTH))
    return r->mismatch ? r->mismatch (r->data, WPP_MISMATCH_NO_TRUTH, m->imm, *a, 0) : 0;
  truth = r->record++->value;
  if (!a->known)
    {
      r->unknown++;
      return r->mismatch ? r->mismatch (r->data, WPP_MISMATCH_UNKNOWN, m->imm, *a, truth) : 0;
    }
  if (((a->word ^ truth) & mask) != 0)
    {
      struct wpp_word computed = *a;
      *a = (struct wpp_word){ truth, both_nan_p (r, m->imm, computed.word, truth) };
      return a->known ? 0 : r->mismatch ? r->mismatch (r->data, WPP_MISMATCH_TRUTH, m->imm, computed, truth) : 0;
    }
  return 0;
}

/* ---- Accesses.  */

/* Tell of the access M at A.  */
static int
tell_access (struct wpp_micro_run *r, const struct wpp_memory_access *m, struct wpp_word a)
{
  struct wpp_word n = { m->bytes, m->bytes != UINT64_MAX };
  if (m->size)
    {
      n = r->slots[m->size];
      n.word = (int64_t)n.word < 0 ? 0 : n.word * m->unit + m->extra;
    }
  bool surprised = m->check != WPP_NONE && r->record->id == m->check;
  return r->watch.memory (r->watch.data, m, a, n, surprised);
}

/* ---- The loop.  */

#define A (slots[m->a])
#define B (slots[m->b])
#define DST (slots[m->dst])
#define NEXT goto *labels[(++m)->operation]

int
wpp_micro_run (struct wpp_micro_run *r, const struct wpp_micro_code *code, uint32_t first)
{
#define LABEL(NAME, RESULT) [WPP_MICRO_##NAME] = &&do_##NAME,
#define LABELS(NAME, RESULT) LABEL (NAME, RESULT) LABEL (NAME##_I, RESULT)
#define LOAD_LABEL(NAME, TYPE) LABEL (LOAD_##NAME, TYPE)
#define CHECK_LABEL(NAME, TYPE) LABEL (CHECK_##NAME, TYPE)
  static const void *const labels[WPP_N_MICROS] = {
    LABEL (END, ) LABEL (SET, ) LABEL (LOSE, )
    WPP_MICRO_UNARIES (LABEL) WPP_MICRO_BINARIES (LABELS) WPP_MICRO_SHIFTS (LABELS)
    LABEL (FADD, ) LABEL (FSUB, ) LABEL (FMUL, ) LABEL (FDIV, ) LABEL (SCALE, ) LABEL (FIT, ) LABEL (CHOOSE, )
    LABEL (EVALUATE, ) LABEL (BITS, ) LABEL (WITHIN, )
    WPP_MICRO_ACCESSES (LOAD_LABEL) WPP_MICRO_ACCESSES (CHECK_LABEL)
    LABEL (STORE_1, ) LABEL (STORE_2, ) LABEL (STORE_4, ) LABEL (STORE_8, )
    LABEL (PUT_1, ) LABEL (PUT_2, ) LABEL (PUT_4, ) LABEL (PUT_8, )
    LABEL (MODE, ) LABEL (COPY, ) LABEL (FILL, ) LABEL (MOVE_BYTES, ) LABEL (SET_BYTES, ) LABEL (WRITTEN, )
    LABEL (KEPT_LOAD, ) LABEL (KEPT_STORE, ) LABEL (KEPT_ZERO, )
    LABEL (EXPECT, ) LABEL (EXPECT_CASE, ) LABEL (TRUTH, )
    LABEL (WATCH_STATEMENT, ) LABEL (WATCH_VALUE, ) LABEL (WATCH_READ, ) LABEL (WATCH_WRITE, ) LABEL (WATCH_MANY, )
    LABEL (WATCH_MEMORY, ) LABEL (TELL, )
  };
  const struct wpp_micro *m = code->micros + first;
  struct wpp_word *slots = r->slots;
  struct wpp_table *t = r->table;
  int err;
  set_mode (r, t ? wpp_table_get (t, WPP_TABLE_MODE, 4) : (struct wpp_word){ 0, 1 });
  goto *labels[m->operation];

do_END:
  return 0;
do_SET:
  DST = (struct wpp_word){ m->imm, 1 };
  NEXT;
do_LOSE:
  DST.known = 0;
  NEXT;

#define UNARY(NAME, RESULT)                                                                       \
do_##NAME:                                                                                        \
  {                                                                                               \
    uint64_t a = A.word;                                                                          \
    DST = (struct wpp_word){ RESULT, A.known };                                                   \
  }                                                                                               \
  NEXT;
  WPP_MICRO_UNARIES (UNARY)

#define BINARY(NAME, RESULT)                                                                      \
do_##NAME:                                                                                        \
  {                                                                                               \
    uint64_t a = A.word, b = B.word;                                                              \
    DST = (struct wpp_word){ RESULT, A.known & B.known };                                         \
  }                                                                                               \
  NEXT;                                                                                           \
do_##NAME##_I:                                                                                    \
  {                                                                                               \
    uint64_t a = A.word, b = m->imm;                                                              \
    DST = (struct wpp_word){ RESULT, A.known };                                                   \
  }                                                                                               \
  NEXT;
  WPP_MICRO_BINARIES (BINARY)

#define SHIFT(NAME, RESULT)                                                                       \
do_##NAME:                                                                                        \
  {                                                                                               \
    uint64_t a = A.word, n = B.word & 63;                                                         \
    DST = (struct wpp_word){ RESULT, A.known & B.known & (B.word < m->narrow) };                  \
  }                                                                                               \
  NEXT;                                                                                           \
do_##NAME##_I:                                                                                    \
  {                                                                                               \
    uint64_t a = A.word, n = m->imm & 63;                                                         \
    DST = (struct wpp_word){ RESULT, A.known };                                                   \
  }                                                                                               \
  NEXT;
  WPP_MICRO_SHIFTS (SHIFT)

#define REAL(NAME, OPERATOR, OPERATION)                                                           \
do_##NAME:                                                                                        \
  {                                                                                               \
    double a, b, x;                                                                               \
    struct wpp_word v = { 0, A.known & B.known };                                                 \
    memcpy (&a, &A.word, sizeof a);                                                               \
    memcpy (&b, &B.word, sizeof b);                                                               \
    x = a OPERATOR b;                                                                             \
    memcpy (&v.word, &x, sizeof x);                                                               \
    DST = x == x && !r->mode ? v : real (r, OPERATION, A, B);                                                    \
  }                                                                                               \
  NEXT;
  REAL (FADD, +, WPP_OPERATION_PLUS)
  REAL (FSUB, -, WPP_OPERATION_MINUS)
  REAL (FMUL, *, WPP_OPERATION_MULT)
  REAL (FDIV, /, WPP_OPERATION_RDIV)

do_SCALE:
  DST = (struct wpp_word){ A.word + B.word * m->imm, A.known & B.known };
  NEXT;
do_FIT:
  {
    struct wpp_scalar s = { .bits = m->narrow, .is_signed = m->b };
    DST = (struct wpp_word){ wpp_scalar_fit (s, A.word), A.known };
  }
  NEXT;
do_CHOOSE:
  {
    const struct wpp_word *chosen = A.word ? &B : &slots[m->imm];
    DST = (struct wpp_word){ chosen->word, A.known & chosen->known };
  }
  NEXT;
do_EVALUATE:
  DST = evaluate (r, &code->evaluations[m->imm]);
  NEXT;
do_BITS:
  {
    struct wpp_scalar s = { .bits = m->b, .is_signed = m->imm };
    DST = (struct wpp_word){ wpp_scalar_fit (s, A.word >> m->narrow), A.known };
  }
  NEXT;
do_WITHIN:
  {
    struct wpp_scalar s = { .bits = m->narrow, .is_signed = m->b };
    DST = (struct wpp_word){ A.word, A.known & (wpp_scalar_fit (s, A.word) == A.word) };
  }
  NEXT;

#define READ(HERE, TYPE, PLACE, KNOWN)                                                            \
HERE:                                                                                             \
  {                                                                                               \
    int64_t place = PLACE;                                                                        \
    TYPE x;                                                                                       \
    if (__builtin_expect (KNOWN && !t->any_lost && r->record->id != m->b, 1))                     \
      {                                                                                           \
        memcpy (&x, t->start + place, sizeof x);                                                  \
        DST = (struct wpp_word){ (uint64_t)x, 1 };                                                \
      }                                                                                           \
    else                                                                                          \
      {                                                                                           \
        struct wpp_word v = check (r, KNOWN, place, sizeof x, m->b);                              \
        DST = (struct wpp_word){ (uint64_t) (TYPE)v.word, v.known };                              \
      }                                                                                           \
  }                                                                                               \
  NEXT;
#define LOAD(NAME, TYPE) READ (do_LOAD_##NAME, TYPE, wpp_table_place (A.word + m->imm), A.known)
  WPP_MICRO_ACCESSES (LOAD)

#define CHECK(NAME, TYPE) READ (do_CHECK_##NAME, TYPE, (int64_t)m->imm, 1)
  WPP_MICRO_ACCESSES (CHECK)

#define STORE(WIDTH, TYPE)                                                                        \
do_STORE_##WIDTH:                                                                                 \
  {                                                                                               \
    int64_t place = wpp_table_place (A.word + m->imm);                                            \
    TYPE x = (TYPE)B.word;                                                                        \
    if (__builtin_expect (A.known && B.known && !t->any_lost, 1))                                 \
      memcpy (t->start + place, &x, sizeof x);                                                    \
    else                                                                                          \
      put (r, A.known, place, WIDTH, B);                                                          \
  }                                                                                               \
  NEXT;                                                                                           \
do_PUT_##WIDTH:                                                                                   \
  {                                                                                               \
    TYPE x = (TYPE)B.word;                                                                        \
    if (__builtin_expect (B.known && !t->any_lost, 1))                                            \
      memcpy (t->start + (int64_t)m->imm, &x, sizeof x);                                          \
    else                                                                                          \
      put (r, 1, (int64_t)m->imm, WIDTH, B);                                                      \
  }                                                                                               \
  NEXT;
  STORE (1, uint8_t)
  STORE (2, uint16_t)
  STORE (4, uint32_t)
  STORE (8, uint64_t)

do_MODE:
  set_mode (r, check (r, 1, WPP_TABLE_MODE, 4, m->b));
  NEXT;
do_COPY:
  wpp_table_copy (t, A, B, (struct wpp_word){ m->imm, 1 });
  NEXT;
do_FILL:
  wpp_table_fill (t, A, (struct wpp_word){ 0, 1 }, (struct wpp_word){ m->imm, 1 });
  NEXT;
do_MOVE_BYTES:
  wpp_table_copy (t, A, B, DST);
  NEXT;
do_SET_BYTES:
  wpp_table_fill (t, A, B, DST);
  NEXT;
do_WRITTEN:
  while (r->record->id == m->b)
    put_block (r);
  NEXT;
do_KEPT_LOAD:
  DST = kept_load (r, m);
  NEXT;
do_KEPT_STORE:
  kept_store (r, m);
  NEXT;
do_KEPT_ZERO:
  kept_zero (r, m);
  NEXT;

do_EXPECT:
  if (__builtin_expect (A.known && A.word != m->imm, 0) && (err = branch_otherwise (r, m, A)))
    return err;
  NEXT;
do_EXPECT_CASE:
  if (A.known && !in_cases_p (&code->cases[m->imm], A.word) && (err = branch_otherwise (r, m, A)))
    return err;
  NEXT;
do_TRUTH:
  if ((err = compare (r, m)))
    return err;
  NEXT;
do_WATCH_STATEMENT:
  if ((err = r->watch.statement (r->watch.data, m->imm)))
    return err;
  NEXT;
do_WATCH_VALUE:
  if ((err = r->watch.value (r->watch.data, m->imm, m->b, A)))
    return err;
  NEXT;
do_WATCH_READ:
  if (A.known && (err = r->watch.access (r->watch.data, m->imm, A.word, m->narrow, false)))
    return err;
  NEXT;
do_WATCH_WRITE:
  if (A.known && (err = r->watch.access (r->watch.data, m->imm, A.word, m->narrow, true)))
    return err;
  NEXT;
do_WATCH_MANY:
  if (A.known && B.known && (err = r->watch.access (r->watch.data, m->imm, A.word, B.word, m->narrow)))
    return err;
  NEXT;
do_TELL:
  *r->told++ = A;
  NEXT;
do_WATCH_MEMORY:
  if ((err = tell_access (r, &code->accesses[m->imm], A)))
    return err;
  NEXT;
}
