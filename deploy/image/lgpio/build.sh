#!/bin/sh
# Builds python3-lgpio for arm64 into build/image: Debian has no such package, and gpiozero needs it on a Pi.
#
#     deploy/image/lgpio/build.sh
#
# It runs as root and cross-builds in a Debian of its own. It does nothing if the package is already there.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../contained.sh"
into=$(cd "$here/../../.." && pwd)/build/image
version=$(dpkg-parsechangelog --file "$here/debian/changelog" --show-field Version)
upstream=${version%-*}
package=$into/python3-lgpio_${version}_arm64.deb
[ ! -e "$package" ] || exit 0

source=$into/lgpio-$upstream
rm -rf "$source"
mkdir -p "$source"
# pip checks what it downloads against the hash: of the source that was read when it was packaged, and no other.
python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
    --require-hashes --dest "$into" --requirement "$here/source.txt"
tar --extract --gzip --file "$into/lgpio-$upstream.tar.gz" --directory "$source" --strip-components 1
cp -r "$here/debian" "$source"

contained mmdebstrap --quiet --mode=root --format=null --architectures=amd64,arm64 --variant=minbase \
    --aptopt='APT::Install-Recommends "false"' \
    --include=build-essential,crossbuild-essential-arm64,debhelper,dh-python,libpython3-all-dev:arm64,python3-all-dev,python3-setuptools,swig \
    --customize-hook="copy-in $source /tmp" \
    --customize-hook="chroot \$1 sh -c 'cd /tmp/lgpio-$upstream && dpkg-buildpackage --host-arch arm64 --build=binary --unsigned-changes' >$into/lgpio.log 2>&1" \
    --customize-hook="copy-out /tmp/python3-lgpio_${version}_arm64.deb $into" \
    trixie /dev/null || { tail -n 20 "$into/lgpio.log"; exit 1; }
rm -rf "$source"
ls "$package"
