/* What is said of copies of paths, and of tests ahead of a dispatch.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Lines are looked up while the function is known as data; what is decided comes later.  */

#include "plugin/optimize/duplication/duplication.h"
#include "plugin/decisions/decisions.h"

namespace {

unsigned
line_of (const wpp_body *body, uint32_t statement)
{
  return statement < body->n_statements ? body->statements[statement].line : 0;
}

/* The last line of block I of B, as far as known.  */

unsigned
last_line (const wpp_blocks *b, uint32_t i)
{
  for (uint32_t s = wpp_block_end_statement (b, i); s-- > wpp_block_first_statement (b, i);)
    if (unsigned line = line_of (b->body, s))
      return line;
  return 0;
}

unsigned
first_line (const wpp_blocks *b, uint32_t i)
{
  for (uint32_t s = wpp_block_first_statement (b, i); s < wpp_block_end_statement (b, i); s++)
    if (unsigned line = line_of (b->body, s))
      return line;
  return 0;
}

std::string
number_of (unsigned n, const char *what, const char *plural)
{
  return std::to_string (n) + " " + (n == 1 ? what : plural);
}

std::string
action_of (const wpp_told_tree &t)
{
  std::string text = "copy " + number_of (t.tree->blocks, "block", "blocks") + " for what comes from line "
                     + std::to_string (t.from);
  return t.tree->dispatch == WPP_NONE ? text
                                      : text + ", test " + number_of (t.tree->ahead.n, "case", "cases") + " first";
}

std::string
what_folds (const wpp_told_tree &t)
{
  const wpp_folded *f = &t.tree->folds;
  std::string folds;
  if (f->branches)
    folds = number_of (f->branches, "branch is decided", "branches are decided");
  if (f->loads)
    folds += (folds.empty () ? "" : ", ") + number_of (f->loads, "load is known", "loads are known");
  if (f->computations)
    folds += (folds.empty () ? "" : ", ")
             + number_of (f->computations, "computation is known", "computations are known");
  return t.fold ? folds + " (line " + std::to_string (t.fold) + ")" : folds;
}

/* What is tested ahead by AHEAD, of COUNT executions, and where it goes, by LINES [WPP_MOST_AHEAD].  */

std::string
what_is_ahead (const wpp_ahead *ahead, const unsigned *lines, uint64_t count)
{
  std::string text;
  for (uint32_t i = 0; i < ahead->n; i++)
    {
      char part[24];
      snprintf (part, sizeof part, "%.1f", count ? 100.0 * ahead->count[i] / count : 0);
      text += std::string (i ? ", " : "") + part + " % go on at line " + std::to_string (lines[i]);
    }
  return text;
}

/* Set LINES [WPP_MOST_AHEAD] to where AHEAD's tests lead.  */

void
lines_of (const wpp_function_copies *f, const wpp_ahead *ahead, unsigned *lines)
{
  for (uint32_t i = 0; i < ahead->n; i++)
    lines[i] = f->target_line[ahead->jump[i]];
}

std::string
reason_of (const wpp_told_tree &t)
{
  std::string text = "executed " + std::to_string (t.tree->count) + " times; ";
  unsigned lines[WPP_MOST_AHEAD];
  if (t.tree->dispatch == WPP_NONE)
    text += what_folds (t);
  else
    {
      lines_of (t.f, &t.tree->ahead, lines);
      text += "from line " + std::to_string (t.fold) + " "
              + what_is_ahead (&t.tree->ahead, lines, t.tree->of->copies[t.tree->at_dispatch].count);
    }
  return t.tree->in_the_way                 ? text + "; in the way of a better copy"
         : t.tree->instead >= t.tree->gain ? text + "; the loop that it is in gains more as it is"
                                           : text;
}

void
note (const wpp_function_copies *f, const wpp_decision &d, unsigned line)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  wpp_note_decision (d, line);
  pop_cfun ();
}

} // anonymous namespace

wpp_told_tree
wpp_tell_tree (const wpp_function_copies *f, wpp_copy_tree *t)
{
  const wpp_jump *j = &f->blocks->jumps[f->copies->copies[t->root].jump];
  return { t, f, first_line (f->blocks, j->to), last_line (f->blocks, j->from),
           line_of (f->blocks->body, t->folds.statement) };
}

wpp_told_dispatch
wpp_tell_dispatch (const wpp_function_copies *f, wpp_dispatch *d)
{
  return { d, f, line_of (f->blocks->body, d->statement) };
}

void
wpp_find_target_lines (wpp_function_copies *f)
{
  for (uint32_t i = 0; i < f->blocks->n_jumps; i++)
    f->target_line.safe_push (first_line (f->blocks, f->blocks->jumps[i].to));
}

void
wpp_note_tree (const wpp_told_tree &t)
{
  note (t.f,
        { t.tree->dispatch == WPP_NONE ? "paths" : "dispatch", action_of (t), t.tree->chosen, (gcov_type)t.tree->gain,
          t.tree->bytes, reason_of (t) },
        t.line);
}

void
wpp_note_dispatch (const wpp_told_dispatch &t)
{
  const wpp_dispatch *d = t.dispatch;
  unsigned lines[WPP_MOST_AHEAD];
  if (!d->gain)
    return;
  lines_of (t.f, &d->ahead, lines);
  note (t.f,
        { "dispatch", "test " + number_of (d->ahead.n, "case", "cases") + " first", d->chosen, (gcov_type)d->gain,
          d->bytes,
          "executed " + std::to_string (d->count) + " times but for copies; "
              + what_is_ahead (&d->ahead, lines, d->count) },
        t.line);
}
