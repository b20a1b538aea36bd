/* Names that only who has a key can tell (hashed-names.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "answers/hashed-names.h"
#include "base/bytes.h"
#include "program/statements/record.h"
#include "recording/opened/joined.h"

/* ---- The hash.  */

static uint64_t
turn (uint64_t x, unsigned n)
{
  return x << n | x >> (64 - n);
}

static void
rounds (uint64_t v[4], unsigned n)
{
  while (n-- > 0)
    {
      v[0] += v[1], v[2] += v[3];
      v[1] = turn (v[1], 13) ^ v[0], v[3] = turn (v[3], 16) ^ v[2];
      v[0] = turn (v[0], 32);
      v[2] += v[1], v[0] += v[3];
      v[1] = turn (v[1], 17) ^ v[2], v[3] = turn (v[3], 21) ^ v[0];
      v[2] = turn (v[2], 32);
    }
}

uint64_t
wpp_siphash (uint64_t k0, uint64_t k1, const void *data, size_t size)
{
  uint64_t v[4] = { k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u,
                    k1 ^ 0x7465646279746573u };
  const unsigned char *at = data;
  size_t left = size;
  for (;; at += 8, left -= 8)
    {
      unsigned char word[8] = { 0 };
      bool last = left < 8;
      memcpy (word, at, last ? left : 8);
      if (last)
        word[7] = size;
      uint64_t m = wpp_load_u64 (word);
      v[3] ^= m;
      rounds (v, 2);
      v[0] ^= m;
      if (last)
        break;
    }
  v[2] ^= 0xff;
  rounds (v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

struct wpp_name_key
wpp_name_key_of (const char *text)
{
  XXH128_hash_t h = XXH3_128bits (text, strlen (text));
  return (struct wpp_name_key){ .k0 = h.low64, .k1 = h.high64 };
}

/* ---- Names.  */

#define HASH_BYTES 20   /* `x', 16 digits, a 0 */
#define ENDING_MOST 4   /* letters of an ending that stays */

struct work
{
  const struct wpp_name_key *key;
  int err;
};

static void
hash_bytes (const struct work *w, const char *name, size_t n, char hash[HASH_BYTES])
{
  snprintf (hash, HASH_BYTES, "x%016llx",
            (unsigned long long) wpp_siphash (w->key->k0, w->key->k1, name, n));
}

/* Replace *NAME, malloc'ed or null, by its hash.  */
static void
hash_name (struct work *w, char **name)
{
  char hash[HASH_BYTES];
  if (!*name || !**name)
    return;
  hash_bytes (w, *name, strlen (*name), hash);
  if (w->key->tell)
    w->key->tell (w->key->data, hash, *name);
  char *new = strdup (hash);
  if (!new)
    {
      w->err = WPP_E_NOMEM;
      return;
    }
  free (*name);
  *name = new;
}

/* The ending of the file NAME [N], with its point, if it is one that tells a language.  */
static size_t
ending_of (const char *name, size_t n)
{
  for (size_t i = 1; i <= ENDING_MOST + 1 && i < n; i++)
    if (name[n - i] == '.')
      return i > 1 ? i : 0;
    else if (!isalpha ((unsigned char) name[n - i]) && name[n - i] != '+')
      return 0;
  return 0;
}

static bool
dots_p (const char *name, size_t n)
{
  return n <= 2 && strspn (name, ".") >= n;
}

/* Append the hash of NAME [N], a folder or, if LAST, a file.  */
static void
put_part (struct work *w, struct wpp_buffer *b, const char *name, size_t n, bool last)
{
  char hash[HASH_BYTES];
  size_t ending = last ? ending_of (name, n) : 0;
  if (dots_p (name, n))
    {
      wpp_put_bytes (b, name, n);
      return;
    }
  hash_bytes (w, name, n - ending, hash);
  wpp_put_bytes (b, hash, strlen (hash));
  wpp_put_bytes (b, name + n - ending, ending);
}

/* Replace the name *FILE, malloc'ed, folder by folder.  */
static void
hash_file (struct work *w, char **file)
{
  struct wpp_buffer b = { 0 };
  if (!*file || !**file)
    return;
  for (const char *at = *file; ; at++)
    {
      size_t n = strcspn (at, "/");
      put_part (w, &b, at, n, !at[n]);
      at += n;
      if (!*at)
        break;
      wpp_put_bytes (&b, "/", 1);
    }
  wpp_put_bytes (&b, "", 1);
  if (b.failed)
    {
      wpp_buffer_release (&b);
      w->err = WPP_E_NOMEM;
      return;
    }
  if (w->key->tell)
    w->key->tell (w->key->data, (char *) b.data, *file);
  free (*file);
  *file = (char *) b.data;
}

/* ---- The program as data.  */

/* Is NAME that of a type of the language?  */
static bool
language_type_p (const char *name)
{
  static const char *const words[] = { "void", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
                                       "bool", "_Bool", "complex", "_Complex", "__int128", "_Float128" };
  while (*name)
    {
      size_t n = strcspn (name, " "), i = 0;
      while (i < sizeof words / sizeof *words && (strlen (words[i]) != n || strncmp (words[i], name, n)))
        i++;
      if (i == sizeof words / sizeof *words)
        return false;
      name += n + (name[n] == ' ');
    }
  return true;
}

static void
hash_variables (struct work *w, struct wpp_variable *v, uint32_t n)
{
  for (; n > 0; n--, v++)
    {
      if (v->flags & (WPP_VARIABLE_BUILTIN | WPP_VARIABLE_SYSTEM))
        continue;
      hash_name (w, &v->name);
      hash_name (w, &v->assembler);
      hash_name (w, &v->short_name);
    }
}

/* Which constants of P are the names of functions inside of GCC; null when out of memory.  */
static bool *
internal_names (const struct wpp_program *p)
{
  bool *internal = calloc (p->n_constants + 1, sizeof *internal);
  for (uint32_t b = 0; internal && b < p->n_bodies; b++)
    for (uint32_t c = 0; c < p->bodies[b].n_calls; c++)
      {
        const struct wpp_call *call = &p->bodies[b].calls[c];
        if (call->flags & WPP_CALL_INTERNAL && call->text < p->n_constants)
          internal[call->text] = true;
      }
  return internal;
}

static void
hash_constants (struct work *w, struct wpp_program *p)
{
  bool *internal = internal_names (p);
  if (!internal)
    w->err = WPP_E_NOMEM;
  for (uint32_t i = 0; internal && i < p->n_constants; i++)
    {
      struct wpp_constant *c = &p->constants[i];
      char hash[HASH_BYTES];
      if (internal[i] || (c->kind != WPP_CONSTANT_STRING && c->kind != WPP_CONSTANT_OTHER) || !c->length)
        continue;
      hash_bytes (w, c->text, c->length, hash);
      char *new = strdup (hash);
      if (!new)
        {
          w->err = WPP_E_NOMEM;
          break;
        }
      free (c->text);
      c->text = new;
      c->length = strlen (new);
    }
  free (internal);
}

static void
hash_program (struct work *w, struct wpp_program *p)
{
  for (uint32_t i = 0; i < p->n_files; i++)
    hash_file (w, &p->files[i]);
  for (uint32_t i = 0; i < p->n_types; i++)
    if (p->types[i].name && !language_type_p (p->types[i].name))
      hash_name (w, &p->types[i].name);
  for (uint32_t i = 0; i < p->n_fields; i++)
    hash_name (w, &p->fields[i].name);
  hash_variables (w, p->variables, p->n_variables);
  hash_constants (w, p);
  for (uint32_t b = 0; b < p->n_bodies; b++)
    hash_variables (w, p->bodies[b].locals, p->bodies[b].n_locals);
}

/* ---- Notes.  */

static void
hash_functions (struct work *w, struct wpp_unit *unit)
{
  for (uint32_t f = 0; f < unit->n_functions; f++)
    {
      hash_name (w, &unit->functions[f].name);
      hash_name (w, &unit->functions[f].pretty);
    }
  for (uint32_t i = 0; i < unit->n_files; i++)
    hash_file (w, &unit->files[i]);
  hash_file (w, &unit->source);
  hash_file (w, &unit->directory);
}

/* Append the notes of UNIT, hashed, to NOTES.  */
static int
hash_unit (struct work *w, struct wpp_unit *unit, const char *root, struct wpp_buffer *notes, struct wpp_place *place)
{
  unsigned char *record = NULL, *body = NULL;
  size_t size = 0, body_size = 0;
  int err = 0;
  struct wpp_program *p = unit->program ? wpp_program_decode (unit, &err, place) : NULL;
  if (p)
    hash_program (w, p);
  hash_functions (w, unit);
  if (!err)
    err = w->err ? w->err : wpp_unit_encode (unit, &record, &size);
  if (!err && p)
    err = wpp_program_encode (p, unit, &body, &body_size);
  wpp_put_bytes (notes, record, err ? 0 : size);
  wpp_put_bytes (notes, body, err ? 0 : body_size);
  free (record);
  wpp_program_free (p);
  free (unit->program);
  unit->program = body;
  unit->program_size = body_size;
  return err ? err : wpp_unit_name_files (unit, root, false);
}

/* A unit's ids.  */
struct ids
{
  uint64_t before, after;
};

static int
compare_ids (const void *a, const void *b)
{
  const struct ids *x = a, *y = b;
  return (x->before > y->before) - (x->before < y->before);
}

/* Let the units of P's modules have their new ids, of IDS [N].  */
static void
replace_ids (struct wpp_profile *p, const struct ids *ids, size_t n)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      {
        const struct ids *found
          = bsearch (&(struct ids){ p->modules[m].units[u].id, 0 }, ids, n, sizeof *ids, compare_ids);
        if (found)
          p->modules[m].units[u].id = found->after;
      }
}

/* Is the unit U of CODE the first with the id BEFORE, among IDS?  */
static bool
first_p (const struct ids *ids, size_t u, uint64_t before)
{
  for (size_t i = 0; i < u; i++)
    if (ids[i].before == before)
      return false;
  return true;
}

static int
hash_units (struct work *w, struct wpp_joined *j, struct wpp_place *place)
{
  struct wpp_code *code = j->code;
  struct ids *ids = calloc (code->n_units + 1, sizeof *ids);
  struct wpp_buffer notes = { 0 }, again = { 0 };
  int err = ids ? 0 : WPP_E_NOMEM;
  for (size_t u = 0; u < code->n_units && !err; u++)
    {
      ids[u].before = code->units[u]->id;
      bool first = first_p (ids, u, ids[u].before);
      err = hash_unit (w, code->units[u], j->request.source_root, first ? &notes : &again, place);
      ids[u].after = code->units[u]->id;
      again.size = 0;
    }
  if (!err && notes.failed)
    err = WPP_E_NOMEM;
  if (!err)
    {
      qsort (ids, code->n_units, sizeof *ids, compare_ids);
      replace_ids (&j->all, ids, code->n_units);
      free (j->all.notes);
      j->all.notes = notes.data;
      j->all.notes_size = notes.size;
    }
  else
    wpp_buffer_release (&notes);
  wpp_buffer_release (&again);
  free (ids);
  return err;
}

/* The hash of the name FILE, which belongs to another; J->texts has room.  */
static char *
hash_copy (struct work *w, struct wpp_joined *j, const char *file)
{
  char *copy = strdup (file);
  if (!copy)
    {
      w->err = WPP_E_NOMEM;
      return (char *) "";
    }
  hash_file (w, &copy);
  return j->texts[j->n_texts++] = copy;
}

int
wpp_hash_names (struct wpp_joined *j, const struct wpp_name_key *key, struct wpp_place *place)
{
  struct work w = { key, 0 };
  int err = hash_units (&w, j, place);
  if (err)
    return err;
  j->texts = calloc (j->all.merged.n_programs + 1, sizeof *j->texts);
  if (!j->texts)
    return WPP_E_NOMEM;
  j->all.program = hash_copy (&w, j, j->all.program);
  for (size_t i = 0; i < j->all.merged.n_programs; i++)
    j->all.merged.programs[i].path = hash_copy (&w, j, j->all.merged.programs[i].path);
  for (size_t m = 0; m < j->all.n_modules; m++)
    hash_file (&w, &j->all.modules[m].path);
  j->all.options = (char *) "";
  j->all.hashed = true;
  return w.err;
}
