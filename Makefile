# The two commands of the README are `make run` and `make test`; both install what they need.
PYTHON ?= python3
VERSION_OF = $(shell $(1) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
PYTHON_VERSION := $(call VERSION_OF,$(PYTHON))
ifeq ($(PYTHON_VERSION),)
$(error $(PYTHON) cannot be run: install it, or name another Python from 3.11 on with PYTHON=)
endif
# Another Python than python3, as in `make test PYTHON=python3.13`, has an environment of its own beside .venv.
VENV := .venv$(if $(filter-out $(PYTHON_VERSION),$(call VERSION_OF,python3)),-$(PYTHON_VERSION))
# On a Pi the pins are moved by the system's own python3-lgpio, which no package index carries for every Python.
ON_PI := $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
VENV_FLAGS := $(if $(ON_PI),--system-site-packages)
BIN := $(VENV)/bin

# Bytecode is kept in one place, even if the environment wants none next to the sources: without it each start of
# the program takes twice as long.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE

# Installs packages, if that is allowed. apt-get waits until no other program uses dpkg. For lists that another program
# updates it does not wait, and the installation goes by those that are there.
install = { \
  apt="$$([ "$$(id -u)" = 0 ] || echo "sudo -n") apt-get -qq -o DPkg::Lock::Timeout=1800"; \
  $$apt update; $$apt install -y --no-install-recommends $(1) >/dev/null; }

.PHONY: run pages voices wheel test test-full check tests on-image proofs drop-drawings lint measures messages docs bench disagree walk fuzz fuzz-bytes mutants distorted link soak endurance firmware node-uf2 test-node labels pictures browser old-browsers graphviz dbusmock mosquitto dtc postgresql trees wiring openscad case hardware deb release gnupg image test-deploy test-image test-pi clean

run: $(VENV)/.run
	@$(PYTHON) deploy/pages/build.py
	@$(BIN)/python deploy/voice/make_clips.py
	$(BIN)/companion run $(ARGS)

# The pages as they are served: few and small files in companion/web/built, made of the sources (docs/pages.md).
pages:
	@command -v npm >/dev/null || command -v esbuild >/dev/null || $(call install,esbuild) || \
	  { echo "The pages need esbuild: apt install esbuild, or npm"; exit 1; }
	@$(PYTHON) deploy/pages/build.py --required

# The clips of the voice in companion/voices, made by espeak-ng; aplay plays them.
voices: $(VENV)/.run
	@command -v espeak-ng >/dev/null && command -v aplay >/dev/null || $(call install,espeak-ng alsa-utils) || \
	  { echo "The voice needs espeak-ng and aplay: apt install espeak-ng alsa-utils"; exit 1; }
	@$(BIN)/python deploy/voice/make_clips.py --required

# The wheel, with the built pages and the voice, in build/wheel.
wheel: $(VENV)/.run pages voices
	rm -rf build/lib build/wheel
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .

MICROPYTHON := build/micropython
AXE := build/axe
ON_IMAGE := build/on-image
OLD_CHROMIUM := build/old-chromium-$(PYTHON_VERSION)

test: TEST = lint tests proofs on-image
test: $(VENV)/.dev pages voices browser old-browsers graphviz dbusmock mosquitto gnupg dtc postgresql $(MICROPYTHON)/.installed $(ON_IMAGE)/.installed
	$(BIN)/python -m tests.cost make --no-print-directory --jobs 2 $(TEST)

# Run before a release: every walk and property at its full depth, every proof, and the case drawn again.
test-full: export DEPTH := full
test-full: drop-drawings $(AXE)/.installed wheel test

drop-drawings:
	rm -rf build/case

# One more than there are cores, because the tests of pages and processes wait at times.
WORKERS = $(shell expr $$(nproc) + 1)

tests: $(VENV)/.dev
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal

# The tests of the devices and of the web server once more, against the libraries of the image.
on-image: $(ON_IMAGE)/.installed
	env --unset=TEST_SECONDS PYTHONPATH=$(ON_IMAGE) $(BIN)/pytest tests/devices tests/web

$(ON_IMAGE)/.installed: deploy/image/versions.txt | $(VENV)/.dev
	rm -rf $(ON_IMAGE)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --target $(ON_IMAGE) --requirement $<
	touch $@

# What `make test` proves again only when it has changed.
proofs: $(VENV)/.dev
	$(BIN)/python -m tests.proofs $(if $(DEPTH),--all)

# For work in progress: the tests of what differs from the commit BASE, and of what imports it.
check: $(VENV)/.dev pages voices
	$(BIN)/python -m tests.check $(BASE)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What the sources look like, in figures (docs/architecture.md).
measures: $(VENV)/.dev
	$(BIN)/python -m tests.measures $(ARGS)

# Every message of the program, and each catalogue with the new ones and without those that are gone. Places are
# files without lines, and the dates stay: a catalogue changes only where a text does.
CATALOGUES := companion/languages
MESSAGES := build/messages.pot

messages: $(VENV)/.dev
	mkdir -p $(dir $(MESSAGES))
	PYTHONPATH=. $(BIN)/pybabel --quiet extract --mapping pyproject.toml --output $(MESSAGES) --add-location=file --no-wrap \
	  --ignore-dirs ".* build deploy docs firmware hardware tests" --sort-by-file \
	  --no-default-keywords --keyword _ --keyword gettext --keyword phrase \
	  --keyword ngettext:1,2 --keyword plural:1,2 --keyword pgettext:1c,2 --keyword in_context:1c,2 .
	for language in $(basename $(notdir $(wildcard $(CATALOGUES)/*.po))); do \
	  $(BIN)/pybabel --quiet update --input-file $(MESSAGES) --output-file $(CATALOGUES)/$$language.po \
	    --locale $$(echo $$language | tr - _) --no-fuzzy-matching --no-wrap --ignore-obsolete \
	    --ignore-pot-creation-date || exit; \
	done

# The documents as a site in build/site, with search and the API's reference. The sources keep their folders.
docs: $(VENV)/.docs
	rm -rf build/site-source build/site
	mkdir -p build/site-source
	git ls-files -z ':(glob)*.md' docs hardware firmware/wiring.py deploy/first-hand.png | \
	  xargs -0 cp --parents --target-directory build/site-source
	cp deploy/site/api.md build/site-source/docs/reference/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --config-file deploy/site/mkdocs.yml
	@echo "build/site/index.html"

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench

# Fifty thousand evenings in which something goes wrong, and how often the box finds what it was (docs/disagreement.md).
disagree: $(VENV)/.dev
	$(BIN)/python -m tests.disagree $(ARGS)

walk: $(VENV)/.dev
	DEPTH=full $(BIN)/pytest --numprocesses auto --dist worksteal tests/games/test_walk.py tests/games/test_trick_walk.py \
	  tests/games/test_trick_conservation.py

fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.games.fuzz --commands 1000000

# What comes from outside (readers, the network, files, a journal on the disk), mutated by atheris for so many seconds each.
fuzz-bytes: SECONDS ?= 600

fuzz-bytes: $(VENV)/.fuzz
	$(BIN)/python -m tests.bytes --seconds $(SECONDS) $(TARGETS)

# COUNT small mistakes in the rules and the table, drawn by SEED; those that no test notices are printed.
# ARGS="box --quick" draws them in the box (or the phone), and leaves out the tests that take minutes.
COUNT ?= 300
SEED ?= 1

mutants: $(VENV)/.mutants
	$(BIN)/python -m tests.mutants --count $(COUNT) --seed $(SEED) $(ARGS)

distorted: $(VENV)/.dev
	$(BIN)/python -m tests.labels.distorted

# Twenty thousand cards over a bad cable between a reader node and a box, both restarted now and then.
link: $(VENV)/.dev $(MICROPYTHON)/.installed
	$(BIN)/python -m tests.firmware.traffic --scans 20000

# Evenings of simulated people at the whole box, in which parts fail, for so many SECONDS; SEED is the first evening's.
soak: SECONDS ?= 60

soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak --seconds $(SECONDS) --seed $(SEED)

# The program at full speed while parts fail and come back, and each minute the memory, handles and threads that it holds.
endurance: SECONDS ?= 3600
endurance: $(VENV)/.dev
	$(BIN)/python -m tests.service.endurance --seconds $(SECONDS) --seed $(SEED)

# What is copied to a reader node (docs/howto/scanner-node.md): compiled, with sizes and sums.
firmware: $(VENV)/.dev
	$(BIN)/python firmware/pack.py build/firmware

# The same in one file with MicroPython, for a new Pico. MicroPython is built once, from Debian's sources: that needs root, a
# network, two gigabytes in /tmp and five minutes.
NODE := build/node

node-uf2: firmware $(NODE)/micropython.uf2
	$(BIN)/python deploy/node/make_uf2.py $(NODE)/micropython.uf2 build/firmware $(NODE)/companion-node-pico.uf2

$(NODE)/micropython.uf2: $(wildcard deploy/node/*.sh deploy/node/*.patch)
	@dpkg -s mmdebstrap >/dev/null 2>&1 || $(call install,mmdebstrap) || \
	  { echo "The image of the node needs root and: apt install mmdebstrap"; exit 1; }
	deploy/node/build.sh

# That file, started in an emulated Pico: see tests/firmware/on_pico.py.
test-node: node-uf2 $(VENV)/.pico
	$(BIN)/pytest -x tests/firmware/on_pico.py

# Labels for people without this tree: one deck, two stickers a card, on a sheet for A4 and on one for US Letter.
LABEL_SHEETS := a4-189 letter-154

labels: $(VENV)/.dev
	rm -rf build/labels
	mkdir -p build/labels
	for sheet in $(LABEL_SHEETS); do \
	  $(BIN)/companion labels --sheet $$sheet --copies 2 --output build/labels/labels-$$sheet.pdf || exit; \
	done

# The firmware is tested on MicroPython itself, which runs in Node.js; axe looks for whatever keeps somebody
# from using the page on the phone.
$(MICROPYTHON)/.installed: tests/firmware/package.json
$(AXE)/.installed: tests/phones/package.json
$(MICROPYTHON)/.installed $(AXE)/.installed:
	@command -v npm >/dev/null || $(call install,nodejs npm) || \
	  { echo "The tests need Node.js 18 or newer: apt install nodejs npm"; exit 1; }
	mkdir -p $(@D)
	cp $< $(@D)/
	npm install --prefix $(@D) --silent --no-audit --no-fund --no-package-lock
	touch $@

# The panel is tested in a real browser; where there is none it is installed, if that is allowed.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || $(call install,chromium-headless-shell) || \
	  { echo "The tests need Chromium: apt install chromium-headless-shell"; exit 1; }

# The oldest Chromium that the pages are for, which PyQtWebEngine has, and WebKit with a screen that nobody sees; where they
# are not they are installed, if that is allowed. There is no such Chromium for a Pi.
WEBKIT := webkit2gtk-driver xvfb
QT_LIBRARIES := libdbus-1-3 libfontconfig1 libgl1 libnss3 libx11-xcb1 libxcomposite1 libxcursor1 libxdamage1 libxi6 libxkbcommon0 \
  libxrandr2 libxtst6

old-browsers: $(if $(filter x86_64,$(shell uname -m)),$(OLD_CHROMIUM)/.installed)
	@dpkg -s $(WEBKIT) $(QT_LIBRARIES) >/dev/null 2>&1 || $(call install,$(WEBKIT) $(QT_LIBRARIES)) || \
	  { echo "The tests need WebKit: apt install $(WEBKIT) $(QT_LIBRARIES)"; exit 1; }

$(OLD_CHROMIUM)/.installed: tests/old_chromium.txt | $(VENV)/.dev
	rm -rf $(OLD_CHROMIUM)
	$(BIN)/pip install --quiet --disable-pip-version-check --only-binary :all: --target $(OLD_CHROMIUM) --requirement $<
	touch $@

# NetworkManager and logind are played by dbusmock, which Debian carries built; it is asked over a bus of its own. The names
# in the box's own network come from dnsmasq itself, and Avahi itself announces boxes.
dbusmock:
	@{ command -v dbus-daemon && command -v dnsmasq && command -v avahi-browse && /usr/bin/python3 -c "import dbusmock"; } >/dev/null 2>&1 || \
	  $(call install,dbus dnsmasq-base avahi-daemon avahi-utils python3-dbusmock) || \
	  { echo "The tests need dbusmock, dnsmasq and Avahi: apt install dbus dnsmasq-base avahi-daemon avahi-utils python3-dbusmock"; exit 1; }

# The broker of the tests; each starts its own, with its own configuration.
mosquitto:
	@{ PATH="$$PATH:/usr/sbin"; command -v mosquitto && command -v mosquitto_sub && command -v jq; } >/dev/null || \
	  $(call install,mosquitto mosquitto-clients jq) || \
	  { echo "The tests need Mosquitto: apt install mosquitto mosquitto-clients jq"; exit 1; }

# The drawings of the wiring are drawn by Graphviz; where there is none it is installed, if that is allowed.
graphviz:
	@command -v dot >/dev/null || $(call install,graphviz) || \
	  { echo "The drawings need Graphviz: apt install graphviz"; exit 1; }

# The image's overlays are compiled and merged by dtc; where there is none it is installed, if that is allowed.
dtc:
	@command -v fdtoverlay >/dev/null || $(call install,device-tree-compiler) || \
	  { echo "The tests of the overlays need dtc: apt install device-tree-compiler"; exit 1; }

# The device trees that the overlays are tested on, and the names of the Wi-Fi firmware, as trixie has them now: a download of 100 MB.
trees: $(VENV)/.dev
	$(BIN)/python -m tests.deploy.store_trees

# The drawings of the wiring, and the tables of docs/reference/wiring.md, made from board.toml and firmware/wiring.py.
wiring: $(VENV)/.dev graphviz
	$(BIN)/python -m hardware.wiring.make_wiring

# The case is written for OpenSCAD; where there is none it is installed, if that is allowed.
openscad:
	@command -v openscad >/dev/null || $(call install,openscad fonts-liberation) || \
	  { echo "The case needs OpenSCAD: apt install openscad"; exit 1; }

# The parts of the case as they are printed, and their pictures.
case: $(VENV)/.dev openscad
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[case]'
	$(BIN)/python -m hardware.case.build

hardware: case wiring

# What the documents show of the program, made from the program.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m tests.docs.regenerate
	$(BIN)/python -m tests.drawing.regenerate
	$(BIN)/python -m tests.service.regenerate
	$(BIN)/python -m tests.docs.panel_picture
	$(BIN)/python -m tests.docs.hero
	$(BIN)/python -m tests.docs.translated_evenings
	$(BIN)/python -m tests.docs.shared_picture
	$(BIN)/python -m tests.docs.not_right_picture
	$(BIN)/python -m tests.phones.pictures
	$(BIN)/python -m tests.floor.picture
	$(BIN)/python -m tests.deploy.first_hand
	$(BIN)/python -m tests.labels.picture

# The Debian package, in build/deb; where its tools are missing they are installed, if that is allowed.
DEB_TOOLS := debhelper dh-python python3-all python3-setuptools pybuild-plugin-pyproject dpkg-dev
# The manual page is made from the options that the program reads, so its maker needs what those import. Trixie has
# all of it (debian/control), an older Debian has not.
MANPAGE := build/manpage

deb: $(MANPAGE)/.installed pages voices
	@dpkg -s $(DEB_TOOLS) >/dev/null 2>&1 || { \
	  echo "installing $(DEB_TOOLS)"; \
	  $(call install,$(DEB_TOOLS)); } || \
	  { echo "The package needs its tools: apt install $(DEB_TOOLS)"; exit 1; }
	PATH="$(CURDIR)/$(MANPAGE)/bin:$$PATH" deploy/build-deb.sh $(VERSION)

# A release, in build/release: signed files for any web server (docs/release.md).
RELEASE = $(PYTHON) deploy/release/release.py --key "$(KEY)" --next "$(NEXT)" $(if $(URL),--url "$(URL)") $(if $(SNAPSHOT),--snapshot)

release: gnupg
	@$(RELEASE) --begin
	$(MAKE) --no-print-directory deb
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(MAKE) --no-print-directory wheel labels node-uf2
	@$(RELEASE)

# GnuPG signs a release; where there is none it is installed, if that is allowed.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(call install,postgresql) || \
	  { echo "The tests of the floor need PostgreSQL: apt install postgresql"; exit 1; }

gnupg:
	@command -v gpg >/dev/null && command -v gpg-agent >/dev/null || $(call install,gpg gpg-agent) || \
	  { echo "A release needs GnuPG: apt install gpg gpg-agent"; exit 1; }

$(MANPAGE)/.installed:
	$(PYTHON) -m venv $(MANPAGE)
	$(MANPAGE)/bin/pip install --quiet --disable-pip-version-check 'argparse-manpage>=4.5' msgspec python-stdnum
	touch $@

# The package in a container that boots trixie, and on arm64 under qemu: killed, hung, rebooted, upgraded, purged; and in
# a PC under qemu, with USB sticks.
# It needs root and a network; the systems it downloads stay in build/deploy. PREVIOUS=<commit> is upgraded from.
DEPLOY_TOOLS := lintian debootstrap systemd-container qemu-user-static binfmt-support qemu-system-x86 openssh-client fdisk \
  e2fsprogs dosfstools exfatprogs mtools

test-deploy: deb $(VENV)/.dev
	@dpkg -s $(DEPLOY_TOOLS) >/dev/null 2>&1 || { \
	  echo "installing $(DEPLOY_TOOLS)"; \
	  $(call install,$(DEPLOY_TOOLS)); } || \
	  { echo "The test of the package needs root and: apt install $(DEPLOY_TOOLS)"; exit 1; }
	@mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
	@[ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || update-binfmts --import qemu-aarch64
	$(BIN)/pytest -x -s $(addprefix tests/deploy/,on_paper.py on_trixie.py on_trixie_updates.py on_trixie_menu.py \
	  on_trixie_release.py on_stick.py on_arm64.py)

# The image of a card for a Pi, in build/image, with the list that Raspberry Pi Imager takes by its URL. It is that of the
# default kit; PRESETS=all makes those of every kit, PRESETS=lights one. It needs root, a network and twenty minutes on two
# cores; make release gives the list the address on the web.
IMAGE_TOOLS := arch-test binfmt-support device-tree-compiler dosfstools dpkg-dev e2fsprogs genimage mmdebstrap mtools procps \
  qemu-user-static util-linux xz-utils

image: deb
	@dpkg -s $(IMAGE_TOOLS) >/dev/null 2>&1 || { \
	  echo "installing $(IMAGE_TOOLS)"; \
	  $(call install,$(IMAGE_TOOLS)); } || \
	  { echo "The image needs root and: apt install $(IMAGE_TOOLS)"; exit 1; }
	deploy/image/build.sh build/deb/companion_*_all.deb $(PRESETS)

# That image, started in an emulated machine: see tests/deploy/on_image.py. It needs no root, and an hour.
test-image: $(VENV)/.dev
	@dpkg -s qemu-system-arm openssh-client fdisk mtools dosfstools >/dev/null 2>&1 || { \
	  echo "installing qemu-system-arm openssh-client fdisk mtools dosfstools"; \
	  $(call install,qemu-system-arm openssh-client fdisk mtools dosfstools); } || \
	  { echo "The test of the image needs: apt install qemu-system-arm openssh-client fdisk mtools dosfstools"; exit 1; }
	@[ -e build/image/companion-arm64.img.xz ] || { echo "There is no image yet: make image"; exit 1; }
	$(BIN)/pytest -x -s tests/deploy/on_image.py

# That image in an emulated Pi 3B with the packages of this tree: see tests/pi/on_pi.py. It needs root, and three
# quarters of an hour once there are an image and its tools, which stay in build/.
PI_TOOLS := device-tree-compiler fdisk mmdebstrap mtools openssh-client

test-pi: deb $(VENV)/.dev
	@[ -e build/image/companion-arm64.img.xz ] || $(MAKE) --no-print-directory image
	@dpkg -s $(PI_TOOLS) >/dev/null 2>&1 || { \
	  echo "installing $(PI_TOOLS)"; \
	  $(call install,$(PI_TOOLS)); } || \
	  { echo "The test on a Pi needs root and: apt install $(PI_TOOLS)"; exit 1; }
	deploy/image/lgpio/build.sh
	$(BIN)/pytest -x -s tests/pi/on_pi.py

clean:
	rm -rf .venv .venv-* build companion/web/built *.egg-info

# An environment that another Python made, as before an upgrade of the system, is made anew, and so is one that
# was not made to its end, as without python3-venv.
PACKAGES := $(VENV)/lib/python$(PYTHON_VERSION)/site-packages/pip
$(PACKAGES):
	$(PYTHON) -m venv --clear $(VENV_FLAGS) $(VENV)

$(VENV)/.run: pyproject.toml $(PACKAGES)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

# What makes a site of the documents.
$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[docs]'
	touch $@

# The engines of other games, beside which `make bench` measures ours.
$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

# atheris, coverage.py and the emulator: each for one target alone.
$(VENV)/.fuzz $(VENV)/.mutants $(VENV)/.pico: $(VENV)/.%: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[$*]'
	touch $@

$(VENV)/.dev: pyproject.toml $(PACKAGES)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# The tests play lgpio, which pip compiles on some systems and which moves nothing here.
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps 'rpi-lgpio==0.6'
	touch $@ $(VENV)/.run  # it has all that `make run` needs: pip shall not work beside the tests
