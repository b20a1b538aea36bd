/* What recording and counting share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Every linked object carries a copy of the runtime; one copy serves the whole process.  The dynamic linker binds what
   is shared, below, of all objects to that copy; everything else is hidden and belongs to its own copy.

   Hot files, which say so in their first comment, run inside any function of the program: they call no libc, use no
   vector registers, and block signals around their work.  The others run where the program calls functions anyway.  */

#ifndef WPP_COMMON_H
#define WPP_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "format/module-record.h"

/* What is shared is unique: the dynamic linker binds it to the same copy in the whole process, even for objects that do
   not see each other's symbols (dlopen with RTLD_LOCAL, in a program that does not record).  That copy's object
   stays loaded.  Functions are jumps that look like data, since objects may be linked so that they call
   functions of their own, while data are the process's (-Bsymbolic-functions).  */
#define WPP_UNIQUE(name) __asm__ ("\t.type\t" #name ", @gnu_unique_object")
#define WPP_UNIQUE_FUNCTION(name, own) \
  __asm__ ("\t.text\n" \
           "\t.globl\t" #name "\n" \
           "\t.type\t" #name ", @gnu_unique_object\n" \
           #name ":\n" \
           "\tjmp\t" #own "\n" \
           "\t.size\t" #name ", . - " #name)

#define WPP_SHARED_SYMBOL __attribute__ ((visibility ("default")))
#define WPP_SHARED_TLS __attribute__ ((tls_model ("initial-exec"), visibility ("default")))
#define WPP_HIDDEN_TLS __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")))

/* A file, whatever its name.  */
struct wpp_identity
{
  uint64_t device, inode;
};

/* What the environment asked for, read once; options.c.  */
struct wpp_settings
{
  char pattern[WPP_PATH_BYTES];   /* of the profile's name, absolute, unexpanded */
  char given[WPP_PATH_BYTES];     /* WPP_OPTIONS */
  char collector[WPP_PATH_BYTES]; /* WPP_COLLECT, or empty */
  char program[WPP_PATH_BYTES];   /* the executable, absolute */
  char host[256];
  unsigned char build_id[WPP_BUILD_ID_BYTES];
  uint32_t build_id_size;
  uint32_t options; /* enum wpp_shared_options (ring.h) */
  uint64_t memory;
};
extern struct wpp_settings __wpp_settings __attribute__ ((visibility ("hidden")));

void __wpp_read_environment (void);

/* early.c: let all objects that are loaded begin.  */
void __wpp_begin_all (void);

/* object-file.c: the build id of the object whose ELF header is at EHDR in memory, of at most ROOM
   bytes, or of the executable; the result is its size, 0 when there is none.  */
uint32_t __wpp_read_build_id (const void *ehdr, unsigned char *id, uint32_t room);
uint32_t __wpp_program_build_id (unsigned char *id, uint32_t room);
bool __wpp_executable_p (const void *ehdr);
/* The file of that object, absolute, to PATH [PATH_MAX].  */
void __wpp_object_path (const void *ehdr, char *path);
/* The object that INSIDE is in, which serves the process, must not be unloaded by dlclose.  */
void __wpp_stay_loaded (const void *inside);

/* pattern.c: write the name of process PID's profile to TO [WPP_PATH_BYTES]; false when it is too
   long.  A child of fork whose name would be its parent's gets its process id appended.  */
bool __wpp_expand_pattern (char *to, uint32_t pid, bool forked);
/* Is there something called NAME, or what that is a symbolic link to, that is no regular file?  */
bool __wpp_irregular_p (const char *name);
/* Insert `.N', unless N is 1, before the `.wpp' that NAME [WPP_PATH_BYTES] ends with, or at its end.  False: no room.  */
bool __wpp_number_name (char *name, uint32_t n);

/* clone.S: clone (FLAGS) a child that calls RUN (DATA), which must not return, on the stack below STACK_TOP.  Return its process
   id or a negative error number.  */
long __wpp_spawn (long flags, void *stack_top, void (*run) (void *), void *data);

/* files.c */
/* Programs write to the descriptors 0 to 2 even if they have closed them.  Keep those that are closed from being given to
   a file of ours: hold them in HELD, and return how many, until they are let.  Reading and writing them fails as before.  */
unsigned __wpp_hold_low (int held[3]);
void __wpp_let_low (const int held[3], unsigned n);
/* open (NAME, FLAGS, MODE) to a descriptor above those, or a negative error number.  */
long __wpp_open (const char *name, int flags, int mode);
/* Which file FD, just made, is; its owner may open it again, whatever the umask says.  False: that cannot be told.  */
bool __wpp_note_file (int fd, struct wpp_identity *id);
bool __wpp_same_file_p (int fd, const struct wpp_identity *id);

/* util.c */
void __wpp_copy (void *to, const void *from, size_t n);
void __wpp_zero (void *to, size_t n);
/* Looks no further than to the first difference: A and B may be shorter strings.  */
bool __wpp_same_p (const void *a, const void *b, size_t n);
size_t __wpp_length (const char *s);
/* One line on stderr, "wpp: " and A to D (null ends them early).  */
void __wpp_complain (const char *a, const char *b, const char *c, const char *d);
/* Error number ERROR in words, or digits in TEXT.  */
const char *__wpp_reason (int error, char text[32]);
/* Append S, or N in decimal, to TO which holds ROOM bytes; false when it does not fit.  */
bool __wpp_append (char *to, size_t room, const char *s);
bool __wpp_append_number (char *to, size_t room, uint64_t n);

#endif /* WPP_COMMON_H */
