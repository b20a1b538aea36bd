/* Questions to GCC's alias oracle about all of a function's accesses to memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/oracle.h"
#include "tree-dfa.h"

/* ---- Classes of accesses.  */

/* The SSA name by which ACCESS is made, if what it may point to is known; else null.  */

static tree
pointer_of (const ao_ref *access)
{
  tree base = access->base;
  if (!base || TREE_CODE (base) != MEM_REF || TREE_CODE (TREE_OPERAND (base, 0)) != SSA_NAME
      || !SSA_NAME_PTR_INFO (TREE_OPERAND (base, 0)))
    return NULL_TREE;
  return TREE_OPERAND (base, 0);
}

static bool
same_operand_p (tree a, tree b)
{
  return a == b || (a && b && operand_equal_p (a, b, 0));
}

/* Are the references A and B the same but for the SSA name by which memory is accessed?  */

static bool
same_shape_p (tree a, tree b)
{
  for (;; a = TREE_OPERAND (a, 0), b = TREE_OPERAND (b, 0))
    {
      if (TREE_CODE (a) != TREE_CODE (b) || TREE_TYPE (a) != TREE_TYPE (b)
          || TREE_THIS_VOLATILE (a) != TREE_THIS_VOLATILE (b))
        return false;
      switch (TREE_CODE (a))
        {
        case REALPART_EXPR:
        case IMAGPART_EXPR:
        case VIEW_CONVERT_EXPR:
          break;
        case COMPONENT_REF:
          if (TREE_OPERAND (a, 1) != TREE_OPERAND (b, 1) || !same_operand_p (TREE_OPERAND (a, 2), TREE_OPERAND (b, 2)))
            return false;
          break;
        case ARRAY_REF:
          for (unsigned i = 1; i < 4; i++)
            if (!same_operand_p (TREE_OPERAND (a, i), TREE_OPERAND (b, i)))
              return false;
          break;
        case MEM_REF:
          return TREE_CODE (TREE_OPERAND (a, 0)) == SSA_NAME && TREE_CODE (TREE_OPERAND (b, 0)) == SSA_NAME
                 && TREE_TYPE (TREE_OPERAND (a, 0)) == TREE_TYPE (TREE_OPERAND (b, 0))
                 && TREE_TYPE (TREE_OPERAND (a, 1)) == TREE_TYPE (TREE_OPERAND (b, 1))
                 && tree_int_cst_equal (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1))
                 && MR_DEPENDENCE_CLIQUE (a) == MR_DEPENDENCE_CLIQUE (b)
                 && MR_DEPENDENCE_BASE (a) == MR_DEPENDENCE_BASE (b);
        default:
          return false;
        }
    }
}

struct wpp_oracle::asked_access
{
  access_key key;
  tree ref;
};

bool
wpp_oracle::same_access_p (const void *data, uint32_t number, const void *asked)
{
  const wpp_oracle *o = (const wpp_oracle *) data;
  const asked_access *a = (const asked_access *) asked;
  return !memcmp (&o->access_keys[number], &a->key, sizeof a->key)
         && same_shape_p (o->accesses[o->first[number]].ref, a->ref);
}

/* Put ACCESS into its class.  */

