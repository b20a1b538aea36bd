/* A pool: files of counts in which one process after the other counts (WPP_FILE with %Nm).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers, signals blocked, the lock held.

   All processes of a file of a pool map it at the same time, so nothing has to be merged when one of them ends, however
   it ends.  A process has its own modules in the file, and with each the blocks that belong to it.  Whoever has a
   module holds a lock on its first byte, of the kind that an open file has (F_OFD_SETLK): as the mapping of the module
   keeps the file open, the kernel gives up the lock when the process, and every child that still maps the file, is
   gone.  The next process with the same module takes it over, and goes on counting there.  So a file has as many
   modules as there were processes at the same time.  What is changed in the file's layout is changed under the lock of
   the whole file (flock).

   A word of a page of sparse words counts for a place in its process's memory that the next process does not know.  So
   its count moves to the entry of its path when a module is taken over.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include "runtime/counts/file.h"
#include "runtime/common/syscall.h"

#define LISTED (UINT64_C (1) << 63)

bool
__wpp_pool_hold (int fd, uint64_t at)
{
  struct flock lock = { .l_type = F_WRLCK, .l_whence = 0, .l_start = at, .l_len = 1 };
  return !wpp_failed_p (wpp_syscall4 (SYS_fcntl, fd, F_OFD_SETLK, (long) &lock, 0));
}

static bool
read_at (int fd, void *to, uint64_t bytes, uint64_t at)
{
  return wpp_syscall4 (SYS_pread64, fd, (long) to, bytes, at) == (long) bytes;
}

bool
__wpp_pool_ours_p (int fd)
{
  const struct wpp_settings *settings = &__wpp_settings;
  static struct wpp_counts_header h;
  return read_at (fd, &h, sizeof h, 0) && __wpp_same_p (h.magic, WPP_COUNTS_MAGIC, sizeof h.magic)
         && h.version == WPP_COUNTS_VERSION && h.runs && h.build_id_size == settings->build_id_size
         && __wpp_same_p (h.build_id, settings->build_id, settings->build_id_size)
         && __wpp_same_p (h.program, settings->program, __wpp_length (settings->program) + 1);
}

/* ---- Taking over a module.  */

/* The file's blocks from AT on.  */
struct blocks
{
  int fd;
  uint64_t at, end;
  struct wpp_counts_block head;
};

/* Let B->head be the next block, at its offset; false at the end.  Pages that were never described are skipped.  */
static bool
next_block (struct blocks *b)
{
  while (b->at + sizeof b->head <= b->end && read_at (b->fd, &b->head, sizeof b->head, b->at))
    {
      bool right = b->head.bytes && b->head.bytes % WPP_COUNTS_PAGE == 0 && b->head.bytes <= b->end - b->at
                   && b->head.offset == b->at;
      b->at += right ? b->head.bytes : WPP_COUNTS_PAGE;
      if (right && b->head.tag != WPP_BLOCK_NONE)
        return true;
    }
  return false;
}

static struct blocks
all_blocks (int fd)
{
  uint64_t end = __atomic_load_n (&__wpp_counts.header->end, __ATOMIC_RELAXED);
  return (struct blocks){ .fd = fd, .at = WPP_COUNTS_HEADER_BYTES, .end = end };
}

static struct wpp_counts_block *
map_block (int fd, const struct wpp_counts_block *head)
{
  long at = wpp_syscall6 (SYS_mmap, 0, head->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, head->offset);
  if (wpp_failed_p (at))
    return 0;
  if (__wpp_counts_remember ((void *) at, head->bytes))
    return (struct wpp_counts_block *) at;
  wpp_syscall2 (SYS_munmap, at, head->bytes);
  return 0;
}

static void
unmap_block (struct wpp_counts_block *b)
{
  __wpp_counts_forget (b);
  wpp_syscall2 (SYS_munmap, (long) b, b->bytes);
}

/* Map the module at B->head if its record equals NEW and nobody has it.  */
static struct wpp_counts_block *
take_module (const struct blocks *b, const struct wpp_module_record *new)
{
  struct wpp_module_record record;
  if (!read_at (b->fd, &record, sizeof record, b->head.offset + sizeof b->head)
      || !__wpp_same_p (&record, new, sizeof record) || b->head.bytes < sizeof b->head + new->size)
    return 0;
  struct wpp_counts_block *m = map_block (b->fd, &b->head);
  if (m && __wpp_same_p (m + 1, new, new->size) && __wpp_pool_hold (b->fd, m->offset))
    return m;
  if (m)
    unmap_block (m);
  return 0;
}

