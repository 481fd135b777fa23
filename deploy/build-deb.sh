#!/bin/sh
# The Debian package, built from the tree around this script into build/deb.
#
#     deploy/build-deb.sh [VERSION]
#
# VERSION is what version.sh says of the tree unless another is given. The same tree gives the same bytes: what is
# dated has SOURCE_DATE_EPOCH, else the time of the last commit, else that of the changelog. Packages of other
# versions go out of build/deb, so that companion_*.deb there is the one that was built last.
set -eu

tree=$(cd "$(dirname "$0")/.." && pwd)
version=${1:-$("$tree/deploy/version.sh")}
date=${SOURCE_DATE_EPOCH:-$(git -C "$tree" log -1 --format=%ct 2>/dev/null || stat -c %Y "$tree/CHANGELOG.md")}
folder=$tree/build/deb
source=$folder/companion-$version

rm -rf "$source"
mkdir -p "$source"
cd "$tree"
# Links into other rooms become files.
cp -rL companion deploy pyproject.toml README.md CHANGELOG.md LICENSE "$source"
install -D -m 644 docs/updates.md "$source/docs/updates.md"
# The program says the version that the package has: that is how it knows which of them has been ready.
sed -i "s/^version = .*/version = \"$version\"/" "$source/pyproject.toml"
find "$source" -name __pycache__ -prune -exec rm -rf {} +

cd "$source"
mv deploy/debian debian
# debhelper looks for these under the package's name.
cp deploy/systemd/companion.service debian/companion.service
cp deploy/systemd/companion-update.timer debian/companion.companion-update.timer
cp deploy/sysusers.d/companion.conf debian/companion.sysusers
cp deploy/udev/60-companion.rules debian/companion.udev
# The manual page, from the options that the program itself reads; the width is that of a terminal.
if ! command -v argparse-manpage >/dev/null; then
    echo "companion: argparse-manpage is missing, it makes the manual page: make deb brings it along" >&2
    exit 1
fi
COLUMNS=80 PYTHONPATH=$source PYTHONDONTWRITEBYTECODE=1 SOURCE_DATE_EPOCH=$date argparse-manpage \
    --module companion.cli.commands --function _parser --prog companion --format single-commands-section \
    --project-name "Table companion" --manual-title "Table companion" --version "$version" \
    --description "$(sed -n 's/^Description: //p' debian/control)" \
    --include deploy/companion.1.sections --output debian/companion.1
cat > debian/changelog <<END
companion ($version) unstable; urgency=medium

  * See CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date --utc --date "@$date" '+%a, %d %b %Y %H:%M:%S +0000')
END
# Debian's own Python, also where another comes first.
PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=$date dpkg-buildpackage --build=binary --unsigned-changes \
    >"$folder/build.log" 2>&1 || { tail -n 40 "$folder/build.log"; exit 1; }
rm -rf "$source"
find "$folder" -name 'companion_*' ! -name "companion_${version}_*" -delete
ls "$folder/companion_${version}_all.deb"
