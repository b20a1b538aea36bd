/* AArch64: a load-exclusive and a store-exclusive change memory, which GCC emits for atomic operations (with
   -mno-outline-atomics: others would be calls of libgcc's functions).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COMMON_PROCESSOR_AARCH64_H
#define WPP_RUNTIME_COMMON_PROCESSOR_AARCH64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline long
wpp_syscall6 (long number, long a, long b, long c, long d, long e, long f)
{
  register long x8 __asm__ ("x8") = number;
  register long x0 __asm__ ("x0") = a;
  register long x1 __asm__ ("x1") = b;
  register long x2 __asm__ ("x2") = c;
  register long x3 __asm__ ("x3") = d;
  register long x4 __asm__ ("x4") = e;
  register long x5 __asm__ ("x5") = f;
  __asm__ volatile ("svc\t#0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
  return x0;
}

static inline uint64_t
wpp_take (uint64_t *word, uint64_t n)
{
  return __atomic_fetch_add (word, n, __ATOMIC_RELAXED);
}

static inline bool
wpp_take_if (uint64_t *word, uint64_t *old, uint64_t new)
{
  return __atomic_compare_exchange_n (word, old, new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline void
wpp_count_there (uint64_t *word, int64_t n)
{
  __atomic_fetch_add (word, n, __ATOMIC_RELAXED);
}

static inline bool
wpp_set_top (uint64_t *word)
{
  return __atomic_fetch_or (word, UINT64_C (1) << 63, __ATOMIC_RELAXED) >> 63;
}

static inline void
wpp_clear_top (uint64_t *word)
{
  __atomic_fetch_and (word, ~(UINT64_C (1) << 63), __ATOMIC_RELAXED);
}

/* GCC must not see that these are memcpy and memset.  */
static inline void
wpp_copy_bytes (void *to, const void *from, size_t n)
{
  unsigned char *t = to;
  const unsigned char *f = from;
  for (; n >= 8; n -= 8, t += 8, f += 8)
    {
      uint64_t word;
      __asm__ volatile ("ldr\t%0, [%1]\n\tstr\t%0, [%2]" : "=&r"(word) : "r"(f), "r"(t) : "memory");
    }
  for (; n > 0; n--)
    *(volatile unsigned char *) t++ = *f++;
}

static inline void
wpp_fill_bytes (void *to, unsigned char byte, size_t n)
{
  uint64_t word = byte * UINT64_C (0x0101010101010101);
  unsigned char *t = to;
  for (; n >= 8; n -= 8, t += 8)
    __asm__ volatile ("str\t%0, [%1]" : : "r"(word), "r"(t) : "memory");
  for (; n > 0; n--)
    *(volatile unsigned char *) t++ = byte;
}

#define WPP_SIGNAL_RETURN "\tmov\tx8, #139\n\tsvc\t#0\n"

#endif /* WPP_RUNTIME_COMMON_PROCESSOR_AARCH64_H */