static struct wpp_counts_block *
find_counters (const struct wpp_counts_block *module, uint64_t offset)
{
  struct wpp_counts_block *c = (struct wpp_counts_block *) module->link;
  while (c && c->offset != offset)
    c = (struct wpp_counts_block *) c->link;
  return c;
}

/* Let M have the block that B has come to, which was of a process that is gone.  Blocks come after those that they
   belong to.  */
static void
take_block (const struct blocks *b, struct wpp_counts_block *m)
{
  struct wpp_counts_process *p = &__wpp_counts;
  bool counts = b->head.tag == WPP_BLOCK_COUNTS;
  struct wpp_counts_block *counters = counts ? 0 : find_counters (m, b->head.counters);
  if (!counts && (!counters || (b->head.tag != WPP_BLOCK_PATHS && b->head.tag != WPP_BLOCK_PAGES)))
    return;
  struct wpp_counts_block *block = map_block (b->fd, &b->head);
  if (!block)
    return;
  uint64_t *list = counts ? &m->link : b->head.tag == WPP_BLOCK_PATHS ? &counters->chain : &p->spare_pages;
  block->link = *list;
  block->owner = 0;
  *list = (uint64_t) block;
  if (counts)
    block->chain = block->sparse = block->slots = 0;
}

/* The word of a block of pages that counts a path by WORD, as in struct wpp_counts_path, of COUNTERS; or null.  */
static uint64_t *
word_of_page (const struct wpp_counts_block *counters, uint64_t word)
{
  uint64_t at = counters->offset + sizeof *counters + (word - 1) * sizeof word;
  for (uint64_t list = __wpp_counts.spare_pages; list; list = ((struct wpp_counts_block *) list)->link)
    {
      struct wpp_counts_block *b = (struct wpp_counts_block *) list;
      if (b->counters == counters->offset && at - b->offset < b->bytes)
        return (uint64_t *) ((char *) b + (at - b->offset));
    }
  return 0;
}

/* Let the entries of TABLE, of COUNTERS, have the counts of words of pages.  */
static void
take_words (const struct wpp_counts_block *counters, struct wpp_counts_block *table)
{
  struct wpp_counts_path *entry = (struct wpp_counts_path *) (table + 1);
  uint64_t own = (counters->bytes - sizeof *counters) / sizeof (uint64_t);
  for (uint64_t n = (table->bytes - sizeof *table) / sizeof *entry; n > 0; n--, entry++)
    {
      uint64_t *word = entry->word > own ? word_of_page (counters, entry->word) : 0;
      if (!word)
        continue;
      entry->count += *word & ~LISTED;
      entry->word = 0;
      *word = 0;
    }
}

/* Nobody counts in the pages of M any more: move what they have counted, so that they are free.  */
static void
clear_pages (struct wpp_counts_block *m)
{
  for (uint64_t c = m->link; c; c = ((struct wpp_counts_block *) c)->link)
    for (uint64_t t = ((struct wpp_counts_block *) c)->chain; t; t = ((struct wpp_counts_block *) t)->link)
      take_words ((struct wpp_counts_block *) c, (struct wpp_counts_block *) t);
  for (uint64_t list = __wpp_counts.spare_pages; list; list = ((struct wpp_counts_block *) list)->link)
    {
      struct wpp_counts_block *b = (struct wpp_counts_block *) list;
      if (b->module == m->offset)
        __wpp_zero (b + 1, b->bytes - sizeof *b);
    }
}

struct wpp_counts_block *
__wpp_pool_take (const struct wpp_module_record *new)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_block *m = 0;
  long fd = __wpp_counts_reopen ();
  if (wpp_failed_p (fd))
    return 0;
  for (struct blocks b = all_blocks (fd); !m && next_block (&b);)
    if (b.head.tag == WPP_BLOCK_MODULE)
      m = take_module (&b, new);
  if (m)
    {
      uint64_t before = p->spare_pages;
      m->link = 0;
      for (struct blocks b = all_blocks (fd); next_block (&b);)
        if (b.head.tag != WPP_BLOCK_MODULE && b.head.module == m->offset)
          take_block (&b, m);
      if (p->spare_pages != before)
        clear_pages (m);
    }
  __wpp_counts_release (fd);
  return m;
}

struct wpp_counts_block *
__wpp_pool_pages (const struct wpp_counts_block *counters, uint64_t bytes)
{
  uint64_t *list = &__wpp_counts.spare_pages;
  for (; *list; list = &((struct wpp_counts_block *) *list)->link)
    {
      struct wpp_counts_block *b = (struct wpp_counts_block *) *list;
      if (b->counters != counters->offset || b->bytes - WPP_COUNTS_PAGE < bytes)
        continue;
      *list = b->link;
      return b;
    }
  return 0;
}
