"""The box on a Raspberry Pi 3B emulated by QEMU, with Debian's kernel."""
