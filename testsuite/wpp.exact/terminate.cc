/* gcov: no */
// left: yes
// std::terminate out of a noexcept function, and a handler of its own.
#include <cstdio>
#include <cstdlib>
#include <exception>
static int depth;
static void handler () { std::printf ("%d\n", depth); std::fflush (stdout); std::_Exit (depth & 31); }
struct guard { ~guard () { depth += 3; } };
static void thrower (int n) { guard g; if (n == 0) throw n; depth++; thrower (n - 1); }
static void sealed (int n) noexcept { guard g; thrower (n); }
int main () { std::set_terminate (handler); try { thrower (4); } catch (int) { depth += 100; } sealed (3); return 1; }
