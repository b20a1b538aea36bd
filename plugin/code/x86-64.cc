/* The instructions of x86-64.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/code/code.h"
#include "plugin/code/names.h"
#include "plugin/code/x86-64.h"
#include "runtime/common/abi.h"
#include "tm_p.h"

extern "C"
{
#include "program/paths/preferential-pack.h"
}

const char wpp_code_processor[] = "x86-64";
const bool wpp_code_keeps_values = true;

/* The runtime does not follow -mabi=ms.  */

tree
wpp_code_function_type (tree type)
{
  return build_type_attribute_variant (type, tree_cons (get_identifier ("sysv_abi"), NULL_TREE, NULL_TREE));
}

/* ---- Events.  */

#define STRINGIZE_(x) #x
#define STRINGIZE(x) STRINGIZE_ (x)
#define FIRST_OR_LAST STRINGIZE (__WPP_CHUNK_BYTES) "-1-4"

/* Load FROM in AT&T syntax, FROM_INTEL in Intel's, to %0.  */
#define LOAD(from, from_intel) "{movq\t" from ", %q0|mov\t%q0, QWORD PTR " from_intel "}\n\t"

/* %0 is the cursor, after the word, and %1 the event.  RESERVE moves the cursor in memory on and loads it to %0.  */
#define STORE(reserve) \
    reserve \
    "{testl\t$" FIRST_OR_LAST ", %k0|test\t%k0, " FIRST_OR_LAST "}\n\t" \
    "jz\t.Lwppslow%=\n\t" \
    "{cmpl\t$0, -4(%q0)|cmp\tDWORD PTR [%q0-4], 0}\n\t" \
    "jne\t.Lwppslow%=\n" \
    ".Lwppstore%=:\n\t" \
    "{movl\t%k1, -4(%q0)|mov\tDWORD PTR [%q0-4], %k1}\n\t" \
    ".subsection 1\n" \
    ".Lwppslow%=:\n\t" \
    "{leaq\t-4(%q0), %q0|lea\t%q0, [%q0-4]}\n\t" \
    WPP_SKIP_RED_ZONE ("%q0") \
    WPP_PUSH ("%q0") \
    WPP_RESUME_AT (".Lwppstore", "8", "%q0") \
    "call\t__wpp_next_chunk\n\t" \
    WPP_POP ("%q0") \
    "{leaq\t4(%q0), %q0|lea\t%q0, [%q0+4]}\n\t" \
    WPP_RESUME (".Lwppstore", "136") \
    ".subsection 0"

/* %2 is the cursor in memory.  */
static const char local_template[] = STORE ("{addq\t$4, %2|add\t%2, 4}\n\t" WPP_MOVE ("%q0", "%2"));

/* In code that may become part of a shared object, REG has the place of the cursor; 0: the object has not begun.  */
#define UNLESS_EARLY(reg) \
    "{testq\t" reg ", " reg "|test\t" reg ", " reg "}\n\t" \
    "jz\t.Lwppearly%=\n\t"
#define STORE_EARLY \
    "\n\t.subsection 1\n" \
    ".Lwppearly%=:\n\t" \
    "{addl\t$1, __wpp_early(%%rip)|add\tDWORD PTR __wpp_early[rip], 1}\n\t" \
    "{leaq\t__wpp_nowhere+4(%%rip), %q0|lea\t%q0, __wpp_nowhere[rip+4]}\n\t" \
    "jmp\t.Lwppstore%=\n\t" \
    ".subsection 0"
/* %2 is the place of the cursor.  */
static const char shared_template[]
  = STORE (UNLESS_EARLY ("%q2") "{addq\t$4, %%fs:(%q2)|add\tQWORD PTR fs:[%q2], 4}\n\t"
           LOAD ("%%fs:(%q2)", "fs:[%q2]")) STORE_EARLY;

