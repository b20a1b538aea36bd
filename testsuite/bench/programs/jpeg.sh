# shellcheck shell=bash
# sources: libjpeg-turbo
# libjpeg-turbo without SIMD, cjpeg and djpeg: calls through pointers; two programs.  Figures are of 2.1.5.

# Set SRC_DIR to the folder of the sources: from 3.1 on they are not at the top.
find_sources ()
{
  SRC_DIR=$SRC/libjpeg-turbo
  [ ! -d "$SRC_DIR/src" ] || SRC_DIR=$SRC_DIR/src
}

prepare ()
{
  find_sources
  sed -e 's/@JPEG_LIB_VERSION@/62/; s/@VERSION@/2.1.5/; s/@LIBJPEG_TURBO_VERSION_NUMBER@/2001005/' \
    -e 's/@BITS_IN_JSAMPLE@/8/; s/#cmakedefine \([CD]_ARITH\|MEM_SRC\)/#define \1/' \
    -e '/#cmakedefine/d' "$SRC_DIR/jconfig.h.in" >"$PREP/jconfig.h" &&
    sed -e 's/@BUILD@/bench/; s/@INLINE@/inline/; s/@THREAD_LOCAL@/__thread/; s/@HIDDEN@//' \
      -e 's/@CMAKE_PROJECT_NAME@/libjpeg-turbo/; s/@VERSION@/2.1.5/; s/@SIZE_T@/__SIZEOF_SIZE_T__/' \
      -e 's/#cmakedefine \(HAVE_BUILTIN\|[CD]_ARITH\)/#define \1/; /#cmakedefine/d' \
      "$SRC_DIR/jconfigint.h.in" >"$PREP/jconfigint.h" &&
    sed 's/@COPYRIGHT_YEAR@/2023/' "$SRC_DIR/jversion.h.in" >"$PREP/jversion.h"
}

build ()
{
  local src samples
  find_sources
  src=$SRC_DIR
  # What depends on the bits of a sample, for each number of bits where there is more than one.
  if [ -d "$src/wrapper" ]; then
    samples=("$src"/wrapper/*-*.c "$src"/{jclhuff,jdlhuff,jpeg_nbits}.c)
  else
    samples=("$src"/jc{apistd,coefct,color,dctmgr,mainct,prepct,sample}.c
      "$src"/jd{apistd,coefct,color,dctmgr,mainct,merge,postct,sample}.c
      "$src"/j{fdctfst,fdctint,idctflt,idctfst,idctint,idctred,quant1,quant2,utils,simd_none}.c
      "$src"/{rdcolmap,rdppm,wrgif,wrppm}.c)
  fi
  compile "-I$PREP" "-I$src" -D{PPM,BMP,GIF,TARGA}_SUPPORTED -- "${samples[@]}" \
    "$src"/jc{apimin,huff,icc,init,marker,master,phuff,trans,omapi,param,arith}.c \
    "$src"/jd{apimin,atadst,atasrc,huff,icc,input,marker,master,phuff,trans,arith}.c \
    "$src"/j{error,fdctflt,memmgr,memnobs,aricom}.c \
    "$src"/{cdjpeg,rdbmp,rdgif,rdswitch,rdtarga,wrbmp,wrtarga}.c \
    "$src"/{cjpeg,djpeg}.c && link -x '*_djpeg.o' cjpeg && link -x '*_cjpeg.o' djpeg
}

# picture WIDTH HEIGHT SEED: overlapping waves and blocks, with noise.
picture ()
{
  perl -e '
    my ($width, $height, $seed) = @ARGV;
    srand $seed;
    binmode STDOUT;
    print "P6\n$width $height\n255\n";
    my @wave = map { int (128 + 127 * sin ($_ / 40.7)) } 0 .. 255;
    my @p = map { 1 + int rand 9 } 1 .. 8;
    my @noise = map { int rand 25 } 0 .. 4095;
    for my $y (0 .. $height - 1)
      {
        print pack "C*", map {
          my $a = $wave[($_ * $p[0] + $y * $p[1]) / 16 & 255];
          my $b = $wave[($_ * $p[2] - $y * $p[3]) / 23 & 255];
          my $c = ($_ / (8 * $p[4]) ^ $y / (8 * $p[5])) & 1 ? 60 : 0;
          my $n = $noise[$_ * 7 + $y * 131 & 4095];
          (($a + $n) * 0.9, ($a + $b >> 1) * 0.7 + $c, $b * 0.6 + $c + $n) } 0 .. $width - 1;
      }' "$@"
}

input ()
{
  picture 900 700 41 >"$IN/train"
  picture 1600 1200 42 >"$IN/ref"
}

# convert PICTURE QUALITY...
convert ()
{
  local bin=$OUT/bin image=$1 x=$TMP/x quality
  shift
  for quality; do
    "$bin/cjpeg" -quality $quality "$image" >"$x.1" &&
      "$bin/cjpeg" -quality 85 -optimize -progressive "$image" >"$x.2" &&
      "$bin/cjpeg" -dct fast -smooth 20 "$image" >"$x.3" &&
      "$bin/djpeg" -bmp "$x.1" >"$x.4" &&
      "$bin/djpeg" -ppm -nosmooth "$x.2" >"$x.5" &&
      "$bin/djpeg" -dct fast -scale 5/8 "$x.3" >"$x.6" &&
      "$bin/djpeg" -colors 64 -gif "$x.1" >"$x.7" &&
      cat "$x".[1-7] | cksum || return
  done
}
train () { convert "$IN/train" 60 70 80 90 64; }
ref () { convert "$IN/ref" 60 70 80 90 64 55 75 85; }
