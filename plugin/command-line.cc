/* The command line: a table of options, what each needs, and reading it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The driver passes -fwpp-KEY[=VALUE] as -fplugin-arg-wpp-KEY[=VALUE].  */

#include "plugin/command-line.h"
#include "plugin/pipeline.h"
#include "plugin/decisions/asked.h"
#include "plugin/generate/recording.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"

extern "C"
{
#include "facts/problems/problem.h"
}

namespace {

/* ---- Values.  Each function takes VALUE, which may be null, and returns what is wrong with it, or nothing.  */

typedef std::string complaint;

complaint
set_mode (wpp_mode mode)
{
  if (wpp_opts.mode != WPP_MODE_NONE && wpp_opts.mode != mode)
    return "cannot generate and use a profile in one compilation";
  wpp_opts.mode = mode;
  return "";
}

/* Is VALUE, a list of names separated by commas, null or without any name?  */

bool
no_names_p (const char *value)
{
  return !value || !value[strspn (value, ",")];
}

/* The kind of recording that -fwpp-generate means.  */
const char *const whole_paths = "wpp";

complaint
read_into (const char *folder)
{
  if (!folder || !*folder)
    return "needs a folder";
  wpp_opts.into = folder;
  if (!wpp_opts.recording)
    wpp_opts.recording = wpp_recording_named (whole_paths, strlen (whole_paths));
  return set_mode (WPP_MODE_GENERATE);
}

/* What is said after a kind: ITEM.  Return false if that is nothing known.  */

bool
read_part (const std::string &item)
{
  static const char only[] = "only=";
  wpp_opts.frequent_values |= item == "values";
  wpp_opts.all_values |= item == "values=all";
  wpp_opts.check_values |= item == "values=check";
  if (item.compare (0, strlen (only), only) == 0 && item.length () > strlen (only))
    wpp_opts.only = xstrdup (item.c_str () + strlen (only));
  return item == "values" || item == "values=all" || item == "values=check" || wpp_opts.only;
}

/* VALUE is KIND[,values][,values=all|check][,only=PATTERN[:PATTERN...]][,into=FOLDER].  */

complaint
read_generate (const char *value)
{
  static const char into[] = ",into=";
  const char *end = value ? strstr (value, into) : NULL;
  std::string name (value ? value : whole_paths, end ? end - value : strlen (value ? value : whole_paths));
  size_t length = name.find (',');
  wpp_opts.recording = wpp_recording_named (name.c_str (), length == std::string::npos ? name.length () : length);
  for (size_t next; length != std::string::npos; length = next)
    {
      next = name.find (',', length + 1);
      if (!read_part (name.substr (length + 1, next == std::string::npos ? next : next - length - 1)))
        return "unknown kind of profile";
    }
  if (!wpp_opts.recording)
    return "unknown kind of profile";
  if (wpp_opts.frequent_values && !wpp_opts.recording->counters)
    return wpp_opts.recording->values ? "wet has values already; values= takes all or check"
                                      : "values needs the kind paths";
  if (wpp_opts.all_values && !wpp_opts.recording->values)
    return "values=all needs the kind wet";
  if ((wpp_opts.check_values || wpp_opts.only) && !wpp_opts.recording->values)
    return "values=check and only= need the kind wet";
  if (wpp_opts.check_values && wpp_opts.all_values)
    return "values=all has what values=check has";
  return end ? read_into (end + strlen (into)) : set_mode (WPP_MODE_GENERATE);
}

complaint
read_interesting (const char *value)
{
  wpp_opts.interesting = value;
  return no_names_p (value) ? "needs a list of interesting paths, or a profile" : "";
}

complaint
read_use (const char *value)
{
  wpp_opts.use = value;
  return no_names_p (value) ? "needs a profile or a folder of them" : set_mode (WPP_MODE_USE);
}

complaint
read_optimize (const char *value)
{
  wpp_opts.optimizations = wpp_read_optimizations (value);
  return wpp_opts.optimizations ? ""
         : "unknown kind of optimisation, known are: " + wpp_optimization_names () + ", and -NAME for all but it";
}

complaint
read_decide (const char *value)
{
  return wpp_read_asked (value) ? ""
         : "needs ITEMs separated by commas: loops:ACTION, branches:ACTION, FILE:LINE:ACTION or in:FUNCTION:ACTION, "
           "where ACTION is leave, peel-N, unroll-N, peel-N-unroll-N, vectorise, scalar, jump or move, and of a "
           "function leave or plain; at most 5 are peeled, and unrolled is by 2, 4 or 8";
}

complaint
read_problems (const char *value)
{
  size_t length;
  if (!wpp_problems_named (value, &wpp_opts.problems, &length))
    return "";
  char *names = wpp_problem_names ();
  complaint why = complaint ("unknown data flow problem, known are: all, ") + names;
  free (names);
  return why;
}

/* ---- What options need of others, when all are known.  */

bool
use_p ()
{
  return wpp_opts.mode == WPP_MODE_USE;
}

bool
generate_or_use_p ()
{
  return wpp_opts.mode != WPP_MODE_NONE;
}

bool
statements_p ()
{
  return !wpp_opts.notes_paths;
}

bool
everything_or_use_p ()
{
  return !wpp_opts.edges_only || use_p ();
}

bool
preferential_p ()
{
  return wpp_opts.recording && wpp_opts.recording->needs_interesting;
}

bool
interesting_if_preferential_p ()
{
  return wpp_opts.interesting || !preferential_p ();
}

bool
statements_if_values_p ()
{
  return !wpp_opts.recording || !wpp_opts.recording->values || statements_p ();
}

/* ---- The table.  */

struct option
{
  const char *key;
  const char *shown;            /* in the list of all; null: with the one before */
  /* How it is read: by a function; or it sets a member, by one of two words, the first of which means false unless
     FIRST; without words it takes no value.  */
  complaint (*read) (const char *value);
  bool wpp_plugin_options::*member;
  const char *words[2];
  bool first;
  struct { bool (*met_p) (); const char *why; } needs[2];
};

typedef wpp_plugin_options O;

#define NEEDS_USE { use_p, "needs -fwpp-use=PATH" }

const option options[] = {
  { "generate",
    "-fwpp-generate[=wpp|wet[,values=all|check][,only=NAMES]|paths[,values]|preferential[,values]][,into=FOLDER]",
    read_generate, NULL, {}, false,
    { { interesting_if_preferential_p, "needs -fwpp-interesting=FILE" },
      { statements_if_values_p, "needs statements in the notes (-fwpp-notes=program)" } } },
  { "generate,into", NULL, read_into, NULL, {}, false, {} },
  { "interesting", "-fwpp-interesting=FILE[,FILE...]", read_interesting, NULL, {}, false,
    { { preferential_p, "needs -fwpp-generate=preferential" } } },
  { "notes", "-fwpp-notes=program|paths", NULL, &O::notes_paths, { "program", "paths" }, false, {} },
  { "moves", "-fwpp-moves", NULL, &O::moves, {}, false,
    { { generate_or_use_p, "needs -fwpp-generate or -fwpp-use=PATH" },
      { statements_p, "needs statements in the notes (-fwpp-notes=program)" } } },
  { "use", "-fwpp-use=PATH[,PATH...]", read_use, NULL, {}, false, {} },
  { "use-renamed", "-fwpp-use-renamed", NULL, &O::use_renamed, {}, false, { NEEDS_USE } },
  { "use-lossy", "-fwpp-use-lossy", NULL, &O::use_lossy, {}, false, { NEEDS_USE } },
  { "optimize", "-fwpp-optimize=LIST", read_optimize, NULL, {}, false, { NEEDS_USE } },
  { "decide", "-fwpp-decide=LIST", read_decide, NULL, {}, false, { NEEDS_USE } },
  { "know", "-fwpp-know=edges|all", NULL, &O::edges_only, { "edges", "all" }, true,
    { { everything_or_use_p, "needs -fwpp-use=PATH" } } },
  { "dump-frequency", "-fwpp-dump-frequency[=PROBLEM[,PROBLEM...]|all]", read_problems, NULL, {}, false,
    { NEEDS_USE } },
  { "dump-decisions", "-fwpp-dump-decisions", NULL, &O::dump_decisions, {}, false, { NEEDS_USE } },
  { "dump-format", "-fwpp-dump-format=text|json", NULL, &O::dump_json, { "text", "json" }, false, {} },
  { "dump-sort", "-fwpp-dump-sort=source|hot", NULL, &O::dump_hot, { "source", "hot" }, false, {} },
};

/* ---- Reading.  */

bool
bad_option (const char *key, const char *value, const complaint &why)
{
  std::string all;
  for (const option &o : options)
    if (o.shown)
      all += (all.empty () ? "" : ", ") + std::string (o.shown);
  error_at (UNKNOWN_LOCATION, "%<-fwpp-%s%s%s%>: %s; the options are: %s", key, value ? "=" : "",
            value ? value : "", why.c_str (), all.c_str ());
  return false;
}

/* Read VALUE of O.  */

complaint
read_value (const option *o, const char *value)
{
  if (o->read)
    return o->read (value);
  if (!o->words[0])
    {
      wpp_opts.*o->member = true;
      return value ? "unknown option" : "";
    }
  for (unsigned w = 0; w < 2; w++)
    if (value && !strcmp (value, o->words[w]))
      {
        wpp_opts.*o->member = (w == 0) == o->first;
        return "";
      }
  return std::string ("must be ") + o->words[0] + " or " + o->words[1];
}

/* Of the option KEY; *GIVEN is set to it.  */

bool
read_option (const char *key, const char *value, const option **given)
{
  for (const option &o : options)
    if (!strcmp (key, o.key))
      {
        complaint why = read_value (&o, value);
        *given = &o;
        return why.empty () || bad_option (key, value, why);
      }
  return bad_option (key, value, "unknown option");
}

/* Does O, which was given with VALUE, have what it needs?  */

bool
needs_met_p (const option *o, const char *value)
{
  for (const auto &n : o->needs)
    if (n.met_p && !n.met_p ())
      return bad_option (o->key, value, n.why);
  return true;
}

/* The value of ARGUMENT on the command line of the plugin PLUGIN.  GCC 12 cuts as many letters off its end as it has
   signs `='.  */

const char *
whole_value (const char *plugin, const plugin_argument *argument)
{
  std::string begin = std::string (plugin) + "-" + argument->key + "=";
  for (unsigned i = 0; argument->value && i < save_decoded_options_count; i++)
    {
      const cl_decoded_option *o = &save_decoded_options[i];
      if (o->opt_index == OPT_fplugin_arg_ && !strncmp (o->arg, begin.c_str (), begin.size ()))
        {
          const char *value = o->arg + begin.size ();
          size_t signs = std::count (value, value + strlen (value), '=');
          if (strlen (argument->value) + signs == strlen (value)
              && !strncmp (value, argument->value, strlen (argument->value)))
            return value;
        }
    }
  return argument->value;
}

/* A warning, of which -Werror= has the name as its VALUE.  */

bool
read_warning (const char *key, const char *value)
{
  return wpp_read_warning (value ? (std::string (key) + "=" + value).c_str () : key);
}

} // anonymous namespace

bool
wpp_read_command_line (const plugin_name_args *info)
{
  const option *given[ARRAY_SIZE (options)] = {};
  const char *values[ARRAY_SIZE (options)];
  bool ok = true;

  wpp_opts.optimizations = wpp_read_optimizations ("all");
  for (int i = 0; i < info->argc; i++)
    {
      const char *key = info->argv[i].key, *value = whole_value (info->base_name, &info->argv[i]);
      const option *o = NULL;
      ok &= *key == 'W' ? read_warning (key, value) : read_option (key, value, &o);
      if (o)
        {
          given[o - options] = o;
          values[o - options] = value;
        }
    }
  for (unsigned n = 0; n < ARRAY_SIZE (options) && ok; n++)
    ok = !given[n] || needs_met_p (given[n], values[n]);
  /* Replay rounds each operation for itself.  */
  if (wpp_opts.recording && wpp_opts.recording->values)
    flag_fp_contract_mode = FP_CONTRACT_OFF;
  return ok;
}
