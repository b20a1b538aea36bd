/* Conditions over variables: a parser by precedence, to a list in postfix order, which a stack evaluates.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "answers/expression.h"
#include "base/array.h"

/* Operands within each other, and operands that wait: nobody writes so many.  */
#define MOST_DEEP 200

enum kind
{
  NUMBER, VARIABLE,
  NEGATE, COMPLEMENT, NOT,
  OR_ELSE, AND_ALSO, OR, XOR, AND, EQUAL, OTHER, LESS, AT_MOST, GREATER, AT_LEAST, LEFT, RIGHT, PLUS, MINUS, TIMES,
  OVER, REMAINDER
};

struct step
{
  enum kind kind;
  size_t variable;
  struct wpp_expression_value value;
};

struct wpp_expression
{
  struct step *steps;           /* [n] in postfix order */
  size_t n, room;
  char **names;                 /* [n_names] */
  size_t n_names, names_room;
};

struct parser
{
  struct wpp_expression *e;
  const char *at;
  unsigned depth;
  bool bad, no_memory;
};

static void
spaces (struct parser *p)
{
  while (isspace ((unsigned char)*p->at))
    p->at++;
}

static void
add (struct parser *p, struct step s)
{
  if (WPP_RESERVE (p->e->steps, p->e->room, p->e->n, 1))
    p->bad = p->no_memory = true;
  else
    p->e->steps[p->e->n++] = s;
}

/* ---- Operands.  */

