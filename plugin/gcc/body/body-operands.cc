/* Operands and references as data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/body.h"
#include "tree-dfa.h"
#include "tree-pretty-print.h"
#include "tree-ssa-alias.h"

/* Is the operand NUMBER of ITEMS ITEM?  */

static bool
same_operand_p (const void *items, uint32_t number, const void *item)
{
  const wpp_operand *x = &(*(const vec<wpp_operand> *) items)[number], *y = (const wpp_operand *) item;
  return x->kind == y->kind && x->invariant == y->invariant && x->type == y->type && x->index == y->index;
}

uint32_t
wpp_body_builder::plain_operand (wpp_operand_kind kind, tree type, uint32_t index, bool invariant)
{
  wpp_operand o = {};
  o.kind = kind;
  o.type = tables->type (type);
  o.index = index;
  o.invariant = invariant;
  uint32_t key[] = { (uint32_t) kind, o.type, index };
  return operands.number_of (o, key, sizeof key, same_operand_p, &operands.items);
}

/* The number of T as GCC prints it.  */

uint32_t
wpp_body_builder::printed (tree t)
{
  char *text = print_generic_expr_to_str (t);
  uint32_t number = tables->text (text ? text : "?");
  free (text);
  return number;
}

/* Is T a reference: to memory, or to a part of a value?  */

static bool
reference_p (tree t)
{
  return DECL_P (t) || handled_component_p (t) || TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF;
}

/* The number of T.  */

uint32_t
wpp_body_builder::operand (tree t)
{
  uint32_t number = find_operand (t);
  if (operand_tree.length () < operands.items.length ())
    operand_tree.safe_grow_cleared (operands.items.length (), true);
  if (!operand_tree[number])
    operand_tree[number] = t;
  return number;
}

uint32_t
wpp_body_builder::find_operand (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    return plain_operand (WPP_OPERAND_VALUE, TREE_TYPE (t), value (t), false);
  if (CONSTANT_CLASS_P (t))
    return plain_operand (WPP_OPERAND_CONSTANT, TREE_TYPE (t), tables->constant (t), true);
  if (TREE_CODE (t) == ADDR_EXPR)
    return plain_operand (WPP_OPERAND_ADDRESS, TREE_TYPE (t), reference (TREE_OPERAND (t, 0)),
                          is_gimple_min_invariant (t));
  if (reference_p (t))
    return plain_operand (WPP_OPERAND_REFERENCE, TREE_TYPE (t), reference (t), false);
  return plain_operand (WPP_OPERAND_OTHER, TREE_TYPE (t), printed (t), is_gimple_min_invariant (t));
}

/* ---- References.  */

/* Set R's base to T, from which all components have been taken off.  */

void
wpp_body_builder::set_base (wpp_reference *r, tree t)
{
  r->base_type = tables->type (TREE_TYPE (t));
  r->pointer_type = WPP_NONE;
  if (TREE_CODE (t) == MEM_REF)
    {
      r->base_kind = WPP_BASE_POINTER;
      r->base = operand (TREE_OPERAND (t, 0));
      r->base_offset = mem_ref_offset (t).force_shwi ().to_constant ();
      r->pointer_type = tables->type (TREE_TYPE (TREE_OPERAND (t, 1)));
    }
  else if (DECL_P (t))
    {
      r->base_kind = WPP_BASE_VARIABLE;
      r->base = variable (t);
    }
  else
    {
      r->base_kind = WPP_BASE_OPERAND;
      r->base = reference_p (t) ? other_operand (t) : operand (t);
    }
}

uint32_t
wpp_body_builder::other_operand (tree t)
{
  return plain_operand (WPP_OPERAND_OTHER, TREE_TYPE (t), printed (t), false);
}

static wpp_component_kind
kind_of_component (tree t)
{
  switch (TREE_CODE (t))
    {
    case COMPONENT_REF: return WPP_COMPONENT_FIELD;
    case ARRAY_REF: return WPP_COMPONENT_ELEMENT;
    case ARRAY_RANGE_REF: return WPP_COMPONENT_RANGE;
    case REALPART_EXPR: return WPP_COMPONENT_REAL;
    case IMAGPART_EXPR: return WPP_COMPONENT_IMAGINARY;
    case BIT_FIELD_REF: return WPP_COMPONENT_BITS;
    default: return WPP_COMPONENT_VIEW;
    }
}

/* Do T's index or offset and sizes tell the address only with more than a component has?  */

