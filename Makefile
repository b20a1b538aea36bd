# wpp: whole program paths for GCC.
#
#   make            build everything into build/
#   make check      unit tests and the DejaGnu suite (needs no network)
#   make demo       install what is missing, build, show the three steps on a real program
#   make asan       tool, collector and unit tests under ASan and UBSan, in build-asan/
#   make install    to $(DESTDIR)$(PREFIX); make uninstall
#   make bench, check-programs, torture: see docs/measurements.md

CC = gcc
CXX = g++
GCC_FOR_PLUGIN = gcc
PREFIX = /usr/local
DESTDIR =

B = build
$(if $(filter-out 1,$(words [$(B)])),$(error B must not have blanks in it))
SAN =
OPT = -O2 -g

WARN = -Wall -Wextra -Wno-unused-parameter
CFLAGS = $(OPT) $(SAN) -std=gnu11 $(WARN) -Wmissing-prototypes -Wstrict-prototypes
CXXFLAGS = $(OPT) -std=gnu++17 $(WARN) -fno-rtti -fno-exceptions
# The runtime must not touch vector registers: its slow path is entered from
# the middle of any function with all of them live.
RTFLAGS = -O2 -g -std=gnu11 $(WARN) -Wmissing-prototypes -fPIC -ffreestanding \
  -mgeneral-regs-only -fno-stack-protector -fasynchronous-unwind-tables -fvisibility=hidden

PLUGIN_DIR := $(shell $(GCC_FOR_PLUGIN) -print-file-name=plugin)
GCC_VERSION := $(shell $(GCC_FOR_PLUGIN) -dumpfullversion)
VERSION := $(shell cat VERSION)

all: $(B)/wpp $(B)/wpp-collect $(B)/libwpp.a $(B)/libwpp-libc.a $(B)/wpp.so $(B)/wpp.specs $(B)/wpp-gcc $(B)/wpp-g++ $(B)/wpp.h

# ---- analysis library and tool

