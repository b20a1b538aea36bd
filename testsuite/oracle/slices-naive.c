/* Slices from the whole history of a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <string.h>
#include "slices-impl.h"

static void
list_users (struct naive *n)
{
  const struct history *h = &n->h;
  n->first_user = need (calloc (h->n + 2, sizeof *n->first_user));
  n->users = need (malloc ((h->n_dependences + 1) * sizeof *n->users));
  for (size_t k = 0; k < h->n_dependences; k++)
    n->first_user[h->dependences[k].on + 2]++;
  for (size_t i = 2; i < h->n + 2; i++)
    n->first_user[i] += n->first_user[i - 1];
  for (size_t i = 0; i < h->n; i++)
    for (uint32_t k = h->instances[i].last; k != NONE; k = h->dependences[k].before)
      n->users[n->first_user[h->dependences[k].on + 1]++] = i;
}

const struct wpp_statement *
naive_statement (const struct naive *n, const struct instance *x)
{
  return &n->h.bodies[x->function]->statements[x->statement];
}

/* TO is in the slice; so many are QUEUED.  */
static void
reach (struct naive *n, uint32_t to, size_t *queued)
{
  if (!n->reached[to])
    n->queue[(*queued)++] = to;
  n->reached[to] = true;
}

/* Queue the executions of X's line in its block execution; return how many there are.  */
static size_t
begin_slice (struct naive *n, const struct instance *x)
{
  const struct wpp_statement *s = naive_statement (n, x);
  size_t queued = 0;
  memset (n->reached, 0, n->h.n);
  memset (n->in, 0, n->n_statements);
  for (size_t i = 0; i < n->h.n; i++)
    {
      const struct instance *y = &n->h.instances[i];
      if (y->statement != NONE && y->entry == x->entry && naive_statement (n, y)->line == s->line
          && naive_statement (n, y)->file == s->file)
        reach (n, i, &queued);
    }
  return queued;
}

void
naive_slice (struct naive *n, const struct instance *x, bool forward)
{
  const struct history *h = &n->h;
  size_t queued = begin_slice (n, x);
  for (size_t k = 0; k < queued; k++)
    {
      uint32_t i = n->queue[k];
      if (h->instances[i].statement != NONE)
        n->in[n->first_statement[h->instances[i].function] + h->instances[i].statement] = true;
      if (forward)
        for (uint32_t d = n->first_user[i]; d < n->first_user[i + (size_t)1]; d++)
          reach (n, n->users[d], &queued);
      else
        for (uint32_t d = h->instances[i].last; d != NONE; d = h->dependences[d].before)
          reach (n, h->dependences[d].on, &queued);
    }
}

const struct instance *
naive_any (const struct naive *n, unsigned *seed)
{
  const struct instance *x;
  do
    x = &n->h.instances[((size_t)rand_r (seed) << 15 ^ rand_r (seed)) % n->h.n];
  while (x->statement == NONE || x->entry == NONE || !naive_statement (n, x)->line);
  return x;
}

/* ---- Differences.  */

static void
tell (const struct naive *n, const char *what, const bool *more, const bool *less)
{
  const struct history *h = &n->h;
  for (uint32_t f = 0; f < h->stack.code->n_functions; f++)
    for (uint32_t i = 0; i < h->bodies[f]->n_statements; i++)
      if (more[n->first_statement[f] + i] && !less[n->first_statement[f] + i])
        printf ("  only %s: %s line %u, statement %u\n", what, h->stack.code->functions[f].function->name,
                h->bodies[f]->statements[i].line, i);
}

bool
naive_equal_p (const struct naive *n, const struct instance *x, bool forward, const bool *ours, bool error)
{
  if (!error && !memcmp (n->in, ours, n->n_statements))
    return true;
  printf ("%s slice of line %u of %s, block execution %u%s\n", forward ? "forward" : "backward",
          naive_statement (n, x)->line, n->h.stack.code->functions[x->function].function->name, x->entry,
          error ? ": an error" : "");
  tell (n, "naive", n->in, ours);
  tell (n, "ours", ours, n->in);
  return false;
}

int
naive_end (const struct naive *n, unsigned asked, unsigned equal)
{
  printf ("%u of %u slices are equal; %zu executions, %zu dependences\n", equal, asked, n->h.n, n->h.n_dependences);
  return equal != asked;
}

void
naive_make (struct naive *n, const char *file, bool by_bytes)
{
  history_make (&n->h, file, by_bytes);
  stack_check (&n->h.stack, n->h.n, "nothing was executed");
  n->first_statement = need (calloc (n->h.stack.code->n_functions + 1, sizeof *n->first_statement));
  for (uint32_t f = 0; f < n->h.stack.code->n_functions; f++)
    {
      n->first_statement[f] = n->n_statements;
      n->n_statements += n->h.bodies[f]->n_statements;
    }
  n->in = need (malloc (n->n_statements));
  n->reached = need (malloc (n->h.n));
  n->queue = need (malloc (n->h.n * sizeof *n->queue));
  list_users (n);
}
