#!/bin/sh
# Makes the system read-only, with the games on a data partition of their own; the guide is deploy/read-only.md.
# Installed as companion-read-only. Everything is said by the system's own means: fstab, drop-ins, tmpfiles.d.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL=C.UTF-8

unit=companion.service
place=/var/lib/companion-data
label=companion-data
fstab=/etc/fstab
name=companion-read-only
begin="# $name: begin, taken out by: companion-read-only off"
end="# $name: end"
was="#$name# "

# What stays writable, if the system has it: the games; Wi-Fi that was joined at the menu (Raspberry Pi OS trixie keeps
# it in /etc/netplan); what NetworkManager remembers of it; the clock's last time, as a Pi has no clock of its own.
kept="/var/lib/companion
/etc/NetworkManager/system-connections
/etc/netplan
/var/lib/NetworkManager
/var/lib/systemd/timesync"

# What would only fail, or write past the file system as swap does, on a system that cannot be written.
idle="apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer man-db.timer logrotate.timer rpi-eeprom-update.service
fake-hwclock.service fake-hwclock-save.service fake-hwclock-save.timer dphys-swapfile.service"

usage() {
    cat <<END
companion-read-only on DEVICE [--format] [--yes] [--dry-run]
    makes the system read-only from the next start on, with the games on the partition DEVICE;
    --format makes a new file system there, and what was on it is lost
companion-read-only writable COMMAND ...
    runs one command with the system writable, then makes it read-only again
companion-read-only off [--abandon] [--yes] [--dry-run]
    makes the system writable for good and takes the games back;
    --abandon does it although the data partition is missing, and leaves the games on it
companion-read-only status
    says what is in force; ends with 0 if all is read-only as it should be, with 3 if it is off, with 1 otherwise

--dry-run only says what would be done, --yes does not ask.
END
}

refuse() {
    echo "companion-read-only: $*" >&2
    exit 1
}

say() {
    echo "$*"
}

in_a_row() {
    echo "$1" | paste -sd ' ' | sed 's/ /, /g'
}

need_root() {
    [ "$(id -u)" = 0 ] || refuse "start this with sudo"
}

agreed() {
    [ "$dry_run" = no ] || exit 0
    [ "$yes" = no ] || return 0
    printf 'Do this? y/n: '
    read -r answer || answer=n
    [ "$answer" = y ] || refuse "nothing was changed"
}

is_on() {
    grep -qxF "$begin" "$fstab"
}

# The folders that are on the data partition by fstab.
bound() {
    awk -v begin="$begin" -v end="$end" -v place="$place/" \
        '$0 == begin { ours = 1 } $0 == end { ours = 0 } ours && index($1, place) == 1 { print $2 }' "$fstab"
}

source_in_fstab() {
    awk -v place="$place" '!/^#/ && $2 == place { print $1 }' "$fstab"
}

# File systems that fstab mounts and that no power cut shall find half written.
sealed() {
    awk '!/^[ \t]*#/ && ($2 == "/" || $2 == "/boot" || $2 == "/boot/firmware") { print $2 }' "$fstab"
}

remount() {
    result=0
    for point in $(sealed); do
        ! mountpoint -q "$point" || mount -o "remount,$1" "$point" || result=1
    done
    return "$result"
}

# The file $1 takes the place of fstab at once.
put_fstab() {
    [ "$(awk '!/^[ \t]*#/ && $2 == "/"' "$1" | wc -l)" = 1 ] || refuse "the new $fstab would not name / once: $1"
    chmod --reference="$fstab" "$1"
    sync "$1"
    mv "$1" "$fstab"
    sync -f "$fstab"
}

# ---- on

