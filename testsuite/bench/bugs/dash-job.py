import gdb

class When(gdb.Breakpoint):
    def stop(self):
        if gdb.parse_and_eval("num > 0 && num == njobs"):
            print("held", ", ".join(f"{v} = {gdb.parse_and_eval(v)}" for v in ("num", "njobs")))
        return False

When("jobs.c:LINE")
gdb.execute("run")