ANALYSIS_DIRS := $(filter-out analysis/tool/ analysis/man/,$(sort $(wildcard analysis/*/)))
ANALYSIS_SRC := $(sort $(wildcard $(ANALYSIS_DIRS:%=%*.c)))
# Includes name the room: `grammar/event.h' of analysis/, `runtime/record/ring.h', `plugin/use/feedback.h'.
INCLUDES = -Ianalysis -I.
TOOL_SRC := $(sort $(wildcard analysis/tool/*.c))
ANALYSIS_OBJ := $(ANALYSIS_SRC:%.c=$(B)/%.o)
TOOL_OBJ := $(TOOL_SRC:%.c=$(B)/%.o)
ANALYSIS_LIBS = -lzstd -lxxhash -lelf -lgmp

# Position-independent: the plugin links it too.
$(B)/%.o: %.c | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -fPIC $(INCLUDES) -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@

$(B)/libwppanalysis.a: $(ANALYSIS_OBJ)
	rm -f $@
	$(AR) qcs $@ $(ANALYSIS_OBJ)

$(B)/wpp: $(TOOL_OBJ) $(B)/libwppanalysis.a
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ -ljson-c $(ANALYSIS_LIBS)

# ---- collector

COLLECT_SRC := $(sort $(wildcard runtime/collect/*.c))
COLLECT_OBJ := $(COLLECT_SRC:%.c=$(B)/%.o)

# Each process starts one: without shared libraries in a quarter of a millisecond less.
$(B)/wpp-collect: $(COLLECT_OBJ) $(B)/libwppanalysis.a
	$(CC) $(if $(SAN),$(SAN),-static-pie) $(LDFLAGS) -o $@ $^ $(ANALYSIS_LIBS)

# ---- runtime: linked into users' programs, libc alone

RUNTIME_SRC := $(sort $(foreach r,common record counts,$(wildcard runtime/$r/*.c runtime/$r/*.S)))
RUNTIME_OBJ := $(addsuffix .o,$(basename $(RUNTIME_SRC:%=$(B)/%)))
# Programs built from the build folder start the collector there; `make install' makes a
# libwpp.a with the installed path.
COLLECT_PATH = $(abspath $(B))/wpp-collect

$(B)/runtime/%.o: runtime/%.c | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(CC) $(RTFLAGS) $(INCLUDES) -DWPP_COLLECT_PATH='"$(COLLECT_PATH)"' -MMD -MP -c $< -o $@
# The collector is an ordinary program.
$(B)/runtime/collect/%.o: runtime/collect/%.c | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(INCLUDES) -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@
$(B)/runtime/%.o: runtime/%.S | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(CC) $(RTFLAGS) $(INCLUDES) -MMD -MP -c $< -o $@

$(B)/libwpp.a: $(RUNTIME_OBJ)
	rm -f $@
	$(AR) qcs $@ $(RUNTIME_OBJ)
$(B)/libwpp-libc.a: $(B)/runtime/libc/lacking.o
	rm -f $@
	$(AR) rcs $@ $<

$(B)/wpp.h: runtime/common/wpp.h | $(B)/.prerequisites
	cp $< $@

# ---- plugin

PLUGIN_SRC := $(sort $(wildcard plugin/*/*.cc))
PLUGIN_OBJ := $(PLUGIN_SRC:%.cc=$(B)/%.o)

$(B)/plugin/%.o: plugin/%.cc | $(B)/.prerequisites
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -fPIC -fvisibility=hidden -isystem $(PLUGIN_DIR)/include $(INCLUDES) \
	  -DWPP_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@

$(B)/wpp.so: $(PLUGIN_OBJ) $(B)/libwppanalysis.a
	$(CXX) -shared -Wl,--exclude-libs,ALL -o $@ $^ $(ANALYSIS_LIBS)

# Run from the build folder and from an installation alike: the files find each other by
# the place of the wrapper.  In specs a blank is one of a name behind a backslash, of which sed wants two.
empty :=
SPECS_B = $(subst $(empty) $(empty),\\$(empty) $(empty),$(abspath $(B)))
$(B)/wpp.specs: plugin/wpp.specs.in Makefile | $(B)/.prerequisites
	sed -e 's|@PLUGIN@|$(SPECS_B)/wpp.so|g' -e 's|@LIBDIR@|$(SPECS_B)|g' -e 's|@INCLUDE@|$(SPECS_B)|g' $< >$@
$(B)/wpp-gcc: plugin/wpp-gcc.in Makefile | $(B)/.prerequisites
	sed -e 's|@COMPILER@|$(GCC_FOR_PLUGIN)|g' -e 's|@SPECS@|wpp.specs|g' $< >$@ && chmod +x $@
$(B)/wpp-g++: plugin/wpp-gcc.in Makefile | $(B)/.prerequisites
	sed -e 's|@COMPILER@|$(subst gcc,g++,$(GCC_FOR_PLUGIN))|g' -e 's|@SPECS@|wpp.specs|g' $< >$@ && chmod +x $@

# ---- unit tests: one program a testsuite/unit/*.c

UNIT_SRC := $(sort $(wildcard testsuite/unit/test-*.c))
UNIT_BIN := $(UNIT_SRC:testsuite/unit/%.c=$(B)/unit/%)
UNIT_HELP := $(filter-out $(UNIT_SRC),$(wildcard testsuite/unit/*.c))
UNIT_HELP_OBJ := $(UNIT_HELP:%.c=$(B)/%.o)

.SECONDARY:
$(B)/unit/%: $(B)/testsuite/unit/%.o $(UNIT_HELP_OBJ) $(B)/libwppanalysis.a
	@mkdir -p $(@D)
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(ANALYSIS_LIBS) -llzma -lm

unit: $(UNIT_BIN)

asan:
	$(MAKE) B=build-asan SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' OPT='-O1 -g' \
	  build-asan/wpp build-asan/wpp-collect unit

# ---- the three steps on a real program, from a fresh machine on

demo:
	sh scripts/install-deps
	$(MAKE) all
	scripts/demo $(B)

# ---- installation

LIBDIR = $(PREFIX)/lib/wpp
# Where -fplugin=wpp is looked up; outside PREFIX, so only when that is the compiler's own.
PLUGIN_LINK = $(if $(filter /usr,$(PREFIX)),$(PLUGIN_DIR)/wpp.so)
MAN_PAGES := $(sort $(wildcard */man/*.[135]))
INSTALLED = $(PREFIX)/bin/wpp $(PREFIX)/bin/wpp-gcc $(PREFIX)/bin/wpp-g++ $(PREFIX)/lib/libwpp.a \
  $(PREFIX)/lib/libwpp-libc.a $(PREFIX)/include/wpp.h $(PLUGIN_LINK) $(LIBDIR) \
  $(foreach m,$(MAN_PAGES),$(PREFIX)/share/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m)))

# Lists of names cannot have names with blanks.
NO_BLANKS = $(if $(filter-out 1,$(words [$(DESTDIR)$(PREFIX)])),$(error DESTDIR and PREFIX must not have blanks in them))

# The wrappers find the specs beside them: they live in LIBDIR and bin has links.
install: all
	@:$(NO_BLANKS)
	mkdir -p $(B)/install
	for f in $$(grep -l WPP_COLLECT_PATH runtime/*/*.c); do \
	  $(CC) $(RTFLAGS) $(INCLUDES) -DWPP_COLLECT_PATH='"$(LIBDIR)/wpp-collect"' -c $$f \
	    -o $(B)/install/$$(basename $$f .c).o || exit 1; done
	cp $(B)/libwpp.a $(B)/install/libwpp.a
	$(AR) r $(B)/install/libwpp.a $(B)/install/*.o
	sed -e 's|@PLUGIN@|$(LIBDIR)/wpp.so|g' -e 's|@LIBDIR@|$(PREFIX)/lib|g' \
	  -e 's|@INCLUDE@|$(PREFIX)/include|g' plugin/wpp.specs.in >$(B)/install/wpp.specs
	install -d $(DESTDIR)$(LIBDIR) $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	install -m 755 $(B)/wpp $(DESTDIR)$(PREFIX)/bin/wpp
	install -m 755 $(B)/wpp-gcc $(B)/wpp-g++ $(B)/wpp-collect $(DESTDIR)$(LIBDIR)
	install -m 644 $(B)/wpp.so $(B)/install/wpp.specs $(DESTDIR)$(LIBDIR)
	install -m 644 $(B)/install/libwpp.a $(B)/libwpp-libc.a $(DESTDIR)$(PREFIX)/lib
	install -m 644 $(B)/wpp.h $(DESTDIR)$(PREFIX)/include
	ln -sf ../lib/wpp/wpp-gcc ../lib/wpp/wpp-g++ $(DESTDIR)$(PREFIX)/bin
	$(if $(PLUGIN_LINK),install -d $(DESTDIR)$(PLUGIN_DIR) && ln -sf $(LIBDIR)/wpp.so $(DESTDIR)$(PLUGIN_LINK))
	for m in $(MAN_PAGES); do d=$(DESTDIR)$(PREFIX)/share/man/man$${m##*.}; \
	  install -d $$d && install -m 644 $$m $$d || exit 1; done

uninstall:
	@:$(NO_BLANKS)
	rm -rf $(addprefix $(DESTDIR),$(INSTALLED))

# ---- prerequisites: present on a fresh Debian after scripts/install-deps

$(B)/.prerequisites: scripts/install-deps
	@mkdir -p $(@D)
	@sh scripts/install-deps --check
	@touch $@

clean:
	rm -rf build build-asan

include testsuite/Makefile.inc

.PHONY: all unit asan demo install uninstall clean
-include $(shell find $(B) -name '*.d' 2>/dev/null)
