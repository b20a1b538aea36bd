/* Records of moves and ELF files that fuzz targets and bombs make.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "format/moves-record.h"
#include "put-moves.h"

void
fuzz_put_moves (struct wpp_buffer *b, const uint8_t *payload, size_t size)
{
  size_t bound = ZSTD_compressBound (size);
  unsigned char *packed = malloc (bound);
  size_t n = packed ? ZSTD_compress (packed, bound, payload, size, 1) : 0;
  b->failed |= !packed;
  wpp_put_bytes (b, WPP_MOVES_MAGIC, 4);
  wpp_put_u32 (b, WPP_MOVES_VERSION);
  wpp_put_u64 (b, XXH3_64bits (payload, size));
  wpp_put_u64 (b, n);
  wpp_put_u64 (b, size);
  wpp_put_bytes (b, packed, n);
  free (packed);
}

void
fuzz_put_elf (struct wpp_buffer *b, const char *name, const void *data, size_t size, uint32_t copies)
{
  static const char strings[] = ".shstrtab";
  size_t at = sizeof (Elf64_Ehdr) + size, names = 1 + strlen (name) + 1 + sizeof strings;
  Elf64_Ehdr h = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
                   .e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_ehsize = sizeof h,
                   .e_shentsize = sizeof (Elf64_Shdr), .e_shoff = (at + names + 7) & ~(size_t)7,
                   .e_shnum = copies + 2, .e_shstrndx = copies + 1 };
  Elf64_Shdr none = { 0 };
  Elf64_Shdr section = { .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_offset = sizeof h, .sh_size = size };
  Elf64_Shdr table = { .sh_name = 2 + strlen (name), .sh_type = SHT_STRTAB, .sh_offset = at, .sh_size = names };
  wpp_put_bytes (b, &h, sizeof h);
  wpp_put_bytes (b, data, size);
  wpp_put_u8 (b, 0);
  wpp_put_bytes (b, name, strlen (name) + 1);
  wpp_put_bytes (b, strings, sizeof strings);
  while (b->size < h.e_shoff)
    wpp_put_u8 (b, 0);
  wpp_put_bytes (b, &none, sizeof none);
  for (uint32_t i = 0; i < copies; i++)
    wpp_put_bytes (b, &section, sizeof section);
  wpp_put_bytes (b, &table, sizeof table);
}
