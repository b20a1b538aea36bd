/* What trials of decisions came to, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "answers/tuned.h"
#include "show/layouts.h"

/* What may be said of the choice.  */
static const char *
conclusion_text (const struct wpp_tuned_head *h)
{
  return strcmp (h->conclusion, "faster") == 0
           ? h->profile_use ? "it is faster than plain and profile-use" : "it is faster than plain"
         : strcmp (h->conclusion, "slower") == 0
           ? "nothing that was tried is faster than the better of plain and profile-use"
           : "whether anything that was tried is faster cannot be told in this time; this is safer";
}

static int
put_effects (FILE *out, const struct wpp_row_list *effects)
{
  int err = 0;
  if (effects->n)
    fputs ("\n    effect    error\n", out);
  for (size_t i = 0; i < effects->n && !err; i++)
    {
      struct wpp_tuned_effect_row e;
      err = effects->get (effects->data, i, &e);
      if (!err && isnan (e.error))
        fprintf (out, "%+9.2f%%           %s %s%s\n", 100 * e.effect, e.what, e.name, e.chosen ? "" : ": no");
      else if (!err)
        fprintf (out, "%+9.2f%% %7.2f%%  %s %s%s\n", 100 * e.effect, 100 * e.error, e.what, e.name,
                 e.chosen ? "" : ": no");
    }
  return err;
}

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_tuned_head *h = data;
  fprintf (out, "%s: %s; %s\n", h->file, h->chosen, conclusion_text (h));
  if (!h->profile_use)
    fputs ("profile-use could not be built or run, or left no profile: nothing is known of it\n", out);
  if (!isnan (h->ratio))
    {
      fprintf (out, "%s takes %.4f of the %s of %s", h->chosen, h->ratio, h->unit, h->against);
      if (h->pairs && isfinite (h->low) && isfinite (h->high))
        fprintf (out, ", at least %.4f and at most %.4f with %g %% each", h->low, h->high, 100 * (1 - h->error));
      if (h->pairs)
        fprintf (out, ", by %" PRIu64 " pairs of runs", h->pairs);
      putc ('\n', out);
    }
  fprintf (out, "%" PRIu64 " builds, %" PRIu64 " runs, which took %.1f s of the processor\n", h->builds, h->runs,
           h->seconds);
  int err = put_effects (out, &h->effects);
  fputs ("\n        cost    over plain  runs\n", out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_tuned_row *v = data;
  if (isnan (v->cost))
    fprintf (out, "%12s  %12s", "", "");
  else
    fprintf (out, v->cost < 1e5 ? "%12.4f  %12.4f" : "%12.0f  %12.4f", v->cost, v->ratio);
  fprintf (out, "  %4" PRIu64 "  %s", v->runs, v->variant);
  fprintf (out, strcmp (v->result, "same") ? ": %s\n" : "\n", v->result);
  return 0;
}

const struct wpp_text_layout wpp_tuned_layout = { &wpp_tuned_schema, begin, row, NULL };
