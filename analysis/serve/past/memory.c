/* Memory of which some bits are known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "serve/past/memory.h"

static bool
page_is_p (const void *pages, uint32_t number, const void *key)
{
  return ((struct wpp_partial_page *const *)pages)[number]->number == *(const uint64_t *)key;
}

/* The number of the page NUMBER among M's, or WPP_NO_ITEM.  */
static uint32_t
find (const struct wpp_partial_memory *m, uint64_t number)
{
  uint32_t recent = m->recent[number % 64];
  if (recent && m->pages[recent - 1]->number == number)
    return recent - 1;
  return m->table.slots ? wpp_hash_find (&m->table, wpp_hash_key (&m->table, number), page_is_p, m->pages, &number)
                        : WPP_NO_ITEM;
}

/* Let M, which has room, have PAGE, too.  */
static void
add_page (struct wpp_partial_memory *m, struct wpp_partial_page *page)
{
  page->users++;
  wpp_hash_add (&m->table, wpp_hash_key (&m->table, page->number), m->n);
  m->pages[m->n++] = page;
}

static struct wpp_partial_page *
add (struct wpp_partial_memory *m, uint64_t number)
{
  if (wpp_hash_reserve (&m->table, 1) || WPP_RESERVE (m->pages, m->room, m->n, 1))
    return NULL;
  struct wpp_partial_page *page = calloc (1, sizeof *page);
  if (!page)
    return NULL;
  page->number = number;
  add_page (m, page);
  return page;
}

/* The page NUMBER, which M alone has, to be written; null when out of memory.  */
static struct wpp_partial_page *
own (struct wpp_partial_memory *m, uint64_t number)
{
  uint32_t i = find (m, number);
  if (i == WPP_NO_ITEM)
    return add (m, number);
  m->recent[number % 64] = i + 1;
  struct wpp_partial_page *shared = m->pages[i];
  if (shared->users == 1)
    return shared;
  struct wpp_partial_page *page = malloc (sizeof *page);
  if (!page)
    return NULL;
  *page = *shared;
  page->users = 1;
  shared->users--;
  return m->pages[i] = page;
}

/* Write N bytes at ADDRESS page by page: those at FROM, or BYTE where that is null; KNOWN says whether they are.  */
static int
write_all (struct wpp_partial_memory *m, uint64_t address, const unsigned char *from, unsigned char byte, bool known,
           uint64_t n)
{
  n = n < WPP_PARTIAL_MOST ? n : WPP_PARTIAL_MOST;
  while (n)
    {
      uint64_t at = address % WPP_PARTIAL_PAGE, part = WPP_PARTIAL_PAGE - at < n ? WPP_PARTIAL_PAGE - at : n;
      bool needed = known || find (m, address / WPP_PARTIAL_PAGE) != WPP_NO_ITEM;
      struct wpp_partial_page *page = needed ? own (m, address / WPP_PARTIAL_PAGE) : NULL;
      if (needed && !page)
        return WPP_E_NOMEM;
      if (page && from)
        memcpy (page->bytes + at, from, part);
      else if (page)
        memset (page->bytes + at, byte, part);
      if (page)
        memset (page->known + at, known ? 0xff : 0, part);
      address += part;
      n -= part;
      from = from ? from + part : NULL;
    }
  return WPP_OK;
}

int
wpp_partial_put (struct wpp_partial_memory *m, uint64_t address, const void *bytes, uint64_t n)
{
  return write_all (m, address, bytes, 0, true, n);
}

int
wpp_partial_fill (struct wpp_partial_memory *m, uint64_t address, unsigned char byte, uint64_t n)
{
  return write_all (m, address, NULL, byte, true, n);
}

int
wpp_partial_lose (struct wpp_partial_memory *m, uint64_t address, uint64_t n)
{
  return write_all (m, address, NULL, 0, false, n);
}

/* How many bytes of [ADDRESS, ADDRESS + N) are alike in being known, which *KNOWN becomes; not beyond the page.  Where
   they are, *BYTES points to them.  */
static uint64_t
look (const struct wpp_partial_memory *m, uint64_t address, uint64_t n, bool *known, const unsigned char **bytes)
{
  uint64_t at = address % WPP_PARTIAL_PAGE, part = WPP_PARTIAL_PAGE - at < n ? WPP_PARTIAL_PAGE - at : n, k = 0;
  uint32_t i = find (m, address / WPP_PARTIAL_PAGE);
  *known = i != WPP_NO_ITEM && m->pages[i]->known[at] == 0xff;
  if (i == WPP_NO_ITEM)
    return part;
  *bytes = m->pages[i]->bytes + at;
  while (k < part && (m->pages[i]->known[at + k] == 0xff) == *known)
    k++;
  return k;
}

/* Set *BYTE and *MASK, which is known of it, to what is at ADDRESS.  */
static void
get_byte (const struct wpp_partial_memory *m, uint64_t address, unsigned char *byte, unsigned char *mask)
{
  uint32_t i = find (m, address / WPP_PARTIAL_PAGE);
  *byte = i == WPP_NO_ITEM ? 0 : m->pages[i]->bytes[address % WPP_PARTIAL_PAGE];
  *mask = i == WPP_NO_ITEM ? 0 : m->pages[i]->known[address % WPP_PARTIAL_PAGE];
}

