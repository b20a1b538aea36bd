# Watch the variable from the beginning of its block to the line.
import gdb

class Write(gdb.Breakpoint):
    def stop(self):
        self.line = gdb.find_pc_line(gdb.selected_frame().pc() - 1)
        self.value = int(gdb.parse_and_eval(self.expression))
        return False

gdb.Breakpoint("gzip.c:%d" % (LINE - 2))
gdb.execute("run")
write = Write(f"*(int *) {int(gdb.parse_and_eval('&inbyte'))}", gdb.BP_WATCHPOINT)
gdb.Breakpoint("gzip.c:LINE")
gdb.execute("continue")
print(f"writes {write.line.symtab.filename}:{write.line.line} {write.value}")
