import gdb

class When(gdb.Breakpoint):
    def stop(self):
        if gdb.parse_and_eval("a != 0 && a != 1"):
            print("held", "a =", gdb.parse_and_eval("a"))
        return False

When("arith_yacc.c:LINE")
gdb.execute("run")
