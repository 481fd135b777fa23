#!/bin/sh
# The tools of an emulated Pi, from trixie for this machine, in INTO: QEMU 10, which has the I2C and the SPI of a Pi, and
# INTO/gpio-sim/header.ko, a module for the arm64 KERNEL that makes pins which a test can pull.
#
#     tests/pi/tools.sh KERNEL INTO
#
# It runs as root. Debian's kernel has gpio-sim switched off, so it is built from Debian's source of that kernel; one line
# differs, because a module may not call handle_simple_irq(irq_to_desc(...)).
set -eu

kernel=$1 into=$2
version=${kernel%-arm64}
rm -rf "$into.begun"
mkdir -p "$(dirname "$into")"
cat >"$into.sh" <<EOHOOK
set -eu
cd /tmp
apt-get --quiet=2 download linux-headers-$kernel:arm64 linux-headers-$version-common
for package in *.deb; do dpkg-deb --extract "\$package" /; rm "\$package"; done
mkdir /gpio-sim
cd /gpio-sim
tar --extract --xz --file /usr/src/linux-source-6.12.tar.xz --transform 's,.*/,,' \
    linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
rm /usr/src/linux-source-6.12.tar.xz
sed -i 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq_safe(irqnum);/' irq_sim.c
printf 'obj-m := header.o\nheader-y := gpio-sim.o irq_sim.o\n' >Makefile
make --silent --directory=/usr/src/linux-headers-$kernel M=/gpio-sim ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
    CONFIG_DEBUG_INFO_BTF_MODULES= modules
EOHOOK
mmdebstrap --quiet --mode=root --format=directory --architectures=amd64,arm64 --variant=minbase \
    --aptopt='APT::Install-Recommends "false"' \
    --include="qemu-system-arm,make,xz-utils,gcc-aarch64-linux-gnu,linux-source-6.12,linux-kbuild-$version" \
    --customize-hook="cp '$into.sh' \"\$1/tmp/hook.sh\"; chroot \"\$1\" sh /tmp/hook.sh >'$into.log' 2>&1" \
    trixie "$into.begun" || { tail -n 20 "$into.log"; exit 1; }
mv "$into.begun" "$into"
