/* Lists of interesting paths (interesting.h): reading, writing, and the paths they stand for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: reader, writer and meaning of one form of text belong together.  */

#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "activations/counts/interesting.h"
#include "program/paths/order.h"
#include "base/array.h"
#include "base/kept-file.h"
#include "base/saturate.h"

/* ---- Lists.  */

static void
release_interest (struct wpp_interest *i)
{
  free (i->name);
  free (i->unit);
  free (i->paths);
  free (i->lines);
}

void
wpp_interests_release (struct wpp_interests *list)
{
  for (size_t i = 0; i < list->n; i++)
    release_interest (&list->functions[i]);
  for (size_t i = 0; i < list->n_units; i++)
    free (list->units[i]);
  free (list->functions);
  free (list->units);
  wpp_hash_release (&list->by_name);
  *list = (struct wpp_interests){ 0 };
}

/* Add I.  LIST takes it over, even after an error.  */
static int
add_interest (struct wpp_interests *list, struct wpp_interest *i)
{
  if (WPP_RESERVE (list->functions, list->room, list->n, 1))
    {
      release_interest (i);
      return WPP_E_NOMEM;
    }
  list->functions[list->n++] = *i;
  return WPP_OK;
}

static bool
unit_is_p (const void *units, uint32_t number, const void *name)
{
  return strcmp (((char *const *)units)[number], name) == 0;
}

/* Add UNIT, malloc'ed or null, unless LIST has it.  LIST takes it over.  */
static int
add_unit (struct wpp_interests *list, char *unit)
{
  int err = unit ? wpp_hash_reserve (&list->by_name, 1) : WPP_E_NOMEM;
  uint32_t hash = err ? 0 : wpp_hash_bytes (&list->by_name, unit, strlen (unit));
  if (err || wpp_hash_find (&list->by_name, hash, unit_is_p, list->units, unit) != WPP_NO_ITEM)
    goto out;
  err = WPP_RESERVE (list->units, list->units_room, list->n_units, 1);
  if (err)
    goto out;
  wpp_hash_add (&list->by_name, hash, list->n_units);
  list->units[list->n_units++] = unit;
  return WPP_OK;

out:
  free (unit);
  return err;
}

/* ---- Reading text.  */

/* The first byte of all magic numbers of profiles.  */
#define FIRST_OF_MAGIC 0211

bool
wpp_interests_text_p (const char *file)
{
  struct stat st;
  /* Reading would take the bytes out of a pipe, and a device may have no end.  */
  FILE *f = stat (file, &st) == 0 && S_ISREG (st.st_mode) ? fopen (file, "re") : NULL;
  int first = f ? getc (f) : EOF;
  if (f)
    fclose (f);
  return first != EOF && first != FIRST_OF_MAGIC;
}

char *
wpp_interests_load (const char *file, size_t *size)
{
  size_t room = 0, n;
  char *text = NULL;
  bool failed;
  FILE *f = fopen (file, "re");
  *size = 0;
  if (!f)
    return NULL;
  do
    {
      failed = WPP_RESERVE (text, room, *size, 8192);
      if (failed)
        break;
      n = fread (text + *size, 1, room - *size, f);
      *size += n;
    }
  while (n > 0);
  failed |= ferror (f) != 0;
  fclose (f);
  if (!failed)
    return text;
  free (text);
  return NULL;
}

struct parser
{
  const char *at, *end;      /* the rest of the line */
  unsigned line;
  struct wpp_place *place;
};

static int
wrong (const struct parser *p, const char *what)
{
  return wpp_complain (p->place, "", 0, WPP_E_CORRUPT, "line %u: %s", p->line, what);
}

/* Read a decimal number.  Return false when there is none, or it is too large.  */
static bool
take_number (struct parser *p, uint64_t *number)
{
  const char *from = p->at;
  uint64_t n = 0;
  for (; p->at < p->end && isdigit ((unsigned char) *p->at); p->at++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, *p->at - '0', &n))
      return false;
  *number = n;
  return p->at > from;
}

static bool
take (struct parser *p, char c)
{
  bool found = p->at < p->end && *p->at == c;
  p->at += found;
  return found;
}

