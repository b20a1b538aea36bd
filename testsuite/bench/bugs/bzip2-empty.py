# Watch the variable in each call of its function, and keep what is known when the line is reached.
# The line's breakpoint comes after the watchpoint, since a write may end just there: then both stop, in this order.
import gdb

class Write(gdb.Breakpoint):
    def stop(self):
        self.line = gdb.find_pc_line(gdb.selected_frame().pc() - 1)
        self.value = int(gdb.parse_and_eval(self.expression))
        return False

class At(gdb.Breakpoint):
    def stop(self):
        self.last = f"writes {write.line.symtab.filename}:{write.line.line} {write.value}"
        return False

gdb.Breakpoint("compressStream")
write = at = None
gdb.execute("run")
while gdb.selected_inferior().pid:
    if write:
        write.delete()
        at.delete()
    write = Write(f"*(unsigned *) {int(gdb.parse_and_eval('&nbytes_in_lo32'))}", gdb.BP_WATCHPOINT)
    at = At("bzip2.c:LINE")
    gdb.execute("continue")
print(at.last)
