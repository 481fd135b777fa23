"""The package contains every file that the system needs from it."""

import pytest

from tests.deploy.roots import HOUSE


@pytest.mark.parametrize("folder", ["polkit", "systemd", "sysusers.d", "udev"])
def test_package_contains_every_system_file(folder: str) -> None:
    debian = HOUSE / "debian"
    listed = {
        line.split()[0] for line in (debian / "companion.install").read_text("utf-8").splitlines()
    }
    linked = {link.resolve() for link in debian.iterdir() if link.is_symlink()}
    files = {file.resolve() for file in (HOUSE / "deploy" / folder).iterdir()}
    assert files <= linked | {HOUSE / name for name in listed}
