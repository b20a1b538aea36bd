/* What dumps and `wpp freq' show of solutions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "facts/problems/shown.h"

void
wpp_number_digits (const uint64_t *number, unsigned words, char text[WPP_NUMBER_DIGITS])
{
  size_t least = wpp_number_saturated_p (number, words) ? 2 : 0;
  memcpy (text, ">=", least);
  if (wpp_number_zero_p (number + 1, words - 1))
    {
      snprintf (text + least, WPP_NUMBER_DIGITS - least, "%" PRIu64, *number);
      return;
    }
  mpz_t n;
  mpz_init (n);
  mpz_import (n, words, -1, sizeof *number, 0, 0, number);
  mpz_get_str (text + least, 10, n);
  mpz_clear (n);
}

double
wpp_number_value (const uint64_t *number, unsigned words)
{
  double value = 0;
  while (words-- > 0)
    value = value * 18446744073709551616.0 + number[words];
  return value;
}

uint32_t *
wpp_block_lines (const struct wpp_cfg *cfg, const struct wpp_block_range *range, uint32_t *n)
{
  size_t most = 0;
  for (uint32_t v = range->first; v < range->end; v++)
    most += cfg->nodes[v].n_lines;
  uint32_t *lines = malloc ((most + 1) * sizeof *lines);
  *n = 0;
  for (uint32_t v = range->first; lines && v < range->end; v++)
    for (uint32_t i = 0; i < cfg->nodes[v].n_lines; i++)
      {
        uint32_t line = cfg->lines[cfg->nodes[v].first_line + i].line, k = 0;
        while (k < *n && lines[k] != line)
          k++;
        lines[k] = line;
        *n += k == *n;
      }
  return lines;
}

double
wpp_block_cost (const struct wpp_cfg *cfg, const struct wpp_block_range *range, const uint64_t *count, unsigned words)
{
  double statements = 0;
  for (uint32_t v = range->first; v < range->end; v++)
    statements += cfg->nodes[v].statements;
  return statements * wpp_number_value (count, words);
}
