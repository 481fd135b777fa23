#!/bin/sh
# For Debian and Raspberry Pi OS bookworm, whose own Python packages are too old or missing: the box in a virtual
# environment in /opt/companion, with the same unit, user, udev rules and configuration as the package has.
#
#     sudo deploy/install-venv.sh [--remove]
#
# Run again after an update of this tree. --remove takes away what was installed and leaves the configuration and
# the games, for instance before the package is installed on a newer Debian. It needs a network, and what is not
# built on a Pi in a minute: sudo apt install python3-venv python3-evdev python3-spidev
set -eu

tree=$(cd "$(dirname "$0")/.." && pwd)
place=/opt/companion
unit=companion.service

[ "$(id -u)" = 0 ] || { echo "companion: start this with sudo" >&2; exit 1; }
if [ "${1:-}" = --remove ]; then
    if grep -qs '^# companion-read-only: begin' /etc/fstab; then
        echo "companion: the system is read-only, and the games are on the data partition: first companion-read-only off" >&2
        exit 1
    fi
    systemctl disable --now "$unit" 2>/dev/null || true
    for one in "$unit" companion-not-starting.service; do
        rm -rf "/etc/systemd/system/$one" "/etc/systemd/system/$one.d"
    done
    rm -rf "$place" /usr/local/bin/companion /usr/local/sbin/companion-read-only \
        /etc/sysusers.d/companion.conf /etc/udev/rules.d/60-companion.rules /etc/polkit-1/rules.d/50-companion.rules
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    echo "The box is removed; its configuration stays in /etc/companion, its games in /var/lib/companion."
    exit 0
elif [ $# -gt 0 ]; then
    echo "companion: $1 is not known here, write --remove or nothing" >&2
    exit 2
fi
if dpkg-query -W -f '${Status}' companion 2>/dev/null | grep -q ' installed$'; then
    echo "companion: the package is installed, remove it first: sudo apt remove companion" >&2
    exit 1
fi
python3 -c 'import venv, ensurepip, evdev, spidev' 2>/dev/null || {
    echo "companion: first: sudo apt install python3-venv python3-evdev python3-spidev" >&2
    exit 1
}

# What only Raspberry Pi OS carries, lgpio above all, comes from the system.
python3 -m venv --system-site-packages "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check --upgrade "${tree}[phone,keyboard,network,spi]"

install -D -m 644 "$tree/deploy/sysusers.d/companion.conf" /etc/sysusers.d/companion.conf
systemd-sysusers /etc/sysusers.d/companion.conf
install -D -m 644 "$tree/deploy/udev/60-companion.rules" /etc/udev/rules.d/60-companion.rules
install -D -m 644 "$tree/deploy/polkit/50-companion.rules" /etc/polkit-1/rules.d/50-companion.rules
[ -e /etc/companion/companion.toml ] || install -D -m 644 "$tree/deploy/etc/companion.toml" /etc/companion/companion.toml
install -D -m 755 "$tree/deploy/read-only.sh" /usr/local/sbin/companion-read-only
for one in "$unit run" "companion-not-starting.service no-start"; do
    name=${one% *}
    install -D -m 644 "$tree/deploy/systemd/$name" "/etc/systemd/system/$name"
    mkdir -p "/etc/systemd/system/$name.d"
    cat > "/etc/systemd/system/$name.d/venv.conf" <<END
[Service]
ExecStart=
ExecStart=$place/bin/companion ${one#* } --config /etc/companion/companion.toml
END
done
ln -sf "$place/bin/companion" /usr/local/bin/companion

if [ -d /run/systemd/system ]; then
    udevadm control --reload || true
    systemctl daemon-reload
    systemctl enable "$unit"
    systemctl restart "$unit"
else
    systemctl enable "$unit"
fi
echo "The box is in $place; its games are in /var/lib/companion."
