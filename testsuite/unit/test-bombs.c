/* Unit test of figures that 64 bits do not hold: lengths, frequencies and counts of the bombs
   (fuzz/bombs.c) against what their shape says, saturated and exact; and their expansion.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <time.h>
#include "../fuzz/bombs.h"
#include "grammar/rules/big.h"
#include "base/saturate.h"
#include "unit.h"

#define N_EVENTS 3

static const uint32_t events[N_EVENTS] = { 256, 257, 300 };

/* Is SMALL what is left of EXACT in 64 bits, and BIG what is left of it in WPP_BIG_BITS?  */
static bool
figure_ok_p (const mpz_t exact, uint64_t small, const mpz_t big)
{
  bool fits = mpz_sizeinbase (exact, 2) <= 64;
  bool small_ok = fits && mpz_get_ui (exact) != UINT64_MAX ? small == mpz_get_ui (exact)
                                                           : small == UINT64_MAX;
  return small_ok && (wpp_big_exact_p (big) ? mpz_cmp (big, exact) == 0
                                            : mpz_sizeinbase (exact, 2) > WPP_BIG_BITS);
}

/* N, which is no longer needed to be exact, to a size at which it can be handled.  */
static void
keep_small (mpz_t n)
{
  if (mpz_sizeinbase (n, 2) > 4 * WPP_BIG_BITS)
    mpz_fdiv_q_2exp (n, n, 2 * WPP_BIG_BITS);
}

static bool
lengths_ok_p (const struct bomb *b, const struct wpp_grammar *g)
{
  mpz_t *big = wpp_big_lengths (g), exact;
  mpz_init_set_ui (exact, b->width ? (unsigned long)b->width * N_EVENTS : 1);
  bool ok = figure_ok_p (exact, g->length[b->levels + 1], big[b->levels + 1]);
  for (uint32_t r = b->levels; r > 0; r--)
    {
      mpz_mul_ui (exact, exact, b->exponent);
      mpz_mul_ui (exact, exact, b->copies);
      mpz_add_ui (exact, exact, b->between);
      keep_small (exact);
      ok &= figure_ok_p (exact, g->length[r], big[r]);
    }
  ok &= figure_ok_p (exact, g->length[0], big[0]);
  wpp_big_free (big, g->n_rules);
  mpz_clear (exact);
  return ok;
}

static bool
frequencies_ok_p (const struct bomb *b, const struct wpp_grammar *g)
{
  mpz_t *big = wpp_big_frequencies (g), exact;
  mpz_init_set_ui (exact, 1);
  bool ok = figure_ok_p (exact, g->frequency[0], big[0]);
  for (uint32_t r = 1; r <= b->levels + 1; r++)
    {
      ok &= figure_ok_p (exact, g->frequency[r], big[r]);
      mpz_mul_ui (exact, exact, b->exponent);
      mpz_mul_ui (exact, exact, b->copies);
      keep_small (exact);
    }
  wpp_big_free (big, g->n_rules);
  mpz_clear (exact);
  return ok;
}

/* Do the counts of terminals add up to the length?  */
static bool
counts_ok_p (const struct wpp_grammar *g)
{
  mpz_t *big = wpp_big_terminal_counts (g), *length = wpp_big_lengths (g), sum;
  uint64_t counts[N_EVENTS];
  bool ok = true;
  mpz_init (sum);
  wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      ok &= figure_ok_p (big[t], counts[t], big[t]);
      mpz_add (sum, sum, big[t]);
      wpp_big_clamp (sum);
    }
  ok &= mpz_cmp (sum, length[0]) == 0;
  wpp_big_free (big, g->n_terminals);
  wpp_big_free (length, g->n_rules);
  mpz_clear (sum);
  return ok;
}

/* The first runs of an expansion.  */
struct runs
{
  uint32_t n;
  uint32_t event[4];
  uint64_t count[4];
};

static int
note_run (void *data, uint32_t event, uint64_t count)
{
  struct runs *r = data;
  r->event[r->n] = event;
  r->count[r->n++] = count;
  return r->n == 4;
}

/* Does the expansion of bomb NAME from FROM on begin with COUNT times EVENT?  */
static bool
begins_p (const char *name, uint64_t from, uint32_t event, uint64_t count)
{
  struct runs r = { 0 };
  int err;
  struct wpp_grammar *g = make_bomb (find_bomb (name), events, N_EVENTS, &err);
  bool ok = g && wpp_grammar_expand (g, from, note_run, &r) >= 0 && r.n > 0
            && r.event[0] == event && r.count[0] == count;
  wpp_grammar_free (g);
  return ok;
}

static void
test_expansion (void)
{
  CHECK (begins_p ("doubling-62", 0, 256, UINT64_C (1) << 62), "a run of 2^62 at once");
  CHECK (begins_p ("doubling-62", (UINT64_C (1) << 62) - 3, 256, 3), "the last 3 of 2^62");
  CHECK (begins_p ("doubling-62", (UINT64_C (1) << 61) + 12345, 256, (UINT64_C (1) << 61) - 12345),
         "a run of 2^62 from the middle on");
  CHECK (begins_p ("doubling-200", 0, 256, UINT64_MAX), "a run of 2^200 saturates");
  CHECK (begins_p ("exponents-one", UINT64_MAX - 1, 256, UINT64_MAX), "… from far within");
  CHECK (begins_p ("doubling-all", UINT64_MAX - 1, events[(UINT64_MAX - 1) % N_EVENTS], 1),
         "event 2^64 - 2 of 2^200");
  CHECK (begins_p ("deep", 999999, events[1000000 % N_EVENTS], 1), "event 999999 of a deep rule");
}

int
main (void)
{
  clock_t begun = clock ();
  for (const struct bomb *b = bombs; b->name; b++)
    {
      int err;
      struct wpp_grammar *g = make_bomb (b, events, N_EVENTS, &err);
      CHECK (g && lengths_ok_p (b, g), "%s: lengths", b->name);
      CHECK (g && frequencies_ok_p (b, g), "%s: frequencies", b->name);
      CHECK (g && counts_ok_p (g), "%s: counts", b->name);
      wpp_grammar_free (g);
    }
  test_expansion ();
  CHECK (clock () - begun < 20 * CLOCKS_PER_SEC, "in bounded time");
  return unit_done ();
}
