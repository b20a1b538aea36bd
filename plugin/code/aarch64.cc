/* The instructions of AArch64.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They differ from those of x86-64 (runtime/common/abi.h, runtime/counts/counts.h) where no single instruction changes
   memory.  A load-exclusive and a store-exclusive do that, or an atomic instruction where the program may have it
   (-march=armv8.1-a): a signal handler that runs between the first two lets the second one fail.  So a word that has
   been reserved is never a handler's, and needs no look at it.

   Stores of events are releases: who sees an event in the ring sees those before it.

   Slow paths are called in place (runtime/common/slow-entry-aarch64.h).  The link register is saved beside what they
   are given, so a function does not become one that calls others.  An operand may be in the link register, so what
   comes back is loaded after it.  The linker may put code between that changes x16 and x17.

   Where a thread-local variable is, is found anew each time: a function may go on in another thread.  */

#include "plugin/code/code.h"
#include "plugin/code/names.h"

extern "C"
{
#include "program/paths/preferential-pack.h"
}

const char wpp_code_processor[] = "AArch64";
const bool wpp_code_keeps_values = false;

tree
wpp_code_function_type (tree type)
{
  return type;
}

/* Set TO to the address of NAME, a symbol or an operand.  */
#define ADDRESS(to, name) \
  "adrp\t" to ", " name "\n\t" \
  "add\t" to ", " to ", #:lo12:" name "\n\t"
/* Load the word NAME to TO.  */
#define LOAD(to, name) \
  "adrp\t" to ", " name "\n\t" \
  "ldr\t" to ", [" to ", #:lo12:" name "]\n\t"
/* Call STUB with the word in X, which it replaces.  */
#define CALL(stub, x) \
  "sub\tsp, sp, #16\n\t" \
  "stp\t" x ", x30, [sp]\n\t" \
  "bl\t" stub "\n\t" \
  "ldr\tx30, [sp, #8]\n\t" \
  "ldr\t" x ", [sp], #16\n\t"
/* Call STUB with the address NAME, and with what STORE puts at 8 and 16 from the stack pointer.  X is clobbered.  */
#define CALL_MORE(stub, store, name, x) \
  "sub\tsp, sp, #32\n\t" \
  "str\tx30, [sp, #24]\n\t" \
  store \
  ADDRESS (x, name) \
  "str\t" x ", [sp]\n\t" \
  "bl\t" stub "\n\t" \
  "ldr\tx30, [sp, #24]\n\t" \
  "add\tsp, sp, #32\n\t"

namespace {

typedef vec<tree, va_gc> operands;

/* Add N to the word at the address in %x1, and set %x0 to what it was before; %2 is clobbered.  */

std::string
take (const char *n)
{
  std::string number = n;
  if (TARGET_LSE)
    return "mov\t%x2, #" + number + "\n\tldadd\t%x2, %x0, [%x1]\n\t";
  return ".Lwpptake%=:\n\tldxr\t%x0, [%x1]\n\tadd\t%x0, %x0, #" + number + "\n\t"
         "stxr\t%w2, %x0, [%x1]\n\tcbnz\t%w2, .Lwpptake%=\n\tsub\t%x0, %x0, #" + number + "\n\t";
}

/* Add 1 to the word at the address in %x0.  The highest bit of %x1 is the word's afterwards; %2 is clobbered.  */

std::string
count_there ()
{
  if (TARGET_LSE)
    return "mov\t%x2, #1\n\tldadd\t%x2, %x1, [%x0]\n\t";
  return ".Lwpptake%=:\n\tldxr\t%x1, [%x0]\n\tadd\t%x1, %x1, #1\n\t"
         "stxr\t%w2, %x1, [%x0]\n\tcbnz\t%w2, .Lwpptake%=\n\t";
}

/* Load the thread's own DELTA to the register TO, or what it is at first if the object has not begun; OTHER is
   clobbered.  */

std::string
load_delta (tree delta, const std::string &to, const std::string &other)
{
  std::string name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (delta));
  if (wpp_for_shared_p ())
    return "adrp\t" + to + ", __wpp_deltas_at\n\t"
           "ldr\t" + to + ", [" + to + ", #:lo12:__wpp_deltas_at]\n\t"
           "cbnz\t" + to + ", 1f\n\t"
           + (delta == wpp_array_delta () ? "mov\t" + to + ", #0x8000000000000000\n\t" : "")
           + "b\t2f\n"
           "1:\n\t"
           "mrs\t" + other + ", tpidr_el0\n\t"
           "add\t" + to + ", " + to + ", " + other + "\n\t"
           "ldr\t" + to + ", [" + to + ", #" + std::to_string (wpp_delta_offset (delta)) + "]\n"
           "2:\n\t";
  return "mrs\t" + to + ", tpidr_el0\n\t"
         "add\t" + to + ", " + to + ", #:tprel_hi12:" + name + ", lsl #12\n\t"
         "ldr\t" + to + ", [" + to + ", #:tprel_lo12_nc:" + name + "]\n\t";
}

