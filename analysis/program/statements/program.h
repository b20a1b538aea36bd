/* The program as data: the statements of a compilation unit's functions, without a compiler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   plugin/gcc/body/body*.cc makes this from GIMPLE at the place where paths are numbered, in both compilations; in the
   first it travels in the notes (record.h).  Everything that asks what statements do asks here.

     wpp_program            a unit: types, fields, variables of static storage and functions, constants; bodies
       wpp_body             a function: its variables, values, references, statements
         node               of the function's wpp_cfg: PHIs, then statements, in the order of execution
         edge               of the wpp_cfg: what it says of the branch taken, and the arguments of PHIs

   Numbers name everything.  Types, fields and constants are numbered in the unit; variables, values, operands,
   references, statements and calls in the body.  WPP_NONE is no number.

   A *value* is a version of a variable in SSA form, or a temporary: a register that is assigned in one place.  A
   variable in memory has no values; it is accessed by references.  A *reference* is a place in memory as the source
   writes it, a->b[i].c: components on a base.  An *operand* is a value, a constant, a reference or the address of one;
   equal operands of a body are one, and so are equal references.

   What cannot be expressed is an operand or a statement of kind OTHER: it has a text, and its uses and definitions are
   complete.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_PROGRAM_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/cfg.h"
#include "program/statements/operations.h"
#include "base/error.h"

#define WPP_NONE UINT32_MAX

/* ---- Of the unit.  */

enum wpp_type_kind
{
  WPP_TYPE_OTHER,
  WPP_TYPE_VOID,
  WPP_TYPE_BOOLEAN,
  WPP_TYPE_INTEGER,
  WPP_TYPE_ENUM,
  WPP_TYPE_POINTER,
  WPP_TYPE_REFERENCE,    /* of C++ */
  WPP_TYPE_REAL,
  WPP_TYPE_COMPLEX,
  WPP_TYPE_VECTOR,
  WPP_TYPE_ARRAY,
  WPP_TYPE_RECORD,
  WPP_TYPE_UNION,
  WPP_TYPE_FUNCTION,
  WPP_N_TYPE_KINDS
};

enum wpp_type_flags
{
  WPP_TYPE_UNSIGNED = 1,
  WPP_TYPE_REGISTER = 2, /* values may have it (GCC's is_gimple_reg_type) */
  WPP_TYPE_WRAPS = 4,    /* overflow of an integer is defined */
  WPP_TYPE_DECIMAL = 8   /* a REAL that is no binary number */
};

/* A type without qualifiers.  Types that GCC takes for one, as those of a typedef, are one.  */
struct wpp_type
{
  char *name;            /* as in the source: `struct s', `int'; null: has none (wpp_print_type) */
  uint8_t kind;          /* enum wpp_type_kind */
  uint8_t flags;         /* enum wpp_type_flags */
  uint32_t precision;    /* bits that count: 1 of a boolean; 80 of a long double */
  uint64_t size;         /* bits in memory; 0: unknown, or none */
  uint32_t target;       /* of a pointer: what it points to; of an array, vector or complex number: the elements; of
                            a function: what it returns; else WPP_NONE */
};

struct wpp_field
{
  char *name;            /* null: has none */
  uint32_t record;       /* type that it is a field of */
  uint32_t type;
  uint64_t offset;       /* bits from the start of the record; WPP_UNKNOWN_OFFSET */
  uint64_t size;         /* bits; 0: unknown */
};

#define WPP_UNKNOWN_OFFSET UINT64_MAX

enum wpp_variable_kind
{
  WPP_VARIABLE,
  WPP_PARAMETER,
  WPP_RESULT,            /* what the function returns, where that is in memory */
  WPP_FUNCTION,
  WPP_LABEL,
  WPP_OTHER_VARIABLE,
  WPP_N_VARIABLE_KINDS
};

