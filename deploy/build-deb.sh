#!/bin/sh
# The Debian package, built from a copy of the tree around this script, in build/deb.
#
#     deploy/build-deb.sh [VERSION]
#
# VERSION is what version.sh says of the tree unless another is given. The same tree gives the same bytes: what is
# dated has SOURCE_DATE_EPOCH, else the time of the last commit, else that of the changelog; a version that
# debian/changelog has already has the time that stands there. Packages of other versions go out of build/deb, so
# that companion_*.deb there is the one that was built last.
set -eu

tree=$(cd "$(dirname "$0")/.." && pwd)
version=${1:-$("$tree/deploy/version.sh")}
date=${SOURCE_DATE_EPOCH:-$(git -C "$tree" log -1 --format=%ct 2>/dev/null || stat -c %Y "$tree/CHANGELOG.md")}
folder=$tree/build/deb
source=$folder/companion-$version

rm -rf "$source"
mkdir -p "$source"
# A file's own time says when it was fetched.
tar -C "$tree" --exclude='./.*' --exclude=./build --exclude=__pycache__ --exclude='*.egg-info' --mtime="@$date" -c . |
    tar -C "$source" -x
cd "$source"
# In a tree where a release was begun, the package tells apt where updates come from, and which keys sign them.
[ ! -d "$tree/build/archive" ] || cp -r "$tree/build/archive" debian/archive
# The program says the version that the package has: that is how it knows which of them has been ready.
sed -i "s/^version = .*/version = \"$version\"/" pyproject.toml
if [ "$version" != "$(dpkg-parsechangelog --show-field Version)" ]; then
    cat > debian/changelog <<NEW
companion ($version) unstable; urgency=medium

  * See CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date --utc --date "@$date" '+%a, %d %b %Y %H:%M:%S +0000')

$(cat debian/changelog)
NEW
fi
# Debian's own Python, also where another comes first; the maker of the manual page may have come from elsewhere, so
# nothing asks dpkg whether it is installed.
ARGPARSE_MANPAGE=$(command -v argparse-manpage || echo argparse-manpage) PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH \
    dpkg-buildpackage --build=binary --no-check-builddeps --unsigned-changes >"$folder/build.log" 2>&1 ||
    { tail -n 40 "$folder/build.log"; exit 1; }
rm -rf "$source"
find "$folder" -name 'companion_*' ! -name "companion_${version}_*" -delete
ls "$folder/companion_${version}_all.deb"
