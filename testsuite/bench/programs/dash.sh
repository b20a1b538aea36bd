# shellcheck shell=bash
# sources: dash
# not for check-programs: gcov has no counts of a process that leaves by _exit, as all of dash's do.
# dash 0.5.12, a shell, running its own configure script (1,000 processes, about half of which are
# recorded) and one that forks 200 children for next to nothing.
prepare ()
{
  configure dash --without-libedit && make -s -C "$PREP/conf" >"$PREP/make.out" 2>&1
}

build ()
{
  local f src=$SRC/dash/src files=()
  for f in alias arith_yacc arith_yylex cd error eval exec expand histedit input jobs mail main \
    memalloc miscbltin mystring options parser redir show trap output bltin/printf system bltin/test \
    bltin/times var; do
    files+=("$src/$f.c")
  done
  for f in builtins init nodes signames syntax; do
    files+=("$PREP/conf/src/$f.c")
  done
  compile -include "$PREP/conf/config.h" -DBSD=1 -DSHELL "-I$PREP/conf/src" "-I$src" -- "${files[@]}" &&
    link dash
}

input ()
{
  cat >"$IN/work.sh" <<'END'
n=$1
gcd() { a=$1 b=$2; while [ "$b" -ne 0 ]; do t=$((a % b)) a=$b b=$t; done; r=$a; }
# Command substitutions, subshells and pipelines: one or more forks each.
i=0 s=0 out=
while [ $i -lt $n ]; do
  v=$(gcd $((i * 12)) 90; echo $r)
  out="$out $v"
  if [ $((i % 4)) -eq 0 ]; then
    v=$(echo "$i one:two:three" | while IFS=: read -r p q z; do echo "$z-$q-$p"; done)
    out="$out $v"
  fi
  if [ $((i % 5)) -eq 0 ]; then (cd / && exit $((i % 7))) || s=$((s + $?)); fi
  i=$((i + 1))
done
echo "${#out} $s"
END
}

# forks N: N times four forks, and a configuration.
forks ()
{
  "$OUT/bin/dash" "$IN/work.sh" "$1" &&
    cd "$TMP" && CONFIG_SHELL=$OUT/bin/dash CC=gcc "$OUT/bin/dash" "$SRC/dash/configure" --without-libedit
}
train () { forks 100; }
ref () { forks 2000; }
