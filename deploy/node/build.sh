#!/bin/sh
# Builds MicroPython for a Pico into build/node, from Debian's sources and with Debian's compiler.
#
#     deploy/node/build.sh
#
# It runs as root, in a Debian of its own. apt checks each source and each package by Debian's signature.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../image/contained.sh"
into=$(cd "$here/../.." && pwd)/build/node
mkdir -p "$into"

contained mmdebstrap --quiet --mode=root --format=null --variant=minbase \
    --aptopt='APT::Install-Recommends "false"' \
    --include=build-essential,ca-certificates,cmake,gcc-arm-none-eabi,libnewlib-arm-none-eabi,picotool,pioasm,python3,tinyusb-source \
    --customize-hook="copy-in $here/without-tls.patch $here/in_debian.sh /tmp" \
    --customize-hook="chroot \$1 sh /tmp/in_debian.sh >$into/build.log 2>&1" \
    --customize-hook="copy-out /tmp/build/firmware.uf2 /tmp/build/licenses.txt $into" \
    trixie /dev/null || { tail -n 20 "$into/build.log"; exit 1; }
mv "$into/licenses.txt" "$into/companion-node-pico.txt"
mv "$into/firmware.uf2" "$into/micropython.uf2"
