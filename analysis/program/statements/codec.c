/* Coding the program as data: numbers, names, and how arrays get their memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/codec.h"

#define CONTEXTS(ID, N) N,
static const uint16_t contexts[] = { WPP_COLUMNS (CONTEXTS) };

/* The number of each column's first model.  */
enum
{
#define PLACES(ID, N) FIRST_##ID, LAST_##ID = FIRST_##ID + N - 1,
  WPP_COLUMNS (PLACES)
  N_MODELS
};
#define PLACE(ID, N) FIRST_##ID,
static const uint16_t first[] = { WPP_COLUMNS (PLACE) };

void
wpp_codec_fail (struct wpp_codec *k, int err)
{
  if (!k->err)
    k->err = err;
}

int
wpp_codec_begin (struct wpp_codec *k)
{
  k->models = aligned_alloc (_Alignof (struct wpp_choices), N_MODELS * sizeof *k->models);
  if (!k->models)
    return WPP_E_NOMEM;
  wpp_models_init (k->models, N_MODELS);
  return WPP_OK;
}

struct wpp_model *
wpp_codec_model (struct wpp_codec *k, enum wpp_column column, uint32_t context)
{
  return &k->models[first[column] + context % contexts[column]];
}

uint32_t
wpp_codec_below (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint32_t value, uint32_t n)
{
  uint64_t coded = wpp_codec_number (k, column, context, value);
  if (coded < n)
    return coded;
  wpp_codec_fail (k, WPP_E_CORRUPT);
  return 0;
}

uint64_t
wpp_codec_from (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint64_t value, uint64_t before)
{
  value = wpp_code_from (&k->c, wpp_codec_model (k, column, context), value, before);
  return k->err ? 0 : value;
}

uint32_t
wpp_codec_from32 (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint32_t value, uint32_t before)
{
  return wpp_codec_from (k, column, context, value, before);
}

uint32_t
wpp_codec_in_tree (struct wpp_codec *k, struct wpp_tree *t, uint32_t value)
{
  if (t->n == 0)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (k->err)
    return 0;
  return wpp_tree_code_last (t, &k->c, value, wpp_tree_code_high (t, &k->c, value));
}

uint32_t
wpp_codec_type (struct wpp_codec *k, uint32_t type, uint32_t expected, uint32_t context)
{
  bool as_expected = expected < k->p->n_types && wpp_codec_number (k, WPP_COLUMN_TYPE, context, type == expected);
  return as_expected ? expected : wpp_codec_in_tree (k, &k->types, type);
}

/* The place of NUMBER in R, R->n if it is not there.  */
static uint32_t
recent_place (const struct wpp_recent *r, uint32_t number)
{
  uint32_t i = 0;
  while (i < r->n && r->number[i] != number)
    i++;
  return i;
}

/* NUMBER, at PLACE of R, was used.  */
static void
note_recent (struct wpp_recent *r, uint32_t place, uint32_t number)
{
  if (place == r->n && r->n < WPP_RECENT)
    r->n++;
  if (place == r->n)
    place--;
  memmove (&r->number[1], &r->number[0], place * sizeof *r->number);
  r->number[0] = number;
}

void
wpp_codec_note (struct wpp_recent *r, uint32_t number)
{
  note_recent (r, recent_place (r, number), number);
}

uint32_t
wpp_codec_recent (struct wpp_codec *k, struct wpp_recent *r, enum wpp_column column, uint32_t context, uint32_t value,
                  struct wpp_tree *all)
{
  uint32_t place = k->c.decoding ? 0 : recent_place (r, value);
  place = wpp_codec_number (k, column, context, place == r->n ? 0 : place + 1);
  if (place > r->n)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (k->err)
    return 0;
  value = place == 0 ? wpp_codec_in_tree (k, all, value) : r->number[place - 1];
  note_recent (r, place == 0 ? r->n : place - 1, value);
  return value;
}