enum wpp_variable_flags
{
  WPP_VARIABLE_USER = 1,     /* the user named it */
  WPP_VARIABLE_SHOWN = 2,    /* it has a name that debuggers may know: values are shown as it; users' are */
  WPP_VARIABLE_STATIC = 4,   /* static storage (GCC's is_global_var) */
  WPP_VARIABLE_REGISTER = 8, /* it has values; else it is in memory */
  WPP_VARIABLE_ALIASED = 16, /* pointers may reach it (GCC's may_be_aliased) */
  WPP_VARIABLE_NONNULL = 32, /* a parameter that is no null pointer (GCC's nonnull_arg_p) */
  WPP_VARIABLE_PUBLIC = 64,  /* other units may know it */
  WPP_VARIABLE_EXTERNAL = 128, /* it is defined elsewhere */
  WPP_VARIABLE_READONLY = 256,
  WPP_VARIABLE_VOLATILE = 512,
  WPP_VARIABLE_THREAD = 1024,  /* each thread has one */
  WPP_VARIABLE_BUILTIN = 2048, /* a function that GCC knows */
  WPP_VARIABLE_SYSTEM = 4096,  /* a function that a header of the system declares, or C++ by itself */
  WPP_VARIABLE_ADDRESSED = 8192, /* the unit takes its address (GCC's TREE_ADDRESSABLE) */
  WPP_VARIABLE_BASED = 16384,  /* with values: its address is in the unit's table of bases */
  WPP_VARIABLE_HARD = 32768    /* it is in a register of the processor that the user chose */
};

/* A variable, or a function or label whose address is taken or which is called.  */
struct wpp_variable
{
  char *name;            /* printable (in C++ with scopes and parameters); null: has none */
  char *assembler;       /* name of what has static storage; of a function that is called without its scope
                            SHORT_NAME; null: the same as NAME, or has none */
  char *short_name;      /* of a function: printable, without its parameters; null: the same as NAME */
  uint8_t kind;          /* enum wpp_variable_kind */
  uint32_t flags;        /* enum wpp_variable_flags */
  uint32_t type;
  uint32_t file, line, column; /* declared here; line 0: nowhere */
  uint32_t place;        /* variables declared at one location have one number: of a body, those that inlining copied */
  uint32_t scope;        /* in the body; WPP_NONE: in none */
};

enum wpp_constant_kind
{
  WPP_CONSTANT_INTEGER,  /* also pointers */
  WPP_CONSTANT_REAL,
  WPP_CONSTANT_STRING,
  WPP_CONSTANT_OTHER,    /* TEXT is what GCC prints */
  WPP_N_CONSTANT_KINDS
};

struct wpp_constant
{
  uint8_t kind;          /* enum wpp_constant_kind */
  uint32_t type;         /* WPP_NONE for a text that is no constant */
  uint32_t length;       /* bytes of TEXT, before a 0 */
  char *text;            /* STRING: its bytes; OTHER, REAL: as GCC prints it; INTEGER: null, unless GCC prints it
                            otherwise than wpp_print_constant would */
  uint64_t low, high;    /* INTEGER: 128 bits, extended by the type's sign; REAL: as in memory */
};

/* ---- Of a body.  */

enum wpp_operand_kind
{
  WPP_OPERAND_VALUE,     /* INDEX: value */
  WPP_OPERAND_CONSTANT,  /* constant */
  WPP_OPERAND_REFERENCE, /* reference: what is in memory there, or a part of a value */
  WPP_OPERAND_ADDRESS,   /* reference: its address */
  WPP_OPERAND_OTHER,     /* constant of kind OTHER, whose text it is */
  WPP_N_OPERAND_KINDS
};

struct wpp_operand
{
  uint8_t kind;          /* enum wpp_operand_kind */
  bool invariant;        /* the same in all of an activation: a constant, or an address without pointers and changing
                            indices */
  uint32_t type;
  uint32_t index;
};

enum wpp_definition_kind
{
  WPP_DEFINED_BEFORE,    /* a parameter's value on entry, or something undefined */
  WPP_DEFINED_BY_STATEMENT,
  WPP_DEFINED_BY_PHI
};

struct wpp_value
{
  uint32_t variable;     /* that it is a version of, user's or not; WPP_NONE: a temporary without any */
  uint32_t type;
  uint32_t definition;   /* statement or PHI */
  uint8_t kind;          /* enum wpp_definition_kind */
};