void
wpp_oracle::classify (uint32_t access)
{
  ao_ref ref = accesses[access];
  tree by = pointer_of (&ref);
  asked_access asked;
  uint32_t number = WPP_NO_ITEM, hash = 0;

  memset (&asked, 0, sizeof asked);
  asked.ref = ref.ref;
  if (by)
    {
      memcpy (&asked.key.points_to, &SSA_NAME_PTR_INFO (by)->pt, sizeof asked.key.points_to);
      asked.key.offset = ref.offset.to_constant ();
      asked.key.size = ref.size.to_constant ();
      asked.key.max_size = ref.max_size.to_constant ();
      asked.key.set = ao_ref_alias_set (&ref);
      asked.key.base_set = ao_ref_base_alias_set (&ref);
      if (wpp_hash_reserve (&access_table, 1))
        fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
      hash = wpp_hash_bytes (&access_table, &asked.key, sizeof asked.key);
      number = wpp_hash_find (&access_table, hash, same_access_p, this, &asked);
    }
  pointer.safe_push (by);
  next.safe_push (number == WPP_NO_ITEM ? WPP_NO_ITEM : first[number]);
  if (number == WPP_NO_ITEM)
    {
      number = first.length ();
      first.safe_push (access);
      access_keys.safe_push (asked.key);
      if (by)
        wpp_hash_add (&access_table, hash, number);
    }
  first[number] = access;
  class_of.safe_push (number);
}

wpp_oracle::wpp_oracle (const vec<ao_ref> &a) : accesses (a)
{
  for (uint32_t i = 0; i < accesses.length (); i++)
    classify (i);
}

wpp_oracle::~wpp_oracle ()
{
  wpp_hash_release (&access_table);
  wpp_hash_release (&call_table);
}

/* ---- Accesses.  */

/* May the accesses A and B conflict?  The oracle says no of variables that are different, one of them a local one, and
   of parts of a variable that do not overlap; unless both are volatile.  */

bool
wpp_oracle::ask (uint32_t a, uint32_t b) const
{
  ao_ref x = accesses[a], y = accesses[b];
  if (x.base && y.base && DECL_P (x.base) && DECL_P (y.base)
      && !(TREE_THIS_VOLATILE (x.ref) && TREE_THIS_VOLATILE (y.ref)))
    {
      if (x.base != y.base && (auto_var_p (x.base) || auto_var_p (y.base)))
        return false;
      if (x.base == y.base && !ranges_maybe_overlap_p (x.offset, x.max_size, y.offset, y.max_size))
        return false;
    }
  return refs_may_alias_p_1 (&x, &y, true);
}

/* Set *ACCESS to one of class C that is made by another pointer than the access THAN.  */

bool
wpp_oracle::other_pointer (uint32_t c, uint32_t than, uint32_t *access) const
{
  for (uint32_t i = first[c]; i != WPP_NO_ITEM; i = next[i])
    if (!pointer[i] || pointer[i] != pointer[than])
      {
        *access = i;
        return true;
      }
  return false;
}

/* May an access of class C and one of class D by another pointer conflict?  */

bool
wpp_oracle::ask_classes (uint32_t c, uint32_t d) const
{
  uint32_t a = first[c], b = first[d];
  if (!pointer[a] && c == d)
    return ask (a, a);
  if (other_pointer (d, a, &b))
    return ask (a, b);
  return other_pointer (c, b, &a) && ask (a, b);
}

/* Ask about all accesses by the same pointer, and let ROWS say what comes out.  */

void
wpp_oracle::ask_of_pointers (wpp_bit_rows *rows) const
{
  hash_map<tree, uint32_t> last;
  auto_vec<uint32_t> before;

  for (uint32_t i = 0; i < accesses.length (); i++)
    {
      before.safe_push (WPP_NO_ITEM);
      if (!pointer[i])
        continue;
      bool existed;
      uint32_t &newest = last.get_or_insert (pointer[i], &existed);
      if (existed)
        before[i] = newest;
      newest = i;
      for (uint32_t j = i; j != WPP_NO_ITEM; j = before[j])
        if (ask (i, j))
          rows->set (i, j), rows->set (j, i);
        else
          rows->clear (i, j), rows->clear (j, i);
    }
}