/* The bits MASK at ADDRESS become those of BYTE, and those of KNOWN are known.  */
static int
set_byte (struct wpp_partial_memory *m, uint64_t address, unsigned char byte, unsigned char mask, unsigned char known)
{
  struct wpp_partial_page *page = own (m, address / WPP_PARTIAL_PAGE);
  uint64_t at = address % WPP_PARTIAL_PAGE;
  if (!page)
    return WPP_E_NOMEM;
  page->bytes[at] = (page->bytes[at] & ~mask) | (byte & mask);
  page->known[at] = (page->known[at] & ~mask) | (known & mask);
  return WPP_OK;
}

int
wpp_partial_copy (struct wpp_partial_memory *m, uint64_t to, uint64_t from, uint64_t n)
{
  return wpp_partial_copy_from (m, to, m, from, n);
}

int
wpp_partial_copy_from (struct wpp_partial_memory *m, uint64_t to, const struct wpp_partial_memory *other, uint64_t from,
                       uint64_t n)
{
  n = n < WPP_PARTIAL_MOST ? n : WPP_PARTIAL_MOST;
  unsigned char *all = malloc (n + 1), *known = malloc (n + 1);
  int err = all && known ? WPP_OK : WPP_E_NOMEM;
  for (uint64_t i = 0; i < n && !err; i++)
    get_byte (other, from + i, &all[i], &known[i]);
  for (uint64_t i = 0; i < n && !err; i++)
    err = set_byte (m, to + i, all[i], 0xff, known[i]);
  free (all);
  free (known);
  return err;
}

int
wpp_partial_put_bits (struct wpp_partial_memory *m, uint64_t address, unsigned bit, unsigned size, uint64_t bits)
{
  int err = WPP_OK;
  for (unsigned i = 0; i < size && !err; i++)
    {
      unsigned char mask = 1u << (bit + i) % 8;
      err = set_byte (m, address + (bit + i) / 8, bits >> i & 1 ? mask : 0, mask, mask);
    }
  return err;
}

/* Let those of the SIZE bits from BIT on of the bytes at ADDRESS that are not known be 0.  */
static int
pad (struct wpp_partial_memory *m, uint64_t address, uint64_t bit, uint64_t size)
{
  int err = WPP_OK;
  for (uint64_t i = 0, part; i < size && !err; i += part)
    {
      uint64_t first = (bit + i) % 8;
      part = 8 - first < size - i ? 8 - first : size - i;
      unsigned char byte, known, mask = ((1u << part) - 1) << first;
      get_byte (m, address + (bit + i) / 8, &byte, &known);
      if (mask & ~known)
        err = set_byte (m, address + (bit + i) / 8, 0, mask & ~known, mask);
    }
  return err;
}

int
wpp_partial_pad_all (struct wpp_partial_memory *m, uint64_t address, const struct wpp_image_gaps *gaps)
{
  int err = WPP_OK;
  for (size_t i = 0; i < gaps->n && !err; i++)
    err = pad (m, address, gaps->of[i].bit, gaps->of[i].size);
  return err;
}

uint64_t
wpp_partial_get (const struct wpp_partial_memory *m, uint64_t address, void *bytes, uint64_t n)
{
  uint64_t done = 0, part;
  const unsigned char *from;
  for (bool known; done < n; done += part)
    {
      part = look (m, address + done, n - done, &known, &from);
      if (!known)
        break;
      memcpy ((char *)bytes + done, from, part);
    }
  return done;
}

bool
wpp_partial_differ_p (const struct wpp_partial_memory *a, const struct wpp_partial_memory *b, uint64_t address,
                      uint64_t n)
{
  for (uint64_t p = address / WPP_PARTIAL_PAGE; n && p <= (address + n - 1) / WPP_PARTIAL_PAGE; p++)
    {
      uint32_t i = find (a, p), k = find (b, p);
      if ((i == WPP_NO_ITEM) != (k == WPP_NO_ITEM) || (i != WPP_NO_ITEM && a->pages[i] != b->pages[k]))
        return true;
    }
  return false;
}

/* Pages of which nothing is known go, so calling it again and again costs no more than what was put in between.  */
int
wpp_partial_forget (struct wpp_partial_memory *m, uint64_t end)
{
  struct wpp_partial_memory rest = { .n = 0 };
  int err = WPP_OK;
  for (size_t i = 0; i < m->n && !err; i++)
    if (m->pages[i]->number >= end / WPP_PARTIAL_PAGE)
      {
        err = wpp_hash_reserve (&rest.table, 1) ? WPP_E_NOMEM : WPP_RESERVE (rest.pages, rest.room, rest.n, 1);
        if (!err)
          add_page (&rest, m->pages[i]);
      }
  struct wpp_partial_memory old = *m;
  *m = err ? old : rest;
  wpp_partial_release (err ? &rest : &old);
  return err;
}

int
wpp_partial_share (struct wpp_partial_memory *m, const struct wpp_partial_memory *other)
{
  if (!other->n)
    return WPP_OK;
  if (wpp_hash_reserve (&m->table, other->n) || WPP_RESERVE (m->pages, m->room, 0, other->n))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < other->n; i++)
    add_page (m, other->pages[i]);
  return WPP_OK;
}

void
wpp_partial_release (struct wpp_partial_memory *m)
{
  for (size_t i = 0; i < m->n; i++)
    if (!--m->pages[i]->users)
      free (m->pages[i]);
  free (m->pages);
  wpp_hash_release (&m->table);
  *m = (struct wpp_partial_memory){ 0 };
}