static void
number (struct parser *p)
{
  struct step s = { .kind = NUMBER, .value = { .known = true } };
  char *end, *real_end;
  s.value.integer = (int64_t)strtoull (p->at, &end, 0);
  s.value.number = strtod (p->at, &real_end);
  s.value.real = real_end > end;
  end = s.value.real ? real_end : end;
  while (!s.value.real && (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L'))
    end++;
  p->bad |= isalnum ((unsigned char)*end) || *end == '_';
  p->at = end;
  add (p, s);
}

static void
character (struct parser *p)
{
  static const char escapes[] = "n\nt\tr\r0\0\\\\''\"\"a\ab\bf\fv\v";
  struct step s = { .kind = NUMBER, .value = { .known = true, .integer = (signed char)p->at[1] } };
  if (p->at[1] == '\\')
    {
      const char *e = memchr (escapes, p->at[2], sizeof escapes);
      size_t i = 0;
      while (i + 1 < sizeof escapes && escapes[i] != p->at[2])
        i += 2;
      p->bad |= !e || i + 1 >= sizeof escapes;
      s.value.integer = p->bad ? 0 : escapes[i + 1];
      p->at++;
    }
  p->bad |= !p->at[1] || p->at[2] != '\'';
  if (!p->bad)
    p->at += 3;
  add (p, s);
}

static void
variable (struct parser *p)
{
  struct wpp_expression *e = p->e;
  struct step s = { .kind = VARIABLE };
  size_t n = 0;
  while (isalnum ((unsigned char)p->at[n]) || p->at[n] == '_')
    n++;
  while (s.variable < e->n_names && (strncmp (e->names[s.variable], p->at, n) || e->names[s.variable][n]))
    s.variable++;
  if (s.variable == e->n_names)
    {
      char *name = strndup (p->at, n);
      if (!name || WPP_RESERVE (e->names, e->names_room, e->n_names, 1))
        {
          free (name);
          p->bad = p->no_memory = true;
          return;
        }
      e->names[e->n_names++] = name;
    }
  p->at += n;
  add (p, s);
}

static void binary (struct parser *p, unsigned precedence);

static void
operand (struct parser *p)
{
  spaces (p);
  char c = *p->at;
  if (++p->depth > MOST_DEEP)
    p->bad = true;
  else if (c == '(')
    {
      p->at++;
      binary (p, 1);
      spaces (p);
      p->bad |= *p->at != ')';
      p->at += !p->bad;
    }
  else if (c == '-' || c == '~' || c == '!' || c == '+')
    {
      p->at++;
      operand (p);
      if (c != '+' && !p->bad)
        add (p, (struct step){ .kind = c == '-' ? NEGATE : c == '~' ? COMPLEMENT : NOT });
    }
  else if (isdigit ((unsigned char)c) || c == '.')
    number (p);
  else if (c == '\'')
    character (p);
  else if (isalpha ((unsigned char)c) || c == '_')
    variable (p);
  else
    p->bad = true;
  p->depth--;
}

/* ---- Operators.  */

struct binary_operator
{
  const char *text;
  unsigned precedence;
  enum kind kind;
};

/* The operator at P, or null.  Longer ones come first.  */
static const struct binary_operator *
operator_at (struct parser *p)
{
  static const struct binary_operator list[]
    = { { "||", 1, OR_ELSE }, { "&&", 2, AND_ALSO }, { "==", 6, EQUAL }, { "!=", 6, OTHER }, { "<=", 7, AT_MOST },
        { ">=", 7, AT_LEAST }, { "<<", 8, LEFT }, { ">>", 8, RIGHT }, { "|", 3, OR }, { "^", 4, XOR }, { "&", 5, AND },
        { "<", 7, LESS }, { ">", 7, GREATER }, { "+", 9, PLUS }, { "-", 9, MINUS }, { "*", 10, TIMES },
        { "/", 10, OVER }, { "%", 10, REMAINDER } };
  spaces (p);
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strncmp (p->at, list[i].text, strlen (list[i].text)))
      return &list[i];
  return NULL;
}

/* Operands, and operators between them of PRECEDENCE at least.  */
static void
binary (struct parser *p, unsigned precedence)
{
  const struct binary_operator *o;
  operand (p);
  while (!p->bad && (o = operator_at (p)) && o->precedence >= precedence)
    {
      p->at += strlen (o->text);
      binary (p, o->precedence + 1);
      if (!p->bad)
        add (p, (struct step){ .kind = o->kind });
    }
}

struct wpp_expression *
wpp_expression_new (const char *text, const char **bad)
{
  struct parser p = { .e = calloc (1, sizeof *p.e), .at = text };
  *bad = NULL;
  if (!p.e)
    return NULL;
  binary (&p, 1);
  spaces (&p);
  if (!p.bad && !*p.at)
    return p.e;
  *bad = p.no_memory ? NULL : p.at;
  wpp_expression_free (p.e);
  return NULL;
}

void
wpp_expression_free (struct wpp_expression *e)
{
  if (!e)
    return;
  for (size_t i = 0; i < e->n_names; i++)
    free (e->names[i]);
  free (e->names);
  free (e->steps);
  free (e);
}

size_t
wpp_expression_variables (const struct wpp_expression *e)
{
  return e->n_names;
}

const char *
wpp_expression_variable (const struct wpp_expression *e, size_t i)
{
  return e->names[i];
}

/* ---- Values.  */

static struct wpp_expression_value
truth (bool x)
{
  return (struct wpp_expression_value){ .known = true, .integer = x };
}

static double
number_of (struct wpp_expression_value v)
{
  return v.real ? v.number : (double)v.integer;
}

/* A && B, or A || B if OR.  */
static struct wpp_expression_value
both (struct wpp_expression_value a, struct wpp_expression_value b, bool or)
{
  bool decided = (a.known && wpp_expression_true_p (a) == or) || (b.known && wpp_expression_true_p (b) == or);
  if (decided)
    return truth (or);
  return a.known && b.known ? truth (!or) : (struct wpp_expression_value){ false };
}

static struct wpp_expression_value
of_reals (enum kind kind, double a, double b)
{
  struct wpp_expression_value v = { .known = true, .real = true };
  switch (kind)
    {
    case EQUAL: return truth (a == b);
    case OTHER: return truth (a != b);
    case LESS: return truth (a < b);
    case AT_MOST: return truth (a <= b);
    case GREATER: return truth (a > b);
    case AT_LEAST: return truth (a >= b);
    case PLUS: v.number = a + b; return v;
    case MINUS: v.number = a - b; return v;
    case TIMES: v.number = a * b; return v;
    case OVER: v.number = a / b; return v;
    default: return (struct wpp_expression_value){ false };
    }
}

static struct wpp_expression_value
of_integers (enum kind kind, int64_t a, int64_t b)
{
  struct wpp_expression_value v = { .known = true };
  uint64_t x = a, y = b;
  bool divides = b && !(a == INT64_MIN && b == -1);
  switch (kind)
    {
    case OR: v.integer = a | b; break;
    case XOR: v.integer = a ^ b; break;
    case AND: v.integer = a & b; break;
    case EQUAL: v.integer = a == b; break;
    case OTHER: v.integer = a != b; break;
    case LESS: v.integer = a < b; break;
    case AT_MOST: v.integer = a <= b; break;
    case GREATER: v.integer = a > b; break;
    case AT_LEAST: v.integer = a >= b; break;
    case LEFT: v.known = y < 64; v.integer = v.known ? (int64_t) (x << y) : 0; break;
    case RIGHT: v.known = y < 64; v.integer = v.known ? a >> b : 0; break;
    case PLUS: v.integer = (int64_t) (x + y); break;
    case MINUS: v.integer = (int64_t) (x - y); break;
    case TIMES: v.integer = (int64_t) (x * y); break;
    case OVER: v.known = divides; v.integer = divides ? a / b : 0; break;
    case REMAINDER: v.known = divides; v.integer = divides ? a % b : 0; break;
    default: v.known = false;
    }
  return v;
}

static struct wpp_expression_value
apply (enum kind kind, struct wpp_expression_value a, struct wpp_expression_value b)
{
  if (kind == OR_ELSE || kind == AND_ALSO)
    return both (a, b, kind == OR_ELSE);
  if (!a.known || !b.known)
    return (struct wpp_expression_value){ false };
  return a.real || b.real ? of_reals (kind, number_of (a), number_of (b)) : of_integers (kind, a.integer, b.integer);
}

static struct wpp_expression_value
alone (enum kind kind, struct wpp_expression_value a)
{
  if (!a.known)
    return a;
  if (kind == NOT)
    return truth (!wpp_expression_true_p (a));
  if (kind == COMPLEMENT)
    return a.real ? (struct wpp_expression_value){ false } : of_integers (XOR, a.integer, -1);
  return a.real ? of_reals (MINUS, -0.0, a.number) : of_integers (MINUS, 0, a.integer);
}

struct wpp_expression_value
wpp_expression_evaluate (const struct wpp_expression *e, const struct wpp_expression_value *values)
{
  /* Operands that wait: one for each operand and operator that the parser was within, and one for each precedence.  */
  struct wpp_expression_value stack[MOST_DEEP * 11 + 11];
  size_t n = 0;
  for (size_t i = 0; i < e->n; i++)
    {
      const struct step *s = &e->steps[i];
      if (s->kind == NUMBER || s->kind == VARIABLE)
        stack[n++] = s->kind == NUMBER ? s->value : values[s->variable];
      else if (s->kind <= NOT)
        stack[n - 1] = alone (s->kind, stack[n - 1]);
      else
        {
          n--;
          stack[n - 1] = apply (s->kind, stack[n - 1], stack[n]);
        }
    }
  return stack[0];
}
