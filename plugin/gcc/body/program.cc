/* What the bodies of a unit have in common: types, fields, constants, and what has static storage.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/program.h"
#include "alias.h"
#include "real.h"
#include "tree-dfa.h"
#include "tree-pretty-print.h"
#include "tree-ssa-alias.h"

/* ---- Types.  */

static wpp_type_kind
kind_of_type (tree t)
{
  switch (TREE_CODE (t))
    {
    case VOID_TYPE: return WPP_TYPE_VOID;
    case BOOLEAN_TYPE: return WPP_TYPE_BOOLEAN;
    case INTEGER_TYPE: return WPP_TYPE_INTEGER;
    case ENUMERAL_TYPE: return WPP_TYPE_ENUM;
    case POINTER_TYPE: return WPP_TYPE_POINTER;
    case REFERENCE_TYPE: return WPP_TYPE_REFERENCE;
    case REAL_TYPE: return WPP_TYPE_REAL;
    case COMPLEX_TYPE: return WPP_TYPE_COMPLEX;
    case VECTOR_TYPE: return WPP_TYPE_VECTOR;
    case ARRAY_TYPE: return WPP_TYPE_ARRAY;
    case RECORD_TYPE: return WPP_TYPE_RECORD;
    case UNION_TYPE: case QUAL_UNION_TYPE: return WPP_TYPE_UNION;
    case FUNCTION_TYPE: case METHOD_TYPE: return WPP_TYPE_FUNCTION;
    default: return WPP_TYPE_OTHER;
    }
}

/* The name that the source gives T, or null.  */

static const char *
name_of_type (tree t)
{
  tree name = TYPE_NAME (t);
  for (tree v = TYPE_NEXT_VARIANT (t); v && !name; v = TYPE_NEXT_VARIANT (v))
    name = TYPE_NAME (v);
  if (name && DECL_P (name))
    name = DECL_NAME (name);
  return name ? IDENTIFIER_POINTER (name) : NULL;
}

/* The name of T as wpp_type has it, malloc'ed.  */

static char *
written_type (tree t)
{
  const char *name = name_of_type (t);
  if (!name)
    return NULL;
  bool tag = TYPE_NAME (t) && !DECL_P (TYPE_NAME (t));
  switch (tag ? TREE_CODE (t) : VOID_TYPE)
    {
    case RECORD_TYPE: return concat ("struct ", name, NULL);
    case UNION_TYPE: return concat ("union ", name, NULL);
    case ENUMERAL_TYPE: return concat ("enum ", name, NULL);
    default: return xstrdup (name);
    }
}

static uint64_t
constant_or_0 (tree t)
{
  return t && tree_fits_uhwi_p (t) ? tree_to_uhwi (t) : 0;
}

uint32_t
wpp_program_tables::type (tree t)
{
  t = TYPE_MAIN_VARIANT (t);
  if (uint32_t *known = type_number.get (t))
    return *known;
  wpp_type n = {};
  n.kind = kind_of_type (t);
  bool derived = n.kind == WPP_TYPE_POINTER || n.kind == WPP_TYPE_REFERENCE || n.kind == WPP_TYPE_ARRAY
                 || n.kind == WPP_TYPE_FUNCTION || n.kind == WPP_TYPE_COMPLEX || n.kind == WPP_TYPE_VECTOR;
  n.name = derived ? NULL : written_type (t);
  n.target = derived && TREE_TYPE (t) ? type (TREE_TYPE (t)) : WPP_NONE;
  if (INTEGRAL_TYPE_P (t) || POINTER_TYPE_P (t) || SCALAR_FLOAT_TYPE_P (t))
    n.precision = TYPE_PRECISION (t);
  n.size = constant_or_0 (TYPE_SIZE (t));
  if (TYPE_UNSIGNED (t))
    n.flags |= WPP_TYPE_UNSIGNED;
  if (is_gimple_reg_type (t))
    n.flags |= WPP_TYPE_REGISTER;
  if (INTEGRAL_TYPE_P (t) && TYPE_OVERFLOW_WRAPS (t))
    n.flags |= WPP_TYPE_WRAPS;
  if (DECIMAL_FLOAT_TYPE_P (t))
    n.flags |= WPP_TYPE_DECIMAL;
  types.safe_push (n);
  type_number.put (t, types.length () - 1);
  return types.length () - 1;
}

