# times.awk: the medians of lines `round layout build seconds', of which `plain' is one build (testsuite/bench/use).
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
function median(list, n,    i, j, t, a)
{
  n = split(list, a, " ")
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && a[j] + 0 < a[j - 1] + 0; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
  return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
}

function least(list, n,    i, a, t)
{
  n = split(list, a, " ")
  t = a[1] + 0
  for (i = 2; i <= n; i++) if (a[i] + 0 < t) t = a[i] + 0
  return t
}

# The geometric mean over layouts of SUMS, logarithms by build and layout.
function mean(build, sums,    i, sum)
{
  for (i = 1; i <= layouts; i++) sum += sums[build, layout[i]]
  return exp(sum / layouts)
}

{
  if (!($2 in seen)) { seen[$2]; layout[++layouts] = $2 }
  if (!($3 in known)) { known[$3]; build[++builds] = $3 }
  if ($3 == "plain") plain[$1, $2] = $4
  times[$3, $2] = times[$3, $2] " " $4
  ratios[$3, $2] = ratios[$3, $2] " " $4 / plain[$1, $2]
}

END {
  for (i = 1; i <= builds; i++)
    {
      line = ""
      for (j = 1; j <= layouts; j++)
        {
          ratio = median(ratios[build[i], layout[j]])
          middle[build[i], layout[j]] = log(ratio)
          fastest[build[i], layout[j]] = log(least(times[build[i], layout[j]]) / least(times["plain", layout[j]]))
          line = line sprintf("\t%.3f", ratio)
        }
      printf "%s\t%s\t%.2f\t%.3f\t%.3f%s\n", program, build[i], median(times[build[i], layout[1]]), mean(build[i], middle),
             mean(build[i], fastest), line
    }
}
