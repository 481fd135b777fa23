#!/bin/sh
# The image of a card for a Pi, from Debian packages alone: build/image/companion-arm64.img.xz, and os_list.json beside it,
# which Raspberry Pi Imager takes by its URL.
#
#     deploy/image/build.sh PACKAGE [URL]
#
# PACKAGE is the box's own .deb, URL the folder on the web where the image will lie. It runs as root, without loop
# devices: arm64 runs under qemu, and mke2fs and mtools fill the partitions from folders. With a release in
# build/release (make release) the image knows where its updates come from.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
into=$tree/build/image
package=$(readlink -f "$1")
url=${2:-file://$into}
begun=$(date +%s)

step() {
    echo "$(($(date +%s) - begun)) s: $*"
}

[ -e "$tree/build/release/companion.sources" ] ||
    step "there is no release in build/release: this image will get no updates (make release first)"
step "python3-lgpio, which Debian has not"
"$here/lgpio/build.sh"

step "the system is installed from Debian, under qemu: the longest step, a quarter of an hour on two cores"
# Not below the tree: what packs that would walk through a whole system.
work=$(mktemp --directory --tmpdir companion-image.XXXXXX)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"  # apt downloads as a user of its own
mmdebstrap --quiet --mode=root --format=directory --architectures=arm64 --variant=minbase \
    --components=main,non-free-firmware --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-confold \
    --include="$(sed 's/#.*//' "$here/packages" | xargs | tr ' ' ',')" \
    --setup-hook="cp --recursive --no-preserve=ownership '$here/root/.' \"\$1\"" \
    --customize-hook="'$here/customize.sh' \"\$1\" '$package' '$into'" \
    trixie "$work/root"

step "the partitions are filled"
# mmdebstrap has its own for the time it takes.
ln -sfn ../run/NetworkManager/resolv.conf "$work/root/etc/resolv.conf"
mkdir "$work/input"
genimage --config "$here/genimage.cfg" --rootpath "$work/root" --inputpath "$work/input" --outputpath "$work" \
    --tmppath "$work/tmp" >"$into/genimage.log" 2>&1 || { tail -n 20 "$into/genimage.log"; exit 1; }
mv "$work/companion-arm64.img" "$into"

step "it is compressed"
xz --threads=0 --force --keep "$into/companion-arm64.img"
cp "$tree/companion/phone/static/icons/icon-192.png" "$into/companion.png"
python3 "$here/os_list.py" "$into/companion-arm64.img" "$(dpkg-deb --field "$package" Version)" "$url" >"$into/os_list.json"
step "done"
ls -l "$into/companion-arm64.img.xz" "$into/os_list.json"