uint32_t
wpp_codec_constant (struct wpp_codec *k, uint32_t constant, uint32_t context)
{
  context %= WPP_CONSTANT_CONTEXTS;
  return wpp_codec_recent (k, &k->constants_of[context], WPP_COLUMN_CONSTANT, context, constant, &k->constants);
}

/* ---- Memory.  */

void *
wpp_codec_scratch (struct wpp_codec *k, size_t n, size_t size)
{
  void *p = k->err ? NULL : calloc (n + 1, size);
  if (!p)
    wpp_codec_fail (k, WPP_E_NOMEM);
  return p;
}

void
wpp_codec_charge (struct wpp_codec *k, uint64_t bytes)
{
  if (!k->c.decoding)
    k->memory += bytes;
  else if (bytes > k->memory)
    wpp_codec_fail (k, WPP_E_TOOBIG);
  else
    k->memory -= bytes;
}

uint32_t
wpp_codec_array (struct wpp_codec *k, uint32_t context, uint32_t n, void *array, size_t size, size_t extra)
{
  uint64_t coded = wpp_codec_number (k, WPP_COLUMN_COUNT, context, n);
  uint64_t bytes = (coded < UINT32_MAX / 2 ? coded : UINT32_MAX / 2) * (size + extra);
  if (coded >= UINT32_MAX / 2)
    wpp_codec_fail (k, WPP_E_TOOBIG);
  wpp_codec_charge (k, bytes);
  if (!k->c.decoding)
    return n;
  void *items = wpp_codec_scratch (k, coded, size);
  if (!items)
    return 0;
  memcpy (array, &items, sizeof items);
  return coded;
}

void
wpp_codec_fill (struct wpp_codec *k, struct wpp_tree *t, uint32_t n)
{
  for (uint32_t i = t->n; i < n && !k->err; i++)
    if (wpp_tree_add (t))
      wpp_codec_fail (k, WPP_E_NOMEM);
}

/* ---- Texts.  */

/* A text of LENGTH bytes, which may be 0.  */
void
wpp_codec_text (struct wpp_codec *k, char **text, uint32_t length)
{
  if (!k->c.decoding)
    {
      wpp_put_bytes (&k->texts, *text, length);
      if (k->texts.failed)
        wpp_codec_fail (k, WPP_E_NOMEM);
      k->memory += length;
      return;
    }
  const unsigned char *bytes = k->err ? NULL : wpp_read_bytes (&k->texts_in, length);
  if (!bytes || length > k->memory)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  char *copy = wpp_codec_scratch (k, length, 1);
  if (!copy)
    return;
  k->memory -= length;
  memcpy (copy, bytes, length);
  *text = copy;
}

/* A name, which may be null; it has no 0 in it.  */
void
wpp_codec_name (struct wpp_codec *k, char **name, uint32_t context)
{
  if (!wpp_codec_number (k, WPP_COLUMN_HAS, context, *name != NULL))
    return;
  size_t length = 0;
  if (!k->c.decoding)
    {
      length = strlen (*name);
      wpp_put_bytes (&k->texts, *name, length + 1);
      k->memory += length;
      return;
    }
  const unsigned char *at = k->texts_in.at;
  const unsigned char *end = at ? memchr (at, 0, wpp_reader_left (&k->texts_in)) : NULL;
  if (!end)
    {
      wpp_codec_fail (k, WPP_E_CORRUPT);
      return;
    }
  wpp_codec_text (k, name, end - at);
  wpp_read_bytes (&k->texts_in, 1);
}

/* ---- Places.  */

void
wpp_codec_place (struct wpp_codec *k, uint32_t context, uint32_t *file, uint32_t *line, uint32_t *column,
                 uint32_t near_line)
{
  *line = wpp_codec_from32 (k, WPP_COLUMN_LINE, context, *line, near_line);
  *column = wpp_codec_number (k, WPP_COLUMN_COLUMN, context, *column);
  *file = wpp_codec_number (k, WPP_COLUMN_FILE, context, *file);
}
