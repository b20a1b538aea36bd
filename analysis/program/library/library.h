/* What the functions of the C library read and write: one table.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Slices, queries and the data flow problems ask here, through effects.h, which resolves a row for one call.  Whatever
   is not in the table is unknown: it may do anything.  Sources: ISO C17 chapter 7, POSIX.1-2017, the Linux manual
   pages, and glibc's headers for names under which a function is called (fortified, redirected for ISO C or large
   files).

   A row is valid for the function of that assembler name which a header of the system declares, or which GCC knows.
   Rows say what a call may do at most, unless an access is a MUST.  The columns:

     name       the assembler name, or GCC's for a builtin without `__builtin_'; find.c has other names of the same.
                `.NAME' is an internal function of GCC's
     accesses   memory through pointers that are arguments: which argument (from 0), how, and how much (below)
     stream     which stream or descriptor is used, and how; apart from memory
     reads,     what else there is, apart from memory: bits of enum wpp_library_state
       writes
     result     what the value that is returned has to do with memory
     format     the argument that is a format of printf or scanf, and where the arguments are that it describes
     callback   the argument that is a function which is called before the call returns
     any        it may besides read, or write, all that a pointer leads to

   How much is in units: a size in bytes, or the value of an argument, or of two multiplied, times a number of bytes.

   What rows do not say: that a signal handler or another thread may do something meanwhile; that a stream's buffer is
   written which the program gave to it (its contents are indeterminate, C17 7.21.5.6); addresses that allocation
   returns.  Streams that the program implements itself, or lays over its memory, are found in effects.c.  */

#ifndef WPP_ANALYSIS_PROGRAM_LIBRARY_LIBRARY_H
#define WPP_ANALYSIS_PROGRAM_LIBRARY_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

/* What calls share that is no memory of the program's.  */
enum wpp_library_state
{
  WPP_STATE_STDIN = 1,
  WPP_STATE_STDOUT = 2,
  WPP_STATE_STDERR = 4,
  WPP_STATE_STREAMS = 8,       /* every other stream */
  WPP_STATE_FILES = 16,        /* files, descriptors, folders: what the kernel keeps */
  WPP_STATE_ERRNO = 32,        /* also memory, at __errno_location () */
  WPP_STATE_LOCALE = 64,
  WPP_STATE_ENVIRONMENT = 128,
  WPP_STATE_RANDOM = 256,      /* of rand, random and drand48 */
  WPP_STATE_SHIFT = 512,       /* where conversions of multibyte characters are that got no state */
  WPP_STATE_FLOATING = 1024,   /* the rounding mode */
  WPP_STATE_HANDLERS = 2048,   /* functions that are called at exit, or for signals */
  WPP_STATE_MEMORY = 4096,     /* memory that the library returned: pointers lead there, but no variable is there */
  WPP_STATE_HEAP = 8192,       /* the allocator's own */
  WPP_STATE_WORLD = 16384      /* changes by itself: time, other processes */
};

#define WPP_STATE_STANDARD (WPP_STATE_STDIN | WPP_STATE_STDOUT | WPP_STATE_STDERR)
#define WPP_STATE_ALL_STREAMS (WPP_STATE_STANDARD | WPP_STATE_STREAMS)

enum wpp_library_how
{
  WPP_LIBRARY_READS = 1,
  WPP_LIBRARY_WRITES = 2,
  WPP_LIBRARY_MUST = 4,        /* WRITES: all of it, whenever the call returns */
  WPP_LIBRARY_ENDS = 8,        /* the object's life ends */
  WPP_LIBRARY_KEEPS = 16,      /* a later call accesses the same, as this one may what an earlier one was given: if the
                                  pointer is null, there */
  WPP_LIBRARY_REACHES = 32     /* also what pointers there lead to */
};

enum wpp_library_extent
{
  WPP_EXTENT_NONE,             /* no access: the row's accesses end here */
  WPP_EXTENT_BYTES,            /* UNIT bytes */
  WPP_EXTENT_ARGUMENT,         /* argument SIZE times UNIT bytes */
  WPP_EXTENT_PRODUCT,          /* argument SIZE times argument COUNT times UNIT bytes */
  WPP_EXTENT_STRING,           /* up to the first 0 of UNIT bytes, and with it: that is there, or that is written */
  WPP_EXTENT_SHORT_STRING,     /* the same, but at most argument SIZE times UNIT bytes */
  WPP_EXTENT_OBJECT            /* nobody knows: anything in the object */
};

/* Bytes of a va_list: all of it on x86-64, and so much of AArch64's that nothing accesses the rest alone.  */
#define WPP_LIBRARY_LIST 24

