/* x86-64: one instruction changes memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COMMON_PROCESSOR_X86_64_H
#define WPP_RUNTIME_COMMON_PROCESSOR_X86_64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline long
wpp_syscall6 (long number, long a, long b, long c, long d, long e, long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long result;
  __asm__ volatile ("syscall"
                    : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "rcx", "r11", "memory");
  return result;
}

static inline uint64_t
wpp_take (uint64_t *word, uint64_t n)
{
  __asm__ volatile ("xaddq %0, %1" : "+r"(n), "+m"(*word));
  return n;
}

static inline bool
wpp_take_if (uint64_t *word, uint64_t *old, uint64_t new)
{
  bool same;
  __asm__ volatile ("cmpxchgq %3, %1" : "=@ccz"(same), "+m"(*word), "+a"(*old) : "r"(new));
  return same;
}

static inline void
wpp_count_there (uint64_t *word, int64_t n)
{
  __asm__ volatile ("addq\t%1, %0" : "+m"(*word) : "er"(n));
}

static inline bool
wpp_set_top (uint64_t *word)
{
  bool set;
  __asm__ volatile ("btsq\t$63, %1" : "=@ccc"(set), "+m"(*word));
  return set;
}

static inline void
wpp_clear_top (uint64_t *word)
{
  __asm__ volatile ("btrq\t$63, %0" : "+m"(*word));
}

static inline void
wpp_copy_bytes (void *to, const void *from, size_t n)
{
  __asm__ volatile ("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static inline void
wpp_fill_bytes (void *to, unsigned char byte, size_t n)
{
  __asm__ volatile ("rep stosb" : "+D"(to), "+c"(n) : "a"(byte) : "memory");
}

#define WPP_SIGNAL_RETURN "\tmovl\t$15, %eax\n\tsyscall\n"

#endif /* WPP_RUNTIME_COMMON_PROCESSOR_X86_64_H */