new_fstab() {
    awk -v was="$was" '
        !/^[ \t]*#/ && ($2 == "/" || $2 == "/boot" || $2 == "/boot/firmware" || $3 == "swap" ||
            $2 == "/tmp" || $2 == "/var/tmp" || $2 == "/var/log") { print was $0; next }
        { print }' "$fstab"
    echo "$begin"
    # A file system that is mounted read-only and clean is not written by its check either.
    awk '!/^[ \t]*#/ && ($2 == "/" || $2 == "/boot" || $2 == "/boot/firmware") {
            count = split($4, option, ","); kept = ""
            for (i = 1; i <= count; i++) if (option[i] != "rw" && option[i] != "ro") kept = kept option[i] ","
            $4 = kept "ro"; print }' "$fstab"
    # nofail: without its partition the machine still starts, and can be looked at; the box does not, as its unit needs
    # /var/lib/companion. A minute is enough for a slow stick. After an error nothing more is written: better no game
    # than a damaged one. Barriers and data=ordered are what ext4 does by itself.
    echo "UUID=$1 $place ext4 noatime,nosuid,nodev,noexec,errors=remount-ro,nofail,x-systemd.device-timeout=60s 0 2"
    for folder in $folders; do
        case $folder in
            *[Nn]et*) echo "$place$folder $folder none bind,nofail,x-systemd.before=NetworkManager.service 0 0" ;;
            *) echo "$place$folder $folder none bind,nofail 0 0" ;;
        esac
    done
    echo "tmpfs /tmp tmpfs mode=1777,nosuid,nodev 0 0"
    echo "tmpfs /var/tmp tmpfs mode=1777,nosuid,nodev,size=64M 0 0"
    echo "tmpfs /var/log tmpfs mode=0755,nosuid,nodev,noexec,size=32M 0 0"
    echo "$end"
}

# Refuses whatever is no partition to give to the games; leaves its type in $type, "" for none.
look_at() {
    [ -b "$1" ] || refuse "there is no device $1: lsblk shows what there is"
    [ "$(findmnt -no FSTYPE /)" != overlay ] ||
        refuse "the system is under an overlay: first sudo raspi-config nonint do_overlayfs 1, and restart"
    [ "$(lsblk -no NAME "$1" | wc -l)" = 1 ] || refuse "$1 has partitions: name one of them, lsblk $1 shows them"
    where=$(lsblk -no MOUNTPOINTS "$1" | sed '/^$/d' | head -n 1)
    case $where in
        "") ;;
        /) refuse "$1 is the system's own partition" ;;
        "[SWAP]") refuse "$1 is used as swap" ;;
        *) refuse "$1 is in use at $where: first sudo umount $where" ;;
    esac
    # Read from the device itself, not from what was known of it at some time.
    type=$(blkid -p -s TYPE -o value "$1" || true)
    if [ "$format" = no ] && [ "$type" != ext4 ]; then
        refuse "$1 has ${type:-no file system}, not ext4: --format makes one, and what is on $1 is lost"
    fi
}

on() {
    need_root
    [ -n "$device" ] || refuse "which partition? lsblk shows what there is"
    if is_on; then
        [ "$(findfs "$(source_in_fstab)" 2>/dev/null)" = "$(readlink -f "$device")" ] ||
            refuse "it is on already, with the data partition $(source_in_fstab): first companion-read-only off"
        say "it is on already, with $device; nothing to do"
        exit 0
    fi
    [ "$(awk '!/^[ \t]*#/ && $2 == "/"' "$fstab" | wc -l)" = 1 ] || refuse "$fstab must name / once"
    systemctl cat "$unit" >/dev/null 2>&1 || refuse "there is no $unit: first install the box"
    look_at "$device"
    folders=$(for folder in $kept; do [ ! -d "$folder" ] || echo "$folder"; done)
    for folder in $folders; do
        if mountpoint -q "$folder" || [ -n "$(awk -v folder="$folder" '!/^#/ && $2 == folder' "$fstab")" ]; then
            refuse "$folder is on a file system of its own already: take its line out of $fstab, and umount it"
        fi
    done
    case $folders in */var/lib/companion*) ;; *) refuse "there is no /var/lib/companion: first start the box once" ;; esac

    if [ "$format" = yes ]; then
        uuid=$(cat /proc/sys/kernel/random/uuid)
        say "$device: a new ext4 called $label; ${type:-nothing} that is on it is lost"
    else
        uuid=$(blkid -p -s UUID -o value "$device")
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    new_fstab "$uuid" >"$work/fstab"
    say "$device: gets a copy of $(in_a_row "$folders")"
    say "$fstab, the old one is kept as $fstab.before-read-only:"
    diff "$fstab" "$work/fstab" | sed -n 's/^[<>]/   &/p'
    say "journald keeps its log in memory; units that only write are left out while / is read-only"
    [ ! -d /etc/rpi ] || say "/etc/rpi/swap.conf.d/$name.conf: swap in memory (zram) only, not on the card"
    [ ! -d /etc/cloud ] || say "/etc/cloud/cloud-init.disabled: cloud-init writes with every start"
    ! own_resolv_conf || say "/etc/resolv.conf becomes NetworkManager's own in /run"
    agreed

    running=$(was_running)
    trap 'failed_on' EXIT
    # No card may be accepted while the games are copied, nor before the copy is what is in force.
    systemctl stop "$unit"
    [ "$format" = no ] || mkfs.ext4 -q -F -L "$label" -U "$uuid" "$device"
    mkdir -p "$place"
    mount -t ext4 -o noatime,errors=remount-ro "$device" "$place"
    [ -z "$(find "$place" -mindepth 1 -maxdepth 1 ! -name lost+found)" ] ||
        refuse "$device is not empty: --format makes a new file system on it, and what is on it is lost"
    for folder in $folders; do
        cp -a --parents "$folder" "$place"
    done
    sync -f "$place"
    put_drop_ins
    cp -p "$fstab" "$fstab.before-read-only"
    sync "$fstab.before-read-only"
    cp "$work/fstab" "$fstab.new"
    put_fstab "$fstab.new"
    systemctl daemon-reload
    for folder in $folders; do
        mount "$folder"
    done
    trap 'rm -rf "$work"' EXIT
    [ "$running" = no ] || systemctl start "$unit"
    say "the games are on $device now; the system is read-only after the next start: sudo reboot"
}