/* N values of 64 bits that an asm statement sets, each in a register that no input has; the first one is FIRST, unless
   null.  */

operands *
scratch (unsigned n, tree first = NULL_TREE)
{
  operands *outputs = NULL;
  if (first)
    vec_safe_push (outputs, wpp_asm_operand ("=&r", first));
  while (vec_safe_length (outputs) < n)
    vec_safe_push (outputs, wpp_asm_operand ("=&r", wpp_value ("wpp_scratch", uint64_type_node)));
  return outputs;
}

void
clobber (operands **clobbers, const char *name)
{
  vec_safe_push (*clobbers, build_tree_list (NULL_TREE, build_string (strlen (name), name)));
}

void
add (gimple_seq *seq, const std::string &code, operands *outputs, operands *inputs)
{
  operands *clobbers = NULL;
  clobber (&clobbers, "x16");
  clobber (&clobbers, "x17");
  clobber (&clobbers, "cc");
  gimple_seq_add_stmt (seq, wpp_assembly (code.c_str (), outputs, inputs, clobbers));
}

/* ---- Events: %x0 becomes the address of the word, %w3 is the event.  */

const char local_cursor[]
  = "mrs\t%x1, tpidr_el0\n\t"
    "add\t%x1, %x1, #:tprel_hi12:__wpp_cursor, lsl #12\n\t"
    "add\t%x1, %x1, #:tprel_lo12_nc:__wpp_cursor\n\t";
const char shared_cursor[]
  = LOAD ("%x1", "__wpp_cursor_at")
    "cbz\t%x1, .Lwppearly%=\n\t"
    "mrs\t%x0, tpidr_el0\n\t"
    "add\t%x1, %x1, %x0\n\t";
const char store_word[]
  = "tst\t%x0, #0xffff\n\t"     /* __WPP_CHUNK_BYTES - 1 */
    "b.ne\t.Lwppstore%=\n\t"
    CALL ("__wpp_next_chunk", "%x0")
    ".Lwppstore%=:\n\t"
    "stlr\t%w3, [%x0]";
const char store_early[]
  = "\n\t.subsection 1\n"
    ".Lwppearly%=:\n\t"
    ADDRESS ("%x1", "__wpp_early")
    "ldr\t%w0, [%x1]\n\t"
    "add\t%w0, %w0, #1\n\t"
    "str\t%w0, [%x1]\n\t"
    ADDRESS ("%x0", "__wpp_nowhere")
    "b\t.Lwppstore%=\n\t"
    ".subsection 0";

/* Set %x0 to the address of the depth; %1 is clobbered.  */
const char depth_template[]
  = LOAD ("%x0", "__wpp_depth_at")
    "cbz\t%x0, .Lwppearly%=\n\t"
    "mrs\t%x1, tpidr_el0\n\t"
    "add\t%x0, %x0, %x1\n"
    ".Lwppdepth%=:\n\t"
    ".subsection 1\n"
    ".Lwppearly%=:\n\t"
    ADDRESS ("%x0", "__wpp_nowhere")
    "b\t.Lwppdepth%=\n\t"
    ".subsection 0";

/* ---- Counts: %x0 is the address of the thread's own word.  */

/* %x0 has no delta in it: let the runtime add it.  */
const char fetch_delta[]
  = "b.pl\t.Lwpphave%=\n\t"
    CALL ("__wpp_count_slow", "%x0")
    ".Lwpphave%=:\n\t";
/* The highest bit of the word, in %x1, says that the path is listed; %4 is the function's struct __wpp_known.  */
const char unless_listed[]
  = "tbnz\t%x1, #63, .Lwppdone%=\n\t"
    CALL_MORE ("__wpp_known_slow", "str\t%x0, [sp, #8]\n\t", "%4", "%x1")
    ".Lwppdone%=:";
/* %x0 is the slot's entry, %x3 the path, %x4 the slot, %5 the site.  */
const char find_entry[]
  = "ldr\t%x0, [%x0, %x4]\n\t"
    "cbz\t%x0, .Lwppfind%=\n\t"
    "ldr\t%x1, [%x0]\n\t"
    "cmp\t%x1, %x3\n\t"
    "b.ne\t.Lwppfind%=\n\t"
    "add\t%x0, %x0, #8\n\t";
const char or_call[]
  = "b\t.Lwppfound%=\n"
    ".Lwppfind%=:\n\t"
    CALL_MORE ("__wpp_path_slow", "stp\t%x4, %x3, [sp, #8]\n\t", "%5", "%x0")
    ".Lwppfound%=:";
/* %x0 is the delta, %x3 the key, %x4 the words' address, %x5 the index, %x6 twice the number of pairs, %7 the
   function's struct __wpp_known.  */