uint32_t
wpp_program_tables::field (tree f)
{
  if (uint32_t *known = field_number.get (f))
    return *known;
  wpp_field n = {};
  n.name = DECL_NAME (f) ? xstrdup (IDENTIFIER_POINTER (DECL_NAME (f))) : NULL;
  n.record = type (DECL_CONTEXT (f));
  n.type = type (TREE_TYPE (f));
  bool constant = DECL_FIELD_OFFSET (f) && tree_fits_uhwi_p (DECL_FIELD_OFFSET (f));
  n.offset = constant ? tree_to_uhwi (DECL_FIELD_OFFSET (f)) * BITS_PER_UNIT + tree_to_uhwi (DECL_FIELD_BIT_OFFSET (f))
                      : WPP_UNKNOWN_OFFSET;
  n.size = constant_or_0 (DECL_SIZE (f));
  fields.safe_push (n);
  field_number.put (f, fields.length () - 1);
  return fields.length () - 1;
}

/* ---- Variables.  */

void
wpp_program_tables::place (location_t loc, uint32_t *file, uint32_t *line, uint32_t *column)
{
  expanded_location x = expand_location (loc);
  *file = *line = *column = 0;
  if (RESERVED_LOCATION_P (loc) || !x.file)
    return;
  *file = files.index_of (x.file);
  *line = MAX (0, x.line);
  *column = MAX (0, x.column);
}

static wpp_variable_kind
kind_of_variable (tree decl)
{
  switch (TREE_CODE (decl))
    {
    case VAR_DECL: return WPP_VARIABLE;
    case PARM_DECL: return WPP_PARAMETER;
    case RESULT_DECL: return WPP_RESULT;
    case FUNCTION_DECL: return WPP_FUNCTION;
    case LABEL_DECL: return WPP_LABEL;
    default: return WPP_OTHER_VARIABLE;
    }
}

static uint32_t
flags_of_variable (tree decl)
{
  bool variable = VAR_P (decl) || TREE_CODE (decl) == PARM_DECL;
  bool storage = variable || TREE_CODE (decl) == RESULT_DECL;
  uint32_t flags = 0;

  if (variable && DECL_NAME (decl) && !DECL_ARTIFICIAL (decl) && !DECL_IGNORED_P (decl))
    flags |= WPP_VARIABLE_USER;
  if (DECL_NAME (decl) && !DECL_IGNORED_P (decl))
    flags |= WPP_VARIABLE_SHOWN;
  if (is_global_var (decl))
    flags |= WPP_VARIABLE_STATIC;
  if (storage && is_gimple_reg (decl))
    flags |= WPP_VARIABLE_REGISTER;
  if (storage && may_be_aliased (decl))
    flags |= WPP_VARIABLE_ALIASED;
  if (storage && TREE_ADDRESSABLE (decl))
    flags |= WPP_VARIABLE_ADDRESSED;
  if (TREE_CODE (decl) == PARM_DECL && POINTER_TYPE_P (TREE_TYPE (decl)) && nonnull_arg_p (decl))
    flags |= WPP_VARIABLE_NONNULL;
  if (TREE_PUBLIC (decl))
    flags |= WPP_VARIABLE_PUBLIC;
  if (DECL_EXTERNAL (decl))
    flags |= WPP_VARIABLE_EXTERNAL;
  if (TREE_READONLY (decl))
    flags |= WPP_VARIABLE_READONLY;
  if (TREE_THIS_VOLATILE (decl))
    flags |= WPP_VARIABLE_VOLATILE;
  if (VAR_P (decl) && DECL_THREAD_LOCAL_P (decl))
    flags |= WPP_VARIABLE_THREAD;
  if (VAR_P (decl) && DECL_HARD_REGISTER (decl))
    flags |= WPP_VARIABLE_HARD;
  if (TREE_CODE (decl) == FUNCTION_DECL && fndecl_built_in_p (decl))
    flags |= WPP_VARIABLE_BUILTIN;
  if (TREE_CODE (decl) == FUNCTION_DECL && (DECL_IN_SYSTEM_HEADER (decl) || DECL_IS_REPLACEABLE_OPERATOR (decl)))
    flags |= WPP_VARIABLE_SYSTEM;
  return flags;
}

/* A copy of NAME; null when it is KNOWN.  */

static char *
unless_known (const char *name, const char *known)
{
  return known && !strcmp (name, known) ? NULL : xstrdup (name);
}

