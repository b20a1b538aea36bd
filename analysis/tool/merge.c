/* wpp merge: one profile made of many, indexed by function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "recording/opened/members.h"
#include "show/merge-plan.h"
#include "tool/merging.h"

#define MOST_WEIGHT 1000000u
#define FAN_IN 32u
#define MOST_FAN_IN 1000u

/* A file, or a folder of them, and what it weighs.  */
struct weight
{
  uint64_t weight;
  char *file;
};

struct merge
{
  struct wpp_merging how;
  const char *plan;
  size_t fan_in;
  char **names;                 /* [n_names] of lists */
  size_t n_names;
  struct weight *weights;
  size_t n_weights;
};

static void
add_name (struct merge *m, char *name)
{
  m->names = wpp_grow (m->names, m->n_names + 1, sizeof *m->names);
  m->names[m->n_names++] = name;
}

/* Add the lines of LIST.  */
static void
read_list (void *input, const struct wpp_option *o, char *list, const struct argp_state *state)
{
  FILE *f = strcmp (list, "-") ? fopen (list, "r") : stdin;
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  if (!f)
    wpp_die (list, "%s", strerror (errno));
  while ((n = getline (&line, &room, f)) >= 0)
    {
      if (n && line[n - 1] == '\n')
        line[--n] = 0;
      if (n)
        add_name (input, wpp_need (strdup (line)));
    }
  if (ferror (f))
    wpp_die (list, "%s", strerror (errno));
  free (line);
  if (f != stdin)
    fclose (f);
}

static void
read_weight (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct merge *m = input;
  char *comma = strchr (arg, ',');
  if (!comma || !comma[1])
    wpp_options_wrong (state, "--weight: '%s' is not N,FILE", arg);
  *comma = 0;
  m->weights = wpp_grow (m->weights, m->n_weights + 1, sizeof *m->weights);
  m->weights[m->n_weights++]
    = (struct weight){ wpp_options_number (state, "--weight", arg, 1, MOST_WEIGHT), comma + 1 };
}

static void
read_skip (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  ((struct merge *)input)->how.may_be_unfit = arg ? wpp_options_percentage (state, "--skip-damaged", arg) : 1;
}

static void
read_memory (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  ((struct merge *)input)->how.memory = wpp_options_size (state, "--memory", arg);
}

static void
read_plan (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  if (!wpp_merge_engine_p (arg))
    wpp_options_wrong (state, "--plan: '%s' is no engine that is known: " WPP_MERGE_ENGINES, arg);
  ((struct merge *)input)->plan = arg;
}

#define TO(MEMBER) WPP_MEMBER (struct merge, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("output", 'o', "OUT", TO (how.out), "Write the merged profile to OUT"),
  WPP_FLAG ("lossy", TO (how.lossy), "Merge profiles that miss more than a hundredth of their events, too"),
  WPP_ROW ("skip-damaged", 0, "N%", read_skip,
           "Leave out profiles that are damaged, empty, or of another program or build, if these are at most N% "
           "(default: any number); without this option such a profile is an error", .may_lack = true),
  WPP_OWN ("files-from", 0, "LIST", read_list,
           "Merge the profiles that LIST names, one a line, too; - is standard input"),
  WPP_OWN ("weight", 0, "N,FILE", read_weight, "Merge FILE, too, as if it were N different runs"),
  WPP_FLAG ("summary", TO (how.summary), "Write only what compilations read (-fwpp-use)"),
  WPP_FLAG ("no-index", TO (how.no_index), "Leave out the index, which compilations then make when they need it"),
  WPP_OWN ("memory", 0, "SIZE", read_memory,
           "Take at most SIZE bytes (K, M, G) for what the profiles share; else it is an error"),
  WPP_NUMBER ("jobs", 'j', "N", TO (how.jobs), 1, WPP_MEMBERS_MOST_JOBS,
              "Run on at most N processors (default: all)"),
  WPP_OWN ("plan", 0, "ENGINE", read_plan,
           "Print a plan by which ENGINE merges the files, in several steps: " WPP_MERGE_ENGINES),
  WPP_NUMBER ("fan-in", 0, "N", TO (fan_in), 2, MOST_FAN_IN,
              "Merge at most N files in one step of the plan (default: 32)"),
  { 0 }
};

