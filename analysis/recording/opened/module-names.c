/* Names of modules of many profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/file-copy.h"
#include "recording/opened/module-names.h"
#include "recording/profile/read.h"

static bool
known_p (const struct wpp_module_names *m, const char *name)
{
  for (size_t i = 0; i < m->n; i++)
    if (strcmp (m->names[i], name) == 0)
      return true;
  return false;
}

int
wpp_module_names_add (struct wpp_module_names *m, const struct wpp_profile *p)
{
  char **names = reallocarray (m->names, m->n + p->n_modules + 1, sizeof *names);
  if (!names)
    return WPP_E_NOMEM;
  m->names = names;
  names[m->n] = NULL;
  for (size_t i = 0; i < p->n_modules; i++)
    {
      if (known_p (m, p->modules[i].path))
        continue;
      names[m->n] = strdup (p->modules[i].path);
      if (!names[m->n])
        return WPP_E_NOMEM;
      names[++m->n] = NULL;
    }
  return 0;
}

void
wpp_module_names_release (struct wpp_module_names *m)
{
  for (size_t i = 0; i < m->n; i++)
    free (m->names[i]);
  free (m->names);
  *m = (struct wpp_module_names){ 0 };
}

/* Add the modules of FILE.  What is wrong with it is said when it is its turn.  */
static void
add_file (struct wpp_module_names *m, const char *file)
{
  struct wpp_file_copy copy;
  int err = wpp_file_copy_named (file, &copy);
  if (err)
    return;
  struct wpp_profile *p = wpp_profile_scan (copy.data, copy.size, &err, NULL);
  if (p)
    wpp_module_names_add (m, p);
  wpp_profile_free (p);
  wpp_file_copy_release (&copy);
}

const char *const *
wpp_neighbours_modules (struct wpp_neighbours *n)
{
  for (size_t i = 0; !n->looked && n->n > 1 && i < n->n; i++)
    add_file (&n->modules, n->files[i]);
  n->looked = true;
  return (const char *const *)n->modules.names;
}