void
wpp_program_tables::describe (tree decl, wpp_variable *v)
{
  v->kind = kind_of_variable (decl);
  v->flags = flags_of_variable (decl);
  v->type = type (TREE_TYPE (decl));
  v->name = DECL_NAME (decl) ? xstrdup (lang_hooks.decl_printable_name (decl, 1)) : NULL;
  if (v->kind == WPP_FUNCTION)
    v->short_name = unless_known (lang_hooks.decl_printable_name (decl, 0), v->name);
  if ((v->kind == WPP_VARIABLE || v->kind == WPP_FUNCTION) && is_global_var (decl) && DECL_ASSEMBLER_NAME_SET_P (decl))
    {
      const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
      v->assembler = unless_known (name + (*name == '*'), v->name);
    }
  place (DECL_SOURCE_LOCATION (decl), &v->file, &v->line, &v->column);
  v->scope = WPP_NONE;
}

/* Can the unit have the address of DECL, a variable that pointers may reach, in a table: is it defined in the unit,
   once in the program, for all threads?  */

static bool
based_p (tree decl)
{
  return VAR_P (decl) && TREE_STATIC (decl) && !DECL_EXTERNAL (decl) && !DECL_THREAD_LOCAL_P (decl)
         && !DECL_HARD_REGISTER (decl) && !DECL_HAS_VALUE_EXPR_P (decl) && !DECL_WEAK (decl) && !DECL_COMDAT (decl)
         && !DECL_COMDAT_GROUP (decl) && !DECL_IN_CONSTANT_POOL (decl)
         && !lookup_attribute ("weakref", DECL_ATTRIBUTES (decl)) && (may_be_aliased (decl) || TREE_ADDRESSABLE (decl));
}

void
wpp_program_tables::need_base (uint32_t number, tree decl)
{
  if (!based_p (decl) || variables[number].flags & WPP_VARIABLE_BASED)
    return;
  variables[number].flags |= WPP_VARIABLE_BASED;
  if (bases.length () <= number)
    bases.safe_grow_cleared (number + 1, true);
  bases[number] = decl;
}

uint32_t
wpp_program_tables::global (tree decl)
{
  if (uint32_t *known = global_number.get (decl))
    return *known;
  uint32_t number = variables.length ();
  wpp_variable v = {};
  describe (decl, &v);
  v.place = first_global.of (decl, number);
  variables.safe_push (v);
  global_number.put (decl, number);
  return number;
}

/* ---- Constants.  */

/* Is the constant NUMBER of ITEMS ITEM, whose texts are both of its length?  */

static bool
same_constant_p (const void *items, uint32_t number, const void *item)
{
  const wpp_constant *a = &(*(const vec<wpp_constant> *) items)[number], *b = (const wpp_constant *) item;
  return a->kind == b->kind && a->type == b->type && a->length == b->length && a->low == b->low && a->high == b->high
         && !a->text == !b->text && (!a->text || !memcmp (a->text, b->text, a->length));
}

/* The number of C with the LENGTH bytes of TEXT, which may be null.  */

uint32_t
wpp_program_tables::add_constant (wpp_constant c, const char *text, size_t length)
{
  c.text = const_cast<char *> (text);
  c.length = length;
  uint64_t head[] = { c.low, c.high, (uint64_t) c.type << 8 | c.kind };
  std::string key ((const char *) head, sizeof head);
  key.append (text ? text : "", length);
  unsigned n = constants.items.length ();
  uint32_t number = constants.number_of (c, key.data (), key.size (), same_constant_p, &constants.items);
  if (number == n && text)
    {
      char *copy = XNEWVEC (char, length + 1);
      memcpy (copy, text, length);
      copy[length] = 0;
      constants.items[number].text = copy;
    }
  return number;
}

uint32_t
wpp_program_tables::text (const char *s)
{
  wpp_constant c = {};
  c.kind = WPP_CONSTANT_OTHER;
  c.type = WPP_NONE;
  return add_constant (c, s, strlen (s));
}

/* Does wpp_print_constant print the integer T as GCC does?  */

static bool
plain_integer_p (tree t)
{
  return !TREE_OVERFLOW (t) && (tree_fits_shwi_p (t) || tree_fits_uhwi_p (t));
}

