/* Sections of a report: JSON, compressed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A section is one JSON value in a gzip member, which is kept in memory until it is written into the page in base64.
   Commas come by themselves.  Numbers that a double does not hold exactly are written as strings of digits.  Text is
   valid UTF-8, whatever it was (base/text.h).

   Errors stick, and are asked for in the end.  Memory is at most the compressed size and a fixed buffer.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_SECTION_H
#define WPP_ANALYSIS_SHOW_REPORT_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct wpp_section;

/* A section that is full at LIMIT compressed bytes.  Null when out of memory.  */
struct wpp_section *wpp_section_new (size_t limit);
void wpp_section_free (struct wpp_section *s);

/* An array, `[', or an object, `{', begins; the innermost one ends.  A member begins.  */
void wpp_section_open (struct wpp_section *s, char kind);
void wpp_section_close (struct wpp_section *s, char kind);
void wpp_section_key (struct wpp_section *s, const char *name);

void wpp_section_number (struct wpp_section *s, uint64_t n);
void wpp_section_integer (struct wpp_section *s, int64_t n);
/* The same of a count that saturates (saturate.h): `>=18446744073709551615'.  */
void wpp_section_count (struct wpp_section *s, uint64_t n);
/* Digits of any length.  */
void wpp_section_digits (struct wpp_section *s, const char *digits);
void wpp_section_real (struct wpp_section *s, double r);
/* TEXT, of any bytes; null is null.  */
void wpp_section_text (struct wpp_section *s, const char *text);

/* An object { rows: [ begins; it ends with the number N of all rows, written or not.  */
void wpp_section_open_rows (struct wpp_section *s);
void wpp_section_close_rows (struct wpp_section *s, uint64_t n);

/* Has it as many bytes as it may have?  What was written last is not known exactly, so it may get some more.  */
bool wpp_section_full_p (const struct wpp_section *s);

/* Compress the rest.  Return 0, WPP_E_NOMEM, or an error that has stuck.  */
int wpp_section_end (struct wpp_section *s);
/* The bytes that it then takes in a page.  */
size_t wpp_section_size (const struct wpp_section *s);
/* Write it to OUT in base64.  */
void wpp_section_write (const struct wpp_section *s, FILE *out);

/* BYTES [N] in base64, to OUT.  */
void wpp_base64 (FILE *out, const unsigned char *bytes, size_t n);

#endif /* WPP_ANALYSIS_SHOW_REPORT_SECTION_H */
