/* Variables of frames: where debugging information says they are.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "serve/debugger/stack-impl.h"

/* No larger variable is copied to the stack.  */
#define MOST_BYTES (UINT64_C (1) << 20)

/* ---- Which variable of a level one of the debugging information is.  */

/* Those of one name differ in where they are declared.  */
static uint32_t
find_variable (const struct wpp_past *p, size_t level, Dwarf_Die *die)
{
  const struct wpp_replayed_recording *of = wpp_past_recording (p);
  const struct wpp_micro_layout *l = of->bindings->layouts[wpp_past_level (p, level)->function];
  Dwarf_Attribute a;
  Dwarf_Word line = 0;
  const char *name = dwarf_attr_integrate (die, DW_AT_name, &a) ? dwarf_formstring (&a) : NULL;
  if (dwarf_attr_integrate (die, DW_AT_decl_line, &a))
    dwarf_formudata (&a, &line);
  uint32_t found = WPP_NONE;
  for (uint32_t i = 0; l && name && i < l->body->n_locals; i++)
    {
      const struct wpp_variable *v = &l->body->locals[i];
      if (!v->name || strcmp (v->name, name))
        continue;
      if (v->line == line)
        return l->body->n_globals + i;
      found = l->body->n_globals + i;
    }
  return found;
}

/* ---- Walking.  */

struct walk
{
  struct wpp_stack_looker *looker;
  wpp_stack_visitor *visit;
  size_t level;                  /* whose variables come */
};

/* The bytes that DIE, whose type becomes *TYPE, has; 0: not known.  */
static uint64_t
size_of (Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute a;
  Dwarf_Word size;
  return dwarf_attr_integrate (die, DW_AT_type, &a) && dwarf_formref_die (&a, type)
           && dwarf_aggregate_size (type, &size) == 0 ? size : 0;
}

/* The address at which F's variables are looked up: a call that does not return is at the end of its block.  */
static uint64_t
lookup_address (const struct wpp_stack_looker *l)
{
  return l->frame->code - (l->frame + 1 < l->maker->frames + l->maker->n);
}

static void
visit_variable (struct walk *w, Dwarf_Die *die)
{
  Dwarf_Attribute a;
  Dwarf_Op *op;
  Dwarf_Die type;
  size_t n;
  uint32_t variable = find_variable (w->looker->maker->past, w->level, die);
  if (variable != WPP_NONE && dwarf_attr (die, DW_AT_location, &a)
      && dwarf_getlocation_addr (&a, lookup_address (w->looker), &op, &n, 1) == 1 && n == 1)
    w->visit (w->looker, w->level, variable, size_of (die, &type), &type, op);
}

/* Variables of SCOPE, and of what is in it at the frame's address.  */
static void
walk_scope (struct walk *w, Dwarf_Die *scope, unsigned depth)
{
  Dwarf_Die die;
  for (int more = dwarf_child (scope, &die); more == 0; more = dwarf_siblingof (&die, &die))
    {
      int tag = dwarf_tag (&die);
      bool inlined = tag == DW_TAG_inlined_subroutine;
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
        visit_variable (w, &die);
      if ((tag != DW_TAG_lexical_block && !inlined) || depth > 64
          || dwarf_haspc (&die, lookup_address (w->looker)) <= 0)
        continue;
      struct walk inner = *w;
      const struct wpp_replayed_recording *of = wpp_past_recording (w->looker->maker->past);
      const char *name = inlined && w->level + 1 < w->looker->frame->end ? wpp_image_name (&die) : NULL;
      uint32_t next = name ? wpp_past_level (w->looker->maker->past, w->level + 1)->function : 0;
      if (name && strcmp (of->code->functions[next].function->name, name) == 0)
        inner.level++;
      walk_scope (&inner, &die, depth + 1);
    }
}

void
wpp_stack_variables (struct wpp_stack_looker *l, wpp_stack_visitor *visit)
{
  struct walk w = { l, visit, l->frame->first };
  walk_scope (&w, &l->frame->host->die, 0);
}

/* ---- What is done with them.  */

/* Functions' frame base is the canonical frame address, as GCC has it.  */
void
wpp_stack_look_at_address (struct wpp_stack_looker *l, size_t level, uint32_t variable, uint64_t size,
                           Dwarf_Die *type, const Dwarf_Op *op)
{
  if (op->atom != DW_OP_fbreg)
    return;
  int64_t at = (int64_t)op->number;
  uint64_t address = wpp_past_address (l->maker->past, level, variable);
  l->lowest = at < l->lowest ? at : l->lowest;
  if (address && address < WPP_NAMED_ADDRESS)
    l->found = address - at;
}

/* The register that OP says, or -1.  */
static int
register_of (const Dwarf_Op *op)
{
  int number = op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31 ? op->atom - DW_OP_reg0
               : op->atom == DW_OP_regx                          ? (int)op->number
                                                                 : -1;
  return number == WPP_REGISTER_RSP || number == WPP_REGISTER_RIP || number >= WPP_N_REGISTERS ? -1 : number;
}

static bool
restored_p (int number)
{
  for (int i = 0; i < WPP_SAVED_REGISTERS; i++)
    if (wpp_saved_registers[i] == number)
      return true;
  return false;
}

/* Put what is known of V, of TYPE, on the stack.  */
static int
fill (struct wpp_stack_looker *l, const struct wpp_stack_variable *v, Dwarf_Die *type)
{
  struct wpp_partial_memory *m = &l->maker->stack->memory;
  struct wpp_image_gaps gaps;
  int err = wpp_past_copy_variable (l->maker->past, v->level, v->variable, m, v->address, v->size);
  if (!err)
    err = wpp_image_gaps (type, &gaps);
  if (!err)
    {
      err = wpp_partial_pad_all (m, v->address, &gaps);
      free (gaps.of);
    }
  return err;
}

void
wpp_stack_put_variable (struct wpp_stack_looker *l, size_t level, uint32_t variable, uint64_t size,
                        Dwarf_Die *type, const Dwarf_Op *op)
{
  struct wpp_made_stack *s = l->maker->stack;
  if (l->err || !size || size > MOST_BYTES)
    return;
  int number = register_of (op);
  if (number >= 0 && (l->last || restored_p (number)))
    {
      uint64_t word = 0;
      s->known[number] = size <= 8 && wpp_past_variable (l->maker->past, level, variable, &word, size) == size;
      s->of[number] = word;
    }
  else if (op->atom == DW_OP_fbreg && WPP_RESERVE (s->variables, s->room, s->n_variables, 1))
    l->err = WPP_E_NOMEM;
  else if (op->atom == DW_OP_fbreg)
    {
      s->variables[s->n_variables++]
        = (struct wpp_stack_variable){ l->frame->cfa + (int64_t)op->number, size, level, variable,
                                       wpp_past_address (l->maker->past, level, variable) };
      l->err = fill (l, &s->variables[s->n_variables - 1], type);
    }
}
