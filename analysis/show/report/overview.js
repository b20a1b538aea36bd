/* The first view: it is static, and complete.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

const overview = { async show() {} };