void
wpp_oracle::add_accesses (wpp_bit_rows *rows)
{
  unsigned n = accesses.length (), n_classes = first.length ();
  wpp_bit_rows of_class (n);

  for (uint32_t c = 0; c < n_classes; c++)
    of_class.add ();
  for (uint32_t c = 0; c < n_classes; c++)
    for (uint32_t d = 0; d <= c; d++)
      if (ask_classes (c, d))
        {
          for (uint32_t i = first[d]; i != WPP_NO_ITEM; i = next[i])
            of_class.set (c, i);
          for (uint32_t i = first[c]; i != WPP_NO_ITEM; i = next[i])
            of_class.set (d, i);
        }
  for (uint32_t i = 0; i < n; i++)
    rows->copy (rows->add (), of_class, class_of[i]);
  ask_of_pointers (rows);
}

/* ---- Calls.  */

/* Add a row of what ASK_OF is true of; if BY_CLASS, it is asked about one access of each class.  */

template<typename question>
unsigned
wpp_oracle::add_row (wpp_bit_rows *rows, bool by_class, question ask_of)
{
  unsigned row = rows->add ();
  for (uint32_t i = 0; !by_class && i < accesses.length (); i++)
    {
      ao_ref access = accesses[i];
      if (ask_of (&access))
        rows->set (row, i);
    }
  for (uint32_t c = 0; by_class && c < first.length (); c++)
    {
      ao_ref access = accesses[first[c]];
      if (ask_of (&access))
        for (uint32_t i = first[c]; i != WPP_NO_ITEM; i = next[i])
          rows->set (row, i);
    }
  return row;
}

unsigned
wpp_oracle::add_return (wpp_bit_rows *rows, gimple *stmt)
{
  return add_row (rows, false, [&] (ao_ref *access) { return ref_maybe_used_by_stmt_p (stmt, access); });
}

/* Does CALL call a function by name, none of GCC's built-in ones, and pass only numbers?  Then the oracle sees which
   function it is, and what is known of its effects.  */

static bool
plain_call_p (gcall *call)
{
  tree function = gimple_call_fndecl (call);
  if (!function || fndecl_built_in_p (function) || gimple_call_chain (call))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i), type = TREE_TYPE (arg);
      if (!is_gimple_val (arg) || !(INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)))
        return false;
    }
  return true;
}

bool
wpp_oracle::same_call_p (const void *data, uint32_t number, const void *asked)
{
  const wpp_oracle *o = (const wpp_oracle *) data;
  return !memcmp (&o->call_keys[number], asked, sizeof (call_key));
}

/* The number of the first call like CALL, which is plain; that is this one, with NOTE, if there was none.  */

uint32_t
wpp_oracle::remember (gcall *call, bool writes, const wpp_call *note)
{
  call_key key;
  memset (&key, 0, sizeof key);
  memcpy (&key.uses, gimple_call_use_set (call), sizeof key.uses);
  memcpy (&key.clobbers, gimple_call_clobber_set (call), sizeof key.clobbers);
  key.function = gimple_call_fndecl (call);
  key.flags = gimple_call_flags (call);
  key.writes = writes;
  if (wpp_hash_reserve (&call_table, 1))
    fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
  uint32_t hash = wpp_hash_bytes (&call_table, &key, sizeof key);
  uint32_t number = wpp_hash_find (&call_table, hash, same_call_p, this, &key);
  if (number == WPP_NO_ITEM)
    {
      number = call_keys.length ();
      call_keys.safe_push (key);
      noted.safe_push (note);
      wpp_hash_add (&call_table, hash, number);
    }
  return number;
}

void
wpp_oracle::add_call (wpp_bit_rows *rows, gcall *call, bool writes, wpp_call *note)
{
  bool plain = plain_call_p (call);
  const wpp_call *like = plain ? noted[remember (call, writes, note)] : note;
  if (like != note)
    {
      note->uses = like->uses;
      if (writes)
        note->clobbers = like->clobbers;
      return;
    }
  note->uses = add_row (rows, plain, [&] (ao_ref *access) { return ref_maybe_used_by_stmt_p (call, access); });
  if (writes)
    note->clobbers = add_row (rows, plain, [&] (ao_ref *access) { return call_may_clobber_ref_p_1 (call, access); });
}
