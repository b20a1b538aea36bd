/* The compiler that the plugin was built for, and the one that loads it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A distribution's package may be built again with the same version and date: then only the arguments of GCC's
   configure script differ, in the name of the package.  */

#include "plugin/version.h"

namespace {

/* The word of TEXT that begins at PLACE, which is moved after it; quotes keep blanks in a word.  */

std::string
next_word (const char *text, size_t *place)
{
  std::string word;
  char quote = 0;
  size_t i = *place;

  while (text[i] == ' ')
    i++;
  for (; text[i] && (quote || text[i] != ' '); i++)
    {
      if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
        quote = quote ? 0 : text[i];
      word += text[i];
    }
  *place = i;
  return word;
}

/* Is WORD one of those of TEXT?  */

bool
has_word_p (const char *text, const std::string &word)
{
  size_t place = 0;
  for (;;)
    {
      std::string w = next_word (text, &place);
      if (w.empty () || w == word)
        return !w.empty ();
    }
}

/* The words of TEXT that OTHER has not.  */

std::string
words_without (const char *text, const char *other)
{
  std::string words;
  size_t place = 0;
  for (;;)
    {
      std::string w = next_word (text, &place);
      if (w.empty ())
        return words.empty () ? "nothing else" : words;
      if (!has_word_p (other, w))
        words += (words.empty () ? "" : " ") + w;
    }
}

/* A line about WHAT, if it is not the same.  */

std::string
difference (const char *what, const char *built, const char *other)
{
  if (!strcmp (built, other))
    return "";
  return std::string (what) + " " + (*built ? built : "(none)") + ", here " + (*other ? other : "(none)") + "; ";
}

} // anonymous namespace

std::string
wpp_version_difference (const plugin_gcc_version *built, const plugin_gcc_version *other)
{
  std::string all = difference ("version", built->basever, other->basever)
                    + difference ("date", built->datestamp, other->datestamp)
                    + difference ("phase", built->devphase, other->devphase)
                    + difference ("revision", built->revision, other->revision);
  const char *mine = built->configuration_arguments, *its = other->configuration_arguments;
  if (strcmp (mine, its))
    all += "configured with " + words_without (mine, its) + ", here with " + words_without (its, mine) + "; ";
  return all.empty () ? "nothing that GCC tells" : all.substr (0, all.size () - 2);
}

std::string
wpp_compiler_name (const plugin_gcc_version *v)
{
  return "gcc-" + std::string (v->basever, strcspn (v->basever, "."));
}
