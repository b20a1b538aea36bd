# Print the tables of wet-tables, from NAME VALUE lines of programs.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

$1 == "program" { p = $2; names[++n] = p; next }
{ x[p, $1] = $2 }

function mb(bytes) { return sprintf ("%.2f", bytes / 1e6) }
function over(a, b) { return b ? sprintf ("%.2f", a / b) : "-" }
function got(i, name) { return x[names[i], name] }
function head(title, columns) { printf "\n%s\n%-22s%s\n", title, "", columns }
function row(name, a, b, c, d, e, f, g, h,  line) {
  line = sprintf ("%-22s%10s%10s%10s%10s%10s%10s%10s%10s", name, a, b, c, d, e, f, g, h)
  sub (/ +$/, "", line)
  print line
}

END {
  head("Table 1: sizes", sprintf ("%10s%10s%10s%10s%10s", "M st.", "orig. MB", "comp. MB", "orig/comp", "bytes/st"))
  for (i = 1; i <= n; i++) {
    o = got(i, "ot") + got(i, "ov") + got(i, "ol")
    row(names[i], mb(got(i, "statements")), mb(o), mb(got(i, "all")), over(o, got(i, "all")), sprintf ("%.3f", got(i, "all") / got(i, "statements")))
  }
  row("paper: 164.gzip", "650.46", "9687.88", "537.72", "18.02", "0.827")
  row("paper: 256.bzip2", "751.26", "11921.19", "220.70", "54.02", "0.294")
  row("paper: average of 9", "646.90", "9588.99", "331.25", "41.33", "0.512")

  head("Table 2: labels of nodes", sprintf ("%10s%10s%10s%10s%10s%10s", "times MB", "/tier 1", "/tier 2", "values MB", "/tier 1", "/tier 2"))
  for (i = 1; i <= n; i++)
    row(names[i], mb(got(i, "ot")), over(got(i, "ot"), 4 * got(i, "executions")), over(got(i, "ot"), got(i, "t")),
        mb(got(i, "ov")), over(got(i, "ov"), 4 * got(i, "inputs")), over(got(i, "ov"), got(i, "v")))
  row("paper: 164.gzip", "2481.32", "30.33", "152.76", "1733.13", "1.66", "4.02")
  row("paper: 256.bzip2", "2865.81", "55.24", "1171.6", "2154.85", "2.46", "10.61")
  row("paper: average", "2467.74", "37.74", "230.99", "1731.13", "2.63", "11.51")

  head("Table 3: labels of edges", sprintf ("%10s%10s%10s", "orig. MB", "/tier 1", "/tier 2"))
  for (i = 1; i <= n; i++)
    row(names[i], mb(got(i, "ol")), over(got(i, "ol"), 4 * (got(i, "labels") + got(i, "executions"))), over(got(i, "ol"), got(i, "l")))
  row("paper: 164.gzip", "5473.42", "10.13", "60.37")
  row("paper: 256.bzip2", "6900.52", "32.06", "455.44")
  row("paper: average", "5390.12", "14.43", "130.31")

  head("Figure 8: shares of times, values, edges, %", sprintf ("%10s%10s%10s%10s%10s%10s%10s%10s", "orig. t", "v", "e", "tier 1 t", "v", "e", "tier 2 t", "v, rest e"))
  for (i = 1; i <= n; i++) {
    o = (got(i, "ot") + got(i, "ov") + got(i, "ol")) / 100; t = got(i, "executions"); e = got(i, "labels") + t
    one = (t + got(i, "inputs") + e) / 100; two = (got(i, "t") + got(i, "v") + got(i, "l")) / 100
    row(names[i], over(got(i, "ot"), o), over(got(i, "ov"), o), over(got(i, "ol"), o), over(t, one), over(got(i, "inputs"), one), over(e, one),
        over(got(i, "t"), two), over(got(i, "v"), two))
  }
  row("paper: average", "25.74", "18.05", "56.21", "5.96", "59.99", "34.05", "5.28", "74.29")

  head("Table 4: a bit for each execution, MB", sprintf ("%10s%10s%10s%10s", "branches", "loads", "stores", "B/1000 st"))
  for (i = 1; i <= n; i++) {
    b = got(i, "branches"); s = got(i, "stores"); l = got(i, "accesses") - s
    row(names[i], mb(b / 8), mb(l / 8), mb(s / 8), sprintf ("%.1f", (b + l + s) / 8 / got(i, "statements") * 1000))
  }
  row("paper: average", "9.46", "11.74", "5.81", "41.8")

  head("Figure 9: orig/comp by length", sprintf ("%10s%10s%10s%10s", "1/8", "1/4", "1/2", "all"))
  for (i = 1; i <= n; i++)
    row(names[i], got(i, "window1/8"), got(i, "window1/4"), got(i, "window1/2"), over(got(i, "ot") + got(i, "ov") + got(i, "ol"), got(i, "all")))

  head("Table 5: construction", sprintf ("%10s%10s%10s", "M st.", "seconds", "M st/s"))
  for (i = 1; i <= n; i++)
    row(names[i], mb(got(i, "statements")), sprintf ("%.2f", got(i, "seconds")), over(got(i, "statements") / 1e6, got(i, "seconds")))
  row("paper: average", "127.09", "2176", "0.06")

  head("Tables 6 to 8: reading, MB and MB/s forward, backward", sprintf ("%10s%10s%10s%10s%10s%10s%10s%10s", "flow MB", "MB/s", "back", "loads MB", "MB/s", "addr. MB", "MB/s", "back"))
  for (i = 1; i <= n; i++)
    row(names[i], mb(4 * got(i, "blocks")), got(i, "flow0"), got(i, "flow1"), mb(4 * got(i, "loads")), got(i, "loads0"),
        mb(4 * got(i, "accesses")), got(i, "addresses0"), got(i, "addresses1"))
  row("paper: 164.gzip", "492.24", "384.56", "390.67", "70.58", "0.12", "96.12", "0.38", "-")
  row("paper: 256.bzip2", "512.99", "328.84", "371.73", "75.31", "5.53", "126.78", "5.92", "-")
  row("paper: average", "508.38", "143.31", "149.84", "74.56", "1.44", "114.66", "1.43", "-")

  head("Table 9: slices, seconds, average; the paper: after tier 2 and tier 1", sprintf ("%10s%10s", "graph", "replay"))
  for (i = 1; i <= n; i++)
    row(names[i], sprintf ("%.2f", got(i, "from-graph")), sprintf ("%.2f", got(i, "by-replay")))
  row("paper: 164.gzip", "102.33", "4.20")
  row("paper: 256.bzip2", "3.90", "2.76")
  row("paper: average", "90.98", "14.34")
}