/* In short loops (loops.cc) the next event waits for this one's cursor.  Processors that rename memory do not do
   so with %fs, so the cursor is addressed by a register there; in code that can only be part of an executable, from the
   thread pointer.  */
#define RESERVE_AT(displacement) \
    "{addq\t$4, " displacement "(%q0)|add\tQWORD PTR " displacement "[%q0], 4}\n\t" \
    LOAD (displacement "(%q0)", displacement "[%q0]")
static const char local_loop_template[]
  = STORE (LOAD ("%%fs:0", "fs:0") RESERVE_AT ("__wpp_cursor@tpoff"));
static const char shared_loop_template[]
  = STORE (LOAD ("__wpp_cursor_at(%%rip)", "__wpp_cursor_at[rip]") UNLESS_EARLY ("%q0")
           "{addq\t%%fs:0, %q0|add\t%q0, QWORD PTR fs:0}\n\t" RESERVE_AT ("")) STORE_EARLY;

/* Load the address of the depth to %0, in such code.  */
static const char depth_template[]
  = LOAD ("__wpp_depth_at(%%rip)", "__wpp_depth_at[rip]") UNLESS_EARLY ("%q0")
    "{addq\t%%fs:0, %q0|add\t%q0, QWORD PTR fs:0}\n"
    ".Lwppdepth%=:\n\t"
    ".subsection 1\n"
    ".Lwppearly%=:\n\t"
    "{leaq\t__wpp_nowhere(%%rip), %q0|lea\t%q0, __wpp_nowhere[rip]}\n\t"
    "jmp\t.Lwppdepth%=\n\t"
    ".subsection 0";

/* The cursor, in code that can only be part of an executable: there its place is a constant of the link.  */

static tree
cursor ()
{
  return wpp_thread_variable (WPP_ROOT_CURSOR, "__wpp_cursor", uint64_type_node);
}

/* Its place, in other code.  It changes once, before the object's code is executed but for special cases, in which the
   old value serves as well.  */

static tree
cursor_place (gimple_seq *seq)
{
  if (!wpp_roots[WPP_ROOT_CURSOR])
    {
      tree decl = wpp_own (wpp_external_variable ("__wpp_cursor_at", uint64_type_node));
      TREE_READONLY (decl) = 1;
      wpp_roots[WPP_ROOT_CURSOR] = decl;
    }
  tree place = wpp_value ("wpp_place", uint64_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (place, wpp_roots[WPP_ROOT_CURSOR]));
  return place;
}

void
wpp_code_store (gimple_seq *seq, tree event, bool alone)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  bool shared = wpp_for_shared_p ();
  const char *code = shared ? shared_loop_template : local_loop_template;

  vec_safe_push (outputs, wpp_asm_operand ("=&r", wpp_value ("wpp_cursor", uint64_type_node)));
  vec_safe_push (inputs, wpp_asm_operand ("r", event));
  if (!alone)
    {
      code = shared ? shared_template : local_template;
      vec_safe_push (inputs, shared ? wpp_asm_operand ("r", cursor_place (seq)) : wpp_asm_operand ("m", cursor ()));
    }
  gimple_seq_add_stmt (seq, wpp_assembly (code, outputs, inputs));
}

tree
wpp_code_depth (gimple_seq *seq, tree type)
{
  tree address = wpp_value ("wpp_depth_at", type);
  vec<tree, va_gc> *outputs = NULL;
  vec_safe_push (outputs, wpp_asm_operand ("=r", address));
  gimple_seq_add_stmt (seq, wpp_assembly (depth_template, outputs, NULL));
  return address;
}

/* ---- Counts.  */

/* In code that may become part of a shared object, the register AT has the place of the thread's deltas; 0: the
   object has not begun.  Go to the label ELSEWHERE then.  */
#define UNLESS_BEFORE(at, elsewhere) \
  "{testq\t" at ", " at "|test\t" at ", " at "}\n\t" \
  "jz\t" elsewhere "%=\n\t"
