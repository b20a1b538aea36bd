/* The kind `values': tests for frequent values, and code of its own for them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counts with values (-fwpp-generate=paths,values), and replay of recordings with values (-fwpp-generate=wet), say with
   which divisors, sizes of memory and operands of switches the program ran.  What GCC does by its own -fprofile-values
   (value-prof.cc) is done here, by what it gains (decide/places/values.h): the statement gets a test before it, or two,
   and code of its own where the test holds.  A switch of which one case is most frequent has it tested first.  Indirect
   calls get their targets, as GCC's histograms have them.  Calls for memory whose sizes are small but not the same get
   code for those (small.cc), and not the mean of their sizes, by which GCC would choose a loop of bytes.

   Places are found when the function has its counts, as the first build found them; they are decided on when all other
   kinds are done, and tests are put after inlining (late.cc).  */

#include "plugin/optimize/values/values.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/kind.h"
#include "predict.h"

namespace {

/* A place that was executed, with what profiles say of it together.  */
struct pending
{
  cgraph_node *node;
  wpp_valued_statement statement;
  wpp_valued_place place;
  bool counted, replayed;       /* who says so: counts, replay */
  auto_vec<wpp_value_count> values;
};

struct considered
{
  auto_delete_vec<pending> places;
};

/* ---- What profiles say.  */

int
compare_values (const void *a, const void *b)
{
  const wpp_value_count *x = (const wpp_value_count *) a, *y = (const wpp_value_count *) b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

/* Add MORE to P.  */

void
add_counts (pending *p, const wpp_place_counts &more)
{
  for (unsigned w = 0; w < WPP_PLACE_WORDS; w++)
    p->place.counts.words[w] = wpp_saturating_add (p->place.counts.words[w], more.words[w]);
  p->place.counts.lacks = wpp_saturating_add (p->place.counts.lacks, more.lacks);
  for (size_t i = 0; i < more.n; i++)
    {
      unsigned k = 0;
      while (k < p->values.length () && p->values[k].value != more.values[i].value)
        k++;
      if (k == p->values.length ())
        p->values.safe_push ({ more.values[i].value, 0 });
      p->values[k].count = wpp_saturating_add (p->values[k].count, more.values[i].count);
    }
}

/* Are PLACES those of the function that has FOUND?  One whose graph is the same may have other statements now.  */

bool
same_p (const struct wpp_index_places &places, const vec<wpp_valued_statement> &found)
{
  bool same = places.n == found.length ();
  for (unsigned i = 0; i < found.length () && same; i++)
    same = places.places[i].kind == (uint32_t) found[i].kind && places.places[i].node == found[i].node;
  return same;
}

/* Add to ALL, which are of FOUND, what M says.  *SOME: it says something; *OTHER: but of other statements.  */

int
add_match (const wpp_match &m, const vec<wpp_valued_statement> &found, const vec<pending *> &all, bool *some,
           bool *other)
{
  struct wpp_index_places places;
  int err = wpp_index_places (m.index (), &m.entry, &places);
  if (err || !places.n)
    return err;
  bool same = same_p (places, found);
  for (unsigned i = 0; i < found.length () && same; i++)
    {
      add_counts (all[i], places.places[i].counts);
      (m.index ()->counts ? all[i]->counted : all[i]->replayed) = true;
    }
  (same ? *some : *other) = true;
  wpp_index_places_release (&places);
  return 0;
}

pending *
new_place (cgraph_node *node, const wpp_valued_statement &s)
{
  pending *p = new pending ();
  tree type = TREE_TYPE (s.value);
  p->node = node;
  p->statement = s;
  p->place.kind = s.kind;
  p->place.bits = TYPE_PRECISION (type);
  p->place.is_signed = !TYPE_UNSIGNED (type);
  p->place.movable = s.kind == WPP_PLACE_SIZE && wpp_movable_p (s.stmt);
  return p;
}

/* P is in a part of a function, whose profiles say of the whole one: let P have the share that the part executes.  That
   its values are those of the others, too, is not known, but likelier than that it has none.  */

void
take_share (pending *p)
{
  profile_count count = gimple_bb (p->statement.stmt)->count.ipa ();
  uint64_t all = p->place.counts.words[0];
  uint64_t here = count.initialized_p () ? wpp_unscaled_count (count.to_gcov_type ()) : 0;
  double share = all > here ? (double) here / all : 1;
  for (uint64_t &word : p->place.counts.words)
    word = (uint64_t) (share * word);
  for (wpp_value_count &v : p->values)
    v.count = (uint64_t) (share * v.count);
}

/* Note that nothing is known of the hot ones of FOUND, if there are any: no profile counts values.  */

void
note_unknown (const vec<wpp_valued_statement> &found)
{
  for (const wpp_valued_statement &s : found)
    if (maybe_hot_bb_p (cfun, gimple_bb (s.stmt)))
      {
        wpp_note_decision ({ "values", "leave", false, -1, 0,
                             "values are not known: no profile counts them (-fwpp-generate=paths,values) or has them "
                             "(-fwpp-generate=wet)" }, 0);
        return;
      }
}

/* Keep what F's profiles say of its places.  */

int
note (void *kept, const wpp_considered *f, const wpp_match **bad)
{
  auto_vec<wpp_valued_statement> found;
  auto_vec<pending *> all;
  bool some = false, other = false;
  int err = 0;

  if (!opt_for_fn (f->node->decl, optimize) || !flag_value_profile_transformations
      || cfun->calls_setjmp || cfun->has_nonlocal_label)
    return 0;
  wpp_find_value_places (f->graph, &found);
  for (const wpp_valued_statement &s : found)
    all.safe_push (new_place (f->node, s));
  for (const wpp_match &m : *f->all_matches)
    if (!err && (err = add_match (m, found, all, &some, &other)))
      *bad = &m;
  if (other)
    wpp_note_decision ({ "values", "leave", false, -1, 0, "the profile has those of other statements" }, 0);
  if (!err && !some && !other)
    note_unknown (found);
  for (pending *p : all)
    {
      p->values.qsort (compare_values);
      if (f->part)
        take_share (p);
      p->place.counts.n = p->values.length ();
      p->place.counts.values = p->values.address ();
      /* Whom a part calls is known exactly.  */
      if (!err && some && p->place.kind == WPP_PLACE_TARGET && !f->part)
        wpp_attach_targets (p->statement.stmt, p->place.counts.values, p->place.counts.n, p->place.counts.words[0]);
      if (err || !some || !p->place.counts.words[0] || p->place.kind == WPP_PLACE_TARGET)
        delete p;
      else
        ((considered *) kept)->places.safe_push (p);
    }
  return err;
}

/* ---- What is said.  */

/* VALUE of P as a number of its type.  */

std::string
number (const wpp_valued_place &p, uint64_t value)
{
  unsigned unused = 64 - p.bits;
  return p.is_signed ? std::to_string ((int64_t) (value << unused) >> unused) : std::to_string (value);
}

std::string
action_of (const wpp_valued_place &p, const wpp_value_choice &c)
{
  switch (c.test)
    {
    case WPP_TEST_POWER:
      return "mask if the divisor is a power of two";
    case WPP_TEST_DIVIDEND:
      return c.n == 1 ? "compare before the division" : "compare, and subtract once, before the division";
    case WPP_TEST_SMALL:
      return "move up to " + std::to_string (WPP_PLACE_SMALL) + " bytes without a call";
    case WPP_TEST_VALUES:
      return "test for " + number (p, c.values[0]) + (c.n == 2 ? " and " + number (p, c.values[1]) : "") + " first";
    default:
      return "leave";
    }
}

std::string
fact_of (const wpp_valued_place &p, const wpp_value_choice &c)
{
  static const char *const what[] = { "", "divisors", "divisors", "sizes", "operands of the switch" };
  std::string all = std::to_string (p.counts.words[0]), counts = std::to_string (c.counts[0]);
  if (c.n == 2)
    counts += " and " + std::to_string (c.counts[1]);
  if (c.test == WPP_TEST_POWER)
    return counts + " of " + all + " divisors are powers of two";
  if (c.test == WPP_TEST_DIVIDEND)
    return counts + " of " + all + " dividends are smaller than the divisor"
           + (c.n == 2 ? ", and than twice that" : "");
  if (c.test == WPP_TEST_SMALL)
    return counts + " of " + all + " sizes are at most " + std::to_string (WPP_PLACE_SMALL);
  if (!p.counts.n)
    return "no value is frequent among " + all + " " + what[p.kind];
  if (c.n == 2)
    return counts + " of " + all + " " + what[p.kind] + " are these";
  return (c.n ? counts : std::to_string (p.counts.values[0].count)) + " of " + all + " " + what[p.kind] + " are "
         + number (p, p.counts.values[0].value);
}

/* The fact, and who says it, unless counts do.  */

std::string
because_of (const pending &p, const wpp_value_choice &c)
{
  return fact_of (p.place, c) + (!p.replayed ? "" : p.counted ? ", by counts and replay" : ", by replay");
}

/* ---- What is done.  */

/* Decide on P, of cfun.  */

void
decide (const pending &p)
{
  gimple *stmt = p.statement.stmt;
  if (!wpp_testable_p (p.statement) || !optimize_bb_for_speed_p (gimple_bb (stmt)))
    return;
  wpp_value_choice c = wpp_choose_value (&p.place);
  bool chosen = c.test != WPP_TEST_NONE && maybe_hot_bb_p (cfun, gimple_bb (stmt));
  wpp_note_decision ({ "values", action_of (p.place, c), chosen, (gcov_type) MAX (c.gain, 0.), c.bytes,
                       because_of (p, c) }, gimple_lineno (stmt));
  if (chosen)
    wpp_keep_choice (stmt, c, p.place.counts.words[0]);
}

void
carry_out (void *kept)
{
  auto_delete_vec<pending> *places = &((considered *) kept)->places;
  for (const pending *p : *places)
    {
      push_cfun (DECL_STRUCT_FUNCTION (p->node->decl));
      if (wpp_counted_p (cfun))
        decide (*p);
      pop_cfun ();
    }
  while (!places->is_empty ())
    delete places->pop ();
}

void *
start (const char *plugin)
{
  wpp_register_values_pass (plugin);
  return new considered ();
}

const wpp_optimization names[] = { { "values", true, NULL, NULL, NULL } };

} // anonymous namespace

extern const wpp_kind wpp_kind_values = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
  .note = note,
  .carry_out = carry_out,
};