const char find_pair[]
  = "add\t%x0, %x0, %x4\n\t"
    "add\t%x0, %x0, %x5, lsl #3\n\t"
    "cmp\t%x5, %x6\n\t"
    "b.hs\t.Lwppslow%=\n\t"
    "ldr\t%x1, [%x0]\n\t"
    "cmp\t%x1, %x3\n\t"
    "b.ne\t.Lwppslow%=\n\t"
    "add\t%x0, %x0, #8\n\t";
const char or_tell[]
  = "b\t.Lwppdone%=\n"
    ".Lwppslow%=:\n\t"
    CALL_MORE ("__wpp_known_slow", "str\t%x3, [sp, #8]\n\t", "%7", "%x1")
    ".Lwppdone%=:";

tree
address_of (tree object)
{
  return build_fold_addr_expr_with_type (object, ptr_type_node);
}

tree
number (uint64_t n)
{
  return build_int_cstu (uint64_type_node, n);
}

/* The value of A CODE B.  */

tree
computed (gimple_seq *seq, tree_code code, tree type, tree a, tree b)
{
  tree result = wpp_value ("wpp_result", type);
  gimple_seq_add_stmt (seq, gimple_build_assign (result, code, a, b));
  return result;
}

} // anonymous namespace

void
wpp_code_store (gimple_seq *seq, tree event, bool)
{
  operands *inputs = NULL;
  std::string code = wpp_for_shared_p () ? shared_cursor : local_cursor;

  code += take ("4") + store_word;
  if (wpp_for_shared_p ())
    code += store_early;
  vec_safe_push (inputs, wpp_asm_operand ("r", event));
  add (seq, code, scratch (3), inputs);
}

tree
wpp_code_depth (gimple_seq *seq, tree type)
{
  tree address = wpp_value ("wpp_depth_at", type);
  add (seq, depth_template, scratch (2, address), NULL);
  return address;
}

/* That a path is nearly always the same one does not matter.  */

void
wpp_code_count (gimple_seq *seq, const wpp_counted_word &w)
{
  operands *inputs = NULL, *outputs = scratch (3);
  tree place = computed (seq, POINTER_PLUS_EXPR, ptr_type_node, w.path, build_int_cst (sizetype, w.increment));
  std::string code;

  vec_safe_push (inputs, wpp_asm_operand ("r", place));
  if (w.bound)
    code = "mov\t%x0, %x3\n\t";
  else
    code = load_delta (w.delta, "%x1", "%x2") + "adds\t%x0, %x3, %x1\n\t" + (w.known ? "" : fetch_delta);
  code += count_there ();
  if (w.known)
    {
      vec_safe_push (inputs, wpp_asm_operand ("S", address_of (w.known)));
      code += unless_listed;
    }
  add (seq, code, outputs, inputs);
}

/* The runtime sets all deltas, but returns only one of them.  */

void
wpp_code_bind (gimple_seq *seq, tree own, tree first, tree delta)
{
  operands *inputs = NULL;
  tree alone = delta == wpp_array_delta () ? wpp_count_delta () : delta;
  std::string load = load_delta (alone, "%x0", "%x1");

  vec_safe_push (inputs, wpp_asm_operand ("r", first));
  add (seq, load + "cbnz\t%x0, .Lwpphave%=\n\t" CALL ("__wpp_count_slow", "%x0") + load
            + ".Lwpphave%=:\n\tadd\t%x0, %x0, %x2",
       scratch (2, own), inputs);
}

void
wpp_code_count_in_table (gimple_seq *seq, tree path, tree slot, tree site)
{
  operands *inputs = NULL;
  vec_safe_push (inputs, wpp_asm_operand ("r", path));
  vec_safe_push (inputs, wpp_asm_operand ("r", slot));
  vec_safe_push (inputs, wpp_asm_operand ("S", address_of (site)));
  add (seq, load_delta (wpp_slot_delta (), "%x0", "%x1") + find_entry + count_there () + or_call, scratch (3), inputs);
}

void
wpp_code_count_pair (gimple_seq *seq, const wpp_packing *packing, tree key, tree words, tree known)
{
  operands *inputs = NULL;
  uint64_t mask = (UINT64_C (1) << packing->shift) - 1;
  tree low = computed (seq, BIT_AND_EXPR, uint64_type_node, key, number (mask));
  tree index = computed (seq, MINUS_EXPR, uint64_type_node, low, number (packing->bias));

  vec_safe_push (inputs, wpp_asm_operand ("r", key));
  vec_safe_push (inputs, wpp_asm_operand ("r", words));
  vec_safe_push (inputs, wpp_asm_operand ("r", index));
  vec_safe_push (inputs, wpp_asm_operand ("r", number (2 * packing->n)));
  vec_safe_push (inputs, wpp_asm_operand ("S", address_of (known)));
  add (seq, load_delta (wpp_count_delta (), "%x0", "%x1") + find_pair + count_there () + or_tell, scratch (3), inputs);
}