/* Load the operand FROM, a delta, to the register TO, whose lower half is LOW; 0 if the object has not begun.  */
#define LOAD_SHARED(to, low, from, at) \
  UNLESS_BEFORE (at, ".Lwppbefore") \
  WPP_MOVE (to, from) \
  ".Lwpplate%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppbefore%=:\n\t" \
  "{xorl\t" low ", " low "|xor\t" low ", " low "}\n\t" \
  "jmp\t.Lwpplate%=\n\t" \
  ".subsection 0\n\t"
/* After LOAD of the delta to the register TO: if it is 0, there is none.  Then go to .Lwppnone.  */
#define WPP_LOADED_DELTA(load, to) \
  load \
  "{testq\t" to ", " to "|test\t" to ", " to "}\n\t" \
  "jz\t.Lwppnone%=\n" \
  ".Lwpphave%=:\n\t"
/* After ADD of the delta to the address in a register: if the result is no address, go to .Lwppnone.  Code that may
   become part of a shared object goes there if there is none to add.  */
#define WPP_ADDED_DELTA(add) \
  add \
  "js\t.Lwppnone%=\n" \
  ".Lwpphave%=:\n\t"
/* At .Lwppnone, let the runtime set the delta and add it to TO, do MORE and go on at .Lwpphave.  */
#define WPP_FETCH_DELTA(to, more) \
  ".subsection 1\n" \
  ".Lwppnone%=:\n\t" \
  WPP_SKIP_RED_ZONE (to) \
  WPP_PUSH (to) \
  WPP_RESUME_AT (".Lwpphave", "8", to) \
  "call\t__wpp_count_slow\n\t" \
  WPP_POP (to) \
  more \
  WPP_RESUME (".Lwpphave", "136") \
  ".subsection 0"

#define WPP_ADD(to, from) "{addq\t" from ", " to "|add\t" to ", " from "}\n\t"
/* Count at BYTES from the address in the register AT.  `inc' is not used, because with an operand in memory it takes
   three micro-operations, and this takes two.  */
#define WPP_INC(at, bytes) "{addq\t$1, " bytes "(" at ")|add\tQWORD PTR [" at "+" bytes "], 1}\n\t"
/* Do EQUAL if the registers PATH and AGAIN are equal, as they nearly always are, else OTHERWISE.  EQUAL has
   instructions of its own.  The flags afterwards are those of the one that was done.  */
#define WPP_AGAIN(path, again, equal, otherwise) \
  "{cmpq\t" again ", " path "|cmp\t" path ", " again "}\n\t" \
  "jne\t.Lwppfirst%=\n\t" \
  equal \
  ".Lwppcounted%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppfirst%=:\n\t" \
  otherwise \
  "jmp\t.Lwppcounted%=\n\t" \
  ".subsection 0\n\t"
/* Add PATH, which is nearly always AGAIN, to DELTA, and count at BYTES from there; or count at BYTES from PATH
   itself.  */
#define WPP_COUNT_AGAIN(delta, path, again, bytes) \
  WPP_AGAIN (path, again, WPP_ADD (delta, again) WPP_INC (delta, bytes), \
             WPP_ADD (delta, path) WPP_INC (delta, bytes))
#define WPP_OWN_AGAIN(path, again, bytes) \
  WPP_AGAIN (path, again, WPP_INC (again, bytes), WPP_INC (path, bytes))

/* Templates come in pairs: for code that can only be part of an executable, and for other code, which has the place of
   the thread's deltas as one more operand.  */

/* Set %0 to the address of the thread's copy of the array %2, whose delta is %1.  In code that may become part of a
   shared object, %3 is the place of the deltas.  The runtime sets all deltas, but returns only that of the counters:
   that of sparse words is loaded again.  If the object has begun since the place was loaded, there is none: then the
   slow path counts what is counted in the object's words.  */
