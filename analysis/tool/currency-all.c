/* wpp currency without a line: the shares of all lines and variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A question is a place and a local variable of the user's that is seen from there.  It is counted once for each
   verdict that some execution has, and its executions are added up.  */

#include <inttypes.h>
#include <stdlib.h>
#include "base/saturate.h"
#include "tool/currency.h"

struct sums
{
  uint64_t questions, executions;
  uint64_t asked[WPP_N_VERDICTS], executed[WPP_N_VERDICTS];   /* questions of which some execution has it; executions */
  uint64_t gone;               /* questions about lines without code */
  uint64_t skipped;            /* questions that take too long */
  size_t functions, unmoved;   /* executed functions; those without moves */
};

static void
add_result (struct sums *s, const struct wpp_currency_result *r)
{
  bool has[WPP_N_VERDICTS] = { false };
  s->questions++;
  s->gone += !r->code;
  s->executions = wpp_saturating_add (s->executions, r->all.executions);
  for (size_t i = 0; i < r->all.n; i++)
    {
      enum wpp_verdict v = r->kinds[r->all.parts[i].value].verdict;
      has[v] = true;
      s->executed[v] = wpp_saturating_add (s->executed[v], r->all.parts[i].count);
    }
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    s->asked[v] += has[v];
}

/* Ask for VARIABLE at all PLACES [N] of F from where it is seen.  */
static void
add_variable (struct sums *s, const struct wpp_currency_function *f, const struct wpp_currency_place *places, size_t n,
              uint32_t variable)
{
  const struct wpp_body *b = f->in->body;
  uint32_t scope = wpp_body_variable (b, variable)->scope;
  struct wpp_currency c;
  int err = wpp_currency_variable_open (&c, f, variable);
  for (size_t i = 0; i < n; i++)
    if (wpp_at_depth (b, scope, b->statements[places[i].statement].scope))
      {
        struct wpp_currency_result r = { 0 };
        if (err || !wpp_currency_result_find (&r, &c, f, places[i], false))
          s->skipped++;
        else if (r.all.executions)
          add_result (s, &r);
        wpp_currency_result_release (&r);
      }
  wpp_currency_release (&c);
}

static void
add_function (struct sums *s, const struct wpp_traced *t, const struct wpp_at_function *in,
              const struct wpp_debugged *d)
{
  struct wpp_currency_function f;
  const struct wpp_body *b = in->body;
  const char *why = wpp_currency_function_open (&f, t, in, d);
  size_t n = 0;
  struct wpp_currency_place *places = why ? NULL : wpp_currency_places (in, NULL, 0, &n);
  s->functions += f.number != WPP_NO_FUNCTION;
  s->unmoved += why && f.number != WPP_NO_FUNCTION;
  for (uint32_t v = b->n_globals; !why && v < wpp_body_n_variables (b); v++)
    {
      const struct wpp_variable *x = wpp_body_variable (b, v);
      if (x->flags & WPP_VARIABLE_USER && (x->kind == WPP_VARIABLE || x->kind == WPP_PARAMETER))
        add_variable (s, &f, places, n, v);
    }
  free (places);
  wpp_currency_function_close (&f);
}

static double
share (uint64_t part, uint64_t all)
{
  return all ? 100.0 * part / all : 0;
}

static void
print_text (const struct sums *s)
{
  printf ("%14s %7s %20s %7s\n", "questions", "", "executions", "");
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    printf ("%14" PRIu64 " %6.1f%% %20" PRIu64 " %6.1f%%  %s\n", s->asked[v], share (s->asked[v], s->questions),
            s->executed[v], share (s->executed[v], s->executions), wpp_verdict_names[v]);
  printf ("%14" PRIu64 " %7s %20" PRIu64 " %7s  all\n", s->questions, "", s->executions, "");
}

static void
print_json (const struct sums *s)
{
  struct json_object *j = json_object_new_object ();
  json_object_object_add (j, "questions", wpp_json_count (s->questions));
  json_object_object_add (j, "executions", wpp_json_count (s->executions));
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    {
      struct json_object *one = json_object_new_object ();
      json_object_object_add (one, "questions", wpp_json_count (s->asked[v]));
      json_object_object_add (one, "executions", wpp_json_count (s->executed[v]));
      json_object_object_add (j, wpp_verdict_names[v], one);
    }
  json_object_object_add (j, "without_code", wpp_json_count (s->gone));
  json_object_object_add (j, "skipped", wpp_json_count (s->skipped));
  wpp_json_print (j);
}

int
wpp_currency_all (const struct wpp_currency_options *o, const struct wpp_traced *t, const struct wpp_at_found *found,
                  const struct wpp_debugged *d)
{
  struct sums s = { 0 };
  for (size_t i = 0; i < found->n; i++)
    {
      wpp_progress ("asking", wpp_function_name (found->functions[i].function->function));
      add_function (&s, t, &found->functions[i], d);
    }
  wpp_progress_end ();
  if (s.unmoved == s.functions)
    wpp_die (d->program, "none of the functions that were executed has moves there that fit");
  if (s.unmoved)
    wpp_say (d->program, "%zu of %zu functions that were executed have no moves there that fit", s.unmoved,
             s.functions);
  if (s.skipped)
    wpp_say (d->program, "%" PRIu64 " questions were left out: their answers are too many series", s.skipped);
  (o->common.json ? print_json : print_text) (&s);
  return WPP_EXIT_DONE;
}
