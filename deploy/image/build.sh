#!/bin/sh
# The image of a card for a Pi, from Debian packages alone: build/image/companion-arm64*.img.xz, one for each PRESET, and
# os_list.json beside it, which Raspberry Pi Imager takes by its URL.
#
#     deploy/image/build.sh PACKAGE [PRESET...]
#
# PACKAGE is the box's own .deb. A preset is one of hardware/kits.toml, by default the one named there; "all" is each of
# them, three minutes apiece. It runs as root, without loop devices: arm64 runs under qemu, and mke2fs and mtools fill the
# partitions from folders. The list names the files in build/image; make release makes one for the web, and after it the
# package says where its updates come from. Wi-Fi firmware that Debian lacks is taken from build/image/firmware.
#
# Downloaded packages and the installed Debian stay in build/image for the next build, the latter for a day.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/contained.sh"
tree=$(cd "$here/../.." && pwd)
into=$tree/build/image
package=$(readlink -f "$1")
shift
default=$(sed -n 's/^default = "\(.*\)"$/\1/p' "$tree/hardware/kits.toml")
[ $# -gt 0 ] || set -- "$default"
[ "$*" != all ] || set -- $(basename --suffix=.toml "$here"/presets/*.toml)
for preset; do
    [ -e "$here/presets/$preset.toml" ] || { echo "There is no preset $preset: hardware/kits.toml has them"; exit 1; }
done
begun=$(date +%s)

# Runs a command that starts programs for arm64. The kernel forgets qemu when nobody has binfmt_misc mounted.
with_qemu() {
    contained sh -c 'arch-test arm64 >/dev/null || {
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc && update-binfmts --import qemu-aarch64; }
        exec "$@"' sh "$@"
}

step() {
    echo "$(($(date +%s) - begun)) s: $*"
}

mkdir -p "$into/apt"
exec 9>"$into/lock"
flock --nonblock 9 || { echo "Another make image is running in this folder: wait for its end"; exit 1; }

# Not below the tree: what packs that would walk through a whole system. The link leads the next build to the folder of
# one that was killed, with the packages that it had downloaded.
keep() {
    if work=$(readlink --canonicalize-existing "$into/work"); then
        find "$work" -path '*/debian/var/cache/apt/archives/*.deb' -exec mv -f -t "$into/apt" {} +
        rm -rf --one-file-system "$work"
    fi
    rm -f "$into/work"
}
keep
trap keep EXIT
work=$(mktemp --directory --tmpdir="${TMPDIR:-/var/tmp}" companion-image.XXXXXX)
ln -s "$work" "$into/work"
chmod 755 "$work"  # apt downloads as a user of its own

[ -e "$tree/build/archive" ] ||
    step "no release was made in this tree: this image will get no updates (make release first)"
step "python3-lgpio, which Debian does not have, is cross-built"
contained "$here/lgpio/build.sh"

depends=$(dpkg-deb --field "$package" Depends)
key=$(cd "$here" && { echo "$depends"; find build.sh packages root -type f | sort | xargs sha256sum; } | sha256sum | cut -c 1-16)
base=$into/debian-$key.tar
if [ -z "$(find "$base" -mmin -1440 2>/dev/null)" ]; then
    rm -f "$into"/debian-*.tar
    step "Debian is installed under qemu: the longest step"
    # Under qemu an initramfs takes minutes: it is made once, when the kernel is installed, and not again at the end.
    initramfs=etc/initramfs-tools/update-initramfs.conf
    with_qemu mmdebstrap --quiet --mode=root --format=directory --architectures=arm64 --variant=minbase \
        --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-confold \
        --skip=essential/unlink,cleanup/apt --include="$(sed 's/#.*//' "$here/packages" | xargs | tr ' ' ',')" \
        --setup-hook="cp --recursive --no-preserve=ownership '$here/root/.' \"\$1\"" \
        --setup-hook="mkdir --parents \"\$1/etc/initramfs-tools\" && echo update_initramfs=no >\"\$1/$initramfs\"" \
        --customize-hook="mv \"\$1/$initramfs.dpkg-dist\" \"\$1/$initramfs\"" \
        --setup-hook='mkdir --parents "$1/var/cache/apt/archives"' \
        --setup-hook="find '$into/apt' -name '*.deb' -exec mv -t \"\$1/var/cache/apt/archives\" {} +" \
        --customize-hook="chroot \"\$1\" apt-get satisfy --quiet=2 --yes '$depends'" \
        --customize-hook='chroot "$1" apt-get autoclean --quiet=2' \
        trixie "$work/debian" \
        "deb http://deb.debian.org/debian trixie main non-free-firmware" \
        "deb http://deb.debian.org/debian trixie-updates main non-free-firmware" \
        "deb http://deb.debian.org/debian-security trixie-security main non-free-firmware"
    find "$work/debian/var/cache/apt/archives" -name '*.deb' -exec mv -t "$into/apt" {} +
    tar --create --xattrs --xattrs-include='*' --numeric-owner --exclude='./dev/*' --directory "$work/debian" --file "$base.new" .
    rm -rf "$work/debian"
    mv "$base.new" "$base"
fi

step "the box is installed in that Debian"
with_qemu mmdebstrap --quiet --mode=root --format=directory --architectures=arm64 --variant=custom --skip=update \
    --setup-hook="tar --extract --xattrs --xattrs-include='*' --numeric-owner --directory \"\$1\" --file '$base'" \
    --customize-hook="'$here/customize.sh' \"\$1\" '$package' '$into'" \
    trixie "$work/root"
find -L "$work/root/boot/firmware" "$work/root/usr/lib/firmware/brcm" -type f >"$into/files.txt"
sed -i "s,^$work/root,," "$into/files.txt"

# mmdebstrap has its own for the time it takes.
ln -sfn ../run/NetworkManager/resolv.conf "$work/root/etc/resolv.conf"
mkdir "$work/input"
rm -f "$into"/companion-arm64*
# The images differ in the configuration alone. The uncompressed default one stays, for the tests in an emulated machine.
for preset; do
    image=companion-arm64-$preset.img
    [ "$preset" != "$default" ] || image=companion-arm64.img
    step "$image is filled and compressed"
    cp "$here/presets/$preset.toml" "$work/root/etc/companion/companion.toml"
    contained genimage --config "$here/genimage.cfg" --rootpath "$work/root" --inputpath "$work/input" --outputpath "$work" \
        --tmppath "$work/tmp" >"$into/genimage.log" 2>&1 || { tail -n 20 "$into/genimage.log"; exit 1; }
    rm -rf "$work/tmp"
    mv "$work/companion-arm64.img" "$into/$image"
    echo "$(stat --format=%s "$into/$image") $(sha256sum "$into/$image" | cut -d ' ' -f 1)" >"$into/$image.size"
    # At the usual level the image is an eighth smaller and takes four times as long.
    contained xz -1 --threads=0 --force --keep "$into/$image"
    [ "$preset" = "$default" ] || rm "$into/$image"
done
cp "$tree/companion/phone/static/icons/icon-192.png" "$into/companion.png"
python3 "$here/os_list.py" "$into" "$(dpkg-deb --field "$package" Version)" "file://$into" "$into/files.txt" >"$into/os_list.json"
step "done"
ls -l "$into"/companion-arm64*.img.xz "$into/os_list.json"