/* Read `PATH', `PATHxCOUNT' or `Lline' into I, whose arrays have room.  */
static int
take_element (struct parser *p, struct wpp_interest *i)
{
  uint64_t number, count = 0;
  bool line = take (p, 'L');
  if (!take_number (p, &number))
    return wrong (p, "no number of a path or, after an L, of a line");
  if (!line && take (p, 'x') && !take_number (p, &count))
    return wrong (p, "no count after x");
  if (line ? i->n : i->n_lines)
    return wrong (p, "either paths or lines");
  if (line && (number == 0 || number > INT32_MAX || i->n_lines == WPP_INTEREST_LINES))
    return wrong (p, "no such line, or too many of them");
  if (line)
    i->lines[i->n_lines++] = number;
  else
    i->paths[i->n++] = (struct wpp_counted_path){ number, count };
  return WPP_OK;
}

static int
take_elements (struct parser *p, struct wpp_interest *i)
{
  size_t n = 1;
  for (const char *c = p->at; c < p->end; c++)
    n += *c == ',';
  i->paths = calloc (n, sizeof *i->paths);
  i->lines = calloc (WPP_INTEREST_LINES, sizeof *i->lines);
  int err = i->paths && i->lines ? WPP_OK : WPP_E_NOMEM;
  do
    err = err ? err : take_element (p, i);
  while (!err && take (p, ','));
  if (!err && p->at < p->end && *p->at != ' ')
    err = wrong (p, "neither a comma nor a space after a path");
  return err;
}

static bool
starts_with_p (const struct parser *p, const char *word)
{
  size_t n = strlen (word);
  return (size_t) (p->end - p->at) >= n && memcmp (p->at, word, n) == 0;
}

/* The byte that `\\ooo', in octal digits, at P stands for; -1 when there is no such escape before END.  */
static int
escaped (const char *p, const char *end)
{
  if (end - p < 4 || p[0] != '\\' || p[1] < '0' || p[1] > '3' || p[2] < '0' || p[2] > '7' || p[3] < '0' || p[3] > '7')
    return -1;
  return (p[1] - '0') << 6 | (p[2] - '0') << 3 | (p[3] - '0');
}

/* Read `unit=NAME', which takes the rest of the line.  Return NAME, without print_unit's escapes, malloc'ed; or
   null.  */
static char *
take_unit (struct parser *p)
{
  p->at += strlen ("unit=");
  char *name = malloc (p->end - p->at + 1), *to = name;
  while (name && p->at < p->end)
    {
      int byte = escaped (p->at, p->end);
      *to++ = byte > 0 ? byte : *p->at;
      p->at += byte > 0 ? 4 : 1;
    }
  if (name)
    *to = 0;
  return name;
}

/* Read ` KEY=VALUE' into I, and set *PATHS when it is the number of paths.  */
static int
take_attribute (struct parser *p, struct wpp_interest *i, bool *paths)
{
  char hex[17] = "", *rest;
  if (starts_with_p (p, "unit="))
    {
      i->unit = take_unit (p);
      return i->unit ? WPP_OK : WPP_E_NOMEM;
    }
  if (starts_with_p (p, "paths="))
    {
      p->at += 6;
      *paths = true;
      return take_number (p, &i->n_paths) ? WPP_OK : wrong (p, "paths= needs a number");
    }
  if (!starts_with_p (p, "checksum="))
    return wrong (p, "neither checksum=, paths= nor unit=");
  p->at += 9;
  if (p->end - p->at >= 16)
    memcpy (hex, p->at, 16);
  i->checksum = strtoull (hex, &rest, 16);
  if (rest != hex + 16 || !isxdigit ((unsigned char) *hex))
    return wrong (p, "checksum= needs 16 hexadecimal digits");
  p->at += 16;
  i->checked = true;
  return WPP_OK;
}

/* The end of the paths on P's line: the first attribute begins there.  A name may contain blanks.  */
static const char *
end_of_paths (const struct parser *p)
{
  struct parser at = *p;
  for (; at.at < at.end; at.at++)
    if (starts_with_p (&at, " checksum=") || starts_with_p (&at, " paths=") || starts_with_p (&at, " unit="))
      break;
  return at.at;
}

