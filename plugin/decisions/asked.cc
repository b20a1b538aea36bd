/* -fwpp-decide: what the user decides for the compiler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A model errs, and who has measured knows better.  Pragmas would say the same of loops, but not of branches, not of
   what macros make, and not without changing the source.  testsuite/bench/study tries decisions one by one with it.

     LIST    ITEM[,ITEM...]
     ITEM    WHERE:ACTION
     WHERE   loops | branches | FILE:LINE | in:FUNCTION      (FILE: the end of a file's name)
     ACTION  leave | peel-N | unroll-N | peel-N-unroll-N | vectorise | scalar | jump | move | plain

   Of a function only `leave' and `plain' can be said, and `plain' of nothing else.  */

#include "plugin/decisions/asked.h"
#include "plugin/gcc/graph/this-unit.h"

extern "C"
{
#include "decide/models/loops.h"
}

namespace {

struct item
{
  std::string file;             /* or a kind, when LINE is 0 */
  unsigned line;
  std::string function;         /* its assembler name; or nothing, of the others */
  wpp_request asked;
};

auto_delete_vec<item> items;

const struct { const char *name, *kind; wpp_request::what action;
} words[] = {
  { "leave", NULL, wpp_request::LEAVE },      { "vectorise", "loops", wpp_request::VECTORISE },
  { "scalar", "loops", wpp_request::SCALAR }, { "jump", "branches", wpp_request::JUMP },
  { "move", "branches", wpp_request::MOVE },  { "plain", "functions", wpp_request::PLAIN },
};

/* The kind that ACTION belongs to, or null: all.  */

const char *
kind_of (wpp_request::what action)
{
  for (const auto &w : words)
    if (w.action == action)
      return w.kind;
  return "loops";
}

/* Take the number after WORD from the front of *TEXT, if WORD is there.  */

bool
take_number (std::string *text, const char *word, unsigned *number)
{
  size_t length = strlen (word);
  if (text->compare (0, length, word) || !ISDIGIT ((*text)[length]))
    return false;
  char *end;
  unsigned long n = strtoul (text->c_str () + length, &end, 10);
  *number = MIN (n, 1000);
  text->erase (0, end - text->c_str ());
  return true;
}

bool
read_action (std::string text, wpp_request *asked)
{
  *asked = {};
  for (const auto &w : words)
    if (text == w.name)
      {
        asked->action = w.action;
        return true;
      }
  asked->action = wpp_request::COPIES;
  bool peel = take_number (&text, "peel-", &asked->peel);
  if (peel && !text.empty () && text[0] == '-')
    text.erase (0, 1);
  else if (peel)
    return text.empty () && asked->peel >= 1 && asked->peel <= WPP_MOST_PEELED;
  return take_number (&text, "unroll-", &asked->unroll) && text.empty () && asked->peel <= WPP_MOST_PEELED
         && asked->unroll <= 8 && exact_log2 (asked->unroll) > 0;
}

/* Read WHERE into IT, whose action is known.  */

bool
read_where (const std::string &where, item *it)
{
  static const char in[] = "in:";
  const char *kind = kind_of (it->asked.action);
  bool of_function = !kind || it->asked.action == wpp_request::PLAIN;
  size_t colon = where.rfind (':');

  /* No name of a function begins with a digit, as lines of a file called `in' do.  */
  if (!where.compare (0, strlen (in), in) && !ISDIGIT (where[strlen (in)]))
    {
      it->function = where.substr (strlen (in));
      return of_function && !it->function.empty ();
    }
  it->file = where.substr (0, colon);
  if (it->asked.action == wpp_request::PLAIN)
    return false;
  if (colon == std::string::npos)
    return (where == "loops" || where == "branches") && (!kind || where == kind);
  char *end;
  it->line = strtoul (where.c_str () + colon + 1, &end, 10);
  return !*end && it->line && !it->file.empty ();
}

bool
read_item (const std::string &text)
{
  size_t last = text.rfind (':');
  auto it = std::make_unique<item> ();
  if (last == std::string::npos || !read_action (text.substr (last + 1), &it->asked)
      || !read_where (text.substr (0, last), it.get ()))
    return false;
  items.safe_push (it.release ());
  return true;
}

/* Is END the end of NAME, beginning with a folder's or the file's name?  */

bool
ends_p (const std::string &name, const std::string &end)
{
  size_t at = name.size () - end.size ();
  return name.size () >= end.size () && !name.compare (at, std::string::npos, end) && (!at || name[at - 1] == '/');
}

/* Is NAME that of FUNCTION, or of what GCC or we made of it: FUNCTION.part.0?  */

bool
made_of_p (const char *name, const std::string &function)
{
  return !strncmp (name, function.c_str (), function.size ())
         && (!name[function.size ()] || name[function.size ()] == '.');
}

} // anonymous namespace

bool
wpp_read_asked (const char *list)
{
  std::string all = list ? list : "";

  for (size_t at = 0, end; at <= all.size (); at = end + 1)
    {
      end = MIN (all.find (',', at), all.size ());
      if (!read_item (all.substr (at, end - at)))
        return false;
    }
  return true;
}

const wpp_request *
wpp_asked_of (const char *kind, location_t place)
{
  const wpp_request *found = NULL;

  if (items.is_empty ())
    return NULL;
  expanded_location at = expand_location (place);
  for (const item *it : items)
    {
      const char *of = kind_of (it->asked.action);
      bool here = it->line ? (int) it->line == at.line && at.file && ends_p (at.file, it->file) : it->file == kind;
      if (it->function.empty () && here && (!of || !strcmp (of, kind)))
        found = &it->asked;
    }
  return found;
}

const wpp_request *
wpp_asked_of_function (cgraph_node *node)
{
  const wpp_request *found = NULL;
  for (const item *it : items)
    if (!it->function.empty () && made_of_p (wpp_assembler_name (node), it->function))
      found = &it->asked;
  return found;
}
