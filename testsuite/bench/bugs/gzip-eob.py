# Stop at the line, and look at its variables in Python.
import gdb

class When(gdb.Breakpoint):
    def stop(self):
        if gdb.parse_and_eval("peek == eob && len != max_len"):
            names = "peek", "eob", "len", "max_len"
            print("held", ", ".join(f"{v} = {gdb.parse_and_eval(v)}" for v in names))
        return False

When("unpack.c:LINE")
gdb.execute("run")