struct wpp_library_access
{
  uint8_t how;                 /* enum wpp_library_how */
  uint8_t argument;
  uint8_t extent;              /* enum wpp_library_extent */
  uint8_t size, count;         /* arguments */
  uint16_t unit;               /* bytes */
};

enum wpp_library_via
{
  WPP_VIA_NOTHING,
  WPP_VIA_STDIN,
  WPP_VIA_STDOUT,
  WPP_VIA_STDERR,
  WPP_VIA_STREAM,              /* the argument is a FILE * ; null: all streams */
  WPP_VIA_DESCRIPTOR           /* the argument is a descriptor */
};

enum wpp_library_use
{
  WPP_USE_ASKS,                /* it reads the stream's state */
  WPP_USE_INPUT,               /* it reads, and moves on: what is read next depends on it */
  WPP_USE_OUTPUT,              /* it writes, and moves on; only what it returns depends on the stream */
  WPP_USE_MOVES                /* it changes the stream, whichever way that goes, and depends on it */
};

struct wpp_library_stream
{
  uint8_t via;                 /* enum wpp_library_via */
  uint8_t argument;
  uint8_t use;                 /* enum wpp_library_use */
};

enum wpp_library_result
{
  WPP_RESULT_VALUE,            /* no pointer; none */
  WPP_RESULT_SAME,             /* the pointer argument RESULT_OF */
  WPP_RESULT_INSIDE,           /* a pointer into the object that argument RESULT_OF points into, or null */
  WPP_RESULT_FRESH,            /* a new object, or null */
  WPP_RESULT_LIBRARY,          /* memory of the library's that is no variable of the program's, or null */
  WPP_RESULT_POINTER           /* any pointer: into an argument's object, the library's memory, or null */
};

enum wpp_library_format
{
  WPP_FORMAT_NONE,
  WPP_FORMAT_PRINTF,           /* FORMAT_AT and, after it, the arguments from FORMAT_FIRST on */
  WPP_FORMAT_SCANF,
  WPP_FORMAT_VPRINTF,          /* FORMAT_FIRST is a va_list */
  WPP_FORMAT_VSCANF,
  WPP_FORMAT_WIDE_PRINTF,      /* the format is of wchar_t: nobody reads it here */
  WPP_FORMAT_WIDE_SCANF
};

enum wpp_library_any
{
  WPP_READS_ANY = 1,
  WPP_WRITES_ANY = 2
};

#define WPP_MOST_LIBRARY_ACCESSES 5
#define WPP_NO_CALLBACK 0

struct wpp_library_function
{
  const char *name;
  struct wpp_library_access accesses[WPP_MOST_LIBRARY_ACCESSES];
  struct wpp_library_stream stream;
  uint16_t reads, writes;      /* enum wpp_library_state */
  uint8_t result;              /* enum wpp_library_result */
  uint8_t result_of;
  uint8_t format;              /* enum wpp_library_format */
  uint8_t format_at, format_first;
  uint8_t callback;            /* argument + 1; WPP_NO_CALLBACK */
  uint8_t any;                 /* enum wpp_library_any */
};

/* Another name of a function whose first arguments are those of SAME.  */
struct wpp_library_name
{
  const char *name, *same;
};

/* Sorted by name.  */
extern const struct wpp_library_function wpp_library_functions[];
extern const unsigned wpp_n_library_functions;
extern const struct wpp_library_name wpp_library_names[];
extern const unsigned wpp_n_library_names;

/* The row of the function that is called NAME, or null.  */
const struct wpp_library_function *wpp_library_find (const char *name);

/* ---- Formats.  */

/* What a conversion of a format does with its argument.  */
enum wpp_conversion
{
  WPP_CONVERSION_END,          /* the format is over */
  WPP_CONVERSION_UNKNOWN,      /* nobody knows what this one and those after it do */
  WPP_CONVERSION_NOTHING,      /* it takes no argument */
  WPP_CONVERSION_VALUE,        /* it takes the argument's value */
  WPP_CONVERSION_STRING,       /* printf: the argument is a string of UNIT bytes a character, which is read */
  WPP_CONVERSION_STORES,       /* UNIT bytes are written where the argument points to; 0: nobody knows how many */
  WPP_CONVERSION_ERRNO         /* printf: it takes no argument, but reads errno */
};

struct wpp_format
{
  const char *text, *end;      /* what is left of it */
  bool scanf;
  unsigned stars;              /* arguments of the conversion at hand before its own: widths and precisions */
};

/* The next conversion; of STRING and STORES set *UNIT.  */
enum wpp_conversion wpp_format_next (struct wpp_format *f, unsigned *unit);

#endif /* WPP_ANALYSIS_PROGRAM_LIBRARY_LIBRARY_H */