/* Read the line P->at .. P->end, which is not empty.  */
static int
take_line (struct parser *p, struct wpp_interests *list)
{
  struct wpp_interest i = { .line = p->line };
  const char *colon = memrchr (p->at, ':', end_of_paths (p) - p->at);
  bool paths = false;
  if (starts_with_p (p, "unit="))
    return add_unit (list, take_unit (p));
  if (!colon || colon == p->at)
    return wrong (p, "not FUNCTION:PATH,... nor FUNCTION:Lline,...");
  i.name = strndup (p->at, colon - p->at);
  p->at = colon + 1;
  int err = i.name ? take_elements (p, &i) : WPP_E_NOMEM;
  while (!err && take (p, ' '))
    if (p->at < p->end && *p->at != ' ')
      err = take_attribute (p, &i, &paths);
  if (!err && p->at < p->end)
    err = wrong (p, "a space is missing");
  if (!err && i.checked != paths)
    err = wrong (p, "checksum= and paths= belong together");
  if (!err)
    return add_interest (list, &i);
  release_interest (&i);
  return err;
}

int
wpp_interests_parse (struct wpp_interests *list, const char *text, size_t size,
                     struct wpp_place *place)
{
  int err = WPP_OK;
  const char *all = text + size;
  struct parser p = { .place = place };
  if (memchr (text, 0, size))
    return wpp_complain (place, "", 0, WPP_E_CORRUPT, "neither a profile nor text");
  for (const char *next = text; next < all && !err;)
    {
      const char *newline = memchr (next, '\n', all - next);
      p.at = next;
      p.end = newline ? newline : all;
      p.line++;
      next = newline ? newline + 1 : all;
      while (p.end > p.at && isspace ((unsigned char) p.end[-1]))
        p.end--;
      if (p.at < p.end && *p.at != '#')
        err = take_line (&p, list);
    }
  return err;
}

/* ---- From profiles, and writing.  */

int
wpp_interests_add (struct wpp_interests *list, struct wpp_code *code,
                   const struct wpp_path_counts *counts, uint64_t limit)
{
  int err = WPP_OK;
  for (size_t u = 0; u < code->n_units && !err; u++)
    err = add_unit (list, strdup (wpp_source_name (code->units[u])));
  for (size_t f = 0; f < code->n_functions && !err; f++)
    {
      const struct wpp_function *function = code->functions[f].function;
      struct wpp_interest i = { .checked = true, .checksum = function->checksum, .n = counts[f].n };
      if (!i.n)
        continue;
      struct wpp_numbering *num = wpp_numbering_new_across_calls (&function->cfg, limit, &err);
      if (!num)
        return err;
      i.n_paths = num->n_paths;
      wpp_numbering_free (num);
      i.name = strdup (function->name);
      i.unit = strdup (wpp_source_name (code->functions[f].unit));
      i.paths = calloc (i.n, sizeof *i.paths);
      err = add_interest (list, &i);
      if (!err && (!i.name || !i.unit || !i.paths))
        err = WPP_E_NOMEM;
      if (!err)
        memcpy (i.paths, counts[f].paths, i.n * sizeof *i.paths);
    }
  return err;
}

/* Write `unit=NAME' and the end of the line.  Bytes that would end the line, or be cut off at its end, and backslashes
   are written as `\\ooo'.  */
static void
print_unit (FILE *out, const char *name)
{
  fputs ("unit=", out);
  for (; *name; name++)
    if (iscntrl ((unsigned char) *name) || *name == '\\' || (*name == ' ' && !name[1]))
      fprintf (out, "\\%03o", (unsigned char) *name);
    else
      putc (*name, out);
  putc ('\n', out);
}

void
wpp_interests_print_units (FILE *out, const struct wpp_interests *list)
{
  for (size_t i = 0; i < list->n_units; i++)
    print_unit (out, list->units[i]);
}

void
wpp_interest_print (FILE *out, const struct wpp_interest *i)
{
  fprintf (out, "%s:", i->name);
  for (size_t k = 0; k < i->n; k++)
    {
      fprintf (out, "%s%" PRIu64, k ? "," : "", i->paths[k].path);
      if (i->paths[k].count)
        fprintf (out, "x%" PRIu64, i->paths[k].count);
    }
  for (size_t k = 0; k < i->n_lines; k++)
    fprintf (out, "%sL%u", k ? "," : "", i->lines[k]);
  if (i->checked)
    fprintf (out, " checksum=%016" PRIx64 " paths=%" PRIu64, i->checksum, i->n_paths);
  putc (i->unit ? ' ' : '\n', out);
  if (i->unit)
    print_unit (out, i->unit);
}

/* ---- Paths over lines.  */

/* A node on the path that the search has reached.  */
struct step
{
  uint32_t next, end;      /* edges of the node that have not been tried */
  uint64_t covered, value; /* lines and path number, up to and including the node */
};

