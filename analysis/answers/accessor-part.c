/* Parts of variables, as users name them: `p.a', `kept[2].b', `q->a.b'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a variable points to is there once, at first: replay knows what variables hold, and not what is in memory.  A
   field has a name if the program's statements use it.  */

#include <stdlib.h>
#include <string.h>
#include "answers/accessor-impl.h"

size_t
wpp_part_name (const char *text)
{
  return strcspn (text, ".[-");
}

bool
wpp_part_pointed_p (const char *text)
{
  return !strncmp (text + wpp_part_name (text), "->", 2);
}

/* The field of RECORD, or of another record of its name, with whose name TEXT begins; or null.  */
static const struct wpp_field *
field_at (const struct wpp_program *p, uint32_t record, const char *text)
{
  size_t n = wpp_part_name (text);
  const char *name = p->types[record].name;
  for (uint32_t i = 0; i < p->n_fields; i++)
    {
      const struct wpp_field *f = &p->fields[i];
      const char *of = p->types[f->record].name;
      bool in = f->record == record || (name && of && !strcmp (name, of));
      if (in && f->name && strlen (f->name) == n && !memcmp (f->name, text, n))
        return f;
    }
  return NULL;
}

/* Go on to the field that TEXT names.  Return what follows; null: there is none, or it does not begin and end with
   bytes.  */
static const char *
go_to_field (struct wpp_variable_part *part, const struct wpp_program *p, uint32_t *type, const char *text)
{
  const struct wpp_field *f = field_at (p, *type, text);
  if (!f || f->offset == WPP_UNKNOWN_OFFSET || f->offset % 8 || f->size % 8 || f->type >= p->n_types)
    return NULL;
  part->first += f->offset / 8;
  part->bytes = f->size / 8;
  *type = f->type;
  return text + wpp_part_name (text);
}

/* The same of the element whose number is at TEXT.  */
static const char *
go_to_element (struct wpp_variable_part *part, const struct wpp_program *p, uint32_t *type, const char *text)
{
  char *end;
  uint64_t i = strtoull (text, &end, 10), bytes = 0;
  uint32_t element = p->types[*type].kind == WPP_TYPE_ARRAY ? p->types[*type].target : WPP_NONE;
  if (element < p->n_types)
    bytes = p->types[element].size / 8;
  if (end == text || *end != ']' || !bytes || i >= part->bytes / bytes)
    return NULL;
  part->first += i * bytes;
  part->bytes = bytes;
  *type = element;
  return end + 1;
}

bool
wpp_part_find (struct wpp_variable_part *part, const struct wpp_body *b, uint32_t type, const char *text)
{
  const struct wpp_program *p = b->program;
  *part = (struct wpp_variable_part){ .pointed = !strncmp (text, "->", 2) };
  if (part->pointed)
    type = wpp_pointer_p (&p->types[type]) ? p->types[type].target : WPP_NONE;
  text += part->pointed;         /* the rest of the arrow is the dot of a field */
  if (type < p->n_types)
    part->bytes = (p->types[type].size + 7) / 8;
  while (type < p->n_types && text && *text)
    {
      char what = *text++;
      text = what == '.' || what == '>' ? go_to_field (part, p, &type, text)
             : what == '['              ? go_to_element (part, p, &type, text)
                                        : NULL;
    }
  part->type = type < p->n_types ? &p->types[type] : NULL;
  return part->type && text;
}
