/* Assembly that may be in a unit only once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Text is cut into statements as the GNU assembler does.  Where its meaning depends on the processor, as that of `#'
   and of GCC's dialects in braces, more statements are seen than there are, and strings end with their lines: then
   something may be taken for a definition that is none, and is copied less.  */

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "dependence/defs/unique-assembly.h"

/* Directives that define nothing and stay in the section, besides `.cfi_…'.  */
static const char *const harmless[]
  = { ".2byte", ".4byte", ".8byte", ".align", ".arch", ".ascii", ".asciz", ".att_syntax", ".balign",
      ".balignl", ".balignw", ".bundle_align_mode", ".bundle_lock", ".bundle_unlock", ".byte", ".code16",
      ".code32", ".code64", ".double", ".fill", ".float", ".global", ".globl", ".hidden", ".hword", ".int",
      ".intel_syntax", ".internal", ".loc", ".local", ".long", ".nop", ".nops", ".octa", ".org", ".p2align",
      ".p2alignl", ".p2alignw", ".protected", ".quad", ".short", ".single", ".skip", ".sleb128", ".space", ".string",
      ".type", ".uleb128", ".value", ".weak", ".word", ".zero" };

/* The first word of a statement.  */
struct word
{
  const char *at;
  size_t length;
  bool number;          /* only digits */
  bool unique;          /* has `%=' */
};

static bool
word_char_p (char c)
{
  return isalnum ((unsigned char) c) || (c && strchr ("_.$@\\", c)) || (unsigned char) c >= 0x80;
}

/* After the string that begins at S with a quotation mark, or at the end of the line.  */
static const char *
skip_string (const char *s)
{
  for (s++; *s && *s != '"' && *s != '\n'; s++)
    if (*s == '\\' && s[1])
      s++;
  return *s == '"' ? s + 1 : s;
}

static const char *
skip_comment (const char *s)
{
  const char *end = strstr (s + 2, "*/");
  return end ? end + 2 : s + strlen (s);
}

static const char *
skip_blanks (const char *s)
{
  for (;;)
    if (*s == ' ' || *s == '\t' || *s == '\r')
      s++;
    else if (s[0] == '/' && s[1] == '*')
      s = skip_comment (s);
    else
      return s;
}

/* After what GCC replaces at S, which begins with `%'.  */
static const char *
skip_operand (const char *s)
{
  const char *end;
  s++;
  if (isalpha ((unsigned char) *s) && (isdigit ((unsigned char) s[1]) || s[1] == '['))
    s++;
  if (*s == '[' && (end = strchr (s, ']')))
    return end + 1;
  return *s ? s + 1 : s;
}

/* Set W to the word at S, which may be empty.  Return what is after it.  */
static const char *
read_word (const char *s, struct word *w)
{
  *w = (struct word){ .at = s, .number = true };
  for (;;)
    if (word_char_p (*s))
      w->number &= isdigit ((unsigned char) *s++) != 0;
    else if (*s == '%')
      {
        w->unique |= s[1] == '=';
        w->number = false;
        s = skip_operand (s);
      }
    else if (*s == '"')
      {
        w->number = false;
        s = skip_string (s);
      }
    else
      break;
  w->length = s - w->at;
  return s;
}

static bool
separator_p (char c)
{
  return c && strchr ("\n;{|}", c);
}

/* The end of the statement in whose middle S is: a separator, or the end of the text.  */
static const char *
skip_statement (const char *s)
{
  while (*s && !separator_p (*s))
    if (*s == '"')
      s = skip_string (s);
    else if (*s == '%')
      s = skip_operand (s);
    else if (s[0] == '/' && s[1] == '*')
      s = skip_comment (s);
    else
      s++;
  return s;
}

/* Where the next statement begins, from S on: nothing but separators, blanks and comments lies between.  */
static const char *
next_statement (const char *s)
{
  for (;;)
    {
      s = skip_blanks (s);
      if (*s == '#')
        s += strcspn (s, "\n");
      else if (separator_p (*s))
        s++;
      else
        return s;
    }
}

static bool
same_word_p (const struct word *w, const char *name)
{
  return w->length == strlen (name) && !strncasecmp (w->at, name, w->length);
}

static bool
harmless_p (const struct word *w)
{
  bool known = w->length > 5 && !strncasecmp (w->at, ".cfi_", 5);
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    known |= same_word_p (w, harmless[i]);
  return known;
}

/* A statement, or a label before one.  */
struct statement
{
  struct word word;
  const char *rest;     /* what is after the word */
};

/* Move *S, where a statement begins, to where the next one does, and set ST to the first.  Return false at the end.  */
static bool
read_statement (const char **s, struct statement *st)
{
  *s = next_statement (*s);
  if (!**s)
    return false;
  st->rest = skip_blanks (read_word (*s, &st->word));
  *s = *st->rest == ':' ? st->rest + 1 : skip_statement (st->rest);
  return true;
}

static bool
defines_name_p (const struct statement *st)
{
  const struct word *w = &st->word;
  if (*st->rest == '=')
    return st->rest[1] != '=' && !same_word_p (w, ".") && !w->unique;
  return *st->rest == ':' && (w->length == 0 || !(w->number || w->unique));
}

static bool
strange_directive_p (const struct statement *st)
{
  return *st->rest != ':' && *st->rest != '=' && *st->word.at == '.' && !harmless_p (&st->word);
}

bool
wpp_asm_unique_p (const char *text)
{
  struct statement st;
  while (read_statement (&text, &st))
    if (defines_name_p (&st) || strange_directive_p (&st))
      return true;
  return false;
}

bool
wpp_asm_macros_p (const char *text)
{
  struct statement st;
  while (read_statement (&text, &st))
    if (same_word_p (&st.word, ".macro") || same_word_p (&st.word, ".include"))
      return true;
  return false;
}

bool
wpp_asm_words_p (const char *text)
{
  return *next_statement (text);
}
