"""A PC emulated by QEMU: trixie with the package, and a read-only root like that of the image."""

from pathlib import Path

from tests.deploy.game import CONFIG, READER
from tests.deploy.machine import Machine, ran
from tests.deploy.roots import BOOTS, fresh, inside
from tests.deploy.steps import step

HARDWARE = ("linux-image-amd64", "initramfs-tools", "zstd", "openssh-server", "sudo")
"""The packages that a machine needs and a container does not."""

FSTAB = """\
tmpfs /tmp tmpfs mode=1777 0 0
tmpfs /var/tmp tmpfs mode=1777 0 0
tmpfs /var/log tmpfs mode=0755 0 0
tmpfs /var/lib/companion tmpfs mode=0755 0 0
tmpfs /var/lib/systemd tmpfs mode=0755 0 0
LABEL=FSTAB /mnt vfat noauto,nofail 0 0
"""
"""An fstab that keeps all writes in memory; its last line is a stick that is mounted by hand."""

NETWORK = "[Match]\nName=en*\n[Network]\nDHCP=yes\n"

SIZE = "3G"


class Pc(Machine):
    """The PC, with `package` installed, and the Debian packages in `also`."""

    scanner = "ttyS0"
    _user = "root"

    def __init__(self, folder: Path, package: Path, also: tuple[str, ...]) -> None:
        super().__init__(folder)
        self._disk = folder / "disk.img"
        self._root = fresh(
            "pc", package, architecture="amd64", including=(*BOOTS, *HARDWARE, *also)
        )
        with step("the package is installed"):
            inside(
                self._root,
                "apt-get",
                "install",
                "-qq",
                "-y",
                "--no-install-recommends",
                "/root/companion.deb",
            )
        inside(self._root, "systemctl", "enable", "systemd-networkd", "ssh")
        config = self._root / "etc/companion/companion.toml"
        config.write_text(
            config.read_text("utf-8") + CONFIG.replace(f"{READER}/port", "/dev/ttyS0"), "utf-8"
        )
        (self._root / "var/lib/companion").mkdir()
        for name, text in (
            ("root/.ssh/authorized_keys", f"{self.public_key}\n"),
            ("etc/fstab", FSTAB),
            ("etc/hosts", "127.0.0.1 localhost box\n"),
            ("etc/hostname", "box\n"),
            ("etc/systemd/network/10-any.network", NETWORK),
        ):
            file = self._root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        with step("its disk is made"):
            self._disk.unlink(missing_ok=True)
            ran("mke2fs", "-q", "-t", "ext4", "-d", str(self._root), str(self._disk), SIZE)

    def _hardware(self) -> list[str]:
        (kernel,), (initrd,) = (
            self._root.glob(f"boot/{name}-*") for name in ("vmlinuz", "initrd.img")
        )
        line = [
            "qemu-system-x86_64",
            "-machine",
            "q35",
            "-accel",
            "tcg,thread=multi",
            "-cpu",
            "qemu64",
        ]
        line += ["-smp", "2", "-m", "1024", "-kernel", str(kernel), "-initrd", str(initrd)]
        line += ["-append", "root=/dev/vda ro console=hvc0"]
        line += ["-drive", f"file={self._disk},format=raw,if=none,id=disk"]
        return [*line, "-device", "virtio-blk-pci,drive=disk"]
