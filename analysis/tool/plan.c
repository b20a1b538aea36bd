/* wpp merge --plan: a reduction that an existing engine runs.
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
#include "tool/plan.h"

struct plan
{
  FILE *f;
  const char *out;
  const char *options;          /* of each merge, and of the last one */
  const char *last_options;
  char **leaves;
  size_t n_leaves, fan_in;
  size_t n_levels;
  size_t *sizes;                /* [n_levels + 1] files of each level; of level 0 the leaves */
};

/* How text is quoted.  */
typedef void put_text (FILE *f, const char *text);

static void
put_shell (FILE *f, const char *text)
{
  putc ('\'', f);
  for (; *text; text++)
    if (*text == '\'')
      fputs ("'\\''", f);
    else
      putc (*text, f);
  putc ('\'', f);
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

static void
put_shell_dollars (FILE *f, const char *text)
{
  char *quoted = NULL;
  size_t size;
  FILE *m = wpp_need (open_memstream (&quoted, &size));
  put_shell (m, text);
  fclose (m);
  put_dollars (f, quoted);
  free (quoted);
}

/* A file that make knows.  */
static void
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
}

static void
put_ninja (FILE *f, const char *text)
{
  for (; *text; text++)
    {
      if (strchr ("$ :", *text))
        putc ('$', f);
      putc (*text, f);
    }
}

/* A string of Python's, JSON's and YAML's.  */
static void
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
}

/* ---- The tree.  */

/* The name of file NUMBER of LEVEL, malloc'ed.  */
static char *
name_of (const struct plan *p, size_t level, size_t number)
{
  char *name;
  int n = !level ? asprintf (&name, "%s", p->leaves[number])
          : level == p->n_levels ? asprintf (&name, "%s", p->out)
                                 : asprintf (&name, "%s.parts/%zu-%zu.wpp", p->out, level, number);
  if (n < 0)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return name;
}

/* Put the file NUMBER of LEVEL, as PUT quotes it.  */
static void
put_name (const struct plan *p, size_t level, size_t number, put_text *put)
{
  char *name = name_of (p, level, number);
  put (p->f, name);
  free (name);
}

/* Put the inputs of file NUMBER of LEVEL, each after SEPARATOR but for the first one.  */
static void
put_inputs (const struct plan *p, size_t level, size_t number, const char *separator, put_text *put)
{
  size_t from = number * p->fan_in, to = from + p->fan_in;
  to = to < p->sizes[level - 1] ? to : p->sizes[level - 1];
  for (size_t i = from; i < to; i++)
    {
      fputs (i > from ? separator : "", p->f);
      put_name (p, level - 1, i, put);
    }
}

/* Put the command that makes file NUMBER of LEVEL.  */
static void
put_command (const struct plan *p, size_t level, size_t number, put_text *put)
{
  fprintf (p->f, "wpp merge%s%s -o ", p->options, level == p->n_levels ? p->last_options : "");
  put_name (p, level, number, put);
  putc (' ', p->f);
  put_inputs (p, level, number, " ", put);
}

static void
find_levels (struct plan *p)
{
  size_t room = 2;
  for (size_t n = p->n_leaves; n > 1; n = (n + p->fan_in - 1) / p->fan_in)
    room++;
  p->sizes = wpp_new (room, sizeof *p->sizes);
  p->sizes[0] = p->n_leaves;
  do
    {
      p->n_levels++;
      p->sizes[p->n_levels] = (p->sizes[p->n_levels - 1] + p->fan_in - 1) / p->fan_in;
    }
  while (p->sizes[p->n_levels] > 1);
}

/* ---- Engines that know of files.  */

static void
put_make_plan (const struct plan *p)
{
  fputs (".DELETE_ON_ERROR:\n", p->f);
  for (size_t level = p->n_levels; level > 0; level--)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        put_name (p, level, i, put_make);
        fputs (": ", p->f);
        put_inputs (p, level, i, " ", put_make);
        fputs ("\n\t@mkdir -p ", p->f);
        put_shell_dollars (p->f, p->out);
        fputs (".parts\n\t", p->f);
        put_command (p, level, i, put_shell_dollars);
        putc ('\n', p->f);
      }
}

