/* Merging as a reduction that an existing engine runs (merge-plan.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Many files become one by a tree of merges.  Each is a command that reads at most so many files and writes one, which
   appears when it is complete; so what is there need not be made again, and a merge that is done twice changes nothing.
   What runs the commands, on how many machines and what is done when one fails, is the engine's affair.  Here the tree
   is only written down, in the engine's language.

   Levels are numbered from 1.  A level's files are in the folder OUT.parts, LEVEL-NUMBER.wpp; the last one has one,
   which is OUT.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/text.h"
#include "show/merge-plan.h"

struct plan
{
  FILE *f;
  const struct wpp_merge_plan *asked;
  int err;                      /* sticks */
  size_t n_levels;
  size_t *sizes;                /* [n_levels + 1] files of each level; of level 0 those that are merged */
};

/* How text is quoted.  Return 0 or WPP_E_NOMEM.  */
typedef int put_text (FILE *f, const char *text);

static int
put_shell (FILE *f, const char *text)
{
  char *word = wpp_shell_word (text);
  fputs (word ? word : "", f);
  free (word);
  return word ? 0 : WPP_E_NOMEM;
}

/* What a shell gets by way of make or ninja, for which a dollar is two.  */
static void
put_dollars (FILE *f, const char *text)
{
  for (; *text; text++)
    {
      if (*text == '$')
        putc ('$', f);
      putc (*text, f);
    }
}

static int
put_shell_dollars (FILE *f, const char *text)
{
  char *word = wpp_shell_word (text);
  put_dollars (f, word ? word : "");
  free (word);
  return word ? 0 : WPP_E_NOMEM;
}

/* A file that make knows.  */
static int
put_make (FILE *f, const char *text)
{
  for (; *text; text++)
    {
      if (strchr (" #:\\", *text))
        putc ('\\', f);
      if (*text == '$')
        putc ('$', f);
      putc (*text, f);
    }
  return 0;
}

static int
put_ninja (FILE *f, const char *text)
{
  for (; *text; text++)
    {
      if (strchr ("$ :", *text))
        putc ('$', f);
      putc (*text, f);
    }
  return 0;
}

/* A string of Python's, JSON's and YAML's.  */
static int
put_quoted (FILE *f, const char *text)
{
  putc ('"', f);
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
        putc ('\\', f);
      putc (*text, f);
    }
  putc ('"', f);
  return 0;
}

/* ---- The tree.  */

/* The name of file NUMBER of LEVEL, malloc'ed; null when out of memory.  */
static char *
name_of (const struct plan *p, size_t level, size_t number)
{
  char *name;
  const char *out = p->asked->out;
  int n = !level ? asprintf (&name, "%s", p->asked->files[number])
          : level == p->n_levels ? asprintf (&name, "%s", out)
                                 : asprintf (&name, "%s.parts/%zu-%zu.wpp", out, level, number);
  return n < 0 ? NULL : name;
}

/* Put TEXT as PUT quotes it.  */
static void
put_as (struct plan *p, const char *text, put_text *put)
{
  int err = text ? put (p->f, text) : WPP_E_NOMEM;
  if (err)
    p->err = err;
}

/* Put the file NUMBER of LEVEL, as PUT quotes it.  */
static void
put_name (struct plan *p, size_t level, size_t number, put_text *put)
{
  char *name = name_of (p, level, number);
  put_as (p, name, put);
  free (name);
}

/* Put the inputs of file NUMBER of LEVEL, each after SEPARATOR but for the first one.  */
static void
put_inputs (struct plan *p, size_t level, size_t number, const char *separator, put_text *put)
{
  size_t from = number * p->asked->fan_in, to = from + p->asked->fan_in;
  to = to < p->sizes[level - 1] ? to : p->sizes[level - 1];
  for (size_t i = from; i < to; i++)
    {
      fputs (i > from ? separator : "", p->f);
      put_name (p, level - 1, i, put);
    }
}

/* The options of merges that make files of LEVEL only.  */
static const char *
options_of (const struct plan *p, size_t level)
{
  return level == p->n_levels ? p->asked->last_options : p->asked->inner_options;
}

/* Put the command that makes file NUMBER of LEVEL.  */
static void
put_command (struct plan *p, size_t level, size_t number, put_text *put)
{
  fprintf (p->f, "wpp merge%s%s -o ", p->asked->options, options_of (p, level));
  put_name (p, level, number, put);
  putc (' ', p->f);
  put_inputs (p, level, number, " ", put);
}

