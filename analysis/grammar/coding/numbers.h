/* Coding numbers of any size by choices: exponents, lengths, and the event words of new terminals.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   First a choice says how large the number is, then choices and unmodelled bits which number it is.  When decoding, the
   number that is passed is ignored; the functions return the number.  All numbers here are part of the format: see
   wpp(5).  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_NUMBERS_H
#define WPP_ANALYSIS_GRAMMAR_CODING_NUMBERS_H

#include "grammar/coding/choice.h"

/* The number of bits of X.  */
static inline unsigned
wpp_bit_length (uint32_t x)
{
  return x ? 32 - __builtin_clz (x) : 0;
}

/* Code NUMBER, of N bits: the highest 4 by F, the others without a model.  */
static inline uint32_t
wpp_code_bits (struct wpp_coder *c, struct wpp_choices *f, unsigned n, uint32_t number)
{
  unsigned below = n > 4 ? n - 4 : 0;
  uint32_t high = wpp_choice_code (f, c, number >> below & 15);
  return below ? high << below | wpp_coder_bits (c, below, number) : high;
}

/* Code NUMBER: SIZE is the choice of its bits, BITS [size] those of the bits below the highest.  */
static inline uint32_t
wpp_code_sized (struct wpp_coder *c, struct wpp_choices *size, struct wpp_choices *bits, uint32_t number)
{
  unsigned n = wpp_bit_length (number);
  n = wpp_choice_code (size, c, n < WPP_CHOICES - 1 ? n : WPP_CHOICES - 1);
  if (n == WPP_CHOICES - 1)
    return wpp_coder_bits (c, 32, number);
  if (n < 2)
    return n;
  uint32_t high = UINT32_C (1) << (n - 1);
  return high | wpp_code_bits (c, &bits[n], n - 1, number & (high - 1));
}

/* Let BITS [FROM + I] of [WPP_CHOICES] choose among the numbers of I bits at first.  */
static inline void
wpp_bits_init (struct wpp_choices *bits, unsigned from)
{
  for (unsigned n = 0; n < 4; n++)
    wpp_choices_init (&bits[from + n], 1u << n);
}

/* ---- Exponents.  */

/* The kind of an exponent: 1, or the symbol's latest exponent, or a number of bits.  */
enum { WPP_ONCE, WPP_AS_BEFORE, WPP_SIZED, WPP_LARGE = WPP_CHOICES - 1 };

#define WPP_MOST_SAME 4         /* numbers of equal exponents in a row that the models tell apart */

/* The kind of EXPONENT after LATEST.  */
static inline unsigned
wpp_exponent_kind (uint16_t latest, uint32_t exponent)
{
  if (exponent == 1)
    return WPP_ONCE;
  if (exponent == latest)
    return WPP_AS_BEFORE;
  unsigned kind = WPP_SIZED + wpp_bit_length (exponent - 1) - 1;
  return kind < WPP_LARGE ? kind : WPP_LARGE;
}

/* What tells the models the size of LATEST.  */
static inline unsigned
wpp_exponent_size (uint16_t latest)
{
  unsigned size = wpp_bit_length (latest - UINT32_C (1));
  return latest == 0 ? WPP_CHOICES - 1 : size < WPP_CHOICES - 2 ? size : WPP_CHOICES - 2;
}

/* Code EXPONENT: its kind by KINDS, and its bits by BITS [WPP_CHOICES], which wpp_bits_init (BITS, WPP_SIZED) has
   begun.  *LATEST is the symbol's latest exponent, 0 if that needs more than 16 bits, and *SAME how often in a row it
   was that one; both are brought up to date.  */
static inline uint32_t
wpp_code_exponent (struct wpp_coder *c, struct wpp_choices kinds[WPP_MOST_SAME][WPP_CHOICES], struct wpp_choices *bits,
                   uint16_t *latest, uint8_t *same, uint32_t exponent)
{
  unsigned kind
    = wpp_choice_code (&kinds[*same][wpp_exponent_size (*latest)], c, wpp_exponent_kind (*latest, exponent));
  if (kind == WPP_ONCE)
    exponent = 1;
  else if (kind == WPP_AS_BEFORE)
    exponent = *latest;
  else if (kind == WPP_LARGE)
    exponent = wpp_coder_bits (c, 32, exponent);
  else if (kind == WPP_SIZED)
    exponent = 2;
  else
    {
      uint32_t high = UINT32_C (1) << (kind - WPP_SIZED);
      exponent = 1 + (high | wpp_code_bits (c, &bits[kind], kind - WPP_SIZED, (exponent - 1) & (high - 1)));
    }
  if (exponent != *latest)
    *same = 0;
  else if (*same < WPP_MOST_SAME - 1)
    ++*same;
  *latest = exponent <= UINT16_MAX ? exponent : 0;
  return exponent;
}

/* ---- Event words.  */

#define WPP_EVENT_DIGITS 8

struct wpp_event_models
{
  struct wpp_choices digits;                /* how many a new event's distance from the newest one has */
  struct wpp_choices digit[WPP_EVENT_DIGITS];
};

/* Code the event word of a new terminal, when LATEST is that of the newest one.  */
static inline uint32_t
wpp_code_event (struct wpp_coder *c, struct wpp_event_models *m, uint32_t latest, uint32_t event)
{
  uint32_t distance = event - latest;
  uint32_t folded = distance >> 31 ? ~(distance << 1) : distance << 1, result = 0;
  unsigned digits = wpp_choice_code (&m->digits, c, (wpp_bit_length (folded) + 3) / 4);
  for (unsigned i = digits; i-- > 0;)
    result = result << 4 | wpp_choice_code (&m->digit[i], c, folded >> 4 * i & 15);
  distance = result & 1 ? ~(result >> 1) : result >> 1;
  return latest + distance;
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_NUMBERS_H */