#define BIND(load, again) WPP_LOADED_DELTA (load, "%0") WPP_ADD ("%0", "%2") WPP_FETCH_DELTA ("%0", again)
static const char bind_template[] = BIND (WPP_MOVE ("%0", "%1"), WPP_MOVE ("%0", "%1"));
static const char shared_bind_template[] = BIND (LOAD_SHARED ("%0", "%k0", "%1", "%q3"), "");
static const char shared_sparse_template[]
  = BIND (LOAD_SHARED ("%0", "%k0", "%1", "%q3"),
          "{xorl\t%k0, %k0|xor\t%k0, %k0}\n\t"
          UNLESS_BEFORE ("%q3", ".Lwppstill")
          WPP_MOVE ("%0", "%1")
          ".Lwppstill%=:\n\t");

/* Parts of the code that counts in a table (runtime/counts/counts.h).  ENTRY has the delta: load the entry of the slot
   SLOT to ENTRY, and count if it is PATH's.  Without a delta, the slot is the linked object's, which is empty.  */
#define FIND(entry, path, slot) \
  "{movq\t(" entry "," slot "), " entry "|mov\t" entry ", QWORD PTR [" entry "+" slot "]}\n\t" \
  "{testq\t" entry ", " entry "|test\t" entry ", " entry "}\n\t" \
  "jz\t.Lwppfind%=\n\t" \
  "{cmpq\t" path ", (" entry ")|cmp\tQWORD PTR [" entry "], " path "}\n\t" \
  "jne\t.Lwppfind%=\n\t" \
  "{addq\t$1, 8(" entry ")|add\tQWORD PTR [" entry "+8], 1}\n"
/* At .Lwppfind, call the runtime instead, for the function SITE.  */
#define CALL(entry, path, slot, site) \
  ".Lwppfound%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppfind%=:\n\t" \
  WPP_SKIP_RED_ZONE (entry) \
  WPP_PUSH (path) \
  WPP_PUSH (slot) \
  WPP_RESUME_AT (".Lwppfound", "16", entry) \
  "{leaq\t" site ", " entry "|lea\t" entry ", " site "}\n\t" \
  WPP_PUSH (entry) \
  "call\t__wpp_path_slow\n\t" \
  WPP_RESUME (".Lwppfound", "160") \
  ".subsection 0"

/* %0 the path register, which becomes the address of the thread's own counter; %2 the thread's delta, %c3 the
   increment in bytes.  */
#define COUNTER(add) WPP_ADDED_DELTA (add) WPP_INC ("%0", "%c3") WPP_FETCH_DELTA ("%0", "")
static const char *const counter_templates[]
  = { COUNTER (WPP_ADD ("%0", "%2")), COUNTER (UNLESS_BEFORE ("%q4", ".Lwppnone") WPP_ADD ("%0", "%2")) };

/* %0 the delta, %1 the path register, nearly always %4, as this is in a loop; %2 and %c3 as before.  */
#define COUNTER_AGAIN(load) \
  WPP_LOADED_DELTA (load, "%0") WPP_COUNT_AGAIN ("%0", "%1", "%4", "%c3") WPP_FETCH_DELTA ("%0", "")
static const char *const counter_again_templates[]
  = { COUNTER_AGAIN (WPP_MOVE ("%0", "%2")), COUNTER_AGAIN (LOAD_SHARED ("%0", "%k0", "%2", "%q5")) };

/* In call-free nodes: %0 is the counter's address.  */
static const char own_counter_template[] = "{addq\t$1, %a0|add\tQWORD PTR %a0, 1}";

/* The same in a loop where %0 is nearly always %2.  */
static const char own_counter_again_template[] = WPP_OWN_AGAIN ("%0", "%2", "%c1");

/* %0 is clobbered, %1 the path, %2 the slot, %3 the thread's delta, %4 the function's first counter.  */
#define TABLE(load) load FIND ("%0", "%1", "%2") CALL ("%0", "%1", "%2", "%4")
static const char *const table_templates[]
  = { TABLE (WPP_MOVE ("%0", "%3")), TABLE (LOAD_SHARED ("%0", "%k0", "%3", "%q5")) };