static int
find_levels (struct plan *p)
{
  size_t room = 2;
  for (size_t n = p->asked->n_files; n > 1; n = (n + p->asked->fan_in - 1) / p->asked->fan_in)
    room++;
  p->sizes = calloc (room, sizeof *p->sizes);
  if (!p->sizes)
    return WPP_E_NOMEM;
  p->sizes[0] = p->asked->n_files;
  do
    {
      p->n_levels++;
      p->sizes[p->n_levels] = (p->sizes[p->n_levels - 1] + p->asked->fan_in - 1) / p->asked->fan_in;
    }
  while (p->sizes[p->n_levels] > 1);
  return 0;
}

/* ---- Engines that know of files.  */

static void
put_make_plan (struct plan *p)
{
  fputs (".DELETE_ON_ERROR:\n", p->f);
  for (size_t level = p->n_levels; level > 0; level--)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        put_name (p, level, i, put_make);
        fputs (": ", p->f);
        put_inputs (p, level, i, " ", put_make);
        fputs ("\n\t@mkdir -p ", p->f);
        put_as (p, p->asked->out, put_shell_dollars);
        fputs (".parts\n\t", p->f);
        put_command (p, level, i, put_shell_dollars);
        putc ('\n', p->f);
      }
}

static void
put_ninja_plan (struct plan *p)
{
  fputs ("rule merge\n  command = $merge\n  description = merge $out\n", p->f);
  for (size_t level = p->n_levels; level > 0; level--)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        fputs ("build ", p->f);
        put_name (p, level, i, put_ninja);
        fputs (": merge ", p->f);
        put_inputs (p, level, i, " ", put_ninja);
        fputs ("\n  merge = ", p->f);
        put_command (p, level, i, put_shell_dollars);
        putc ('\n', p->f);
      }
  fputs ("default ", p->f);
  put_name (p, p->n_levels, 0, put_ninja);
  putc ('\n', p->f);
}

static void
put_snakemake_plan (struct plan *p)
{
  fputs ("rule all:\n    input: ", p->f);
  put_name (p, p->n_levels, 0, put_quoted);
  putc ('\n', p->f);
  for (size_t level = p->n_levels; level > 0; level--)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        fprintf (p->f, "rule merge_%zu_%zu:\n    input: ", level, i);
        put_inputs (p, level, i, ", ", put_quoted);
        fputs ("\n    output: ", p->f);
        put_name (p, level, i, put_quoted);
        fprintf (p->f, "\n    shell: \"wpp merge%s%s -o {output:q} {input:q}\"\n", p->asked->options,
                 options_of (p, level));
      }
}

/* ---- Engines that know of tasks with numbers.  */

/* Put the shell function `merge LEVEL NUMBER', which does what is not done, after what other tasks make is there.  */
static void
put_tasks (struct plan *p, const char *indent)
{
  fprintf (p->f, "%smkdir -p ", indent);
  put_as (p, p->asked->out, put_shell);
  fprintf (p->f, ".parts\n%smerge () {\n%s  level=$1\n%s  case $1-$2 in\n", indent, indent, indent);
  for (size_t level = 1; level <= p->n_levels; level++)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        fprintf (p->f, "%s  %zu-%zu) set -- ", indent, level, i);
        put_name (p, level, i, put_shell);
        putc (' ', p->f);
        put_inputs (p, level, i, " ", put_shell);
        fprintf (p->f, "; o='%s%s' ;;\n", p->asked->options, options_of (p, level));
      }
  fprintf (p->f, "%s  *) return ;;\n%s  esac\n"
           "%s  out=$1; shift\n%s  [ ! -e \"$out\" ] || return 0\n"
           "%s  [ $level = 1 ] || for input; do while [ ! -e \"$input\" ]; do sleep 0.2; done; done\n"
           "%s  wpp merge $o -o \"$out\" \"$@\"\n%s}\n", indent, indent, indent, indent, indent, indent, indent);
}

/* Put `each NUMBER STEP': the tasks NUMBER, NUMBER + STEP … of all levels, or of level ONLY.  */
static void
put_each (struct plan *p, const char *indent)
{
  fprintf (p->f, "%seach () {\n", indent);
  for (size_t level = 1; level <= p->n_levels; level++)
    fprintf (p->f, "%s  i=$1; while [ $i -lt %zu ]; do merge %zu $i || return; i=$((i + $2)); done\n", indent,
             p->sizes[level], level);
  fprintf (p->f, "%s}\n", indent);
}

