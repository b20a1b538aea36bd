/* Names: which source file is meant, and which function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/names.h"
#include "unit.h"

/* ---- Source files.  */

/* Of the files NEAR and FAR, NEAR has more in common with FILE; or as much, if EQUAL.  */
static void
nearer (const char *file, const char *near, const char *far, bool equal)
{
  unsigned n = wpp_common_tail (near, file), f = wpp_common_tail (far, file);
  CHECK (equal ? n && n == f : n > f, "%s is %s %s than %s", file,
         equal ? "as little" : "rather", near, far);
}

static void
test_files (void)
{
  nearer ("a/x.c", "a/x.c", "b/x.c", false);
  nearer ("a/x.c", "/old/src/a/x.c", "/old/src/b/x.c", false);
  nearer ("/new/src/a/x.c", "/old/src/a/x.c", "/old/src/b/x.c", false);
  nearer ("../a/x.c", "a/x.c", "b/x.c", false);
  nearer ("x.c", "x.c", "sub/x.c", false);
  nearer ("/src/x.c", "/src/x.c", "/src/src/x.c", false);
  nearer ("sub/x.c", "sub/x.c", "x.c", false);
  nearer ("../src/x.c", "x.c", "sub/x.c", false);
  nearer ("../src/sub/x.c", "sub/x.c", "x.c", false);
  nearer ("b/sub/x.c", "a/sub/x.c", "x.c", false);
  nearer ("/new/x.c", "/old/a/x.c", "/old/b/x.c", true);
  nearer ("a/x.c", "aa/x.c", "ba/x.c", true);
  nearer ("ab/x.c", "b/x.c", "c/x.c", true);
  nearer ("x.c", "a/x.c", "ax.c", false);
  CHECK (!wpp_common_tail ("x.c", "ax.c") && !wpp_common_tail ("ax.c", "x.c") && !wpp_common_tail ("a/x.c", "a/y.c")
             && !wpp_common_tail ("", "x.c"),
         "other files' names");
}

/* ---- Functions.  */

/* The function PRETTY goes by the names FORMS, separated by bars, besides its own, and by no others.  */
static void
named (const char *pretty, const char *forms)
{
  struct wpp_name_form form[WPP_NAME_FORMS];
  size_t n = wpp_name_forms (pretty, form), all = 1;
  bool as_said = form[0].at == pretty && form[0].length == strlen (pretty);
  char *copy = strdup (forms), *rest = copy, *name;
  while ((name = strsep (&rest, "|")))
    if (*name)
      {
        as_said &= wpp_names_p (pretty, name);
        all++;
      }
  CHECK (as_said && n == all, "%s", pretty);
  free (copy);
}

static void
test_functions (void)
{
  named ("main", "");
  named ("f(int)", "f");
  named ("ns::S::f(int) const", "ns::S::f");
  named ("(anonymous namespace)::f(void (*)(int))", "(anonymous namespace)::f");
  named ("ns::(anonymous namespace)::f", "");
  named ("f[abi:cxx11](int)", "f[abi:cxx11]");
  /* Lambdas are functions of their own.  */
  named ("g(int)::{lambda(int)#1}::operator()(int) const", "g(int)::{lambda(int)#1}::operator()");
  named ("S::g(int) const::{lambda(int)#2}::operator()(int) const", "S::g(int) const::{lambda(int)#2}::operator()");
  named ("g(int)::{lambda(int)#1}::_FUN(int)", "g(int)::{lambda(int)#1}::_FUN");
  named ("g(int)::<lambda(int)>", "");
  /* Operators.  */
  named ("ns::S::operator()(int) const", "ns::S::operator()");
  named ("operator<(S const&, S const&)", "operator<");
  named ("operator<<(S&, int)", "operator<<");
  named ("S::operator->() const", "S::operator->");
  named ("S::operator[](int)", "S::operator[]");
  named ("S::operator unsigned long() const", "S::operator unsigned long");
  named ("operator new(unsigned long)", "operator new");
  named ("my_operator(int)", "my_operator");
  named ("bool operator< <int>(S<int>, int)",
         "bool operator< <int>|operator< <int>(S<int>, int)|operator< <int>|operator<");
  /* Instances of templates.  */
  named ("int ns::S::t<int>(int)", "int ns::S::t<int>|ns::S::t<int>(int)|ns::S::t<int>|ns::S::t");
  named ("std::vector<int, std::allocator<int> >::size() const", "std::vector<int, std::allocator<int> >::size");
  named ("unsigned long const& top<unsigned long>(unsigned long, X)",
         "unsigned long const& top<unsigned long>|top<unsigned long>(unsigned long, X)|top<unsigned long>|top");
  named ("decltype (((T)0)->x) f<3, (1>2)>(int)", "decltype (((T)0)->x) f<3, (1>2)>|f<3, (1>2)>(int)|f<3, (1>2)>|f");
  named ("auto f<int>(int) const::{lambda()#1}::operator()() const",
         "auto f<int>(int) const::{lambda()#1}::operator()|f<int>(int) const::{lambda()#1}::operator()() "
         "const|f<int>(int) const::{lambda()#1}::operator()");
  named ("void f<&(operator->)>(int)", "void f<&(operator->)>|f<&(operator->)>(int)|f<&(operator->)>|f");
}

