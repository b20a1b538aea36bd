/* Text for others: /bin/sh reads words back.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "unit.h"

#define WORDS 200
#define MOST 12

/* Fill WORD with up to MOST - 1 characters, many of them such as a shell treats specially.  */
static void
make_word (char word[MOST], uint64_t *state)
{
  static const char characters[] = "ab/.$'\"\\ \t\n;&|<>*?[]{}()~#!`=%-\xc3\xa4";
  size_t n = unit_random (state) % MOST;
  for (size_t i = 0; i < n; i++)
    word[i] = characters[unit_random (state) % (sizeof characters - 1)];
  word[n] = 0;
}

/* Does /bin/sh, given TEXT as arguments, have WORDS [N]?  */
static bool
read_back_p (const char *text, const char *const *words, size_t n)
{
  char *command;
  bool same = asprintf (&command, "printf '%%s\\0' %s", text) >= 0;
  FILE *f = same ? popen (command, "r") : NULL;
  char *word = NULL;
  size_t room = 0;
  for (size_t i = 0; i < n && f; i++)
    same &= getdelim (&word, &room, 0, f) >= 0 && !strcmp (word, words[i]);
  same &= f && getc (f) == EOF;
  if (f)
    pclose (f);
  free (word);
  free (command);
  return same;
}

int
main (void)
{
  uint64_t state = 1;
  static char text[WORDS][MOST];
  const char *words[WORDS];
  for (size_t i = 0; i < WORDS; i++)
    {
      make_word (text[i], &state);
      words[i] = text[i];
    }
  char *all = wpp_shell_words (words, WORDS);
  CHECK (read_back_p (all, words, WORDS), "a shell reads words back, those with line ends and no characters included");
  free (all);
  all = wpp_shell_words ((const char *const[]){ "a.wpp", "runs/b c", "it's" }, 3);
  CHECK (!strcmp (all, "a.wpp 'runs/b c' 'it'\\''s'"), "words are in quotes where they must be: %s", all);
  free (all);
  all = wpp_shell_word ("a.wpp");
  CHECK (!strcmp (all, "'a.wpp'"), "a single word always is");
  free (all);
  return unit_done ();
}
