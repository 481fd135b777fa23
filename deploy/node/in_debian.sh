# What build.sh does in its Debian: firmware.uf2 and its licenses, in /tmp/build.
set -eu

cd /tmp
sed -i 'p; s/^deb /deb-src /' /etc/apt/sources.list
apt-get -qq update
apt-get -qq source --only-source micropython
# Only unpacked: to install it, apt would fetch a C++ library of two gigabytes, which a program in C does not need.
apt-get -qq download pico-sdk-source
dpkg --extract pico-sdk-source_*.deb /

cd micropython-*/
patch --strip 1 </tmp/without-tls.patch
rm -r lib/tinyusb
ln -s /usr/src/tinyusb lib/tinyusb
export SOURCE_DATE_EPOCH="$(dpkg-parsechangelog --show-field Timestamp)"
# Only what starts the board is frozen into it. Debian has no micropython-lib; its folder has to exist all the same.
printf 'freeze("$(PORT_DIR)/modules")\n' >/tmp/manifest.py
cmake -S ports/rp2 -B /tmp/build -D MICROPY_BOARD=RPI_PICO -D MICROPY_FROZEN_MANIFEST=/tmp/manifest.py \
    -D PICO_SDK_PATH_OVERRIDE=/usr/src/pico-sdk -D MICROPY_LIB_DIR="$PWD/lib" \
    -D SKIP_PICO_CXX_OPTIONS=1 -D CMAKE_C_STANDARD_LIBRARIES=-lm
make -C /tmp/build --jobs "$(nproc)" firmware

{
    cat LICENSE debian/copyright
    sed '/\*\//q' lib/littlefs/lfs2.h
    cd /usr/share/doc
    cat pico-sdk-source/copyright tinyusb-source/copyright libnewlib-arm-none-eabi/copyright
} >/tmp/build/licenses.txt
