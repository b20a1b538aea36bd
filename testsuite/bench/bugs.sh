# shellcheck shell=bash
# Bugs that programs really had, each published in the program's NEWS, ChangeLog or list of bugs; to be sourced.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Set are: here, this folder; sources, where `fetch' has put the programs; and work, the working folder.

# ---- Programs: make_NAME FOLDER COMPILER... builds FOLDER/prog from the sources in FOLDER.

make_bzip2 () { (cd "$1/src" && "${@:2}" -D_FILE_OFFSET_BITS=64 blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c bzip2.c -o ../prog); }
make_lua () { (cd "$1/src/src" && "${@:2}" -DLUA_USE_POSIX '-Dluai_makeseed(L)=1' $(ls *.c | grep -v luac.c) -o ../../prog -lm); }
make_dash ()
{
  [ -e dash.conf/config.h ] || { mkdir -p dash.conf && (cd dash.conf && "$sources/dash/configure" --without-libedit >log 2>&1 && make -s >log2 2>&1); } || return
  (cd "$1/src/src" && "${@:2}" -include "$work/dash.conf/config.h" -DBSD=1 -DSHELL "-I$work/dash.conf/src" -I. alias.c arith_yacc.c arith_yylex.c cd.c \
    error.c eval.c exec.c expand.c histedit.c input.c jobs.c mail.c main.c memalloc.c miscbltin.c mystring.c options.c parser.c redir.c show.c trap.c \
    output.c bltin/printf.c system.c bltin/test.c bltin/times.c var.c "$work"/dash.conf/src/{builtins,init,nodes,signames,syntax}.c -o ../../prog)
}
make_gzip ()
{
  [ -e gzip.conf/lib/libgzip.a ] || { mkdir -p gzip.conf && (cd gzip.conf && "$sources/gzip/configure" >log 2>&1 && make -s -C lib >log2 2>&1 &&
    echo 'char const *Version = "1.12";' >version.c && echo 'extern char const *Version;' >version.h); } || return
  (cd "$1/src" && "${@:2}" -DHAVE_CONFIG_H "-I$work/gzip.conf" "-I$work/gzip.conf/lib" -I. -Ilib bits.c deflate.c gzip.c inflate.c trees.c unlzh.c unlzw.c unpack.c \
    unzip.c util.c zip.c "$work/gzip.conf/version.c" "$work/gzip.conf/lib/libgzip.a" -o ../prog)
}

make_tcc ()
{
  printf '#define %s\n' 'TCC_VERSION "0.9.27"' 'CONFIG_TCCDIR "/nonexistent"' 'GCC_MAJOR 0' 'GCC_MINOR 0' 'CC_NAME CC_gcc' >"$1/config.h"
  (cd "$1/src" && "${@:2}" -DONE_SOURCE=0 -DTCC_TARGET_X86_64 -I.. -I. {tcc,libtcc,tccpp,tccgen,tccelf,tccasm,tccrun,x86_64-gen,x86_64-link,i386-asm}.c \
    -o ../prog -lm -ldl -lpthread)
}
# The makefile of the bench programs, with a compiler that says otherwise which programs it makes.
make_jpeg ()
{
  mkdir -p jpeg.prep
  (SRC=$sources PREP=$work/jpeg.prep && . "$here/programs/jpeg.sh" && prepare) || return
  (cd "$1/src" && "${@:2}" "-I$work/jpeg.prep" -I. -D{PPM,BMP,GIF,TARGA}_SUPPORTED jc{apistd,coefct,color,dctmgr,mainct,prepct,sample}.c \
    j{fdctfst,fdctint,quant1,quant2,utils,simd_none}.c jc{apimin,huff,icc,init,marker,master,phuff,trans,omapi,param,arith}.c jdatadst.c \
    j{error,fdctflt,memmgr,memnobs,aricom}.c {rdppm,cdjpeg,rdbmp,rdgif,rdswitch,rdtarga,cjpeg}.c -o ../prog)
}

