#!/bin/sh
# Makes a fresh Debian at ROOT the system of a box; build.sh has mmdebstrap call it.
#
#     customize.sh ROOT PACKAGE FOLDER
#
# PACKAGE is the box's own .deb; FOLDER has python3-lgpio and, if the builder has it, firmware/.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$1 package=$2 folder=$3

in_root() {
    chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}

# The box's own package alone stays in apt's cache: the first update has a version to go back to.
archives=/var/cache/apt/archives
in_root apt-get clean
cp "$package" "$folder"/python3-lgpio_*_arm64.deb "$root$archives"
in_root sh -c "apt-get install --quiet=2 --yes $archives/*.deb"
find "$root$archives" -name '*.deb' ! -name 'companion_*' -delete
rm -rf "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists

# Not in root/: mmdebstrap has apt run dpkg through env, which would get the options of dpkg that this file adds.
cp "$here/52companion-image" "$root/etc/apt/apt.conf.d"

# Wi-Fi firmware that Debian lacks (docs/release.md).
[ ! -d "$folder/firmware" ] || cp --dereference "$folder"/firmware/* "$root/usr/lib/firmware/brcm"

# The firmware lays these over the kernel's own description of the board (dtoverlay= in config.txt).
for overlay in "$here"/overlays/*.dts; do
    dtc -@ -q -I dts -O dtb -o "$root/boot/firmware/overlays/$(basename "$overlay" .dts).dtbo" "$overlay"
done

chmod 440 "$root/etc/sudoers.d/companion-image"
in_root systemctl --quiet enable companion-first-boot.service
# Nothing tidies a system that is not written; an update does what it must by itself.
in_root systemctl --quiet disable apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer unattended-upgrades.service
# Every card has its own keys and its own identity, made at its first start, and ssh only where it was asked for.
in_root systemctl --quiet disable ssh.service
rm -f "$root"/etc/ssh/ssh_host_*
echo uninitialized >"$root/etc/machine-id"
ln -sfn /etc/machine-id "$root/var/lib/dbus/machine-id"
# The folders that programs expect below /var/log, which starts empty.
(cd "$root/var/log" && find . -mindepth 1 -type d -printf 'd /var/log/%P %m %U %G\n') \
    >"$root/usr/lib/tmpfiles.d/companion-image.conf"

# The folders that systemd makes for a service when it starts.
sed -n 's/^StateDirectory=//p' "$root"/usr/lib/systemd/system/*.service | tr ' ' '\n' | grep '^systemd/' | while read -r state; do
    mkdir -p "$root/var/lib/$state"
done

# The data partition begins with what is there now.
awk '$4 ~ /^bind/ { print $2 }' "$root/etc/fstab" | while read -r kept; do
    mkdir -p "$root$kept" "$root/var/lib/companion-data$kept"
    chmod --reference="$root$kept" "$root/var/lib/companion-data$kept"
    chown --reference="$root$kept" "$root/var/lib/companion-data$kept"
    cp -a "$root$kept/." "$root/var/lib/companion-data$kept"
done