enum wpp_component_kind
{
  WPP_COMPONENT_FIELD,     /* INDEX: field */
  WPP_COMPONENT_ELEMENT,   /* operand: of an array */
  WPP_COMPONENT_RANGE,     /* operand: elements from there on */
  WPP_COMPONENT_REAL,      /* part of a complex number */
  WPP_COMPONENT_IMAGINARY,
  WPP_COMPONENT_BITS,      /* SIZE bits from OFFSET on */
  WPP_COMPONENT_VIEW,      /* the same bits as another type */
  WPP_N_COMPONENT_KINDS
};

struct wpp_component
{
  uint8_t kind;          /* enum wpp_component_kind */
  uint32_t type;         /* of what is reached by it */
  uint32_t index;        /* WPP_NONE where the kind needs none */
  uint32_t offset, size; /* bits, of BITS */
};

enum wpp_base_kind
{
  WPP_BASE_VARIABLE,     /* BASE: variable */
  WPP_BASE_POINTER,      /* operand, a pointer; BASE_OFFSET bytes after it */
  WPP_BASE_OPERAND,      /* operand: a value or constant of which it is a part; not memory, unless a string */
  WPP_N_BASE_KINDS
};

enum wpp_reference_flags
{
  WPP_REFERENCE_VOLATILE = 1,
  WPP_REFERENCE_MEMORY = 2,     /* statements access it; others only take its address, or are parts of values */
  WPP_REFERENCE_REVERSED = 4,   /* in the other byte order */
  WPP_REFERENCE_VARYING = 8     /* components do not tell the address: an array does not begin with index 0, or sizes
                                   are not constant */
};

struct wpp_reference
{
  uint8_t base_kind;     /* enum wpp_base_kind */
  uint8_t flags;         /* enum wpp_reference_flags */
  uint32_t base;
  int64_t base_offset;   /* bytes */
  uint32_t base_type;    /* of what the base is */
  uint32_t pointer_type; /* POINTER: its rule of types (GCC's MEM_REF, operand 1); else WPP_NONE */
  uint32_t first_component, n_components; /* from the base on */
  uint32_t type;         /* of the whole: of the last component, or of the base */
  uint32_t text;         /* constant: as GCC prints the base and components up to the last that is no FIELD or ELEMENT;
                            WPP_NONE if there is none, and the base is as said above and not a variable without name */
  int64_t offset;        /* bits from the variable's start, or from what the pointer points to; of unknown indices the
                            least */
  int64_t size, max_size; /* bits accessed, and that may be with any index; -1: unknown (get_ref_base_and_extent) */
  uint32_t alias_set, base_alias_set;
  uint32_t row, column;  /* of the alias matrix; WPP_NONE: not MEMORY */
};

enum wpp_statement_kind
{
  WPP_STATEMENT_OTHER,
  WPP_STATEMENT_ASSIGN,  /* result = OPERATION of operands */
  WPP_STATEMENT_CALL,    /* EXTRA: call; operands are its arguments */
  WPP_STATEMENT_CONDITION, /* OPERATION, a comparison, of two operands; outcomes are on edges */
  WPP_STATEMENT_SWITCH,  /* operand; cases are on edges */
  WPP_STATEMENT_RETURN,  /* operand, or none; EXTRA: row of what it may use */
  WPP_STATEMENT_GOTO,    /* computed: operand */
  WPP_STATEMENT_LABEL,   /* operand: address of the label, where that is taken; or none */
  WPP_STATEMENT_ASM,     /* results, operands */
  WPP_STATEMENT_DEBUG,   /* from here on the variable EXTRA has the value of the operand; none: nobody knows.  Not
                            executed */
  WPP_STATEMENT_NOTE,    /* no code: prediction, nop */
  WPP_N_STATEMENT_KINDS
};

enum wpp_statement_flags
{
  WPP_STATEMENT_VOLATILE = 1,  /* has a volatile operand */
  WPP_STATEMENT_CLOBBER = 2,   /* an assignment that says that the variable is dead */
  WPP_STATEMENT_READS = 4,     /* may read memory (has a virtual use) */
  WPP_STATEMENT_WRITES = 8,    /* may change memory (has a virtual definition) */
  WPP_STATEMENT_LEAVES = 16,   /* control may leave for ever */
  WPP_STATEMENT_THROWS = 32    /* it may throw */
};

