/* Memory as a debugger sees it: the stack that is made up, what is known, what is in the file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "serve/debugger/session-impl.h"

uint64_t
wpp_session_memory (struct wpp_serving *s, uint64_t address, void *bytes, uint64_t n)
{
  const struct wpp_serving_thread *t = &s->threads[s->chosen];
  uint64_t done = 0, part = 1;
  for (char *to = bytes; done < n && part; done += part)
    {
      uint64_t at = address + done, left = n - done;
      part = wpp_partial_get (&t->stack.memory, at, to + done, left);
      if (!part)
        part = wpp_partial_get (wpp_past_memory (t->past), at, to + done, left);
      for (size_t i = 0; i < s->images->n && !part; i++)
        part = wpp_image_read (&s->images->of[i], at - s->images->of[i].bias, to + done, left);
    }
  return done;
}
