# Watch the variable from the beginning, and keep what is known each time the line is reached.
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

gdb.execute("start")
write = Write("loopnest", gdb.BP_WATCHPOINT)
at = At("eval.c:LINE")
gdb.execute("continue")
print(at.last)