static bool
varying_p (tree t)
{
  if (TREE_CODE (t) == COMPONENT_REF)
    return TREE_OPERAND (t, 2) || !tree_fits_uhwi_p (DECL_FIELD_OFFSET (TREE_OPERAND (t, 1)));
  if (TREE_CODE (t) != ARRAY_REF && TREE_CODE (t) != ARRAY_RANGE_REF)
    return false;
  tree stride = array_ref_element_size (t), element = TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (TREE_OPERAND (t, 0))));
  return !integer_zerop (array_ref_low_bound (t)) || TREE_CODE (stride) != INTEGER_CST
         || !element || TREE_CODE (element) != INTEGER_CST || !tree_int_cst_equal (stride, element);
}

/* What T is to what it is a component of.  */

wpp_component
wpp_body_builder::component (tree t)
{
  wpp_component c = {};
  c.kind = kind_of_component (t);
  c.type = tables->type (TREE_TYPE (t));
  c.index = WPP_NONE;
  if (c.kind == WPP_COMPONENT_FIELD)
    c.index = tables->field (TREE_OPERAND (t, 1));
  else if (c.kind == WPP_COMPONENT_ELEMENT || c.kind == WPP_COMPONENT_RANGE)
    c.index = operand (TREE_OPERAND (t, 1));
  else if (c.kind == WPP_COMPONENT_BITS)
    {
      c.size = tree_to_uhwi (TREE_OPERAND (t, 1));
      c.offset = tree_to_uhwi (TREE_OPERAND (t, 2));
    }
  return c;
}

static bool
same_component_p (const wpp_component *x, const wpp_component *y)
{
  return x->kind == y->kind && x->type == y->type && x->index == y->index && x->offset == y->offset
         && x->size == y->size;
}

/* Is the reference NUMBER of BUILDER the same as ITEM, whose components are BUILDER's last?  */

bool
wpp_body_builder::same_reference_p (const void *builder, uint32_t number, const void *item)
{
  const wpp_body_builder *b = (const wpp_body_builder *) builder;
  const wpp_reference *x = &b->references.items[number], *y = (const wpp_reference *) item;
  if (x->base_kind != y->base_kind || x->flags != y->flags || x->base != y->base || x->base_offset != y->base_offset
      || x->base_type != y->base_type || x->pointer_type != y->pointer_type || x->n_components != y->n_components
      || x->text != y->text)
    return false;
  for (uint32_t i = 0; i < x->n_components; i++)
    if (!same_component_p (&b->components[x->first_component + i], &b->components[y->first_component + i]))
      return false;
  return true;
}

/* The number of R, whose components are PARTS.  */

uint32_t
wpp_body_builder::intern (wpp_reference *r, const vec<wpp_component> &parts)
{
  uint32_t before = components.length (), n = references.items.length ();
  auto_vec<uint32_t, 16> key;

  for (uint32_t k : { (uint32_t) r->base_kind, r->base, (uint32_t) r->base_offset, r->base_type })
    key.safe_push (k);
  for (const wpp_component &c : parts)
    {
      key.safe_push (c.index);
      key.safe_push (c.type);
    }
  components.safe_splice (parts);
  r->first_component = before;
  r->n_components = parts.length ();
  uint32_t number
    = references.number_of (*r, key.address (), key.length () * sizeof (uint32_t), same_reference_p, this);
  if (number < n)
    components.truncate (before);
  return number;
}

uint32_t
wpp_body_builder::reference (tree t)
{
  wpp_reference r = {};
  auto_vec<tree, 8> parts;             /* from outside to inside */
  auto_vec<wpp_component, 8> described;
  tree odd = NULL_TREE, base;

  for (base = t; handled_component_p (base); base = TREE_OPERAND (base, 0))
    {
      parts.safe_push (base);
      wpp_component_kind kind = kind_of_component (base);
      if (!odd && kind != WPP_COMPONENT_FIELD && kind != WPP_COMPONENT_ELEMENT)
        odd = base;
      if (varying_p (base))
        r.flags |= WPP_REFERENCE_VARYING;
    }
  if (TREE_CODE (base) == TARGET_MEM_REF)
    r.flags |= WPP_REFERENCE_VARYING;
  if (!odd && (TREE_CODE (base) == TARGET_MEM_REF || (DECL_P (base) && !DECL_NAME (base))))
    odd = base;
  if (TREE_THIS_VOLATILE (t))
    r.flags |= WPP_REFERENCE_VOLATILE;
  if (reverse_storage_order_for_component_p (t))
    r.flags |= WPP_REFERENCE_REVERSED;
  set_base (&r, base);
  r.text = odd ? printed (odd) : WPP_NONE;
  while (!parts.is_empty ())
    described.safe_push (component (parts.pop ()));
  r.type = described.is_empty () ? r.base_type : described.last ().type;
  r.offset = 0;
  r.size = r.max_size = -1;
  r.row = r.column = WPP_NONE;
  uint32_t n = references.items.length (), number = intern (&r, described);
  if (number == n)
    reference_tree.safe_push (t);
  return number;
}