/* A depth-first search for all paths that run over a set of lines.  */
struct path_search
{
  const struct wpp_numbering *num;
  uint64_t all;            /* a bit for each line */
  uint64_t *here, *after; /* [n_nodes] lines of a node; lines that can be reached from its first on */
  struct step *steps;      /* [n_nodes] */
  struct wpp_counted_path *found;
  size_t n;
  uint64_t work;
};

/* Edges that a search may try.  */
#define MOST_WORK (UINT64_C (1) << 24)

static uint64_t
lines_of (const struct wpp_interest *i, const struct wpp_cfg *cfg, const struct wpp_node *node,
          uint32_t file)
{
  uint64_t set = 0;
  for (uint32_t l = 0; l < node->n_lines; l++)
    for (size_t k = 0; k < i->n_lines; k++)
      if (cfg->lines[node->first_line + l].file == file
          && cfg->lines[node->first_line + l].line == i->lines[k])
        set |= UINT64_C (1) << k;
  return set;
}

static int
found_path (struct path_search *w, uint64_t number)
{
  if (w->n == WPP_INTEREST_PATHS)
    return WPP_E_TOOBIG;
  w->found[w->n++] = (struct wpp_counted_path){ number, 0 };
  return WPP_OK;
}

static void
enter (const struct path_search *w, struct step *step, uint32_t node, uint64_t covered, uint64_t value)
{
  *step = (struct step){ w->num->first_edge[node], w->num->first_edge[node + 1],
                         covered | w->here[node], value };
}

/* Find the paths that begin with START.  */
static int
search_from (struct path_search *w, const struct wpp_start *start)
{
  const struct wpp_cfg *cfg = w->num->cfg;
  int err = WPP_OK;
  uint32_t depth = 1;
  enter (w, &w->steps[0], start->node, 0, start->value);
  while (depth > 0 && !err)
    {
      struct step *s = &w->steps[depth - 1];
      if (s->next == s->end)
        {
          depth--;
          continue;
        }
      uint32_t e = s->next++;
      const struct wpp_edge_numbers *n = &w->num->edges[e];
      uint32_t dst = cfg->edges[e].dst;
      if (++w->work > MOST_WORK)
        err = WPP_E_TOOBIG;
      else if (wpp_ends_p (w->num, e) || (wpp_inside_p (w->num, e) && dst == WPP_NODE_EXIT))
        err = s->covered == w->all
                ? found_path (w, s->value + (wpp_ends_p (w->num, e) ? n->end_value : n->value)) : 0;
      else if (wpp_inside_p (w->num, e) && (s->covered | w->after[dst]) == w->all)
        enter (w, &w->steps[depth++], dst, s->covered, s->value + n->value);
    }
  return err;
}

static int
compare_numbers (const void *a, const void *b)
{
  const struct wpp_counted_path *x = a, *y = b;
  return x->path < y->path ? -1 : x->path > y->path;
}

/* Set W->here and W->after.  */
static void
spread_lines (struct path_search *w, const struct wpp_interest *i, const struct wpp_order *order,
              uint32_t file)
{
  const struct wpp_cfg *cfg = w->num->cfg;
  for (uint32_t k = 0; k < cfg->n_nodes; k++)
    {
      uint32_t v = order->post[k];
      w->after[v] = w->here[v] = lines_of (i, cfg, &cfg->nodes[v], file);
      for (uint32_t e = w->num->first_edge[v]; e < w->num->first_edge[v + 1]; e++)
        if (wpp_inside_p (w->num, e))
          w->after[v] |= w->after[cfg->edges[e].dst];
    }
}

static int
paths_over_lines (const struct wpp_interest *i, const struct wpp_numbering *num, uint32_t file,
                  struct wpp_counted_path **paths, size_t *n)
{
  size_t n_nodes = num->cfg->n_nodes;
  struct path_search w = { .num = num };
  struct wpp_order order = { 0 };
  for (size_t k = 0; k < i->n_lines; k++)
    w.all |= UINT64_C (1) << k;
  w.here = calloc (n_nodes, sizeof *w.here);
  w.after = calloc (n_nodes, sizeof *w.after);
  w.steps = calloc (n_nodes + 1, sizeof *w.steps);
  w.found = calloc (WPP_INTEREST_PATHS, sizeof *w.found);
  int err = w.here && w.after && w.steps && w.found ? wpp_order_make (num, &order) : WPP_E_NOMEM;
  if (!err)
    spread_lines (&w, i, &order, file);
  for (uint32_t s = 0; s < num->n_starts && !err; s++)
    if (w.after[num->starts[s].node] == w.all)
      err = search_from (&w, &num->starts[s]);
  if (!err && !w.n)
    err = WPP_E_RANGE;
  if (!err)
    qsort (w.found, w.n, sizeof *w.found, compare_numbers);
  wpp_order_release (&order);
  free (w.here);
  free (w.after);
  free (w.steps);
  *paths = w.found;
  *n = err ? 0 : w.n;
  return err;
}

