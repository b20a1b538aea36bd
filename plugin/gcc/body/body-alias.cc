/* What GCC's alias oracle says of a function's references, as a matrix.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   First there is a row for each reference in memory, for what each call may change and read, and for what each return
   may read; and a column for each reference.  Equal rows and equal columns then become one.  */

#include "plugin/gcc/body/body.h"
#include "plugin/gcc/body/oracle.h"
#include "tree-dfa.h"

/* ---- References in memory.  */

/* The reference NUMBER is to memory.  */

void
wpp_body_builder::add_memory (uint32_t number)
{
  wpp_reference *r = &references.items[number];
  if (!(r->flags & WPP_REFERENCE_MEMORY))
    memory.safe_push (number);
  r->flags |= WPP_REFERENCE_MEMORY;
}

/* Say where in memory the reference NUMBER is; return what the oracle is asked about it.  */

ao_ref
wpp_body_builder::describe_memory (uint32_t number)
{
  wpp_reference *r = &references.items[number];
  ao_ref access;
  ao_ref_init (&access, reference_tree[number]);
  tree base = ao_ref_base (&access);
  int64_t after = TREE_CODE (base) == MEM_REF ? mem_ref_offset (base).force_shwi ().to_constant () * BITS_PER_UNIT : 0;
  r->offset = access.offset.to_constant () + after;
  r->size = access.size.to_constant ();
  r->max_size = access.max_size.to_constant ();
  r->alias_set = tables->alias_set (ao_ref_alias_set (&access));
  r->base_alias_set = tables->alias_set (ao_ref_base_alias_set (&access));
  return access;
}

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* Add the references that statements access, then the whole of each variable that those are parts of.  */

void
wpp_body_builder::find_memory ()
{
  for (const wpp_statement &s : statements)
    for (uint32_t i = 0; s.kind != WPP_STATEMENT_DEBUG && i < s.n_results + s.n_operands; i++)
      {
        const wpp_operand *o = &operands.items[lists[s.first_operand + i]];
        if (o->kind == WPP_OPERAND_REFERENCE && memory_p (o->index))
          add_memory (o->index);
      }
  for (uint32_t i = 0, n = memory.length (); i < n; i++)
    {
      tree base = get_base_address (reference_tree[memory[i]]);
      if (base && (VAR_P (base) || TREE_CODE (base) == PARM_DECL || TREE_CODE (base) == RESULT_DECL))
        add_memory (reference (base));
    }
  memory.qsort (compare_numbers);
  for (uint32_t number : memory)
    accesses.safe_push (describe_memory (number));
}

/* Is the reference NUMBER to memory, rather than to a part of a value?  */

bool
wpp_body_builder::memory_p (uint32_t number) const
{
  const wpp_reference *r = &references.items[number];
  return r->base_kind != WPP_BASE_OPERAND || operands.items[r->base].kind == WPP_OPERAND_CONSTANT;
}

/* ---- The matrix.  */

void
wpp_body_builder::make_matrix ()
{
  find_memory ();
  unsigned n = memory.length ();
  wpp_bit_rows rows (n);
  wpp_oracle oracle (accesses);

  oracle.add_accesses (&rows);
  for (unsigned i = 0; i < statements.length (); i++)
    {
      wpp_statement *s = &statements[i];
      if (!(s->flags & WPP_STATEMENT_READS))
        continue;
      if (s->kind == WPP_STATEMENT_CALL)
        oracle.add_call (&rows, as_a<gcall *> (gimples[i]), s->flags & WPP_STATEMENT_WRITES, &calls[s->extra]);
      else if (s->kind == WPP_STATEMENT_RETURN)
        s->extra = oracle.add_return (&rows, gimples[i]);
    }
  unite (rows);
}

/* Make the body's matrix of ROWS, in which equal rows and columns are one.  */

void
wpp_body_builder::unite (const wpp_bit_rows &rows)
{
  unsigned n = memory.length ();
  wpp_bit_rows columns (rows.length ());
  auto_vec<uint32_t> row_of, first_row, column_of, first_column;

  for (unsigned j = 0; j < n; j++)
    columns.add ();
  for (unsigned i = 0; i < rows.length (); i++)
    for (unsigned j = 0; j < n; j++)
      if (rows.get (i, j))
        columns.set (j, i);
  wpp_alias_matrix *m = &body->alias;
  m->n_rows = rows.classify (&row_of, &first_row);
  m->n_columns = columns.classify (&column_of, &first_column);
  size_t line = (m->n_columns + 7) / 8;
  m->bits = XCNEWVEC (unsigned char, m->n_rows * line + 1);
  for (unsigned i = 0; i < m->n_rows; i++)
    for (unsigned j = 0; j < m->n_columns; j++)
      if (rows.get (first_row[i], first_column[j]))
        m->bits[i * line + j / 8] |= 1 << j % 8;
  for (unsigned j = 0; j < n; j++)
    {
      references.items[memory[j]].row = row_of[j];
      references.items[memory[j]].column = column_of[j];
    }
  auto rename = [&] (uint32_t *row)
    {
      if (*row != WPP_NONE)
        *row = row_of[*row];
    };
  for (wpp_call &c : calls)
    {
      rename (&c.clobbers);
      rename (&c.uses);
    }
  for (wpp_statement &s : statements)
    if (s.kind == WPP_STATEMENT_RETURN)
      rename (&s.extra);
}
