"""The box on a Raspberry Pi 3B that QEMU emulates, with the kernel of Debian."""