/* ---- Paths.  */

int
wpp_interest_paths (const struct wpp_interest *i, const struct wpp_numbering *num, uint32_t file,
                    struct wpp_counted_path **paths, size_t *n, size_t *bad)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  *n = *bad = 0;
  if (i->n_lines)
    return paths_over_lines (i, num, file, paths, n);
  *paths = calloc (i->n + 1, sizeof **paths);
  if (!*paths)
    return WPP_E_NOMEM;
  for (size_t k = 0; k < i->n; k++)
    if (i->paths[k].path < num->n_paths || wpp_path_decode (num, i->paths[k].path, &path) == WPP_OK)
      (*paths)[(*n)++] = i->paths[k];
    else if (!err)
      {
        err = WPP_E_RANGE;
        *bad = k;
      }
  wpp_path_release (&path);
  if (*n)
    qsort (*paths, *n, sizeof **paths, compare_numbers);
  size_t kept = 0;
  for (size_t k = 0; k < *n; k++)
    if (kept && (*paths)[kept - 1].path == (*paths)[k].path)
      (*paths)[kept - 1].count = wpp_saturating_add ((*paths)[kept - 1].count, (*paths)[k].count);
    else
      (*paths)[kept++] = (*paths)[k];
  *n = kept;
  return err;
}

/* ---- Lists that are kept.  */

/* What is kept for the profile FILE.  Return false when FILE cannot be read.  */
static bool
kept_list (const char *file, struct wpp_kept *k)
{
  struct wpp_file_copy copy;
  if (wpp_file_copy_named (file, &copy))
    return false;
  *k = (struct wpp_kept){ .file = file, .suffix = ".paths", .magic = WPP_INTERESTS_MAGIC, .version = 1,
                          .hash = XXH3_64bits (copy.data, copy.size), .size = copy.size };
  wpp_file_copy_release (&copy);
  return wpp_kept_of_file (k);
}

/* Add what is kept for K to LIST, as if it came from the profile.  Return false when there is nothing.  */
static bool
read_kept (struct wpp_interests *list, const struct wpp_kept *k)
{
  struct wpp_file_copy copy;
  char *name;
  bool found = false;
  for (int beside = 1; beside >= 0 && !found; beside--)
    if (wpp_kept_find (k, beside, &copy, &name))
      {
        const char *text = (const char *) copy.data + WPP_KEPT_HEADER;
        found = !wpp_interests_parse (list, text, copy.size - WPP_KEPT_HEADER, NULL);
        if (!found)
          wpp_interests_release (list);
        wpp_file_copy_release (&copy);
        free (name);
      }
  for (size_t i = 0; i < list->n; i++)
    list->functions[i].line = 0;
  return found;
}

bool
wpp_interests_recall (struct wpp_interests *list, const char *file, int *lock)
{
  struct wpp_kept k;
  *lock = -1;
  if (!kept_list (file, &k))
    return false;
  if (read_kept (list, &k))
    return true;
  *lock = wpp_kept_lock (&k);
  return *lock >= 0 && read_kept (list, &k);
}

void
wpp_interests_keep (const struct wpp_interests *list, const char *file)
{
  struct wpp_buffer b = { 0 };
  struct wpp_kept k;
  char *text = NULL;
  size_t size = 0;
  FILE *out = kept_list (file, &k) ? open_memstream (&text, &size) : NULL;
  if (!out)
    return;
  wpp_interests_print_units (out, list);
  for (size_t i = 0; i < list->n; i++)
    wpp_interest_print (out, &list->functions[i]);
  bool whole = !ferror (out);
  if (!fclose (out) && whole)
    {
      wpp_kept_begin (&k, &b);
      wpp_put_bytes (&b, text, size);
      if (!b.failed)
        wpp_kept_put (&k, &b);
    }
  wpp_buffer_release (&b);
  free (text);
}
