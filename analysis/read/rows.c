/* Cells of rows, found by the names of their columns.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/rules/big.h"
#include "read/rows.h"

size_t
wpp_read_columns (const wpp_read_row *row)
{
  return row->schema->n;
}

const char *
wpp_read_column (const wpp_read_row *row, size_t i)
{
  return i < row->schema->n ? row->schema->columns[i].name : NULL;
}

/* A cell: its type and where it is; null when there is none.  */
struct cell
{
  enum wpp_cell type;
  const void *at;
  const struct wpp_row_column *column;
};

static struct cell
find_cell (const wpp_read_row *row, const char *name)
{
  for (size_t i = 0; i < row->schema->n; i++)
    {
      const struct wpp_row_column *c = &row->schema->columns[i];
      if (strcmp (c->name, name) == 0)
        {
          const void *at = wpp_cell_of (row->row, c);
          const struct wpp_any_cell *any = at;
          return c->type == WPP_CELL_ANY ? (struct cell){ any->type, &any->is, c } : (struct cell){ c->type, at, c };
        }
    }
  return (struct cell){ WPP_CELL_TEXT, NULL, NULL };
}

const char *
wpp_read_text (const wpp_read_row *row, const char *column)
{
  struct cell c = find_cell (row, column);
  return c.at && (c.type == WPP_CELL_TEXT || c.type == WPP_CELL_DIGITS) ? *(const char *const *)c.at : NULL;
}

/* The number in the text AT begins here: `>=' comes before one that is not exact.  Null when there is no text.  */
static const char *
digits_at (const void *at)
{
  const char *text = *(const char *const *)at;
  return text ? text + strspn (text, ">=") : NULL;
}

uint64_t
wpp_read_number (const wpp_read_row *row, const char *column, uint64_t default_value)
{
  struct cell c = find_cell (row, column);
  if (!c.at)
    return default_value;
  switch (c.type)
    {
    case WPP_CELL_NUMBER32:
      return *(const uint32_t *)c.at;
    case WPP_CELL_NUMBER:
    case WPP_CELL_COUNT:
    case WPP_CELL_PATH_NUMBER:
      return *(const uint64_t *)c.at;
    case WPP_CELL_SIGNED:
    case WPP_CELL_INTEGER:
      return *(const int64_t *)c.at < 0 ? default_value : (uint64_t)*(const int64_t *)c.at;
    case WPP_CELL_BIG:
      return mpz_sizeinbase (*(const mpz_t *)c.at, 2) > 64 ? UINT64_MAX : mpz_get_ui (*(const mpz_t *)c.at);
    case WPP_CELL_DIGITS:
      return digits_at (c.at) ? strtoull (digits_at (c.at), NULL, 10) : default_value;
    case WPP_CELL_TRUTH:
      return *(const bool *)c.at;
    default:
      return default_value;
    }
}

double
wpp_read_real (const wpp_read_row *row, const char *column)
{
  struct cell c = find_cell (row, column);
  if (!c.at)
    return NAN;
  switch (c.type)
    {
    case WPP_CELL_REAL:
      return *(const double *)c.at;
    case WPP_CELL_BIG:
      return mpz_get_d (*(const mpz_t *)c.at);
    case WPP_CELL_SIGNED:
      return *(const int64_t *)c.at < 0 ? NAN : (double)*(const int64_t *)c.at;
    case WPP_CELL_INTEGER:
      return *(const int64_t *)c.at;
    case WPP_CELL_DIGITS:
      return digits_at (c.at) ? strtod (digits_at (c.at), NULL) : NAN;
    case WPP_CELL_NUMBER32:
    case WPP_CELL_NUMBER:
    case WPP_CELL_COUNT:
    case WPP_CELL_PATH_NUMBER:
    case WPP_CELL_TRUTH:
      return wpp_read_number (row, column, 0);
    default:
      return NAN;
    }
}

/* ---- Lists.  */

static int
visit_row (const struct wpp_schema *schema, const void *row, wpp_read_visitor *element, void *data)
{
  return row ? element (data, &(struct wpp_read_row){ schema, row }) : 0;
}

static int
visit_list (const struct wpp_schema *schema, const struct wpp_row_list *list, wpp_read_visitor *element, void *data)
{
  void *row = malloc (schema->size ? schema->size : 1);
  int result = row ? 0 : -2;
  for (size_t i = 0; list->get && i < list->n && !result; i++)
    result = list->get (list->data, i, row) ? -2 : visit_row (schema, row, element, data);
  free (row);
  return result;
}

int
wpp_read_list (const wpp_read_row *row, const char *column, wpp_read_visitor *element, void *data)
{
  struct cell c = find_cell (row, column);
  if (!c.at)
    return 0;
  if (c.type == WPP_CELL_LIST)
    return visit_list (c.column->of, c.at, element, data);
  if (c.type == WPP_CELL_ROW)
    return visit_row (c.column->of, c.at, element, data);
  return c.type == WPP_CELL_ROW_AT ? visit_row (c.column->of, *(const void *const *)c.at, element, data) : 0;
}
