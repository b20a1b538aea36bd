/* Values of what is in a slice.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "answers/slice-impl.h"

const struct wpp_statement *
wpp_sliced_statement (const struct wpp_slicer *s, uint32_t item, const struct wpp_body **body)
{
  const struct wpp_slice_item *i = &s->model->items[item];
  *body = s->model->functions[i->function]->body;
  return &(*body)->statements[i->code];
}

const char *
wpp_sliced_value (const struct wpp_slicer *s, uint32_t item, struct wpp_word value, const struct wpp_word uses[2],
                  char buffer[WPP_SLICED_VALUE])
{
  const struct wpp_body *b;
  const struct wpp_statement *t = wpp_sliced_statement (s, item, &b);
  const struct wpp_operand *o = wpp_statement_result (b, t);
  char one[WPP_VALUE_TEXT];
  *buffer = 0;
  if (t->kind == WPP_STATEMENT_CONDITION || t->kind == WPP_STATEMENT_SWITCH)
    for (uint32_t i = 0; i < t->n_uses && i < 2; i++)
      {
        const struct wpp_type *type = wpp_body_type (b, b->values[wpp_statement_uses (b, t)[i].value].type);
        strcat (strcat (buffer, i ? ", " : ""), wpp_value_text (type, uses[i], one));
      }
  else if (o && value.known)
    strcpy (buffer, wpp_value_text (wpp_body_type (b, o->type), value, one));
  return *buffer ? buffer : NULL;
}
