/* abstract-run [--executions] FILE...: are the frequencies of JSON dumps (*.freq) those of an abstract run over the
   expanded traces of the profiles (all other FILEs)?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The dumps must be of all units of which functions were executed.  Of them it takes what blocks and edges do to
   facts, not how often they hold.  Prints what differs and, last, how many frequencies were compared;
   status 1 when something differs, 2 when there was nothing to compare.  Recording must not have been
   interrupted.

   With --executions it compares nothing, and prints at which executions statements such as loads found a fact: a line
   `FUNCTION LINE TEXT: NUMBER...' each.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "abstract-run.h"

static unsigned long compared, differ, dumped;
static const char *problem_name;
static bool executions;

static void
compare_frequency (const char *function, int block, const char *what, uint64_t expected,
                   uint64_t found)
{
  compared++;
  if (expected == found)
    return;
  differ++;
  printf ("%s: %s block %d: %s: frequency %lu, abstract run %lu\n", problem_name, function, block, what,
          expected, found);
}

/* What is known of a block by its first node N, and of the sites in any.  */
static void
compare_node (const struct problem *p, const char *function, const struct node *n)
{
  json_object *facts = member (p->function, "facts");
  if (n->held && n->count != n->expected)
    {
      differ++;
      printf ("%s: %s block %d: executed %lu times, abstract run %lu\n", problem_name, function, n->block,
              n->expected, n->count);
    }
  for (int f = 0; n->held && f < p->n_facts; f++)
    {
      json_object *fact = json_object_array_get_idx (facts, f);
      if (!member (fact, "hidden") && (n->held[f] || n->found[f]))
        compare_frequency (function, n->block, json_object_get_string (member (fact, "fact")), n->held[f],
                           n->found[f]);
    }
  for (size_t i = 0; i < n->n_sites; i++)
    compare_frequency (function, n->block, n->sites[i].text, n->sites[i].expected, n->sites[i].found);
}

/* Everything; the dump is to have every block that was executed.  */
static void
compare_all (const struct problem *p, const char *function)
{
  for (uint32_t v = WPP_NODE_EXIT + 1; v < p->cfg->n_nodes; v++)
    {
      uint32_t known = WPP_NODE_EXIT + 1;
      compare_node (p, function, &p->nodes[v]);
      while (p->nodes[v].count && known < p->cfg->n_nodes
             && p->nodes[known].block != (int) p->cfg->nodes[v].block)
        known++;
      if (known == p->cfg->n_nodes)
        {
          differ++;
          printf ("%s: %s block %u: not in the dump, abstract run executed %lu times\n", problem_name,
                  function, p->cfg->nodes[v].block, p->nodes[v].count);
        }
    }
}

/* The function called NAME of the unit SOURCE or, if that has none that was executed, of any: the
   program has inline functions of one unit only.  */
static struct function *
function_named (const char *name, const char *source)
{
  struct function *found = NULL;
  for (size_t i = 0; i < n_functions; i++)
    if (!strcmp (functions[i].name, name) && (!found || !strcmp (functions[i].source, source)))
      found = &functions[i];
  return found;
}

static void
check_function (json_object *function, const char *source)
{
  struct problem p;
  const char *name = json_object_get_string (member (function, "assembler_name"));
  struct function *f = function_named (name + (*name == '*'), source);
  if (!f)
    {
      differ++;
      printf ("%s: %s was not executed\n", problem_name, name);
      return;
    }
  problem_read (&p, function, f->cfg);
  if (executions)
    problem_executions (&p, f);
  else
    {
      problem_run (&p, f);
      compare_all (&p, f->name);
    }
  problem_release (&p);
  f->dumped = true;
  dumped++;
}

static void
check_dump (const char *file)
{
  json_object *dump = json_object_from_file (file);
  if (!dump)
    fail (file, "is not JSON");
  json_object *all = member (dump, "functions");
  const char *source = json_object_get_string (member (dump, "file")), *slash = strrchr (source, '/');
  problem_name = json_object_get_string (member (dump, "problem"));
  for (size_t k = 0; k < json_object_array_length (all); k++)
    check_function (json_object_array_get_idx (all, k), slash ? slash + 1 : source);
  json_object_put (dump);
}

static bool
dump_p (const char *file)
{
  size_t n = strlen (file);
  return n > 5 && !strcmp (file + n - 5, ".freq");
}

int
main (int argc, char **argv)
{
  executions = argc > 1 && !strcmp (argv[1], "--executions");
  for (int i = 1 + executions; i < argc; i++)
    if (!dump_p (argv[i]))
      run_profile (argv[i]);
  for (int i = 1; i < argc; i++)
    if (dump_p (argv[i]))
      check_dump (argv[i]);
  if (executions)
    return 0;
  for (size_t i = 0; i < n_functions; i++)
    if (!functions[i].dumped)
      {
        differ++;
        printf ("%s of %s was executed, but is in no dump\n", functions[i].name, functions[i].source);
      }
  printf ("%lu frequencies of %lu functions compared\n", compared, dumped);
  return differ ? 1 : compared ? 0 : 2;
}