static void
real_bits (tree t, wpp_constant *c)
{
  long words[4] = { 0, 0, 0, 0 };
  real_to_target (words, TREE_REAL_CST_PTR (t), TYPE_MODE (TREE_TYPE (t)));
  c->low = (uint64_t) (uint32_t) words[0] | (uint64_t) (uint32_t) words[1] << 32;
  c->high = (uint64_t) (uint32_t) words[2] | (uint64_t) (uint32_t) words[3] << 32;
}

uint32_t
wpp_program_tables::constant (tree t)
{
  if (uint32_t *known = constant_number.get (t))
    return *known;
  wpp_constant c = {};
  c.type = type (TREE_TYPE (t));
  c.kind = WPP_CONSTANT_OTHER;
  uint32_t number;
  if (TREE_CODE (t) == STRING_CST)
    {
      c.kind = WPP_CONSTANT_STRING;
      number = add_constant (c, TREE_STRING_POINTER (t), TREE_STRING_LENGTH (t));
    }
  else
    {
      char *text = NULL;
      if (TREE_CODE (t) == INTEGER_CST)
        {
          c.kind = WPP_CONSTANT_INTEGER;
          widest_int w = wi::to_widest (t);
          c.low = w.elt (0);
          c.high = w.elt (1);
        }
      else if (TREE_CODE (t) == REAL_CST)
        {
          c.kind = WPP_CONSTANT_REAL;
          real_bits (t, &c);
        }
      if (c.kind != WPP_CONSTANT_INTEGER || !plain_integer_p (t))
        text = print_generic_expr_to_str (t);
      number = add_constant (c, text, text ? strlen (text) : 0);
      free (text);
    }
  constant_number.put (t, number);
  return number;
}

/* ---- Alias sets.  */

uint32_t
wpp_program_tables::alias_set (alias_set_type set)
{
  bool known;
  uint32_t &number = alias_set_number.get_or_insert (set, &known);
  if (!known)
    {
      number = alias_sets.length ();
      alias_sets.safe_push (set);
    }
  return number;
}

void
wpp_program_tables::make_conflicts ()
{
  unsigned n = alias_sets.length (), line = (n + 7) / 8;
  conflicts.truncate (0);
  conflicts.safe_grow_cleared (line * n, true);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j <= i; j++)
      if (alias_sets_conflict_p (alias_sets[i], alias_sets[j]))
        {
          conflicts[i * line + j / 8] |= 1 << j % 8;
          conflicts[j * line + i / 8] |= 1 << i % 8;
        }
  all.n_alias_sets = n;
  all.alias_sets = conflicts.address ();
}

/* ---- Files.  */

void
wpp_program_tables::renumber_files (wpp_file_table *unit, vec<wpp_body> *bodies)
{
  auto_vec<uint32_t> number;
  for (unsigned i = 0; i < files.length (); i++)
    {
      uint32_t known = unit->find (files.name (i));
      number.safe_push (known != WPP_NONE ? known : unit->length () + other_files.length ());
      if (known == WPP_NONE)
        other_files.safe_push (const_cast<char *> (files.name (i)));
    }
  /* What is nowhere is in the first file.  */
  auto rename = [&] (uint32_t *file, uint32_t line) { *file = line ? number[*file] : 0; };
  for (wpp_variable &v : variables)
    rename (&v.file, v.line);
  for (wpp_body &b : *bodies)
    {
      for (uint32_t i = 0; i < b.n_locals; i++)
        rename (&b.locals[i].file, b.locals[i].line);
      for (uint32_t i = 0; i < b.n_scopes; i++)
        rename (&b.scopes[i].file, b.scopes[i].line);
      for (uint32_t i = 0; i < b.n_statements; i++)
        rename (&b.statements[i].file, b.statements[i].line);
    }
  all.first_file = unit->length ();
  all.n_files = other_files.length ();
  all.files = other_files.address ();
}

/* ---- The whole.  */

void
wpp_program_tables::update ()
{
  all.n_types = types.length ();
  all.types = types.address ();
  all.n_fields = fields.length ();
  all.fields = fields.address ();
  all.n_variables = variables.length ();
  all.variables = variables.address ();
  all.n_constants = constants.items.length ();
  all.constants = constants.items.address ();
}

wpp_program_tables::~wpp_program_tables ()
{
  for (wpp_type &t : types)
    free (t.name);
  for (wpp_field &f : fields)
    free (f.name);
  for (wpp_variable &v : variables)
    {
      free (v.name);
      free (v.assembler);
      free (v.short_name);
    }
  for (wpp_constant &c : constants.items)
    free (c.text);
}