/* Skip the stack's red zone, and call __wpp_known_slow with the register or constant PATH, to which BYTES are added,
   and the address KNOWN.  SCRATCH is a register that keeps its value.  */
#define SLOW(path, bytes, known, scratch) \
    ".subsection 1\n" \
    ".Lwppslow%=:\n\t" \
    WPP_SKIP_RED_ZONE (scratch) \
    WPP_PUSH (path) \
    "{addq\t$" bytes ", (%%rsp)|add\tQWORD PTR [rsp], " bytes "}\n\t" \
    WPP_PUSH (scratch) \
    WPP_RESUME_AT (".Lwppdone", "16", scratch) \
    "{leaq\t" known ", " scratch "|lea\t" scratch ", " known "}\n\t" \
    "{xchgq\t" scratch ", (%%rsp)|xchg\tQWORD PTR [rsp], " scratch "}\n\t" \
    "call\t__wpp_known_slow\n\t" \
    WPP_RESUME (".Lwppdone", "152") \
    ".subsection 0"

/* The word at BYTES from the address in the register AT has counted.  KNOWN is the function's struct __wpp_known.  */
#define WORD_DONE(at, bytes, known) \
    "jns\t.Lwppslow%=\n" \
    ".Lwppdone%=:\n\t" \
    SLOW (at, bytes, known, at)

/* %0 the path register, which becomes the address of the thread's own word; %2 the thread's delta, %c3 the
   increment, %4 the function's struct __wpp_known.  */
#define WORD(add) add WPP_INC ("%0", "%c3") WORD_DONE ("%0", "%c3", "%4")
static const char *const word_templates[]
  = { WORD (WPP_ADD ("%0", "%2")),
      WORD (UNLESS_BEFORE ("%q5", ".Lwpplate") WPP_ADD ("%0", "%2") ".Lwpplate%=:\n\t") };

/* %0 the delta, which becomes that address; %1 the path register, nearly always %5, as this is in a loop; the others
   as before.  */
#define WORD_AGAIN(load) load WPP_COUNT_AGAIN ("%0", "%1", "%5", "%c3") WORD_DONE ("%0", "%c3", "%4")
static const char *const word_again_templates[]
  = { WORD_AGAIN (WPP_MOVE ("%0", "%2")), WORD_AGAIN (LOAD_SHARED ("%0", "%k0", "%2", "%q6")) };

/* In call-free nodes: %0 the address of the thread's own word, %c1 the increment, %2 the function's struct
   __wpp_known.  */
static const char own_word_template[] = WPP_INC ("%0", "%c1") WORD_DONE ("%0", "%c1", "%2");

/* The same in a loop where %0 is nearly always %3.  */
static const char own_word_again_template[] = WPP_OWN_AGAIN ("%0", "%3", "%c1") WORD_DONE ("%0", "%c1", "%2");

/* %0 the delta, %1 the index, %2 the key, %3 the thread's delta, %4 the function's words, %5 its struct
   __wpp_known, %c6 the bias, %c7 twice the number of pairs, %c8 a mask for the low bits.  */
#define PAIR_BEGIN WPP_MOVE ("%0", "%3")
#define PAIR_BEGIN_SHARED LOAD_SHARED ("%0", "%k0", "%3", "%q9")
#define PAIR_BYTE "{movzbl\t%b2, %k1|movzx\t%k1, %b2}\n\t"
#define PAIR_WORD "{movzwl\t%w2, %k1|movzx\t%k1, %w2}\n\t"
#define PAIR_LONG "{movl\t%k2, %k1|mov\t%k1, %k2}\n\t"
#define PAIR_MASK "{andl\t$%c8, %k1|and\t%k1, %c8}\n\t"
#define PAIR_BIAS "{subl\t$%c6, %k1|sub\t%k1, %c6}\n\t"
#define PAIR_BOUNDS "{cmpl\t$%c7, %k1|cmp\t%k1, %c7}\n\t" \
    "jae\t.Lwppslow%=\n\t"
