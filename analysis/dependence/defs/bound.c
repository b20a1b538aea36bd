/* What debuggers are told of variables: what they are from a statement on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "dependence/defs/model.h"

/* Does CODE define a version of VARIABLE?  */
static bool
defines_p (const struct wpp_slice_function *f, const struct wpp_slice_code *code, uint32_t variable)
{
  bool defines = false;
  for (uint32_t i = 0; i < code->defines.n && !defines; i++)
    defines = f->fact_variable[f->numbers[code->defines.begin + i] - WPP_FACT_FIRST] == variable;
  return defines;
}

uint32_t
wpp_slice_line_end (const struct wpp_slice_function *f, uint32_t code)
{
  const struct wpp_statement *s = f->body->statements;
  uint32_t i = code + 1;
  while (i < f->first_code[s[code].node + 1] && f->code[i].flags & WPP_CODE_NONE && s[i].line == s[code].line)
    i++;
  return i;
}

uint32_t
wpp_slice_bound (const struct wpp_slice_function *f, uint32_t variable, uint32_t code)
{
  const struct wpp_statement *s = f->body->statements;
  uint32_t block = f->cfg->nodes[s[code].node].block;
  for (uint32_t i = wpp_slice_line_end (f, code); i-- > 0 && f->cfg->nodes[s[i].node].block == block;)
    if (defines_p (f, &f->code[i], variable))
      return f->code[i].flags & WPP_CODE_BINDS ? i : WPP_NONE;
  return WPP_NONE;
}
