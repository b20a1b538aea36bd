/* Records of values from a thread's words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "format/value-table.h"
#include "recording/values/records.h"

/* Begin the record of HEAD.  Where too many are open, the lowest one is given up: its handler never returned.  */
static void
begin (struct wpp_value_splitter *s, uint32_t head)
{
  if (s->depth == WPP_MOST_INTERRUPTED)
    {
      for (unsigned i = 1; i < s->depth; i++)
        s->open[i - 1] = s->open[i];
      s->depth--;
      s->bad++;
    }
  struct wpp_open_record *o = &s->open[s->depth++];
  o->id = head & (WPP_VALUE_TRUTH | (WPP_VALUE_IDS - 1));
  o->block = wpp_value_block_p (head);
  o->left = o->block ? 2 : wpp_value_follow (head);
  o->shift = o->n = 0;
  o->value = o->what = 0;
}

/* Take BITS, the payload of a word of the block O.  False: it is none.  */
static bool
take_block (struct wpp_open_record *o, uint32_t bits)
{
  uint32_t size = wpp_value_block_size (o->what);
  if (o->left == 2 && !size)
    o->what = wpp_value_block (bits, 0);
  else if (!size)
    {
      o->what = wpp_value_block (wpp_value_block_place (o->what), bits);
      o->left = bits && bits <= WPP_BLOCK_BYTES ? WPP_BLOCK_WORDS (bits) - 1 : 0;
    }
  else
    {
      o->value |= (uint64_t)bits << o->shift;
      for (o->shift += WPP_VALUE_PAYLOAD_BITS; o->shift >= 8 && o->n < size; o->shift -= 8, o->value >>= 8)
        o->bytes[o->n++] = o->value;
    }
  return o->left > 0;
}

static void
take_number (struct wpp_open_record *o, uint32_t bits)
{
  if (o->shift < 64)
    o->value |= (uint64_t)bits << o->shift;
  o->shift += WPP_VALUE_PAYLOAD_BITS;
}

bool
wpp_value_split (struct wpp_value_splitter *s, uint32_t word, struct wpp_value_record *r, const unsigned char **block)
{
  if (wpp_value_head_p (word))
    {
      begin (s, word);
      return false;
    }
  if (!s->depth)
    {
      s->bad++;
      return false;
    }
  struct wpp_open_record *o = &s->open[s->depth - 1];
  uint32_t bits = word & ~WPP_VALUE_PAYLOAD;
  if (!o->block)
    take_number (o, bits);
  else if (!take_block (o, bits))
    {
      s->depth--;
      s->bad++;
      return false;
    }
  if (--o->left)
    return false;
  s->depth--;
  *r = (struct wpp_value_record){ .id = o->id, .value = o->block ? o->what : o->value };
  *block = o->block ? o->bytes : NULL;
  return true;
}

size_t
wpp_value_split_whole (const struct wpp_value_splitter *s, const uint32_t *words, size_t n, struct wpp_value_record *r)
{
  size_t n_payload = wpp_value_follow (words[0]);
  if (s->depth || !wpp_value_head_p (words[0]) || wpp_value_block_p (words[0]) || n_payload >= n)
    return 0;
  uint64_t value = 0;
  for (size_t i = 1; i <= n_payload; i++)
    {
      if (!wpp_value_payload_p (words[i]))
        return 0;
      value |= (uint64_t) (words[i] & ~WPP_VALUE_PAYLOAD) << (i - 1) * WPP_VALUE_PAYLOAD_BITS;
    }
  *r = (struct wpp_value_record){ .id = words[0] & (WPP_VALUE_TRUTH | (WPP_VALUE_IDS - 1)), .value = value };
  return 1 + n_payload;
}