#define PAIR_END \
    "{addq\t%4, %0|add\t%0, %4}\n\t" \
    "{leaq\t(%0,%1,8), %0|lea\t%0, [%0+%1*8]}\n\t" \
    "{cmpq\t%2, (%0)|cmp\tQWORD PTR [%0], %2}\n\t" \
    "jne\t.Lwppslow%=\n\t" \
    "{addq\t$1, 8(%0)|add\tQWORD PTR [%0+8], 1}\n" \
    ".Lwppdone%=:\n\t" \
    SLOW ("%2", "0", "%5", "%0")

static tree
bytes (int64_t n)
{
  return build_int_cst (sizetype, n);
}

/* The delta to load before a counter's address is added, where DELTA is to be added.  DELTA may be negative, so its
   sign cannot say that there is none.  */

static tree
alone (tree delta)
{
  return delta == wpp_array_delta () ? wpp_count_delta () : delta;
}

/* The operand DELTA.  In code that may become part of a shared object, set *PLACE to the register that has its place
   after SEQ.  */

static tree
delta_operand (gimple_seq *seq, tree delta, tree *place)
{
  if (!wpp_for_shared_p ())
    return delta;
  tree type = build_qualified_type (intDI_type_node, ENCODE_QUAL_ADDR_SPACE (ADDR_SPACE_SEG_FS));
  tree decl = wpp_deltas_at (build_pointer_type (type));
  *place = wpp_value ("wpp_place", TREE_TYPE (decl));
  gimple_seq_add_stmt (seq, gimple_build_assign (*place, decl));
  return build2 (MEM_REF, type, *place, build_int_cst (TREE_TYPE (decl), wpp_delta_offset (delta)));
}

/* Add PLACE to INPUTS, unless it is null.  */

static void
add_place (vec<tree, va_gc> **inputs, tree place)
{
  if (place)
    vec_safe_push (*inputs, wpp_asm_operand ("r", place));
}

static const char *
template_of (const wpp_counted_word &w)
{
  bool shared = wpp_for_shared_p ();
  if (w.known)
    return w.bound ? (w.again ? own_word_again_template : own_word_template)
                   : w.again ? word_again_templates[shared] : word_templates[shared];
  return w.bound ? (w.again ? own_counter_again_template : own_counter_template)
                 : w.again ? counter_again_templates[shared] : counter_templates[shared];
}

/* Count at W's address itself.  */

static void
count_there (gimple_seq *seq, const wpp_counted_word &w)
{
  vec<tree, va_gc> *inputs = NULL;
  tree place = wpp_value ("wpp_word", ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign (place, POINTER_PLUS_EXPR, w.path, bytes (w.increment)));
  vec_safe_push (inputs, wpp_asm_operand ("p", place));
  gimple_seq_add_stmt (seq, wpp_assembly (template_of (w), NULL, inputs));
}

/* The operands are: a register for the address of the thread's own word (unless bound); the path register, which is the
   same register unless there is AGAIN; the delta (unless bound); the increment; KNOWN; AGAIN; the deltas' place.  */

void
wpp_code_count (gimple_seq *seq, const wpp_counted_word &w)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree place = NULL_TREE;

  if (w.bound && !w.known && !w.again)
    {
      count_there (seq, w);
      return;
    }
  if (!w.bound)
    vec_safe_push (outputs, wpp_asm_operand (w.again ? "=&r" : "=r", wpp_value ("wpp_own", ptr_type_node)));
  vec_safe_push (inputs, wpp_asm_operand (w.bound || w.again ? "r" : "0", w.path));
  if (!w.bound)
    vec_safe_push (inputs, wpp_asm_operand ("m", delta_operand (seq, w.again ? alone (w.delta) : w.delta, &place)));
  vec_safe_push (inputs, wpp_asm_operand ("i", bytes (w.increment)));
  if (w.known)
    vec_safe_push (inputs, wpp_asm_operand ("m", w.known));
  if (w.again)
    vec_safe_push (inputs, wpp_asm_operand ("r", w.again));
  add_place (&inputs, place);
  gimple_seq_add_stmt (seq, wpp_assembly (template_of (w), outputs, inputs));
}

