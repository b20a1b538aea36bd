/* Contexts that are kept beside recordings: they come back, and damaged ones, whose checks are right, are safe or refused.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "answers/call-contexts.h"
#include "answers/kept-contexts.h"
#include "damage-kept.h"
#include "unit.h"

#define FUNCTIONS 5u
#define NODES 7u
#define CONTEXTS 400u

/* Code of FUNCTIONS, each of NODES.  */
static struct wpp_function function = { .cfg = { .n_nodes = NODES } };
static struct wpp_code_function functions[FUNCTIONS];
static struct wpp_code code = { .n_functions = FUNCTIONS, .functions = functions };

static struct wpp_call_contexts *
make_contexts (uint64_t *seed)
{
  struct wpp_context *all = calloc (CONTEXTS, sizeof *all);
  for (uint32_t i = 0; i < CONTEXTS && all; i++)
    {
      struct wpp_context *x = &all[i];
      uint32_t caller = i ? unit_below (seed, i) : WPP_NO_CONTEXT;
      if (i && all[caller].function == WPP_NO_FUNCTION)
        caller = WPP_NO_CONTEXT;
      bool deeper = caller != WPP_NO_CONTEXT && !unit_below (seed, 9);
      *x = (struct wpp_context){ .caller = caller, .node = WPP_NO_NODE, .seen = unit_below (seed, 2), .same = i,
                                 .count = unit_random (seed) >> unit_below (seed, 64),
                                 .level = caller == WPP_NO_CONTEXT ? 1 : all[caller].level + 1 };
      x->function = deeper ? WPP_NO_FUNCTION : unit_below (seed, FUNCTIONS);
      if (caller != WPP_NO_CONTEXT && !deeper)
        x->node = unit_below (seed, NODES);
      if (!unit_below (seed, 3))
        x->ended[1 + unit_below (seed, WPP_ACTIVATION_OPEN)] = 1 + unit_below (seed, 300);
      if (!unit_below (seed, 5))
        x->same = unit_below (seed, i + 1);
    }
  return all ? wpp_call_contexts_of (&code, all, CONTEXTS) : NULL;
}

/* Do all contexts of C say what there is?  */
static bool
sound_p (const struct wpp_call_contexts *c)
{
  uint32_t n;
  const struct wpp_context *all = wpp_call_contexts_all (c, &n);
  bool sound = true;
  for (uint32_t i = 0; i < n && sound; i++)
    {
      const struct wpp_context *x = &all[i];
      bool root = x->caller == WPP_NO_CONTEXT;
      sound = x->same <= i && (root || x->caller < i) && (x->function == WPP_NO_FUNCTION ? !root : x->function < FUNCTIONS)
              && x->level == (root ? 1 : all[x->caller].level + 1) && (x->node == WPP_NO_NODE || x->node < NODES)
              && (root ? x->node == WPP_NO_NODE : all[x->caller].function != WPP_NO_FUNCTION);
    }
  return sound;
}

static bool
same_p (const struct wpp_call_contexts *a, const struct wpp_call_contexts *b)
{
  uint32_t n, m;
  const struct wpp_context *x = wpp_call_contexts_all (a, &n), *y = wpp_call_contexts_all (b, &m);
  return n == m && !memcmp (x, y, n * sizeof *x);
}

static void
try_contexts (const char *folder, uint64_t *seed)
{
  char file[256], name[300];
  snprintf (file, sizeof file, "%s/x.wpp", folder);
  snprintf (name, sizeof name, "%s.ctx", file);
  fclose (fopen (file, "w"));
  struct wpp_kept k = { .file = file, .hash = 7, .size = 9 }, other;
  struct wpp_call_contexts *c = make_contexts (seed), *back;
  unsigned char *bytes;
  unsigned refused = 0, wrong = 0;
  bool merged;
  uint32_t level;
  wpp_kept_contexts_of (&k);
  CHECK (wpp_kept_of_file (&k) && c && sound_p (c), "%u contexts", CONTEXTS);
  wpp_kept_contexts_put (&k, c, true, 48);
  back = wpp_kept_contexts_find (&k, &code, &merged, &level);
  CHECK (back && same_p (c, back) && merged && level == 48, "they come back");
  wpp_call_contexts_free (back);
  other = k;
  other.hash++;
  CHECK (!wpp_kept_contexts_find (&other, &code, &merged, &level), "those of another file are not taken");
  size_t size = kept_load (name, &bytes);
  for (unsigned i = 0; i < 4000; i++)
    {
      kept_damage (name, bytes, size, seed);
      back = wpp_kept_contexts_find (&k, &code, &merged, &level);
      refused += !back;
      wrong += back && !sound_p (back);
      wpp_call_contexts_free (back);
    }
  CHECK (refused > 1000 && refused < 4000 && !wrong, "damaged ones are refused (%u) or sound (wrong: %u)", refused,
         wrong);
  wpp_call_contexts_free (c);
  unlink (name);
  unlink (file);
  free (bytes);
}

int
main (void)
{
  char folder[] = "/tmp/wpp-contexts-XXXXXX";
  uint64_t seed = 46;
  if (!mkdtemp (folder))
    return 1;
  setenv ("XDG_CACHE_HOME", folder, 1);
  for (unsigned i = 0; i < FUNCTIONS; i++)
    functions[i].function = &function;
  try_contexts (folder, &seed);
  rmdir (folder);
  return unit_done ();
}
