/* Statements as addresses of instructions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "serve/past/past-impl.h"

/* The addresses of FUNCTION's statements in HOST; null when out of memory.  */
static const struct wpp_past_code *
codes_in (struct wpp_past *p, uint32_t function, struct wpp_image_function *host)
{
  struct wpp_past_function *f = &p->run->functions[function];
  const struct wpp_body *b = wpp_past_body (p, function);
  for (size_t i = 0; i < f->n_codes; i++)
    if (f->codes[i].host == host)
      return f->codes[i].codes;
  struct wpp_past_code *codes = calloc (b->n_statements + (size_t)1, sizeof *codes);
  if (!codes || WPP_EXTEND (f->codes, f->n_codes))
    {
      free (codes);
      return NULL;
    }
  const struct wpp_at_function at = { &p->run->of.code->functions[function], b };
  for (uint32_t i = 0; i < b->n_statements; i++)
    if (b->statements[i].line)
      codes[i].address = wpp_image_code (host, wpp_at_file (&at, b->statements[i].file), b->statements[i].line,
                                         b->statements[i].column, &codes[i].exact);
  f->codes[f->n_codes++] = (struct wpp_past_codes){ host, codes };
  return codes;
}

struct wpp_past_code
wpp_past_code (struct wpp_past *p, uint32_t function, struct wpp_image_function *host, uint32_t statement)
{
  const struct wpp_past_code *codes = host ? codes_in (p, function, host) : NULL;
  return codes ? codes[statement] : (struct wpp_past_code){ 0, false };
}

bool
wpp_past_inlined_p (struct wpp_past *p, uint32_t function, struct wpp_image_function *host, uint32_t line)
{
  struct wpp_past_function *f = &p->run->functions[function];
  if (f->last.host != host || f->last.line != line)
    {
      f->last.host = host;
      f->last.line = line;
      f->last.inlined = wpp_image_inlined_p (host, p->run->of.code->functions[function].function->name, line);
    }
  return f->last.inlined;
}
