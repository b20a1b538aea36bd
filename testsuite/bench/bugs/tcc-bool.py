import gdb

class When(gdb.Breakpoint):
    def stop(self):
        if gdb.parse_and_eval("dbt == 11 && sf"):
            print("held", ", ".join(f"{v} = {gdb.parse_and_eval(v)}" for v in ("dbt", "sf")))
        return False

When("tccgen.c:LINE")
gdb.execute("run")
