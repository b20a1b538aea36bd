/* What the notes of linked objects say: how the object begins, and what it serves the process with.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Objects that are loaded together begin together, before all their constructors.  An object may call another one that
   it does not list as needed, and its constructors may come first.  When the first object is constructed, all have been
   relocated, and nobody else loads objects meanwhile.  */

#define _GNU_SOURCE
#include <link.h>
#include "runtime/common/server.h"

/* Statically linked programs may lack it.  */
extern __typeof__ (dl_iterate_phdr) dl_iterate_phdr __attribute__ ((weak));

/* In section .note.wpp of linked objects (object-stub.h, server.h).  */
struct note
{
  Elf64_Nhdr head;
  char name[4];
  char target[8]; /* i64: the distance from here to what the note is about */
};

/* What is done with the target of each note of TYPE.  */
struct visit
{
  uint32_t type;
  void (*visitor) (void *target, void *data);
  void *data;
};

static void
visit_notes (const struct visit *visit, const char *at, size_t bytes)
{
  while (bytes >= sizeof (struct note))
    {
      const struct note *n = (const struct note *) at;
      size_t size = sizeof n->head + ((n->head.n_namesz + UINT64_C (3)) & -UINT64_C (4))
                    + ((n->head.n_descsz + UINT64_C (3)) & -UINT64_C (4));
      if (n->head.n_namesz == sizeof n->name && n->head.n_descsz == sizeof n->target && n->head.n_type == visit->type
          && n->name[0] == 'w' && n->name[1] == 'p' && n->name[2] == 'p' && !n->name[3])
        {
          int64_t distance;
          __wpp_copy (&distance, n->target, sizeof distance);
          visit->visitor ((void *) (n->target + distance), visit->data);
        }
      if (size > bytes)
        return;
      at += size;
      bytes -= size;
    }
}

static int
visit_object (struct dl_phdr_info *info, size_t size, void *data)
{
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_NOTE)
      visit_notes (data, (const char *) info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, info->dlpi_phdr[i].p_memsz);
  return 0;
}

static void
visit_all (struct visit visit)
{
  if (dl_iterate_phdr)
    dl_iterate_phdr (visit_object, &visit);
}

static void
begin (void *function, void *data)
{
  ((void (*) (void)) function) ();
}

void
__wpp_begin_all (void)
{
  visit_all ((struct visit){ WPP_NOTE_BEGIN, begin, 0 });
}

/* Let *DATA, a server of the wanted service, be TARGET if that is better: the first one, or the first that serves.  */
static void
consider (void *target, void *data)
{
  struct wpp_server *server = target, **best = data;
  if (server->version == WPP_SERVER_VERSION && server->service == (*best)->service
      && ((*best)->entries == 0 || (server->serving && !(*best)->serving)))
    *best = server;
}

const struct wpp_server *
__wpp_find_server (enum wpp_service service)
{
  struct wpp_server none = { .service = service }, *best = &none;
  visit_all ((struct visit){ WPP_NOTE_SERVER, consider, &best });
  return best == &none ? 0 : best;
}