struct wpp_statement
{
  uint8_t kind;          /* enum wpp_statement_kind */
  uint8_t operation;     /* enum wpp_operation */
  uint8_t n_results;     /* at most 1, but of an ASM */
  uint8_t flags;         /* enum wpp_statement_flags */
  uint32_t node;
  uint32_t file, line, column; /* line 0: unknown */
  uint32_t scope;        /* WPP_NONE: none */
  uint32_t first_operand;   /* of body->lists: N_RESULTS results, then N_OPERANDS operands */
  uint32_t n_operands;
  uint32_t first_use, n_uses; /* of body->uses */
  uint32_t extra;        /* see enum wpp_statement_kind; OTHER, ASM: constant, the text; else WPP_NONE */
};

/* A value that a statement uses, in GCC's order; one that it uses twice comes twice.  */
struct wpp_use
{
  uint32_t value;
  bool nonnull;          /* a pointer that cannot be null if the statement is executed (GCC's infer_nonnull_range) */
};

enum wpp_call_flags
{
  WPP_CALL_INTERNAL = 1,       /* TEXT is its name; no function */
  WPP_CALL_PURE = 2,
  WPP_CALL_CONST = 4,
  WPP_CALL_LOOPING = 8,        /* PURE or CONST, but may not return */
  WPP_CALL_NORETURN = 16,
  WPP_CALL_NOTHROW = 32,
  WPP_CALL_RETURNS_TWICE = 64,
  WPP_CALL_NONNULL_RESULT = 128, /* (gimple_call_nonnull_result_p) */
  WPP_CALL_ENDS_PATH = 256     /* it may reach instrumented code (wpp_ends_path_p) */
};

struct wpp_call
{
  uint32_t function;     /* variable; WPP_NONE: called through a pointer, or internal */
  uint32_t pointer;      /* operand: the pointer that is called, or WPP_NONE */
  uint32_t chain;        /* operand: static chain, or WPP_NONE */
  uint32_t text;         /* constant: name of an internal function; else WPP_NONE */
  uint32_t flags;        /* enum wpp_call_flags */
  uint32_t clobbers, uses; /* rows; WPP_NONE: nothing */
};

struct wpp_phi
{
  uint32_t node;         /* the first of its basic block */
  uint32_t result;       /* value */
};

enum wpp_outcome
{
  WPP_OUTCOME_NONE,      /* no condition decides it */
  WPP_OUTCOME_TRUE,
  WPP_OUTCOME_FALSE,
  WPP_OUTCOME_CASE       /* of a switch, or a computed goto: any of CASES */
};

/* A value of a switch that takes the edge: LOW to HIGH; both WPP_NONE: default.  */
struct wpp_case
{
  uint32_t low, high;    /* constants */
};

/* What taking an edge of the graph says and does.  */
struct wpp_edge_code
{
  uint8_t outcome;       /* enum wpp_outcome; also on the first part of an edge with a node on it */
  bool into;             /* it is, or is the last part of, an edge of GCC's to the first node of a block: PHIs take
                            effect, if it is no GAP, and OUTCOME is known */
  uint32_t statement;    /* that decides it, or WPP_NONE */
  uint32_t first_argument; /* INTO: operands of body->arguments, one for each PHI of the node */
  uint32_t first_case, n_cases;
};

/* A block of the source in which variables are declared, or the body of a function that was inlined.  */
struct wpp_scope
{
  uint32_t parent;       /* less than its own number, or WPP_NONE */
  uint32_t function;     /* variable: the function inlined, or WPP_NONE */
  uint32_t file, line, column; /* where that was called */
};

/* Which references a reference, or a call, may change or read: a row of bits for it, a column for each class of
   references.  */
struct wpp_alias_matrix
{
  uint32_t n_rows, n_columns;
  unsigned char *bits;   /* row by row, each of (n_columns + 7) / 8 bytes; the lowest bit first */
};

