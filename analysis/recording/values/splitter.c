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
  uint32_t id = head & (WPP_VALUE_TRUTH | (WPP_VALUE_IDS - 1));
  s->open[s->depth].id = id;
  s->open[s->depth].left = wpp_value_follow (head);
  s->open[s->depth].shift = 0;
  s->open[s->depth++].value = 0;
}

bool
wpp_value_split (struct wpp_value_splitter *s, uint32_t word, struct wpp_value_record *r)
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
  unsigned top = s->depth - 1;
  if (s->open[top].shift < 64)
    s->open[top].value |= (uint64_t) (word & ~WPP_VALUE_PAYLOAD) << s->open[top].shift;
  s->open[top].shift += WPP_VALUE_PAYLOAD_BITS;
  if (--s->open[top].left)
    return false;
  s->depth--;
  *r = (struct wpp_value_record){ .id = s->open[top].id, .value = s->open[top].value };
  return true;
}

size_t
wpp_value_split_whole (const struct wpp_value_splitter *s, const uint32_t *words, size_t n, struct wpp_value_record *r)
{
  size_t n_payload = wpp_value_follow (words[0]);
  if (s->depth || !wpp_value_head_p (words[0]) || n_payload > 3 || n_payload >= n)
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
