# shellcheck shell=bash
# sources: glpk
# GLPK 5.0's library on minimum-cost flow, as a network and by simplex: floating point, memory.
# It reports progress now and then; time stands still for it, so that every run does the same.
prepare ()
{
  echo '#define TLS' >"$PREP/config.h"
  cat >"$PREP/mcf.c" <<'END'
/* mcf NODES ARCS SEED [simplex]: make a network and find its cheapest flow.  */
#include <glpk.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct vertex { double supply, dual; };
struct arc { double low, capacity, cost, flow; };
#define VERTEX(f) offsetof (struct vertex, f)
#define ARC(f) offsetof (struct arc, f)

static unsigned long long state;

time_t
mcf_time (time_t *t)
{
  return 0;
}

static int
below (int n)
{
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 33) % n;
}

static void
add_arc (glp_graph *g, int from, int to, double capacity, double cost)
{
  struct arc *a = glp_add_arc (g, from, to)->data;
  a->low = 0;
  a->capacity = capacity;
  a->cost = cost;
}

/* Half of the vertices supply, their partners demand; a dear arc joins the two.  */
static void
make (glp_graph *g, int nodes, int arcs)
{
  glp_add_vertices (g, nodes);
  for (int i = 1; i <= nodes / 2; i++)
    {
      int amount = below (4) ? 0 : 1 + below (40);
      ((struct vertex *) g->v[i]->data)->supply = amount;
      ((struct vertex *) g->v[nodes + 1 - i]->data)->supply = -amount;
      add_arc (g, i, nodes + 1 - i, amount, 20000);
    }
  for (int i = nodes / 2; i < arcs; i++)
    {
      int from = 1 + below (nodes), to = from + below (nodes / 8 + 2) - nodes / 20;
      int cost = 1 + below (1000);
      if (to < 1 || to > nodes || to == from)
        to = from % nodes + 1;
      add_arc (g, from, to, 5 + below (60), cost);
    }
}

static void
simplex (glp_graph *g)
{
  glp_prob *lp = glp_create_prob ();
  glp_smcp options;
  glp_mincost_lp (lp, g, GLP_OFF, VERTEX (supply), ARC (low), ARC (capacity), ARC (cost));
  glp_init_smcp (&options);
  glp_scale_prob (lp, GLP_SF_AUTO);
  glp_adv_basis (lp, 0);
  int status = glp_simplex (lp, &options);
  printf ("simplex %d %.1f\n", status, glp_get_obj_val (lp));
  glp_delete_prob (lp);
}

int
main (int argc, char **argv)
{
  glp_graph *g = glp_create_graph (sizeof (struct vertex), sizeof (struct arc));
  double cost;
  state = atoi (argv[3]);
  glp_term_out (GLP_OFF);
  make (g, atoi (argv[1]), atoi (argv[2]));
  int status = glp_mincost_okalg (g, VERTEX (supply), ARC (low), ARC (capacity), ARC (cost), &cost,
                                  ARC (flow), VERTEX (dual));
  printf ("%d nodes %d arcs: %d %.1f\n", g->nv, g->na, status, cost);
  if (argc > 4)
    simplex (g);
  glp_delete_graph (g);
}
END
}

build ()
{
  local dir f flags=() files=("$PREP/mcf.c")
  for dir in "$SRC"/glpk/src "$SRC"/glpk/src/*/; do flags+=("-I$dir"); done
  for f in "$SRC"/glpk/src/*/*.c; do
    case $f in */proxy/main.c) ;; *) files+=("$f") ;; esac
  done
  compile -std=gnu17 -DHAVE_CONFIG_H -Dtime=mcf_time "-I$PREP" "${flags[@]}" -- "${files[@]}" && link mcf -lm
}

train () { "$OUT/bin/mcf" 600 4000 61 simplex && "$OUT/bin/mcf" 1100 6000 62; }
ref () { "$OUT/bin/mcf" 1500 9000 63 simplex && "$OUT/bin/mcf" 2200 11000 64; }
