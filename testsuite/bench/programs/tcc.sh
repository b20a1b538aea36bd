# shellcheck shell=bash
# sources: tcc lua5.4 glpk
# TinyCC 0.9.27, C compiler: many short runs.  Compiles Lua; measured on GLPK.
prepare ()
{
  printf '#define %s\n' 'TCC_VERSION "0.9.27"' 'CONFIG_TCCDIR "/nonexistent"' 'GCC_MAJOR 0' \
    'GCC_MINOR 0' 'CC_NAME CC_gcc' >"$PREP/config.h"
}

build ()
{
  local src=$SRC/tcc
  compile -DONE_SOURCE=0 -DTCC_TARGET_X86_64 "-I$PREP" "-I$src" -- \
    "$src"/{tcc,libtcc,tccpp,tccgen,tccelf,tccasm,tccrun,x86_64-gen,x86_64-link,i386-asm}.c &&
    link tcc -lm -ldl -lpthread
}

# compile_files FLAG... -- FILE...: named relative to $SRC, so that no folder of the machine gets into an object.
compile_files ()
{
  local file flags=()
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  shift
  for file; do
    "$OUT/bin/tcc" -w -nostdinc -Itcc/include -I/usr/include "-I/usr/include/$(gcc -print-multiarch)" \
      "${flags[@]}" -c "$file" -o "$TMP/x.o" && cksum <"$TMP/x.o" || return
  done
}

train ()
{
  local round
  cd "$SRC" || return
  for round in 1 2 3; do compile_files "-DROUND=$round" -- lua5.4/src/*.c || return; done
}

ref ()
{
  local folder flags=()
  for folder in "$SRC"/glpk/src/ "$SRC"/glpk/src/*/; do flags+=("-I${folder#"$SRC"/}"); done
  cd "$SRC" && compile_files "${flags[@]}" -- glpk/src/*/*.c
}
