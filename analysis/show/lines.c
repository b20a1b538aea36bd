/* Execution counts of source lines as text, as gcov prints them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/lines.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/source-text.h"

/* Write line NUMBER of TEXT with its COUNT, which is null when the line has no code.  */
static void
put_line (FILE *out, const struct wpp_source_text *text, uint32_t number, const struct wpp_line_count *count)
{
  char n[WPP_COUNT_TEXT], s[WPP_COUNT_TEXT + 1] = "-";
  const char *code = number <= text->n ? text->lines[number - 1] : NULL;
  if (count && count->count)
    snprintf (s, sizeof s, "%s%s", wpp_count_text (count->count, n),
              count->unexecuted_block ? "*" : "");
  else if (count)
    strcpy (s, count->unexceptional ? "#####" : "=====");
  fprintf (out, "%9s:%5u%s%s\n", s, number, code ? ":" : "", code ? code : "");
}

/* Write the lines of TEXT from NUMBER up to, not including, END, which have no code; return END.  */
static uint32_t
put_plain_lines (FILE *out, const struct wpp_source_text *text, uint32_t number, uint32_t end)
{
  for (; number < end && number <= text->n; number++)
    put_line (out, text, number, NULL);
  return end;
}

#define SEPARATOR "------------------\n"

/* Write the lines of F, a function of a group.  */
static void
put_instance (FILE *out, const struct wpp_source *source, const struct wpp_source_text *text,
              const struct wpp_function *f)
{
  uint32_t number = f->start_line;
  fputs (SEPARATOR, out);
  fprintf (out, "%s:\n", f->name);
  for (uint32_t i = 0; i < source->n_json_lines; i++)
    {
      const struct wpp_line_count *line = &source->json_lines[i];
      if (line->function != f || line->line < number || line->line > f->end_line)
        continue;
      number = put_plain_lines (out, text, number, line->line);
      put_line (out, text, number++, line);
    }
  put_plain_lines (out, text, number, f->end_line + 1);
}

/* If LINE is the last one of the group that begins at FIRST, write the group's functions.  Return whether it
   is.  */
static bool
put_group (FILE *out, const struct wpp_source *source, const struct wpp_source_text *text, uint32_t first,
           uint32_t line)
{
  uint32_t last = 0;
  for (uint32_t i = 0; i < source->n_functions; i++)
    {
      const struct wpp_function *f = source->functions[i].function;
      if (source->functions[i].group && f->start_line == first && f->end_line > last)
        last = f->end_line;
    }
  if (line < last)
    return false;
  for (uint32_t i = 0; i < source->n_functions; i++)
    if (source->functions[i].group && source->functions[i].function->start_line == first)
      put_instance (out, source, text, source->functions[i].function);
  fputs (SEPARATOR, out);
  return true;
}

/* Does a group of functions of SOURCE begin at LINE?  The functions are sorted, and *AT is moved to the next one.  */
static bool
group_begins_p (const struct wpp_source *source, uint32_t line, uint32_t *at)
{
  bool group = false;
  while (*at < source->n_functions && source->functions[*at].function->start_line <= line)
    {
      group |= source->functions[*at].function->start_line == line
               && source->functions[*at].group;
      ++*at;
    }
  return group;
}

/* Write SOURCE line by line; or only the lines with code when there is no text.  If GROUPS, write the functions of each
   group separately after the group.  */
static void
put_body (FILE *out, const struct wpp_source *source, const struct wpp_source_text *text, bool groups)
{
  uint32_t at = 0, i = 0, group = 0;
  for (uint32_t number = 1; number <= text->n || i < source->n_lines; number++)
    {
      if (number > text->n && i < source->n_lines && number < source->lines[i].line)
        number = source->lines[i].line;
      const struct wpp_line_count *count
        = i < source->n_lines && source->lines[i].line == number ? &source->lines[i++] : NULL;
      put_line (out, text, number, count);
      if (groups && !group && group_begins_p (source, number, &at))
        group = number;
      if (group && put_group (out, source, text, group, number))
        group = 0;
    }
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_lines_row *r = data;
  const struct wpp_lines_head *head = r->head;
  struct wpp_source_text text;
  int err = wpp_source_text_read (r->source, &text);
  if (!err)
    {
      fprintf (out, "%9s:%5u:Source:%s\n", "-", 0, r->file);
      if (head->gcov)
        fprintf (out, "%9s:%5u:Graph:%s\n%9s:%5u:Data:%s\n%9s:%5u:Runs:%zu\n", "-", 0, head->program, "-", 0,
                 head->profile, "-", 0, head->runs);
      put_body (out, r->source, &text, head->gcov);
    }
  wpp_source_text_release (&text);
  return err;
}

const struct wpp_text_layout wpp_lines_layout = { &wpp_lines_schema, NULL, row, NULL };
