# wpp: whole program paths for GCC.  `make help' lists the targets.

all:

CC = gcc
CXX = g++
# The compiler that loads the plugin, with which the tests compile: gcc, or gcc-14, on the command line or in the
# environment.  Each has a build folder of its own.
GCC ?= gcc
PREFIX = /usr/local
DESTDIR =

B = build$(if $(filter-out gcc,$(GCC)),-$(notdir $(GCC)))
$(if $(filter-out 1,$(words [$(B)])),$(error B must not have blanks in it))
SAN =
OPT = -O2 -g

WARN = -Wall -Wextra -Wno-unused-parameter
CFLAGS = $(OPT) $(SAN) -std=gnu11 $(WARN) -Wmissing-prototypes -Wstrict-prototypes -Werror=implicit-function-declaration
CXXFLAGS = $(OPT) -std=gnu++17 $(WARN) -fno-rtti -fno-exceptions
# The runtime must not touch vector registers: its slow path is entered from
# the middle of any function with all of them live.
RTFLAGS = -O2 -g -std=gnu11 $(WARN) -Wmissing-prototypes -fPIC -ffreestanding \
  -mgeneral-regs-only -fno-stack-protector -fasynchronous-unwind-tables -fvisibility=hidden \
  $(if $(filter aarch64,$(PROCESSOR)),-mno-outline-atomics)

PLUGIN_DIR := $(shell $(GCC) -print-file-name=plugin)
# The machine that GCC compiles for.  Programs are recorded there; the plugin, the tool and the collector are of the
# machine that CC compiles for.
TARGET := $(shell $(GCC) -dumpmachine)
CROSS := $(filter-out $(shell $(CC) -dumpmachine),$(TARGET))
# What has a processor in its name is of that one.
PROCESSORS = x86-64 aarch64
PROCESSOR := $(subst _,-,$(firstword $(subst -, ,$(TARGET))))
others = $(foreach p,$(filter-out $(PROCESSOR),$(PROCESSORS)),%$p.cc %$p.S)
# What compiles the runtime, and makes its archives.
RUNTIME_CC = $(if $(CROSS),$(GCC),$(CC))
RUNTIME_AR = $(if $(CROSS),$(shell $(GCC) -print-prog-name=ar),$(AR))
GCC_MAJOR := $(firstword $(subst ., ,$(shell $(GCC) -dumpversion)))
VERSION := $(shell cat VERSION)

# ---- how make runs: on all processors, and a line a file