/* Let COMMON have all names, also those of lists and weights.  */
static void
gather (const struct merge *m, struct wpp_options *common)
{
  size_t n = common->n_args;
  char **all = wpp_new (n + m->n_names + m->n_weights + 1, sizeof *all);
  if (n)
    memcpy (all, common->args, n * sizeof *all);
  for (size_t i = 0; i < m->n_names; i++)
    all[n++] = m->names[i];
  for (size_t w = 0; w < m->n_weights; w++)
    {
      bool named = false;
      for (size_t i = 0; i < n; i++)
        named |= strcmp (all[i], m->weights[w].file) == 0;
      if (!named)
        all[n++] = m->weights[w].file;
    }
  common->args = all;
  common->n_args = n;
}

/* What each of FILES weighs; null: 1.  */
static uint64_t *
weigh (const struct merge *m, const struct wpp_files *files)
{
  uint64_t *weights = m->n_weights ? wpp_new (files->n, sizeof *weights) : NULL;
  for (size_t i = 0; weights && i < files->n; i++)
    weights[i] = 1;
  for (size_t w = 0; w < m->n_weights; w++)
    {
      struct wpp_options one = { .args = &m->weights[w].file, .n_args = 1 };
      struct wpp_files meant = wpp_files_find (&one);
      for (size_t k = 0; k < meant.n; k++)
        for (size_t i = 0; i < files->n; i++)
          if (strcmp (files->name[i], meant.name[k]) == 0)
            weights[i] = m->weights[w].weight;
      wpp_files_free (&meant);
    }
  return weights;
}

/* Print the plan that M, COMMON and FILES ask for.  */
static void
print_plan (const struct merge *m, const struct wpp_options *common, const struct wpp_files *files)
{
  struct wpp_place place = { "", 0, "" };
  char *options = NULL;
  size_t size;
  FILE *f = wpp_need (open_memstream (&options, &size));
  if (m->n_weights || common->programs || common->json)
    wpp_die (NULL, "merge: --plan does not go with %s",
             m->n_weights ? "--weight" : common->json ? "--json" : "--program");
  fprintf (f, "%s%s", m->how.lossy ? " --lossy" : "", common->foreign ? " --foreign" : "");
  if (m->how.may_be_unfit > 0)
    fprintf (f, " --skip-damaged=%g%%", 100 * m->how.may_be_unfit);
  if (m->how.memory)
    fprintf (f, " --memory=%zu", m->how.memory);
  fclose (f);
  const char *last = m->how.summary ? " --summary" : m->how.no_index ? " --no-index" : "";
  const struct wpp_merge_plan plan = { .engine = m->plan, .out = m->how.out, .files = (const char *const *)files->name,
                                       .n_files = files->n, .fan_in = m->fan_in, .options = options,
                                       .inner_options = " --no-index --jobs=1", .last_options = last };
  int err = wpp_put_merge_plan (stdout, &plan, &place);
  if (err)
    wpp_die (NULL, "merge: --plan: %s", err == WPP_E_TOLD ? place.what : wpp_strerror (err));
  wpp_flush_output ();
  free (options);
}

int
wpp_command_merge (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Make one profile of many, with the notes of their programs and an index by function, which a "
        "compilation with -fwpp-use reads instead of all of it." };
  struct wpp_options common = { .no_args = true };
  struct merge m = { .fan_in = FAN_IN };
  wpp_options_parse (&line, argc, argv, &common, &m);
  gather (&m, &common);
  if (!common.n_args)
    wpp_die (NULL, "merge: no FILE given");
  if (!m.how.out)
    wpp_die (NULL, "merge: no file to write is given (-o OUT)");
  if (m.how.summary && m.how.no_index)
    wpp_die (NULL, "merge: --summary does not go with --no-index: a summary is the index");
  struct wpp_files files = wpp_files_find (&common);
  uint64_t *weights = m.plan ? NULL : weigh (&m, &files);
  m.how.weights = weights;
  if (!m.plan)
    wpp_merging_check_out (m.how.out, &files, &common);
  if (m.plan)
    print_plan (&m, &common, &files);
  else
    wpp_merging_run (&m.how, &common, &files);
  wpp_files_free (&files);
  free (weights);
  free (common.args);
  for (size_t i = 0; i < m.n_names; i++)
    free (m.names[i]);
  free (m.names);
  free (m.weights);
  return WPP_EXIT_DONE;
}
