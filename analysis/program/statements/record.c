/* The program as data in the notes: the record.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Its payload is  u32 checksum of the rest (the low half of XXH3-64)  u32 bytes of texts  u32 bytes that these are
   packed to packed texts  the coder's stream.  Zeros follow when that is less than a reader wants to see for the
   memory.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "program/statements/codec.h"

#define LEVEL 9
#define PAYLOAD_HEADER 12

static void
release_codec (struct wpp_codec *k)
{
  wpp_tree_release (&k->types);
  wpp_tree_release (&k->constants);
  for (uint32_t t = 0; k->field_trees && t < k->p->n_types; t++)
    wpp_tree_release (&k->field_trees[t]);
  free (k->models);
  free (k->constants_of);
  free (k->pointer_to);
  free (k->set_of);
  free (k->first_field);
  free (k->fields_of);
  free (k->field_trees);
  free (k->last_call);
  wpp_buffer_release (&k->texts);
  wpp_buffer_release (&k->c.out);
}

/* All that K's program has.  */
static void
code_program (struct wpp_codec *k)
{
  struct wpp_program *p = k->p;
  wpp_codec_tables (k);
  if (k->c.decoding)
    {
      p->bodies = wpp_codec_scratch (k, k->unit->n_functions, sizeof *p->bodies);
      p->n_bodies = k->err ? 0 : k->unit->n_functions;
    }
  for (uint32_t i = 0; i < p->n_bodies && !k->err; i++)
    wpp_codec_body (k, &p->bodies[i], &k->unit->functions[i]);
}

/* ---- Writing.  */

/* Generated sources with thousands of functions of one shape are coded in less than a reader wants to see for their
   memory.  Append zeros to PAYLOAD until it is enough: the work of whoever reads stays bounded by the size.  */
static void
pad (struct wpp_buffer *payload, uint64_t memory)
{
  static const unsigned char zeros[4096];
  uint64_t least = wpp_program_least (memory);
  while (payload->size < least && !payload->failed)
    wpp_put_bytes (payload, zeros, least - payload->size < sizeof zeros ? least - payload->size : sizeof zeros);
}

/* Append K's payload to RECORD.  */
static int
put_payload (struct wpp_buffer *record, const struct wpp_codec *k)
{
  struct wpp_buffer b = { 0 };
  size_t room = ZSTD_compressBound (k->texts.size);
  unsigned char *packed = malloc (room);
  size_t n = packed ? ZSTD_compress (packed, room, k->texts.data, k->texts.size, LEVEL) : 0;
  int err = !packed || ZSTD_isError (n) ? WPP_E_NOMEM : WPP_OK;
  if (!err)
    {
      wpp_put_u32 (&b, k->texts.size);
      wpp_put_u32 (&b, n);
      wpp_put_bytes (&b, packed, n);
      wpp_put_bytes (&b, k->c.out.data, k->c.out.size);
      pad (&b, k->memory);
      err = b.failed ? WPP_E_NOMEM : b.size > UINT32_MAX / 2 ? WPP_E_TOOBIG : WPP_OK;
    }
  if (!err)
    {
      wpp_put_bytes (record, WPP_PROGRAM_MAGIC, 4);
      wpp_put_u32 (record, WPP_PROGRAM_VERSION);
      wpp_put_u64 (record, k->unit->id);
      wpp_put_u64 (record, b.size + 4);
      wpp_put_u64 (record, k->memory);
      wpp_put_u32 (record, XXH3_64bits (b.data, b.size));
      wpp_put_bytes (record, b.data, b.size);
    }
  free (packed);
  wpp_buffer_release (&b);
  return record->failed ? WPP_E_NOMEM : err;
}

int
wpp_program_encode (const struct wpp_program *p, const struct wpp_unit *unit, unsigned char **out, size_t *size)
{
  struct wpp_codec k = { .unit = unit, .p = (struct wpp_program *)p };
  struct wpp_buffer record = { *out, *size, *size, false };
  int err = p->n_bodies == unit->n_functions ? wpp_codec_begin (&k) : WPP_E_RANGE;
  if (err)
    return err;
  wpp_coder_encode (&k.c);
  code_program (&k);
  wpp_coder_finish (&k.c);
  err = k.err ? k.err : k.c.out.failed || k.texts.failed ? WPP_E_NOMEM : WPP_OK;
  if (!err)
    err = put_payload (&record, &k);
  release_codec (&k);
  /* The buffer may have moved.  */
  *out = record.data;
  if (!err)
    *size = record.size;
  return err;
}

/* ---- Reading.  */

/* Make K ready to decode the record of its unit.  TEXTS, malloc'ed, gets the texts.  */
static int
begin_decoding (struct wpp_codec *k, unsigned char **texts)
{
  const struct wpp_unit *unit = k->unit;
  struct wpp_reader r = wpp_reader_of (unit->program, unit->program_size);
  wpp_read_bytes (&r, WPP_NOTES_HEADER - 8);
  k->memory = wpp_read_u64 (&r);
  uint32_t checksum = wpp_read_u32 (&r);
  if (r.bad || k->memory > wpp_program_most (unit->program_size))
    return WPP_E_CORRUPT;
  if ((uint32_t)XXH3_64bits (r.at, wpp_reader_left (&r)) != checksum)
    return WPP_E_CHECKSUM;
  uint32_t unpacked = wpp_read_u32 (&r), packed = wpp_read_u32 (&r);
  const unsigned char *data = wpp_read_bytes (&r, packed);
  if (r.bad || unpacked > k->memory)
    return WPP_E_CORRUPT;
  *texts = malloc ((size_t)unpacked + 1);
  if (!*texts)
    return WPP_E_NOMEM;
  size_t n = ZSTD_decompress (*texts, unpacked, data, packed);
  if (ZSTD_isError (n) || n != unpacked)
    return WPP_E_CORRUPT;
  k->texts_in = wpp_reader_of (*texts, unpacked);
  wpp_coder_decode (&k->c, r.at, wpp_reader_left (&r));
  return wpp_codec_begin (k);
}

/* Decode K's program, which is new.  */
static int
decode (struct wpp_codec *k)
{
  unsigned char *texts = NULL;
  int err = begin_decoding (k, &texts);
  if (!err)
    {
      code_program (k);
      err = k->err;
    }
  if (!err && (wpp_coder_overrun_p (&k->c) || wpp_reader_left (&k->texts_in) || !wpp_program_check (k->p, k->unit)))
    err = WPP_E_CORRUPT;
  for (uint32_t i = 0; i < k->p->n_bodies && !err; i++)
    err = wpp_body_finish (&k->p->bodies[i]);
  free (texts);
  return err;
}

struct wpp_program *
wpp_program_decode (const struct wpp_unit *unit, int *err, struct wpp_place *place)
{
  if (!unit->program)
    {
      *err = wpp_complain (place, WPP_NOTES_SECTION, 0, WPP_E_NOTES, "they have no statements of %s", unit->source);
      return NULL;
    }
  struct wpp_codec k = { .unit = unit, .p = wpp_program_new () };
  *err = k.p ? decode (&k) : WPP_E_NOMEM;
  if (k.p)
    {
      k.p->id = unit->id;
      k.p->first_file = unit->n_files;
      release_codec (&k);
    }
  if (!*err)
    return k.p;
  wpp_program_free (k.p);
  wpp_complain (place, WPP_NOTES_SECTION, 0, *err, "the statements of %s make no sense", unit->source);
  return NULL;
}