static void
put_ninja_plan (const struct plan *p)
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
put_snakemake_plan (const struct plan *p)
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
        fprintf (p->f, "\n    shell: \"wpp merge%s%s -o {output:q} {input:q}\"\n", p->options,
                 level == p->n_levels ? p->last_options : "");
      }
}

/* ---- Engines that know of tasks with numbers.  */

/* Put the shell function `merge LEVEL NUMBER', which does what is not done, after what other tasks make is there.  */
static void
put_tasks (const struct plan *p, const char *indent)
{
  fprintf (p->f, "%smkdir -p ", indent);
  put_shell (p->f, p->out);
  fprintf (p->f, ".parts\n%smerge () {\n%s  level=$1\n%s  case $1-$2 in\n", indent, indent, indent);
  for (size_t level = 1; level <= p->n_levels; level++)
    for (size_t i = 0; i < p->sizes[level]; i++)
      {
        fprintf (p->f, "%s  %zu-%zu) set -- ", indent, level, i);
        put_name (p, level, i, put_shell);
        putc (' ', p->f);
        put_inputs (p, level, i, " ", put_shell);
        fprintf (p->f, "; o='%s%s' ;;\n", p->options, level == p->n_levels ? p->last_options : "");
      }
  fprintf (p->f, "%s  *) return ;;\n%s  esac\n"
           "%s  out=$1; shift\n%s  [ ! -e \"$out\" ] || return 0\n"
           "%s  [ $level = 1 ] || for input; do while [ ! -e \"$input\" ]; do sleep 0.2; done; done\n"
           "%s  wpp merge $o -o \"$out\" \"$@\"\n%s}\n", indent, indent, indent, indent, indent, indent, indent);
}

/* Put `each NUMBER STEP': the tasks NUMBER, NUMBER + STEP … of all levels, or of level ONLY.  */
static void
put_each (const struct plan *p, const char *indent)
{
  fprintf (p->f, "%seach () {\n", indent);
  for (size_t level = 1; level <= p->n_levels; level++)
    fprintf (p->f, "%s  i=$1; while [ $i -lt %zu ]; do merge %zu $i || return; i=$((i + $2)); done\n", indent,
             p->sizes[level], level);
  fprintf (p->f, "%s}\n", indent);
}

static void
put_parallel_plan (const struct plan *p)
{
  fputs ("#!/bin/sh\n# Needs GNU parallel.  What is done is not done again.\nset -e\nmkdir -p ", p->f);
  put_shell (p->f, p->out);
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
put_slurm_plan (const struct plan *p)
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
put_mpi_plan (const struct plan *p)
{
  fputs ("#!/bin/sh\n# mpirun -np RANKS sh PLAN, in a folder that all ranks share.  What is done is not done again.\n",
         p->f);
  put_tasks (p, "");
  put_each (p, "");
  fputs ("each \"${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}\" \"${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-1}}\"\n", p->f);
}

static void
put_k8s_plan (const struct plan *p)
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
  void (*put) (const struct plan *p);
} engines[] = { { "make", put_make_plan },         { "ninja", put_ninja_plan }, { "parallel", put_parallel_plan },
                { "slurm", put_slurm_plan },       { "snakemake", put_snakemake_plan },
                { "mpi", put_mpi_plan },           { "k8s", put_k8s_plan } };

#define N_ENGINES (sizeof engines / sizeof *engines)

bool
wpp_plan_engine_p (const char *name)
{
  for (size_t i = 0; i < N_ENGINES; i++)
    if (strcmp (engines[i].name, name) == 0)
      return true;
  return false;
}

void
wpp_plan_put (const struct wpp_plan_request *request)
{
  struct plan p = { .f = stdout, .out = request->out, .leaves = request->files->name, .n_leaves = request->files->n,
                    .fan_in = request->fan_in, .options = request->options, .last_options = request->last_options };
  for (size_t i = 0; i < p.n_leaves; i++)
    if (strpbrk (p.leaves[i], "\n\r"))
      wpp_die (NULL, "merge: --plan: a file whose name has a line end cannot be in a plan");
  find_levels (&p);
  for (size_t i = 0; i < N_ENGINES; i++)
    if (strcmp (engines[i].name, request->engine) == 0)
      engines[i].put (&p);
  free (p.sizes);
  wpp_flush_output ();
}