enum wpp_body_flags
{
  WPP_BODY_VALUES = 1,   /* it is recorded with values (values/plan.h) */
  WPP_BODY_WRITTEN = 4,  /* and so is what the C library wrote (values/written.h); since version 3 of values */
  WPP_BODY_HANDLER = 8,  /* and it may be a signal handler: where it is, it tells the depth of its table */
  WPP_BODY_BUILTINS = 16,/* calls of functions that GCC knows are computed (values/builtins.h); since version 4 */
  WPP_BODY_MODES = 32,   /* it tells in which mode it computes reals; since version 4 */
  WPP_BODY_JOINS = 64,   /* what it returns where a call in tail position shares the return is put; since version 5 */
  WPP_BODY_IEEE = 2      /* its floating point is computed operation by operation, each result rounded to its type, to
                            nearest unless the program changes that */
};

struct wpp_body
{
  const struct wpp_program *program;
  uint32_t flags;              /* enum wpp_body_flags */
  uint32_t n_nodes, n_edges;   /* of the function's graph; 0 and 0: no statements are known */
  uint32_t n_globals;          /* variables below this number are the program's */
  uint32_t *globals;           /* [n_globals] their numbers in the program, rising */
  uint32_t n_locals;
  struct wpp_variable *locals; /* [n_locals]; first the parameters, in their order */
  uint32_t n_parameters;
  uint32_t n_scopes;
  struct wpp_scope *scopes;
  uint32_t n_values;
  struct wpp_value *values;
  uint32_t n_operands;
  struct wpp_operand *operands;
  uint32_t n_references;
  struct wpp_reference *references;
  uint32_t n_components;
  struct wpp_component *components;
  uint32_t n_statements;
  struct wpp_statement *statements;  /* by node, in order */
  uint32_t *first_statement;   /* [n_nodes + 1] */
  uint32_t n_lists;
  uint32_t *lists;             /* operands of statements */
  uint32_t n_uses;
  struct wpp_use *uses;
  uint32_t n_calls;
  struct wpp_call *calls;
  uint32_t n_phis;
  struct wpp_phi *phis;        /* by node */
  uint32_t *first_phi;         /* [n_nodes + 1] */
  struct wpp_edge_code *edges; /* [n_edges] */
  uint32_t n_arguments;
  uint32_t *arguments;         /* operands */
  uint32_t n_cases;
  struct wpp_case *cases;
  struct wpp_alias_matrix alias;
  uint32_t *whole;             /* [n_globals + n_locals] the reference to all of a variable in memory, or WPP_NONE:
                                  those that are a reference's base have one */
};

/* What the tables of a program have shown, kept for as long as they have so many entries (wpp_library_habits).  */
struct wpp_program_habits
{
  bool known;
  uint32_t n_variables, n_fields;
  unsigned habits;             /* enum wpp_library_habit */
};

struct wpp_program
{
  uint64_t id;                 /* the unit's */
  uint32_t first_file;         /* how many files the unit has; those below have greater numbers */
  uint32_t n_files;
  char **files;                /* [n_files] that only statements and variables are in */
  uint32_t n_types;
  struct wpp_type *types;
  uint32_t n_fields;
  struct wpp_field *fields;
  uint32_t n_variables;
  struct wpp_variable *variables;
  uint32_t n_constants;
  struct wpp_constant *constants;
  uint32_t n_alias_sets;
  unsigned char *alias_sets;   /* bits, as in wpp_alias_matrix: do two conflict? */
  uint32_t n_bodies;           /* as many as the unit has functions */
  struct wpp_body *bodies;
  struct wpp_program_habits *habits; /* null: nothing is kept */
};

/* An empty one; null when out of memory.  */
struct wpp_program *wpp_program_new (void);
void wpp_program_free (struct wpp_program *p);
/* Free what BODY has, not BODY itself.  */
void wpp_body_release (struct wpp_body *body);

/* Fill in what derives from the rest of BODY: first_statement, first_phi, whole.  Return 0 or WPP_E_NOMEM.  */
int wpp_body_finish (struct wpp_body *body);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_PROGRAM_H */
