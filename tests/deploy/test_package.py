"""The package holds every file that the system takes from it."""

import pytest

from tests.deploy.roots import HOUSE


@pytest.mark.parametrize("folder", ["polkit", "systemd", "sysusers.d", "udev"])
def test_every_file_for_the_system_is_in_the_package(folder: str) -> None:
    debian = HOUSE / "debian"
    listed = {
        line.split()[0] for line in (debian / "companion.install").read_text("utf-8").splitlines()
    }
    linked = {link.resolve() for link in debian.iterdir() if link.is_symlink()}
    files = {file.resolve() for file in (HOUSE / "deploy" / folder).iterdir()}
    assert files <= linked | {HOUSE / name for name in listed}