was_running() {
    case $(systemctl is-active "$unit" || true) in active | activating | reloading) echo yes ;; *) echo no ;; esac
}

failed_on() {
    rm -rf "$work"
    if ! is_on; then
        umount "$place" 2>/dev/null || true
        remove_drop_ins
        echo "companion-read-only: it was not done: the games are where they were, and $fstab says what it said" >&2
    fi
    [ "$running" = no ] || systemctl start "$unit"
}

own_resolv_conf() {
    [ -x /usr/sbin/NetworkManager ] && [ -f /etc/resolv.conf ] && [ ! -L /etc/resolv.conf ]
}

# $1: a file; what it says comes from standard input.
drop_in() {
    mkdir -p "${1%/*}"
    cat >"$1"
}

put_drop_ins() {
    printf '[Journal]\nStorage=volatile\n' | drop_in "/etc/systemd/journald.conf.d/$name.conf"
    # The folders that programs expect below /var/log, which starts empty.
    find /var/log -mindepth 1 -xdev -type d -printf 'd /var/log/%P %m %u %g\n' | drop_in "/etc/tmpfiles.d/$name.conf"
    for each in $idle; do
        systemctl cat "$each" >/dev/null 2>&1 || continue
        printf '[Unit]\nConditionPathIsReadWrite=/\n' | drop_in "/etc/systemd/system/$each.d/$name.conf"
    done
    # netplan writes NetworkManager's files before anything is mounted; once more, then, when its own are there.
    if [ -d /etc/netplan ] && command -v netplan >/dev/null; then
        printf '[Service]\nExecStartPre=-/usr/sbin/netplan generate\n' |
            drop_in "/etc/systemd/system/NetworkManager.service.d/$name.conf"
    fi
    [ ! -d /etc/rpi ] || printf '[Main]\nMechanism=zram\n' | drop_in "/etc/rpi/swap.conf.d/$name.conf"
    [ ! -d /etc/cloud ] || [ -e /etc/cloud/cloud-init.disabled ] || echo "$name" >/etc/cloud/cloud-init.disabled
    if own_resolv_conf; then
        cp -p /etc/resolv.conf /etc/resolv.conf.before-read-only
        ln -sfn ../run/NetworkManager/resolv.conf /etc/resolv.conf.new
        mv -T /etc/resolv.conf.new /etc/resolv.conf
    fi
}

remove_drop_ins() {
    for each in journald NetworkManager.service $idle; do
        for file in "/etc/systemd/$each.conf.d/$name.conf" "/etc/systemd/system/$each.d/$name.conf"; do
            [ ! -e "$file" ] || { rm "$file" && rmdir --ignore-fail-on-non-empty "${file%/*}"; }
        done
    done
    rm -f "/etc/tmpfiles.d/$name.conf" "/etc/rpi/swap.conf.d/$name.conf"
    ! grep -qsx "$name" /etc/cloud/cloud-init.disabled || rm /etc/cloud/cloud-init.disabled
    [ ! -e /etc/resolv.conf.before-read-only ] || mv -T /etc/resolv.conf.before-read-only /etc/resolv.conf
}

# ---- writable

seal() {
    remount ro 2>/dev/null ||
        say "the system stays writable until the next start, as something that was replaced is still in use: sudo reboot"
}

