/* A recorded run whose threads somebody steps through.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "serve/past/run-impl.h"

/* ---- Images.  */

/* The file to open for the build BUILD_ID [N]: the one of GIVEN that it is, or else FILE.  */
static const char *
choose_file (const char *const *given, const char *file, const unsigned char *build_id, size_t n)
{
  for (; n && given && *given; given++)
    if (wpp_image_build_p (*given, build_id, n))
      return *given;
  return file;
}

/* Open the program.  A file that the user names need not have a build-id.  */
static int
open_program (struct wpp_past_run *run, const struct wpp_profile *p, const char *const *given,
              struct wpp_place *place)
{
  const char *other = given && *given && !p->build_id_size ? *given : p->program;
  int err = wpp_image_open (&run->images.of[0], choose_file (given, other, p->build_id, p->build_id_size),
                            p->build_id, p->build_id_size, place);
  run->images.n += !err;
  return err;
}

/* Open the library M as the next image and return it; null: it cannot be shown, and R's listener knows why.  */
static struct wpp_image *
open_library (struct wpp_past_run *run, const struct wpp_module *m, const char *const *given)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_image *image = &run->images.of[run->images.n];
  const char *file = choose_file (given, m->path, m->build_id, m->build_id_size);
  int err = wpp_image_open (image, file, m->build_id, m->build_id_size, &place);
  if (!err)
    return &run->images.of[run->images.n++];
  wpp_recording_tell (run->of.recording, NULL, "functions of a library are not shown: %s",
                      err == WPP_E_TOLD ? place.what : wpp_strerror (err));
  return NULL;
}

/* Set the images of functions: each module's is opened where its first function comes.  */
static int
open_images (struct wpp_past_run *run, const char *const *given, struct wpp_place *place)
{
  const struct wpp_profile *p = wpp_recording_profile (run->of.recording);
  struct wpp_image **images = calloc (p->n_modules + 1, sizeof *images);
  bool *looked = calloc (p->n_modules + 1, sizeof *looked);
  run->images.of = calloc (p->n_modules + 1, sizeof *run->images.of);
  int err = images && looked && run->images.of ? open_program (run, p, given, place) : WPP_E_NOMEM;
  for (size_t f = 0; f < run->of.code->n_functions && !err; f++)
    {
      const struct wpp_module *m = run->of.code->functions[f].module;
      size_t i = m - p->modules;
      if (!looked[i])
        images[i] = strcmp (m->path, p->program) == 0 ? &run->images.of[0] : open_library (run, m, given);
      looked[i] = true;
      run->functions[f].image = images[i];
    }
  free (looked);
  free (images);
  return err;
}

/* ---- Functions.  */

/* Find of which program each function is.  */
static void
find_programs (struct wpp_past_run *run)
{
  for (size_t f = 0; f < run->of.code->n_functions; f++)
    {
      const struct wpp_body *b = wpp_past_run_body (run, f);
      struct wpp_past_function *function = &run->functions[f];
      while (b && run->of.bindings->programs[function->program] != b->program)
        function->program++;
      if (b)
        run->program_images[function->program] = function->image;
    }
}

struct wpp_image_function *
wpp_past_own (struct wpp_past_run *run, uint32_t function)
{
  struct wpp_past_function *f = &run->functions[function];
  if (!f->looked && f->image)
    {
      const struct wpp_code_function *c = &run->of.code->functions[function];
      f->own = wpp_image_function (f->image, c->function->name, c->unit->n_files ? c->unit->files[0] : NULL);
    }
  f->looked = true;
  return f->own;
}

/* Does M know any recorded function?  */
static bool
known_p (struct wpp_past_run *run, const struct wpp_image *m)
{
  for (size_t f = 0; f < run->of.code->n_functions; f++)
    if (run->functions[f].image == m && wpp_past_own (run, f))
      return true;
  return false;
}

/* Say which libraries know no recorded function; an error, if no image knows any.  */
static int
check_known (struct wpp_past_run *run, struct wpp_place *place)
{
  bool any = known_p (run, &run->images.of[0]);
  for (size_t i = 1; i < run->images.n; i++)
    if (known_p (run, &run->images.of[i]))
      any = true;
    else
      wpp_recording_tell (run->of.recording, NULL, "functions of a library are not shown: %s has no debugging "
                                                   "information (compile with -g)", run->images.of[i].file);
  if (any)
    return WPP_OK;
  return wpp_complain (place, "", 0, WPP_E_TOLD, "the program has no debugging information of recorded functions "
                                                 "(compile with -g)");
}

/* ---- Beginning and end.  */

struct wpp_past_run *
wpp_past_run_new (struct wpp_recording *r, const char *const *given, int *err, struct wpp_place *place)
{
  struct wpp_past_run *run = calloc (1, sizeof *run);
  *err = WPP_E_NOMEM;
  if (!run)
    return NULL;
  *err = wpp_replayed_begin (&run->of, r, place);
  if (!*err)
    {
      size_t n = run->of.bindings->n_programs + 1;
      run->functions = calloc (run->of.code->n_functions + 1, sizeof *run->functions);
      run->program_images = calloc (n, sizeof *run->program_images);
      run->statics = calloc (n, sizeof *run->statics);
      run->gaps = calloc (n, sizeof *run->gaps);
      *err = run->functions && run->program_images && run->statics && run->gaps ? WPP_OK : WPP_E_NOMEM;
    }
  if (!*err)
    *err = open_images (run, given, place);
  if (!*err)
    *err = check_known (run, place);
  if (!*err)
    {
      find_programs (run);
      *err = wpp_past_find_statics (run);
    }
  if (!*err)
    return run;
  wpp_past_run_free (run);
  return NULL;
}

static void
free_function (struct wpp_past_function *f)
{
  for (size_t i = 0; i < f->n_codes; i++)
    free (f->codes[i].codes);
  free (f->codes);
  free (f->places);
  free (f->unknown);
}

void
wpp_past_run_free (struct wpp_past_run *run)
{
  if (!run)
    return;
  if (run->gaps)
    wpp_past_free_gaps (run);
  for (size_t i = 0; run->statics && i < run->of.bindings->n_programs; i++)
    free (run->statics[i]);
  for (size_t i = 0; run->functions && i < run->of.code->n_functions; i++)
    free_function (&run->functions[i]);
  for (size_t i = 0; i < run->images.n; i++)
    wpp_image_close (&run->images.of[i]);
  free (run->statics);
  free (run->program_images);
  free (run->functions);
  free (run->images.of);
  wpp_replayed_release (&run->of);
  free (run);
}

const struct wpp_images *
wpp_past_run_images (const struct wpp_past_run *run)
{
  return &run->images;
}
