/* What recording and counting share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   One copy of the runtime serves the whole process (server.h).  All symbols are hidden.

   Hot files, which say so in their first comment, may run inside any function of the program: they call no libc, use no
   vector registers, and block signals around their work.  Other files run where the program calls functions anyway.  */

#ifndef WPP_RUNTIME_COMMON_COMMON_H
#define WPP_RUNTIME_COMMON_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "format/module-record.h"

#define WPP_HIDDEN_TLS __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")))
#define WPP_STATIC_TLS static __thread __attribute__ ((tls_model ("initial-exec")))

/* The identity of a file, independent of its name.  */
struct wpp_identity
{
  uint64_t device, inode;
};

/* Where recording begins or ends, of each thread: events that come before; a moment, ns of CLOCK_MONOTONIC; a mark.  At
   most one of them is not 0, or empty.  */
struct wpp_window_end
{
  uint64_t events, time;
  char mark[WPP_MARK_BYTES];
};

/* options.c: the settings from the environment, which is read once.  */
struct wpp_settings
{
  char pattern[WPP_PATH_BYTES];   /* pattern of the profile's name, absolute, unexpanded */
  char given[WPP_PATH_BYTES];     /* WPP_OPTIONS */
  char collector[WPP_PATH_BYTES]; /* WPP_COLLECT, or empty */
  char program[WPP_PATH_BYTES];   /* the executable, absolute */
  char host[256];
  unsigned char build_id[WPP_BUILD_ID_BYTES];
  uint32_t build_id_size;
  uint32_t options; /* enum wpp_shared_options (ring.h) */
  uint64_t memory;
  uint64_t keep;     /* bytes of the profile; 0: all */
  uint64_t disk;     /* bytes that all files of the pattern may take; 0: any number */
  uint32_t every;    /* one process of so many is recorded; 0: all */
  char done[WPP_PATH_BYTES]; /* the command that gets the complete file, absolute, or empty */
  struct wpp_window_end from, to;
};
extern struct wpp_settings __wpp_settings __attribute__ ((visibility ("hidden")));

void __wpp_read_environment (void);
/* Is this process one of those that are recorded?  */
bool __wpp_chosen_p (void);

/* The folder that an object was compiled for, a pattern that ends with a slash (-fwpp-generate,into=), or empty.  This
   empty one, of which each file that needs it has a copy, gives way to that of a unit, which the linker sees first.
   (gold takes the address of a weak symbol that nobody defines for another than null.)  */
#define WPP_INTO_UNLESS_COMPILED const char __wpp_into[] __attribute__ ((weak, visibility ("hidden"))) = ""
/* The folder of the object that has loaded this copy of the runtime; null when none has.  */
extern const char *__wpp_given_into __attribute__ ((visibility ("hidden")));

/* object-file.c: copy the build id of the object whose ELF header is at EHDR in memory, or of the executable, to ID,
   which has ROOM bytes.  Return its size; 0 when there is none.  */
uint32_t __wpp_read_build_id (const void *ehdr, unsigned char *id, uint32_t room);
uint32_t __wpp_program_build_id (unsigned char *id, uint32_t room);
bool __wpp_executable_p (const void *ehdr);
/* Copy the absolute file name of that object to PATH [PATH_MAX].  */
void __wpp_object_path (const void *ehdr, char *path);
/* Keep dlclose from unloading the object that contains INSIDE, because it serves the process.  */
void __wpp_stay_loaded (const void *inside);

/* pattern.c: write the name of process PID's profile to TO [WPP_PATH_BYTES]; return false when it is too long.  If the
   name of a child of fork would be its parent's, its process id is appended.  The file of a pool gets the number
   MEMBER, or, if that is 0, `p' and the process id; set *POOL.  */
struct wpp_pool_place;
bool __wpp_expand_pattern (char *to, uint32_t pid, bool forked, uint32_t member, struct wpp_pool_place *pool);
/* The number of files of the pattern's pool (%Nm), or 0.  */
uint32_t __wpp_pool_files (void);
/* Does NAME exist, after following symbolic links, without being a regular file?  */
bool __wpp_irregular_p (const char *name);
/* Insert `.N', unless N is 1, into NAME [WPP_PATH_BYTES], before the `.wpp' at its end, or at its end.  Return false
   when there is no room.  */
bool __wpp_number_name (char *name, uint32_t n);

/* detach.c: call RUN in a process that the program does not notice, with a copy of DATA [SIZE] that both share until
   RUN has executed another program, as it must.  Set *CHILD to its process id.  Return 0 or a negative error number. */
#define WPP_DETACH_MOST 4096u
long __wpp_detach (void (*run) (void *), void *data, size_t size, long *child);
/* In such a process: */
void __wpp_quit (long status) __attribute__ ((noreturn));
void __wpp_default_signals (void);
/* Let the command of WPP_OPTIONS=done= have FILE.  */
void __wpp_hand_over (const char *file);

/* clone-*.S: clone (FLAGS) a child that calls RUN (DATA), which must not return, on the stack below STACK_TOP.  Return
   its process id or a negative error number.  */
long __wpp_spawn (long flags, void *stack_top, void (*run) (void *), void *data);

/* files.c */
/* Programs write to the descriptors 0 to 2 even if they have closed them.  Open those that are closed, so that none of
   our files gets them; put them into HELD, and return their number.  Reading and writing them still fails.  */
unsigned __wpp_hold_low (int held[3]);
void __wpp_let_low (const int held[3], unsigned n);
/* Make the folder of FILE, if it is absolute; and those that lead there, too, if ALL.  Errors show when FILE is made.
   The lock of the caller's room is held.  */
void __wpp_make_folders (const char *file, bool all);
/* open (NAME, FLAGS, MODE), with a descriptor above 2.  Return it or a negative error number.  */
long __wpp_open (const char *name, int flags, int mode);
/* Set *ID to the identity of FD, a new file, and let its owner open it again, whatever the umask is.  Return false when
   the identity cannot be determined.  */
bool __wpp_note_file (int fd, struct wpp_identity *id);
bool __wpp_same_file_p (int fd, const struct wpp_identity *id);

/* disk.c: the bytes that WPP_OPTIONS=disk= leaves for FILE, of whose name the first FAMILY bytes are those of all files
   of the pattern; UINT64_MAX without that option.  FILE itself counts unless it is to be gone on with (OLD).  */
uint64_t __wpp_disk_left (const char *file, uint32_t family, bool old);

/* util.c */
void __wpp_copy (void *to, const void *from, size_t n);
void __wpp_zero (void *to, size_t n);
/* Are N bytes of A and B equal?  Nothing is read after the first difference, so A and B may be shorter strings.  */
bool __wpp_same_p (const void *a, const void *b, size_t n);
size_t __wpp_length (const char *s);
/* Print a line on stderr: "wpp: " and A to D, up to the first null.  */
void __wpp_complain (const char *a, const char *b, const char *c, const char *d);
/* A text for the error number ERROR, or its digits, in TEXT.  */
const char *__wpp_reason (int error, char text[32]);
/* Append S, or N in decimal, to TO, which has room for ROOM bytes.  Return false when it does not fit.  */
bool __wpp_append (char *to, size_t room, const char *s);
bool __wpp_append_number (char *to, size_t room, uint64_t n);

#endif /* WPP_RUNTIME_COMMON_COMMON_H */
