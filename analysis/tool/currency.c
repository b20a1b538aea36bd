/* wpp currency: does a debugger show the value of a variable that the source promises?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4.3.2.  */

#include <stdlib.h>
#include <string.h>
#include "tool/currency.h"

enum
{
  OPTION_AT = 0x200,
  OPTION_VARIABLE
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE",
              "Stop at this line; FILE is any ending of its name that is unique (default: every line, and only sums "
              "are printed)"),
  WPP_OPTION ("variable", OPTION_VARIABLE, "NAME", "Ask for this variable (default: all that are seen from the line)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_currency_options *o = state->input;
  switch (key)
    {
    case OPTION_AT:
      wpp_at_parse (&o->at, state, arg);
      return 0;
    case OPTION_VARIABLE:
      o->variable = arg;
      return 0;
    case ARGP_KEY_END:
      if (o->variable && !o->at.text)
        wpp_options_wrong (state, "--variable goes with --at");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* The first --program is the program that is debugged; others say where the one that ran is.  */
static void
take_program (struct wpp_currency_options *o)
{
  if (!o->common.programs)
    return;
  o->program = o->common.programs[0];
  o->common.programs++;
}

/* What is asked at a line, and what was found.  */
struct asking
{
  const struct wpp_currency_options *o;
  const struct wpp_traced *t;
  const struct wpp_at_found *found;
  const struct wpp_debugged *d;
  size_t functions, variables; /* that were executed; that were asked for */
  const char *why;             /* there are no moves */
  size_t taken;                /* answers */
  struct json_object *places;  /* that they become; null: they are printed as text */
};

static void
take_result (struct asking *a, struct wpp_currency_result *r)
{
  if (a->places)
    json_object_array_add (a->places, wpp_currency_json (a->o, r));
  else
    wpp_currency_print (a->o, r);
  a->taken++;
}

/* Print what there is as JSON.  */
static void
print_json (struct asking *a)
{
  struct json_object *j = json_object_new_object ();
  json_object_object_add (j, "file", wpp_json_string (a->found->file));
  json_object_object_add (j, "line", wpp_json_number (a->o->at.line));
  json_object_object_add (j, "places", a->places);
  wpp_json_print (j);
}

/* Ask for VARIABLE at PLACE of F.  */
static void
ask_variable (struct asking *a, const struct wpp_currency_function *f, struct wpp_currency_place place,
              uint32_t variable)
{
  struct wpp_currency c;
  struct wpp_currency_result r;
  int err = wpp_currency_variable_open (&c, f, variable);
  if (err)
    wpp_die (a->o->at.text, "%s", wpp_strerror (err));
  if (!wpp_currency_result_find (&r, &c, f, place, true))
    wpp_die (a->o->at.text, "the executions that an answer has are too many series");
  if (r.all.executions)
    take_result (a, &r);
  wpp_currency_result_release (&r);
  wpp_currency_release (&c);
}

/* Is VARIABLE of F's body asked for at PLACE?  */
static bool
wanted_p (const struct asking *a, const struct wpp_currency_function *f, struct wpp_currency_place place,
          uint32_t variable)
{
  const struct wpp_body *b = f->in->body;
  uint32_t scope = b->statements[place.statement].scope;
  if (a->o->variable)
    return variable == wpp_at_variable (b, a->o->variable, scope);
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  return variable >= b->n_globals && v->flags & WPP_VARIABLE_USER
         && (v->kind == WPP_VARIABLE || v->kind == WPP_PARAMETER) && wpp_at_depth (b, v->scope, scope);
}

static void
ask_function (struct asking *a, const struct wpp_at_function *in)
{
  struct wpp_currency_function f;
  size_t n;
  const char *why = wpp_currency_function_open (&f, a->t, in, a->d);
  a->functions += f.number != WPP_NO_FUNCTION;
  if (why && f.number != WPP_NO_FUNCTION)
    a->why = why;
  struct wpp_currency_place *places = why ? NULL : wpp_currency_places (in, a->found->file, a->o->at.line, &n);
  for (size_t i = 0; !why && i < n; i++)
    for (uint32_t v = 0; v < wpp_body_n_variables (in->body); v++)
      if (wanted_p (a, &f, places[i], v))
        {
          a->variables++;
          ask_variable (a, &f, places[i], v);
        }
  free (places);
  wpp_currency_function_close (&f);
}

static int
ask_line (const struct wpp_currency_options *o, const struct wpp_traced *t, const struct wpp_at_found *found,
          const struct wpp_debugged *d)
{
  struct asking a = {
    .o = o, .t = t, .found = found, .d = d, .places = o->common.json ? json_object_new_array () : NULL
  };
  for (size_t i = 0; i < found->n; i++)
    ask_function (&a, &found->functions[i]);
  if (!a.taken && a.why)
    wpp_die (o->at.text, "%s", a.why);
  if (!a.taken && (a.variables || !a.functions))
    wpp_die (o->at.text, "the line was never executed");
  if (!a.taken && o->variable)
    wpp_die (o->at.text, "no variable `%s' is seen there", o->variable);
  if (!a.taken)
    wpp_say (o->at.text, "no variable is seen there");
  if (a.places)
    print_json (&a);
  return a.taken ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_currency (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print in which executions of a line an optimised program shows the value of a variable that the source promises."
  };
  struct wpp_currency_options o = { 0 };
  struct wpp_traced t;
  struct wpp_at_found found;
  struct wpp_debugged d;
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  take_program (&o);
  wpp_traced_open (&t, &o.common);
  wpp_at_need (&found, t.code, t.profile->file, &o.at);
  wpp_debugged_read (&d, &o, &t);
  wpp_progress_end ();
  int status = (o.at.text ? ask_line : wpp_currency_all) (&o, &t, &found, &d);
  wpp_debugged_free (&d);
  wpp_at_release (&found);
  wpp_traced_free (&t);
  return status;
}
