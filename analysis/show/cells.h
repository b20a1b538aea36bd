/* What layouts write again and again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_CELLS_H
#define WPP_ANALYSIS_SHOW_CELLS_H

#include <gmp.h>
#include <stdint.h>
#include <stdio.h>
#include "grammar/rules/big.h"

/* Write TEXT with question marks for control characters, so that it stays on its line.  */
void wpp_put_on_line (FILE *out, const char *text);

/* Write TEXT as a comma-separated value, in quotes if it must be, and then END.  */
void wpp_put_csv (FILE *out, const char *text, char end);

/* Write TEXT as a JSON string: what is not UTF-8 is U+FFFD.  Return 0 or WPP_E_NOMEM.  */
int wpp_put_json_text (FILE *out, const char *text);

/* Write N in decimal, faster than fprintf does.  */
void wpp_put_number (FILE *out, uint64_t n);

/* N, in BUFFER; when it is saturated (saturate.h), `>=18446744073709551615'.  */
#define WPP_COUNT_TEXT 24
const char *wpp_count_text (uint64_t n, char buffer[WPP_COUNT_TEXT]);
/* … and N of big.h, or `>=2^512'.  */
#define WPP_BIG_TEXT (WPP_BIG_BITS / 3 + 2)
const char *wpp_big_text (const mpz_t n, char buffer[WPP_BIG_TEXT]);

#endif /* WPP_ANALYSIS_SHOW_CELLS_H */
