# Watch accesses from the line on.
import gdb

gdb.Breakpoint("bzip2.c:LINE")
gdb.execute("run")
before = int(gdb.parse_and_eval("blockSize100k"))
gdb.Breakpoint("blockSize100k", gdb.BP_WATCHPOINT, gdb.WP_ACCESS)
gdb.execute("continue")
line = gdb.find_pc_line(gdb.selected_frame().pc() - 1)
after = int(gdb.parse_and_eval("blockSize100k"))
print("reads" if before == after else "writes", f"{line.symtab.filename}:{line.line} {after}")