/* What is no name is taken as it is.  */
static void
test_nonsense (void)
{
  char deep[2001];
  memset (deep, '(', 1000);
  memset (deep + 1000, ')', 1000);
  deep[2000] = 0;
  named (deep, "");
  named ("f(", "");
  named ("f<(int)", "");
  named (")f", "");
  struct wpp_name_form form[WPP_NAME_FORMS];
  CHECK (wpp_name_forms ("", form) == 0 && !wpp_names_p ("", "f") && !wpp_names_p ("f", ""), "nothing");
}

static void
test_short (void)
{
  static const char *const names[][2] = {
    { "main", "main" },
    { "f()", "f()" },
    { "f(int, char const*)", "f(…)" },
    { "int f<int, 3>(std::vector<int, std::allocator<int> > const&)", "f<…>(…)" },
    { "(anonymous namespace)::box<int, 3>::sum(std::vector<int> const&) const",
      "(anonymous namespace)::box<…>::sum(…) const" },
    { "num::operator<(num const&) const", "num::operator<(…) const" },
    { "num::operator<<(int)", "num::operator<<(…)" },
    { "num::operator()(int)", "num::operator()(…)" },
    { "num::operator bool() const", "num::operator bool() const" },
    { "bool std::operator< <char, int>(std::a<char> const&, std::a<char> const&)", "std::operator< <…>(…)" },
    { "main::{lambda(int)#1}::operator()(int) const", "main::{lambda(…)#1}::operator()(…) const" },
    { "std::vector<num>::operator[](unsigned long)", "std::vector<…>::operator[](…)" },
    { "std::vector<void (*)(int)>::g() [clone .part.0]", "std::vector<…>::g() [clone .part.0]" },
    { "ns::count(ns::count(int)::_ZN2ns5countEi.Frame*) [clone .actor]", "ns::count(…), resumed" },
    { "f(f()::_Z1fv.Frame*) [clone .destroy]", "f(…), destroyed" },
    { "x->y(a->b, (1)>(2))", "x->y(…)" },
    { "f<(", "f<(" },
    { "", "" },
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *text = wpp_name_short (names[i][0]);
      CHECK (text && !strcmp (text, names[i][1]), "%s is %s (%s)", names[i][0], names[i][1], text);
      free (text);
    }
}

static void
test_frames (void)
{
  static const struct { const char *record, *field; size_t length; } cases[] = {
    { "struct _Z3geni.Frame", "i_2_3", 1 }, { "struct _Z3geni.Frame", "a_b_10_4", 3 }, { "_Z3geni.Frame", "i_2", 0 },
    { "struct s", "i_2_3", 0 }, { "_Z3geni.Frame", "_Coro_promise", 0 }, { "_Z3geni.Frame", "_1_2", 0 },
    { "_Z3geni.Frame", "", 0 }, { "_Z3geni.Frame", NULL, 0 }, { NULL, "i_2_3", 0 }, { ".Frame", "_2_3", 0 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK (wpp_frame_variable (cases[i].record, cases[i].field) == cases[i].length, "frame variable %zu", i);
}

int
main (void)
{
  test_files ();
  test_frames ();
  test_functions ();
  test_nonsense ();
  test_short ();
  return unit_done ();
}