# ---- Bugs: NAME PROGRAM SOURCES FILE, the bug put back by a script of perl, what marks its line; then test cases, a line each,
# with $P for the program.  Where the sources have the bug (its name ends in +), the script mends them.

bugs ()
{
  cat <<'END'
= dash-break dash dash src/eval.c
s/^\tloopnest = 0;\n(?=\tINTON;\n\tshellparam)//m
@ evaltree(func->n.ndefun.body
$P -c 'f () { break; }; for i in 1 2; do f; echo $i; done'
$P -c 'f () { break; echo no; }; for i in 1 2 3; do f; done; echo $i'
$P -c 'f () { echo $1; }; for i in 1 2; do f $i; done'
$P -c 'for i in 1 2; do break; done; echo $i'
$P -c 'f () { for j in 1 2; do break; done; echo $j; }; f'
$P -c 'i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; echo $i'
= dash-dot dash dash src/main.c
s/\tnextopt\(nullstr\);\n\targv = argptr;\n\n\tif \(\*argv\) \{\n\t\tchar \*fullname/\targv++;\n\n\tif (*argv) {\n\t\tchar *fullname/
@ argv++;
echo echo x >./file; $P -c '. -- ./file'
echo echo x >./file; $P -c '. -- ./file; echo y'
echo echo x >./file; $P -c '. ./file'
echo 'echo x; return 3' >./file; $P -c '. ./file; echo $?'
$P -c 'echo -- x'
$P -c 'set -- x; echo $1'
= dash-return dash dash src/eval.c
s/\t\tif \(skip == SKIPFUNC\)\n\t\t\tstatus = i;\n//
@ skip = skiploop();
$P -c 'f () { while return 3; do :; done; }; f; echo $?'
$P -c 'f () { until return 4; do :; done; }; f; echo $?'
$P -c 'f () { while false; do :; done; }; f; echo $?'
$P -c 'f () { while true; do return 5; done; }; f; echo $?'
$P -c 'f () { return 6; }; f; echo $?'
$P -c 'i=0; until [ $i = 2 ]; do i=$((i + 1)); done; echo $i'
= dash-or dash dash src/arith_yacc.c
s/return a \|\| b;/return a ? a : b;/
@ return a ? a : b;
$P -c 'echo $((2 || 0))'
$P -c 'echo $((0 || 3))'
$P -c 'echo $((0 || 0))'
$P -c 'echo $((1 || 1))'
$P -c 'echo $((2 && 3))'
$P -c 'echo $((2 + 3 * 4))'
= dash-read dash dash src/miscbltin.c
s/recordregion\(startloc, newloc, 0\);/recordregion(startloc, newloc - 1, 0);/
@ recordregion(startloc, newloc - 1, 0);
printf 'a\\ b c\n' | $P -c 'read x y; echo "$x,$y"'
printf 'a \\b c\n' | $P -c 'read x y z; echo "$x,$y,$z"'
printf 'a b c\n' | $P -c 'read x y; echo "$x,$y"'
printf 'a\\ b c\n' | $P -c 'read -r x y; echo "$x,$y"'
printf 'abc\n' | $P -c 'read x; echo "$x"'
printf 'a:b c\n' | $P -c 'IFS=:; read x y; echo "$x,$y"'
= dash-test dash dash src/bltin/test.c
s/if \(op && op->op_type == BINOP\) \{/if (op && op->op_type == BINOP && *argv[0] != '!') {/
@ if (op && op->op_type == BINOP && *argv[0] != '!') {
$P -c 'test ! = !; echo $?'
$P -c 'test ! = x; echo $?'
$P -c 'test a = a; echo $?'
$P -c 'test ! a; echo $?'
$P -c 'test ! -n a; echo $?'
$P -c 'test 1 -lt 2; echo $?'
= dash-empty dash dash src/main.c
s/(cmdloop\(int top\)\n\{.*?)int status = 0;/$1int status = exitstatus;/s
@ int status = exitstatus;
: >./file; $P -c 'false; . ./file; echo $?'
echo '# x' >./file; $P -c 'false; . ./file; echo $?'
: >./file; $P -c 'true; . ./file; echo $?'
echo true >./file; $P -c 'false; . ./file; echo $?'
echo false >./file; $P -c '. ./file; echo $?'
$P -c 'false; echo $?'
= bzip2-minus bzip2 bzip2 bzip2.c
s/if \(ISFLAG\("--"\)\) \{ decode = False; continue; \}/if (ISFLAG("--")) continue;/g
@ if (ISFLAG("--")) continue;
echo abc >./-x; $P -c -- -x | od -c
echo abc >./-x; $P -1 -c -- -x | od -c
echo abc >./x; $P -c -- x | od -c
echo abc >./x; $P -c x | od -c
echo abc >./x; $P -9 -c <x | od -c
echo abc >./x; $P -c <x | od -c
= bzip2-small bzip2 bzip2 bzip2.c
s/if \(opMode == OM_Z && smallMode && blockSize100k > 2\)/if (opMode == OM_Z && smallMode)/
@ if (opMode == OM_Z && smallMode)
echo abc >./x; $P -s -1 -c x | od -c
echo abcabc >./x; $P -1 -s -c <x | od -c
echo abc >./x; $P -s -c x | od -c
echo abc >./x; $P -1 -c x | od -c
echo abc >./x; $P -s -9 -c x | od -c
echo abc >./x; $P -5 -c x | od -c
= bzip2-help bzip2 bzip2 bzip2.c
s/usage \( progName \); exit \( 0 \);/usage ( progName ); exit ( 1 );/
@ usage ( progName ); exit ( 1 );
$P --help 2>&1 | wc -l; $P --help >out 2>&1
$P -v --help >out 2>&1
echo abc >./x; $P -c x | od -c
echo abc >./x; $P -v -c x 2>&1 | od -c
$P -L </dev/null >out 2>&1
= gzip-eob gzip gzip unpack.c
s/if \(peek == eob && len == max_len\)/if (peek == eob)/
@ if (peek == eob)
printf '\037\036\0\0\0\006\003\001\001\0anb\026\310' >banana.z; $P -dc banana.z
printf '\037\036\0\0\0\006\003\001\001\0anb\026\310' >banana.z; $P -dc <banana.z
echo abc | gzip -n >x.gz; $P -dc x.gz
echo abc >x; $P -nc x | od -c
printf '\037\036\0\0\0\001\001\002a\300' >a.z; $P -dc a.z
printf '\037\235\220a\304\214\021' >x.Z; $P -dc x.Z
= gzip-keep gzip gzip gzip.c
s/keep \? "created" : "replaced with"/"replaced with"/
@ "replaced with"
echo abc >x; $P -nkvf x 2>&1 >out
echo abcabcabc >y; $P -nkvf1 y 2>&1 >out
echo abc >x; $P -nvf x 2>&1
echo abc >x; $P -nkf x; od -c x.gz
echo abc >x; $P -nc x | od -c
echo abc | $P -n | od -c
= gzip-nul gzip gzip gzip.c
s/for \(inbyte = imagic1;  inbyte == 0;/for (inbyte = imagic1 == EOF ? 1 : imagic1;  inbyte == 0;/
@ for (inbyte = imagic1 == EOF ? 1 : imagic1;
{ echo abc | gzip -n; printf '\0'; } >x.gz; $P -dc x.gz
{ echo abcabcabc | gzip -n; printf '\0'; } | $P -dc
{ echo abc | gzip -n; printf '\0\0'; } >x.gz; $P -dc x.gz
{ echo abc | gzip -n; printf '\0\0\0\0'; } >x.gz; $P -dc x.gz
echo abc | gzip -n | $P -dc
{ echo abc | gzip -n; echo def | gzip -n; } | $P -dc
{ echo abc | gzip -n; echo garbage; } | $P -dc
= gzip-suffix gzip gzip gzip.c
s/char \*z_lower = xstrdup\(z_suffix\);\n    strlwr\(z_lower\);/char *z_lower = xstrdup(z_suffix);/
@ char *z_lower = xstrdup(z_suffix);
echo abc | gzip -n >kT; $P -d -S T kT; cat k
echo abc | gzip -n >x.Zip; $P -dv --suffix=.Zip x.Zip; cat x
echo abc | gzip -n >k.t; $P -d -S .t k.t; cat k
echo abc | gzip -n >x.gz; $P -d x.gz; cat x
echo abc >x; $P -n -S .t x; od -c x.t
echo abc | gzip -n >x.T; $P -dc <x.T
= bzip2-empty bzip2 bzip2 bzip2.c
s/ \{\s*fprintf \( stderr, " no data compressed.\\n"\);\s*\} else \{/\n nbytes_in_lo32 = 1;\n {/
@ nbytes_in_lo32 = 1;
: >x; $P -v -c x 2>&1 | od -c
$P -v -9 -c </dev/null 2>&1 | od -c
echo abc >x; $P -v -c x 2>&1 | od -c
: >x; $P -c x | od -c
echo abc | $P -c | od -c
echo abcabc >x; $P -1 -v x 2>&1; od -c x.bz2
= dash-job dash dash src/jobs.c
s/num > 0 && num <= njobs/num > 0 && num < njobs/
@ num > 0 && num < njobs
$P -c 'for i in 1 2 3 4; do (exit $i) & done; wait %4; echo $?'
$P -c 'for i in 1 2 3 4 5 6 7 8; do (exit $i) & done; wait %8; echo $?'
$P -c 'for i in 1 2 3 4; do (exit $i) & done; wait %3; echo $?'
$P -c 'for i in 1 2 3 4 5; do (exit $i) & done; wait %5; echo $?'
$P -c '(exit 3) & wait %1; echo $?'
$P -c '(exit 3) & wait %2; echo $?'
$P -c '(exit 3) & wait $!; echo $?'
= jpeg-pgm jpeg libjpeg-turbo rdppm.c
s/JCS_UNKNOWN \|\|\n        cinfo->in_color_space == JCS_RGB\)(\n      cinfo->in_color_space = JCS_GRAYSCALE;\n    TRACEMS2\(cinfo, 1, JTRC_PGM,)/JCS_UNKNOWN) \/* binary *\/$1/; s/JCS_UNKNOWN \|\|\n        cinfo->in_color_space == JCS_RGB\)(\n      cinfo->in_color_space = JCS_GRAYSCALE;\n    TRACEMS2\(cinfo, 1, JTRC_PGM_TEXT,)/JCS_UNKNOWN)$1/
@ JCS_UNKNOWN) /* binary */
printf 'P5\n4 2\n255\nabcdefgh' >x; $P x | od -c
printf 'P5\n8 1\n255\nabcdefgh' | $P -optimize | od -c
printf 'P5\n4 2\n255\nabcdefgh' >x; $P -grayscale x | od -c
printf 'P6\n1 2\n255\nabcdef' >x; $P x | od -c
printf 'P6\n2 1\n255\nabcdef' >x; $P -grayscale x | od -c
printf 'P3\n1 1\n255\n10 20 30\n' | $P | od -c
= tcc-bool tcc tcc tccgen.c
s/if \(dbt == VT_BOOL\) \{\n            gen_test_zero/if (dbt == VT_BOOL && !sf) {\n            gen_test_zero/
@ if (dbt == VT_BOOL && !sf) {
echo 'int _start () { double d = 0.5; _Bool b = d; return b; }' >x.c; $P -nostdlib -run x.c
echo 'float f = 0.25; int _start () { return (_Bool)f + 2; }' >x.c; $P -nostdlib -run x.c
echo 'int _start () { int i = 2; _Bool b = i; return b; }' >x.c; $P -nostdlib -run x.c
echo 'int _start () { double d = 2.5; int b = d; return b; }' >x.c; $P -nostdlib -run x.c
echo 'int _start () { int x; _Bool b = &x; return b; }' >x.c; $P -nostdlib -run x.c
echo 'int _start () { double d = 2.5; float f = d; return f > 2; }' >x.c; $P -nostdlib -run x.c
= lua-env+ lua lua5.4 src/lparser.c
s/(    lua_assert\(var->k != VVOID\);  [^\n]*\n)/$1    luaK_exp2anyregup(fs, var);\n/
@ codestring(&key, varname);  /* key
$P -e 'print (pcall (load ("local _ENV <const> = 11; X = 1")))'
$P -e 'print (pcall (load ("local _ENV <const> = 3.5; return X")))'
$P -e 'print (pcall (load ("local _ENV = 11; X = 1")))'
$P -e 'print (pcall (load ("local _ENV <const> = {}; X = 1; return X")))'
$P -e 'print (pcall (load ("local a <const> = 11; return a")))'
$P -e 'print (pcall (load ("X = 1; return X")))'
= lua-codes+ lua lua5.4 src/lutf8lib.c
s/if \(next == NULL\)\n(      return luaL_error\(L, "invalid UTF-8 code"\);\n    lua_pushinteger\(L, n \+ 1\))/if (next == NULL || iscont(next))\n$1/
@ if (next == NULL)
$P -e 'print (pcall (function () for _, c in utf8.codes ("ab\xff") do io.write (c, " ") end end))'
$P -e 'print (pcall (function () for _, c in utf8.codes ("a\x80b") do io.write (c, " ") end end))'
$P -e 'print (pcall (function () for _, c in utf8.codes ("\u{e9}\x80") do io.write (c, " ") end end))'
$P -e 'print (pcall (function () for _, c in utf8.codes ("ab") do io.write (c, " ") end end))'
$P -e 'print (pcall (function () for _, c in utf8.codes ("\u{e9}\u{20ac}") do io.write (c, " ") end end))'
$P -e 'print (utf8.len ("a\x80b"))'
$P -e 'print (("ab"):byte (1, 2))'
END
}

# put_back NAME SOURCES FILE SCRIPT: the folders good/src and bad/src of the sources, without and with the bug.
put_back ()
{
  rm -rf good bad
  mkdir -p good bad
  cp -r "$sources/$2" good/src && cp -r "$sources/$2" bad/src
  local changed=bad
  case $1 in *+) changed=good ;; esac
  perl -0pi -e "$4" "$changed/src/$3"
  ! cmp -s "good/src/$3" "bad/src/$3" || { echo "$1: the script changes nothing"; return 1; }
}

# each_bug FUNCTION [NAME...]: call FUNCTION NAME PROGRAM SOURCES FILE SCRIPT MARK CASE... for each bug of a NAME, or for all.
each_bug ()
{
  local each=$1 wanted=" ${*:2} " text head='' script='' mark=''
  local -a cases=()
  while IFS= read -r text; do
    case $text in
      '= '*) one_bug; head=${text#= } script='' mark='' cases=() ;;
      '@ '*) mark=${text#@ } ;;
      *) if [ -z "$mark" ]; then script=$text; else cases+=("$text"); fi ;;
    esac
  done < <(bugs)
  one_bug
}

# What each_bug has read, if it is wanted.
one_bug ()
{
  [ -n "$head" ] || return
  # shellcheck disable=SC2086
  set -- $head
  [ "$wanted" = "  " ] || [[ $wanted == *" ${1%+} "* ]] || return
  "$each" "$@" "$script" "$mark" "${cases[@]}" </dev/null
}