void
wpp_code_bind (gimple_seq *seq, tree own, tree first, tree delta)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree place = NULL_TREE;
  vec_safe_push (outputs, wpp_asm_operand ("=&r", own));
  vec_safe_push (inputs, wpp_asm_operand ("m", delta_operand (seq, alone (delta), &place)));
  vec_safe_push (inputs, wpp_asm_operand ("r", first));
  add_place (&inputs, place);
  const char *code = !place ? bind_template
                     : delta == wpp_sparse_delta () ? shared_sparse_template : shared_bind_template;
  gimple_seq_add_stmt (seq, wpp_assembly (code, outputs, inputs));
}

void
wpp_code_count_in_table (gimple_seq *seq, tree number, tree slot, tree site)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree place = NULL_TREE;
  vec_safe_push (outputs, wpp_asm_operand ("=&r", wpp_value ("wpp_entry", uint64_type_node)));
  vec_safe_push (inputs, wpp_asm_operand ("r", number));
  vec_safe_push (inputs, wpp_asm_operand ("r", slot));
  vec_safe_push (inputs, wpp_asm_operand ("m", delta_operand (seq, wpp_slot_delta (), &place)));
  vec_safe_push (inputs, wpp_asm_operand ("m", site));
  add_place (&inputs, place);
  gimple_seq_add_stmt (seq, wpp_assembly (table_templates[wpp_for_shared_p ()], outputs, inputs));
}

/* The assembly for pairs that are packed as P says.  */

static std::string
pair_code (const wpp_packing *p)
{
  std::string code = wpp_for_shared_p () ? PAIR_BEGIN_SHARED : PAIR_BEGIN;
  code += p->shift == 8 ? PAIR_BYTE : p->shift == 16 ? PAIR_WORD : PAIR_LONG;
  if (p->shift != 8 && p->shift != 16 && p->shift != 32)
    code += PAIR_MASK;
  if (p->bias)
    code += PAIR_BIAS;
  if (!p->bounded)
    code += PAIR_BOUNDS;
  return code + PAIR_END;
}

static tree
number (uint64_t n)
{
  return build_int_cstu (uint64_type_node, n);
}

void
wpp_code_count_pair (gimple_seq *seq, const wpp_packing *packing, tree key, tree words, tree known)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree place = NULL_TREE;
  vec_safe_push (outputs, wpp_asm_operand ("=&r", wpp_value ("wpp_delta", uint64_type_node)));
  vec_safe_push (outputs, wpp_asm_operand ("=&r", wpp_value ("wpp_index", uint64_type_node)));
  vec_safe_push (inputs, wpp_asm_operand ("r", key));
  vec_safe_push (inputs, wpp_asm_operand ("m", delta_operand (seq, wpp_count_delta (), &place)));
  vec_safe_push (inputs, wpp_asm_operand ("r", words));
  vec_safe_push (inputs, wpp_asm_operand ("m", known));
  vec_safe_push (inputs, wpp_asm_operand ("i", number (packing->bias)));
  vec_safe_push (inputs, wpp_asm_operand ("i", number (2 * packing->n)));
  vec_safe_push (inputs, wpp_asm_operand ("i", number ((UINT64_C (1) << packing->shift) - 1)));
  add_place (&inputs, place);
  gimple_seq_add_stmt (seq, wpp_assembly (pair_code (packing).c_str (), outputs, inputs));
}
