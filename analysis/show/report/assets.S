/* The template, the style and the script of reports, as they are in the files beside this one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The assembler looks for them here, and in the folder where the script is put together and hashed (Makefile).  */

	.section .note.GNU-stack, "", @progbits
	.section .rodata

	.globl wpp_report_html, wpp_report_html_end
wpp_report_html:
	.incbin "report.html"
wpp_report_html_end:

	.globl wpp_report_css, wpp_report_css_end, wpp_report_css_hash
wpp_report_css:
	.incbin "report.css"
wpp_report_css_end:
wpp_report_css_hash:
	.incbin "report.css.sha256"

	.globl wpp_report_js, wpp_report_js_end, wpp_report_js_hash
wpp_report_js:
	.incbin "report.js"
wpp_report_js_end:
wpp_report_js_hash:
	.incbin "report.js.sha256"