static void
put_parallel_plan (struct plan *p)
{
  fputs ("#!/bin/sh\n# Needs GNU parallel.  What is done is not done again.\nset -e\nmkdir -p ", p->f);
  put_as (p, p->asked->out, put_shell);
  fputs (".parts\n", p->f);
  for (size_t level = 1; level <= p->n_levels; level++)
    {
      fputs ("parallel --halt now,fail=1 \"$@\" <<'wpp-merge-end'\n", p->f);
      for (size_t i = 0; i < p->sizes[level]; i++)
        {
          fputs ("[ -e ", p->f);
          put_name (p, level, i, put_shell);
          fputs (" ] || ", p->f);
          put_command (p, level, i, put_shell);
          putc ('\n', p->f);
        }
      fputs ("wpp-merge-end\n", p->f);
    }
}

static void
put_slurm_plan (struct plan *p)
{
  fputs ("#!/bin/sh\n# `sh PLAN' submits a job array for each level; the next one begins when all have succeeded.\n"
         "# Options of sbatch may be given.  What is done is not done again.\n", p->f);
  put_tasks (p, "");
  fputs ("if [ \"$1\" = task ]; then\n  i=$SLURM_ARRAY_TASK_ID\n"
         "  while [ $i -lt $3 ]; do merge $2 $i || exit; i=$((i + $4)); done\n  exit 0\nfi\nafter=\n", p->f);
  for (size_t level = 1; level <= p->n_levels; level++)
    {
      size_t n = p->sizes[level], tasks = n < 1000 ? n : 1000;
      fprintf (p->f, "job=$(sbatch --parsable $after --array=0-%zu \"$@\" \"$0\" task %zu %zu %zu) || exit\n"
               "after=--dependency=afterok:${job%%%%;*}\n", tasks - 1, level, n, tasks);
    }
  fputs ("echo \"$job\"\n", p->f);
}

static void
put_mpi_plan (struct plan *p)
{
  fputs ("#!/bin/sh\n# mpirun -np RANKS sh PLAN, in a folder that all ranks share.  What is done is not done again.\n",
         p->f);
  put_tasks (p, "");
  put_each (p, "");
  fputs ("each \"${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}\" \"${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-1}}\"\n", p->f);
}

static void
put_k8s_plan (struct plan *p)
{
  size_t pods = p->sizes[1] < 100 ? p->sizes[1] : 100;
  fprintf (p->f,
           "# An indexed Job.  Set `image' to one that has wpp, and `claimName' to a volume with the files, which is\n"
           "# mounted where the names below begin.  What is done is not done again.\n"
           "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: wpp-merge\nspec:\n  completionMode: Indexed\n"
           "  completions: %zu\n  parallelism: %zu\n  backoffLimit: 100\n  template:\n    spec:\n"
           "      restartPolicy: OnFailure\n"
           "      volumes:\n      - name: profiles\n        persistentVolumeClaim:\n          claimName: profiles\n"
           "      containers:\n      - name: merge\n        image: wpp\n        workingDir: /profiles\n"
           "        volumeMounts:\n"
           "        - name: profiles\n          mountPath: /profiles\n        command:\n"
           "        - /bin/sh\n        - -c\n"
           "        - |\n", pods, pods);
  put_tasks (p, "          ");
  put_each (p, "          ");
  fprintf (p->f, "          each \"$JOB_COMPLETION_INDEX\" %zu\n", pods);
}

/* ---- */

static const struct engine
{
  const char *name;
  void (*put) (struct plan *p);
} engines[] = { { "make", put_make_plan },         { "ninja", put_ninja_plan }, { "parallel", put_parallel_plan },
                { "slurm", put_slurm_plan },       { "snakemake", put_snakemake_plan },
                { "mpi", put_mpi_plan },           { "k8s", put_k8s_plan } };

#define N_ENGINES (sizeof engines / sizeof *engines)

static const struct engine *
engine_named (const char *name)
{
  for (size_t i = 0; i < N_ENGINES; i++)
    if (strcmp (engines[i].name, name) == 0)
      return &engines[i];
  return NULL;
}

bool
wpp_merge_engine_p (const char *name)
{
  return engine_named (name) != NULL;
}

int
wpp_put_merge_plan (FILE *f, const struct wpp_merge_plan *asked, struct wpp_place *place)
{
  const struct engine *engine = engine_named (asked->engine);
  struct plan p = { .f = f, .asked = asked };
  if (!engine || !asked->n_files || asked->fan_in < 2)
    return WPP_E_RANGE;
  for (size_t i = 0; i < asked->n_files; i++)
    if (strpbrk (asked->files[i], "\n\r"))
      return wpp_complain (place, "", 0, WPP_E_TOLD, "a file whose name has a line end cannot be in a plan");
  int err = find_levels (&p);
  if (!err)
    engine->put (&p);
  free (p.sizes);
  return err ? err : p.err;
}