# V=1 prints the commands instead; make -s prints nothing.
Q = $(if $(V),,@)
QUIET := $(if $(V),1,$(findstring s,$(firstword -$(MAKEFLAGS))))
MAKEFLAGS += --no-print-directory
# An explicit -j wins, and a make that calls this one has its own.
ifeq ($(MAKELEVEL)$(filter -j% --jobserver%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc)
endif
say = $(if $(QUIET),,@printf '  %-8s %s%s\n' '$(1)' '$(2)' '$(if $(SAN), (sanitized))')
# archive: of all prerequisites.
archive = $(Q)rm -f $@ && $(AR) qcs $@ $(filter %.o,$^)
runtime-archive = $(Q)rm -f $@ && $(RUNTIME_AR) qcs $@ $(filter %.o,$^)

PRODUCTS := $(addprefix $(B)/,wpp wpp-collect libwpp.a libwpp-shared.a libwpp-libc.a wpp.so wpp.specs wpp-gcc wpp-g++ wpp.h libwpp-read.so wpp-read.h)

all: $(PRODUCTS)
	$(if $(QUIET),,@printf '%s\n' '' 'wpp is built in $(B)/.  Next:' \
	  '  make demo          its four steps on a real program' \
	  '  make check-quick   a test of each part, in a minute' \
	  '  make help          all targets' \
	  'or, for a program of your own:' \
	  '  $(B)/wpp-gcc -O2 -fwpp-generate prog.c -o prog && WPP_FILE=prog.wpp ./prog && $(B)/wpp hot prog.wpp')

help:
	@printf '%s\n' \
	  'make               build everything in $(B)/, on all processors; V=1 prints the commands' \
	  'make demo          install what is missing, build, show the four steps on a real program' \
	  'make check-quick   unit tests and some tests of each kind, in a minute' \
	  'make check         all tests, without a network; in minutes' \
	  'make install       to $$(DESTDIR)$$(PREFIX), PREFIX=$(PREFIX); make uninstall' \
	  'make asan          tool, collector and unit tests under ASan and UBSan, in build-asan/' \
	  'make clean' \
	  '' \
	  'More tests, which take long; most fetch real programs from Debian, all or PROGRAMS="bzip2 lua":' \
	  'make check-programs check-counts check-frequencies    are recordings, counts, frequencies exact?' \
	  'make check-package FOLDER=FOLDER VERSIONS="12 14"   the package of Debian, installed in a fresh system; as root' \
	  'make check-merged  the same decisions from profiles, their merge and its summary' \
	  'make check-build-systems   what docs/build-systems.md shows, with CMake, Meson, Autoconf and Bazel' \
	  'make check-short   100,000 short processes that count in a pool of files' \
	  'make check-values  does replay find what programs computed?' \
  'make check-random-values  … what random programs computed?' \
	  'make exact         every small program at every level, and more random ones: trace, counts, path counts' \
  'make bombs         every command on every file that is small and says much' \
  'make check-report   pages of wpp report in Chromium: every view, by keyboard, for axe; needs chromium, nodejs, npm' \
  'make check-large LARGE=100000   pages of programs with so many functions, instances of templates, 10,000 events' \
  'make torture N=1000           random programs and mutated profiles' \
	  'make random-counts N=1000     path counts of random programs' \
	  "make check-gdb         gdb's tests of reverse execution, on recordings; on Debian" \
	  'make check-recipes     what docs/hacking.md shows, tried as it stands' \
	  'make check-exports     what wpp export writes, read by the tools that it is for; as root on Debian' \
	  'make fuzz FUZZ_SECONDS=600    libFuzzer on every reader' \
	  'make check-compilers ROOTS=FOLDER COMPILERS="14 16"   with other versions of GCC, in releases of Debian; as root' \
	  'make remove-compilers ROOTS=FOLDER   remove these' \
	  'make check-aarch64      with a cross compiler for AArch64, programs run by qemu; as root, to install both' \
  'make headers            compile the plugin with the headers of every version of GCC that is there' \
	  'make soak SOAK_SECONDS=1800   a long recording at full speed' \
	  'Measurements, see docs/measurements.md:' \
	  'make bench bench-answers bench-paths bench-wet bench-graph bench-wet-tables bench-questions bench-compile bench-use bench-tune bench-model growth frequencies' \
	  '' \
	  'Variables: B=FOLDER to build in another folder; GCC=gcc-14 for another compiler, in build-gcc-14/.'

# ---- analysis library and tool

ANALYSIS_SRC := $(filter-out analysis/tool/%,$(sort $(wildcard analysis/*/*.c analysis/*/*/*.c)))
# Includes name the room: `grammar/rules/grammar.h' of analysis/, `runtime/record/ring.h', `plugin/profile/feedback.h'.
INCLUDES = -Ianalysis -I.
TOOL_SRC := $(sort $(wildcard analysis/tool/*.c))
ANALYSIS_OBJ := $(ANALYSIS_SRC:%.c=$(B)/%.o)
TOOL_OBJ := $(TOOL_SRC:%.c=$(B)/%.o)
ANALYSIS_LIBS = -lzstd -lxxhash -lelf -lgmp -lz -lm

# Position-independent: the plugin links it too.
$(B)/%.o: %.c | $(B)/.prerequisites
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -fPIC $(INCLUDES) -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@

# What reports are made of, besides data: the script, without comments, indentation, and spaces beside most operators (in
# lines that have no text and no division), and the hashes by which the page names script and style.
REPORT := analysis/show/report
REPORT_JS := $(addprefix $(REPORT)/,base.js data.js table.js overview.js source.js graph.js paths.js flame.js \
  calls.js time.js difference.js main.js)
REPORT_ASSETS := $(addprefix $(B)/$(REPORT)/,report.js report.js.sha256 report.css.sha256)
$(B)/$(REPORT)/report.js: $(REPORT_JS) Makefile | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(Q){ echo "'use strict';"; cat $(REPORT_JS) | sed -e '/^ *\/\*/{:a' -e '/\*\//!{N' -e 'ba' -e '}' -e 'd' -e '}' -e 's/^ *//' -e '/^$$/d' \
	  -e "/[\`'\"/]/!s/ *\([]=<>?:,;&|(){}[]\) */\1/g"; } >$@
$(B)/$(REPORT)/report.js.sha256: $(B)/$(REPORT)/report.js
	$(Q)sha256sum $< | cut -c 1-64 >$@
$(B)/$(REPORT)/report.css.sha256: $(REPORT)/report.css | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(Q)sha256sum $< | cut -c 1-64 >$@
$(B)/$(REPORT)/assets.o: $(REPORT)/assets.S $(REPORT_ASSETS) $(REPORT)/report.html $(REPORT)/report.css
	$(call say,AS,$<)
	$(Q)$(CC) -Wa,-I,$(REPORT),-I,$(B)/$(REPORT) -c $< -o $@

$(B)/libwppanalysis.a: $(ANALYSIS_OBJ) $(B)/$(REPORT)/assets.o
	$(call say,AR,$@)
	$(archive)

# Replay rounds each operation for itself, as recorded programs do.
$(B)/analysis/values/%.o: CFLAGS += -ffp-contract=off

# gcov's JSON names the compiler.
$(B)/analysis/answers/gcov.o: CFLAGS += -DWPP_GCC_VERSION='"$(shell $(GCC) -dumpfullversion)"'

$(B)/wpp: $(TOOL_OBJ) $(B)/libwppanalysis.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(SAN) $(LDFLAGS) -o $@ $^ -ljson-c -ldw $(ANALYSIS_LIBS)

# ---- the library that reads recordings

READ_OBJ := $(patsubst %.c,$(B)/%.o,$(filter analysis/read/%,$(ANALYSIS_SRC)))
$(B)/libwpp-read.so: $(READ_OBJ) $(B)/libwppanalysis.a analysis/read/wpp-read.map
	$(call say,LINK,$@)
	$(Q)$(CC) $(SAN) $(LDFLAGS) -shared -Wl,-soname,libwpp-read.so.0 -Wl,--version-script=analysis/read/wpp-read.map \
	  -Wl,-z,defs -o $@ $(READ_OBJ) $(B)/libwppanalysis.a $(ANALYSIS_LIBS)
	$(Q)ln -sf libwpp-read.so $@.0
$(B)/wpp-read.h: analysis/read/wpp-read.h | $(B)/.prerequisites
	$(Q)cp $< $@
$(B)/install/wpp-read.pc: analysis/read/wpp-read.pc.in always | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@VERSION@|$(VERSION)|g' $< >$@

# ---- completion for shells, of what the tool says of itself

ZSH_DIR = $(PREFIX)/share/zsh/site-functions
BASH_DIR = $(PREFIX)/share/bash-completion/completions
$(B)/completions/wpp: $(B)/wpp scripts/completions
	@mkdir -p $(@D)
	$(Q)bash scripts/completions bash $(B)/wpp >$@
$(B)/completions/_wpp: $(B)/wpp scripts/completions
	@mkdir -p $(@D)
	$(Q)bash scripts/completions zsh $(B)/wpp >$@

# ---- collector

COLLECT_SRC := $(sort $(wildcard runtime/collect/*.c))
COLLECT_OBJ := $(COLLECT_SRC:%.c=$(B)/%.o)

# Each process starts one: without shared libraries in a quarter of a millisecond less.
$(B)/wpp-collect: $(COLLECT_OBJ) $(B)/libwppanalysis.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(if $(SAN),$(SAN),-static-pie) $(LDFLAGS) -o $@ $^ $(ANALYSIS_LIBS)

# ---- runtime: linked into users' programs, libc alone

# Values are kept on x86-64 only.
RUNTIME_ROOMS := common record counts linked stacks $(if $(filter x86-64,$(PROCESSOR)),values)
RUNTIME_SRC := $(filter-out $(others),$(sort $(foreach r,$(RUNTIME_ROOMS),$(wildcard runtime/$r/*.c runtime/$r/*.S))))
RUNTIME_OBJ := $(addsuffix .o,$(basename $(RUNTIME_SRC:%=$(B)/%)))
# Every linked object has these; what else the runtime has is in an executable (libwpp.a) or in the server, a shared
# object whose image is in libwpp-shared.a (runtime/common/server.h).
RUNTIME_OWN := %/own-recorder.o %/own-counter.o %/more-deltas.o %-preinit.o
RUNTIME_LOADED := %/loaded-recorder.o %/loaded-counter.o %/image.o %/image-data.o
RUNTIME_EACH := $(filter-out $(RUNTIME_OWN) $(RUNTIME_LOADED),$(filter $(B)/runtime/linked/% $(B)/runtime/values/% $(B)/runtime/stacks/%,$(RUNTIME_OBJ)))
RUNTIME_ALL := $(addprefix $(B)/runtime/common/,notes.o util.o files.o)
# Programs built from the build folder start the collector there; `make install' makes a
# libwpp.a with the installed path.
COLLECT_PATH = $(abspath $(B))/wpp-collect

$(B)/runtime/%.o: runtime/%.c | $(B)/.prerequisites
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(RUNTIME_CC) $(RTFLAGS) $(INCLUDES) -DWPP_COLLECT_PATH='"$(COLLECT_PATH)"' -MMD -MP -c $< -o $@
# The collector is an ordinary program.
$(B)/runtime/collect/%.o: runtime/collect/%.c | $(B)/.prerequisites
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(INCLUDES) -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@
$(B)/runtime/%.o: runtime/%.S | $(B)/.prerequisites
	$(call say,AS,$<)
	@mkdir -p $(@D)
	$(Q)$(RUNTIME_CC) $(RTFLAGS) $(INCLUDES) -MMD -MP -c $< -o $@

$(B)/libwpp.a: $(filter-out $(RUNTIME_LOADED),$(RUNTIME_OBJ))
	$(call say,AR,$@)
	$(runtime-archive)
# link-server: the server, of all prerequisites.  It is small, as each recorded shared object has it.
link-server = $(Q)$(RUNTIME_CC) -shared -nostdlib -Wl,-z,noseparate-code,-z,max-page-size=4096,-z,nodelete,--build-id=none,-s \
  -Wl,-soname,wpp-server -o $@ $(filter %.o %.a,$^) -lc
SERVER_OBJ := $(filter-out $(RUNTIME_EACH) $(RUNTIME_OWN) $(RUNTIME_LOADED),$(RUNTIME_OBJ))
$(B)/wpp-server.so: $(SERVER_OBJ)
	$(call say,LINK,$@)
	$(link-server)
IMAGE_DATA := runtime/common/image-data
$(B)/$(IMAGE_DATA).o: $(IMAGE_DATA).S $(B)/wpp-server.so
	$(call say,AS,$<)
	$(Q)$(RUNTIME_CC) -DWPP_SERVER_IMAGE='"$(B)/wpp-server.so"' -c $< -o $@
SHARED_PART := $(filter $(RUNTIME_EACH) $(RUNTIME_ALL) $(RUNTIME_LOADED),$(RUNTIME_OBJ))
$(B)/libwpp-shared.a: $(SHARED_PART)
	$(call say,AR,$@)
	$(runtime-archive)
$(B)/libwpp-libc.a: $(B)/runtime/libc/lacking.o
	$(call say,AR,$@)
	$(runtime-archive)

$(B)/wpp.h: runtime/common/wpp.h | $(B)/.prerequisites
	$(Q)cp $< $@

# ---- plugin

PLUGIN_SRC := $(filter-out $(others),$(sort $(wildcard plugin/*.cc plugin/*/*.cc plugin/*/*/*.cc)))
# Each version of GCC has other headers.
PLUGIN_B := $(B)/gcc-$(GCC_MAJOR)
PLUGIN_OBJ := $(PLUGIN_SRC:%.cc=$(PLUGIN_B)/%.o)

$(PLUGIN_B)/%.o: %.cc | $(B)/.prerequisites
	$(call say,CXX,$<)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXXFLAGS) -fPIC -fvisibility=hidden -isystem $(PLUGIN_DIR)/include $(INCLUDES) \
	  -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@

$(B)/wpp.so: $(PLUGIN_OBJ) $(B)/libwppanalysis.a
	$(call say,LINK,$@)
	$(Q)$(CXX) -shared -Wl,--exclude-libs,ALL -o $@ $^ $(ANALYSIS_LIBS)

# Do the sources fit the headers of each GCC from 11 to 16 that is there, or in one of the file systems below the folder
# ROOTS?  Compiled only, and without a warning.
ROOTS =
HEADERS := $(sort $(foreach v,11 12 13 14 15 16,$(wildcard /usr/lib/gcc/*/$v/plugin/include \
  $(if $(ROOTS),$(ROOTS)/*/usr/lib/gcc/x86_64-linux-gnu/$v/plugin/include))))
HEADERS_CHECKS := $(foreach h,$(HEADERS),$(PLUGIN_SRC:%=$(B)/headers$h/%.checked))
headers: $(HEADERS_CHECKS)
	@printf '%s compiles with the headers in %s\n' $(foreach h,$(HEADERS),'the plugin' '$h')
HEADERS_OWN := $(wildcard plugin/*/*.h plugin/*/*/*.h analysis/*/*.h)
# $(1): the folder with the headers.
define HEADERS_RULE
$(B)/headers$(1)/%.checked: % $(HEADERS_OWN) | $(B)/.prerequisites
	$$(call say,CXX,$$< with $(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CXX) $$(CXXFLAGS) -Werror -fsyntax-only -isystem $(1) $$(INCLUDES) -DWPP_VERSION='""' $$<
	@touch $$@
endef
$(foreach h,$(HEADERS),$(eval $(call HEADERS_RULE,$h)))

# Run from the build folder and from an installation alike: the files find each other by
# the place of the wrapper.  In specs a blank is one of a name after a backslash, of which sed wants two.
empty :=
SPECS_B = $(subst $(empty) $(empty),\\$(empty) $(empty),$(abspath $(B)))
$(B)/wpp.specs: plugin/wpp.specs.in Makefile | $(B)/.prerequisites
	$(Q)sed -e 's|@PLUGIN@|$(SPECS_B)/wpp.so|g' -e 's|@LIBDIR@|$(SPECS_B)|g' -e 's|@INCLUDE@|$(SPECS_B)|g' -e 's|@TOOL@|$(SPECS_B)/wpp|g' $< >$@
DRIVER_EDITS = -e 's|@SPECS@|wpp.specs|g' -e 's|@VERSION@|$(GCC_MAJOR)|g' -e 's|@GCC@|$(GCC)|g'
# Made again with the plugin: compiler caches look at the time of the driver.
$(B)/wpp-gcc: plugin/wpp-gcc.in Makefile $(B)/wpp.so | $(B)/.prerequisites
	$(Q)sed -e 's|@COMPILER@|$(GCC)|g' $(DRIVER_EDITS) $< >$@ && chmod +x $@
$(B)/wpp-g++: plugin/wpp-gcc.in Makefile $(B)/wpp.so | $(B)/.prerequisites
	$(Q)sed -e 's|@COMPILER@|$(subst gcc,g++,$(GCC))|g' $(DRIVER_EDITS) $< >$@ && chmod +x $@

# ---- unit tests: one program a testsuite/unit/*.c

UNIT_SRC := $(sort $(wildcard testsuite/unit/test-*.c))
UNIT_BIN := $(UNIT_SRC:testsuite/unit/%.c=$(B)/unit/%)
UNIT_HELP := $(filter-out $(UNIT_SRC),$(wildcard testsuite/unit/*.c))
UNIT_HELP_OBJ := $(UNIT_HELP:%.c=$(B)/%.o)

$(UNIT_BIN): $(B)/unit/%: $(B)/testsuite/unit/%.o $(UNIT_HELP_OBJ) $(B)/libwppanalysis.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(ANALYSIS_LIBS) -llzma -lm

# Dumps are read by json-c.
$(B)/unit/test-rows $(B)/unit/test-decisions: ANALYSIS_LIBS += -ljson-c

unit: $(UNIT_BIN)

asan:
	$(Q)$(MAKE) B=build-asan SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' OPT='-O1 -g' \
	  build-asan/wpp build-asan/wpp-collect unit

# ---- the four steps on a real program, from a fresh machine on

demo:
	@sh scripts/install-deps
	@$(MAKE) products
	@scripts/demo $(B)
products: $(PRODUCTS)
	@:

# ---- installation

LIBDIR = $(PREFIX)/lib/wpp
# The plugin and what knows its compiler, beside those of other versions.
VERSION_DIR = $(LIBDIR)/$(CROSS:%=%-)gcc-$(GCC_MAJOR)
# What is linked into programs: beside the plugin where it is another machine's.
TARGET_DIR = $(if $(CROSS),$(VERSION_DIR),$(PREFIX)/lib)
# The compiler called gcc is called so here, too; each has its version in its name.
DRIVERS := wpp-gcc wpp-g++
DRIVER_LINKS = $(if $(CROSS),wpp-$(notdir $(GCC)) wpp-$(subst gcc,g++,$(notdir $(GCC))), \
  $(addsuffix -$(GCC_MAJOR),$(DRIVERS)) $(if $(filter gcc,$(GCC)),$(DRIVERS)))
# Where -fplugin=wpp is looked up; outside PREFIX, so only when that is the compiler's own.
PLUGIN_LINK = $(if $(filter /usr,$(PREFIX)),$(PLUGIN_DIR)/wpp.so)
MAN_PAGES := $(sort $(wildcard */man/*.[135]))
INSTALLED = $(PREFIX)/bin/wpp $(BASH_DIR)/wpp $(ZSH_DIR)/_wpp $(foreach d,$(DRIVERS),$(PREFIX)/bin/$d $(PREFIX)/bin/$d-[0-9]*) \
  $(PREFIX)/bin/wpp-*-gcc* $(PREFIX)/bin/wpp-*-g++* $(PREFIX)/lib/libwpp.a \
  $(PREFIX)/lib/libwpp-shared.a $(PREFIX)/lib/libwpp-libc.a $(PREFIX)/include/wpp.h $(PLUGIN_LINK) $(LIBDIR) \
  $(PREFIX)/lib/libwpp-read.so.0 $(PREFIX)/lib/libwpp-read.so $(PREFIX)/lib/pkgconfig/wpp-read.pc $(PREFIX)/include/wpp-read.h \
  $(foreach m,$(MAN_PAGES),$(PREFIX)/share/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m)))

# Lists of names cannot have names with blanks.
NO_BLANKS = $(if $(filter-out 1,$(words [$(DESTDIR)$(PREFIX)])),$(error DESTDIR and PREFIX must not have blanks in them))

# What knows the place of the collector is compiled once more, for the installation's.
PLACED_SRC := $(shell grep -l WPP_COLLECT_PATH $(RUNTIME_SRC))
PLACED_OBJ := $(PLACED_SRC:%.c=$(B)/install/%.o)
$(B)/install/%.o: %.c always | $(B)/.prerequisites
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(RUNTIME_CC) $(RTFLAGS) $(INCLUDES) -DWPP_COLLECT_PATH='"$(LIBDIR)/wpp-collect"' -c $< -o $@
# placed: OBJECTS with those of the installation.
placed = $(filter-out $(PLACED_SRC:%.c=$(B)/%.o),$(1)) $(PLACED_OBJ)
$(B)/install/libwpp.a: $(call placed,$(filter-out $(RUNTIME_LOADED),$(RUNTIME_OBJ)))
	$(call say,AR,$@)
	$(runtime-archive)
$(B)/install/wpp-server.so: $(call placed,$(SERVER_OBJ))
	$(call say,LINK,$@)
	$(link-server)
$(B)/install/image-data.o: $(IMAGE_DATA).S $(B)/install/wpp-server.so
	$(Q)$(RUNTIME_CC) -DWPP_SERVER_IMAGE='"$(B)/install/wpp-server.so"' -c $< -o $@
$(B)/install/libwpp-shared.a: $(filter-out %/image-data.o,$(SHARED_PART)) $(B)/install/image-data.o
	$(call say,AR,$@)
	$(runtime-archive)
$(B)/install/wpp.specs: plugin/wpp.specs.in always | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(Q)sed -e 's|@PLUGIN@|$(VERSION_DIR)/wpp.so|g' -e 's|@LIBDIR@|$(TARGET_DIR)|g' -e 's|@INCLUDE@|$(PREFIX)/include|g' \
	  -e 's|@TOOL@|$(PREFIX)/bin/wpp|g' $< >$@
always:

# The wrappers find the specs beside them: they live in VERSION_DIR and bin has links.
install: $(PRODUCTS) $(B)/completions/wpp $(B)/completions/_wpp $(B)/install/libwpp.a $(B)/install/libwpp-shared.a $(B)/install/wpp.specs $(B)/install/wpp-read.pc
	@:$(NO_BLANKS)
	$(call say,INSTALL,$(DESTDIR)$(PREFIX))
	$(Q)install -d $(DESTDIR)$(VERSION_DIR) $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	$(Q)install -m 755 $(B)/wpp $(DESTDIR)$(PREFIX)/bin/wpp
	$(Q)install -m 755 $(B)/wpp-collect $(DESTDIR)$(LIBDIR)
	$(Q)install -m 755 $(addprefix $(B)/,$(DRIVERS)) $(DESTDIR)$(VERSION_DIR)
	$(Q)install -m 644 $(B)/wpp.so $(B)/install/wpp.specs $(DESTDIR)$(VERSION_DIR)
	$(Q)install -m 644 $(B)/install/libwpp.a $(B)/install/libwpp-shared.a $(B)/libwpp-libc.a $(DESTDIR)$(TARGET_DIR)
	$(Q)install -m 644 $(B)/wpp.h $(B)/wpp-read.h $(DESTDIR)$(PREFIX)/include
	$(Q)install -m 755 $(B)/libwpp-read.so $(DESTDIR)$(PREFIX)/lib/libwpp-read.so.0
	$(Q)ln -sf libwpp-read.so.0 $(DESTDIR)$(PREFIX)/lib/libwpp-read.so
	$(Q)install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig
	$(Q)install -m 644 $(B)/install/wpp-read.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig
	$(Q)install -d $(DESTDIR)$(BASH_DIR) $(DESTDIR)$(ZSH_DIR)
	$(Q)install -m 644 $(B)/completions/wpp $(DESTDIR)$(BASH_DIR)/wpp
	$(Q)install -m 644 $(B)/completions/_wpp $(DESTDIR)$(ZSH_DIR)/_wpp
	$(Q)for d in $(DRIVER_LINKS); do \
	  case $$d in *g++*) f=wpp-g++ ;; *) f=wpp-gcc ;; esac; \
	  ln -sf ../lib/wpp/$(notdir $(VERSION_DIR))/$$f $(DESTDIR)$(PREFIX)/bin/$$d || exit 1; done
	$(if $(PLUGIN_LINK),$(Q)install -d $(DESTDIR)$(PLUGIN_DIR) && ln -sf $(VERSION_DIR)/wpp.so $(DESTDIR)$(PLUGIN_LINK))
	$(Q)for m in $(MAN_PAGES); do d=$(DESTDIR)$(PREFIX)/share/man/man$${m##*.}; \
	  install -d $$d && install -m 644 $$m $$d || exit 1; done

uninstall:
	@:$(NO_BLANKS)
	$(Q)rm -rf $(addprefix $(DESTDIR),$(INSTALLED))

# ---- prerequisites: present on a fresh Debian after scripts/install-deps

$(B)/.prerequisites: scripts/install-deps
	@mkdir -p $(@D)
	@sh scripts/install-deps --check
	@touch $@

clean:
	rm -rf $(B) build-asan

include testsuite/Makefile.inc

.PHONY: all help headers products unit asan demo install uninstall clean always
OBJECT_FOLDERS := $(wildcard $(PLUGIN_B) $(addprefix $(B)/,analysis runtime testsuite))
-include $(if $(OBJECT_FOLDERS),$(shell find $(OBJECT_FOLDERS) -name '*.d'))