writable() {
    # From memory: an update that replaces this file while it is open would leave the system writable.
    if [ -z "${in_memory:-}" ]; then
        export in_memory=yes
        exec sh -c "$(cat "$0")" "$0" writable "$@"
    fi
    need_root
    is_on || refuse "it is off: the system is writable as it is"
    [ $# -gt 0 ] || refuse "which command? for example: companion-read-only writable apt install ./companion.deb"
    trap seal EXIT
    remount rw
    "$@"
}

# ---- off

off() {
    need_root
    is_on || { remove_drop_ins; say "it is off; nothing to do"; exit 0; }
    folders=$(bound)
    if mountpoint -q "$place"; then
        say "the system becomes writable for good, and takes back $(in_a_row "$folders")"
    else
        [ "$abandon" = yes ] || refuse "the data partition $(source_in_fstab) is missing, and the games are on it:" \
            "plug it in and restart, or leave them there with companion-read-only off --abandon"
        say "the system becomes writable for good; the games stay on $(source_in_fstab), which is missing," \
            "and those from before it was read-only are here"
    fi
    agreed

    remount rw
    running=$(was_running)
    work=$(mktemp -d /run/companion-read-only.XXXXXX)
    trap 'umount "$work" 2>/dev/null || true; rmdir "$work"; [ "$running" = no ] || systemctl start "$unit"' EXIT
    systemctl stop "$unit"
    if mountpoint -q "$place"; then
        # The root without what is mounted on it. Until fstab is changed a power cut leaves the data partition in force.
        mount --bind / "$work"
        for folder in $folders; do
            rm -rf "$work$folder.new"
            cp -a "$place$folder" "$work$folder.new"
        done
        umount "$work"
        for folder in $folders; do
            # All of them, else the games on the data partition would go with what is here.
            while mountpoint -q "$folder"; do umount --lazy "$folder"; done
            rm -rf "$folder"
            mv -T "$folder.new" "$folder"
        done
    fi
    sync -f /
    awk -v begin="$begin" -v end="$end" -v was="$was" '
        $0 == begin { ours = 1 }
        !ours { if (index($0, was) == 1) print substr($0, length(was) + 1); else print }
        $0 == end { ours = 0 }' "$fstab" >"$fstab.new"
    put_fstab "$fstab.new"
    rm -f "$fstab.before-read-only"
    remove_drop_ins
    systemctl daemon-reload
    umount "$place" 2>/dev/null || true
    rmdir "$place" 2>/dev/null || true
    say "the system is writable for good; logs stay in memory until the next start: sudo reboot"
}

# ---- status

status() {
    is_on || { say "off: the system is writable"; exit 3; }
    whole=0
    for point in $(sealed); do
        if findmnt -no OPTIONS "$point" | grep -qE '(^|,)ro(,|$)'; then
            say "$point is read-only"
        else
            say "$point is writable until the next start: sudo reboot"
            whole=1
        fi
    done
    if mountpoint -q "$place"; then
        say "the data partition is $(findmnt -no SOURCE "$place")," "$(df -h --output=avail "$place" | tail -n 1 | tr -d ' ') free"
        for folder in $(bound); do
            mountpoint -q "$folder" || { say "$folder is NOT on the data partition: sudo mount $folder"; whole=1; }
        done
        findmnt -no OPTIONS "$place" | grep -qE '(^|,)rw(,|$)' ||
            { say "the data partition had an error and takes nothing more: save the games, then look at it with fsck"; whole=1; }
    elif device=$(findfs "$(source_in_fstab)" 2>/dev/null); then
        say "the data partition $device is there but could not be mounted: sudo e2fsck -f $device, then restart"
        whole=1
    else
        say "the data partition $(source_in_fstab) is missing, and the box does not start without it: plug it in and restart"
        whole=1
    fi
    exit "$whole"
}

verb=${1:-}
[ $# -eq 0 ] || shift
device='' format=no yes=no dry_run=no abandon=no
# Whatever ends it, what is half done is put right: sh runs the trap for EXIT only where it ends by itself.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
case $verb in
    writable) writable "$@"; exit ;;
    on | off | status) ;;
    -h | --help | help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac
for word in "$@"; do
    case $verb,$word in
        on,--format) format=yes ;;
        off,--abandon) abandon=yes ;;
        on,--yes | off,--yes) yes=yes ;;
        on,--dry-run | off,--dry-run) dry_run=yes ;;
        on,-*) refuse "on does not know $word" ;;
        on,*) [ -z "$device" ] || refuse "one partition, not $device and $word"; device=$word ;;
        *) refuse "$verb does not know $word" ;;
    esac
done
"$verb"
