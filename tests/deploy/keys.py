"""Throwaway keys that sign releases in tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

NAME = "A test <test@example.org>"


@contextmanager
def signing(*names: str, until: str = "never") -> Iterator[dict[str, str]]:
    """Yield the environment of a separate GnuPG with secret keys without a passphrase: those of
    `names`, or `NAME`'s, valid until `until`.
    """
    with TemporaryDirectory() as home:  # short, because the path of the agent's socket has a limit
        environ = {**os.environ, "GNUPGHOME": home}
        made = [
            "gpg",
            "--batch",
            "--quiet",
            "--passphrase",
            "",
            "--quick-generate-key",
        ]
        for name in names or (NAME,):
            line = [*made, name, "ed25519", "sign", until]
            subprocess.run(line, env=environ, capture_output=True, check=True)
        try:
            yield environ
        finally:
            subprocess.run(["/usr/bin/gpgconf", "--kill", "all"], env=environ, check=True)


def verified(signature: Path, key: Path, content: Path | None = None) -> bytes:
    """Return the content signed by `key` alone: that inside `signature`, or `content` if given."""
    with TemporaryDirectory() as home:
        line = [
            "gpg",
            "--homedir",
            home,
            "--batch",
            "--quiet",
            "--no-default-keyring",
            "--keyring",
            str(key),
        ]
        line += (
            ["--verify", str(signature), str(content)] if content else ["--decrypt", str(signature)]
        )
        return subprocess.run(line, capture_output=True, check=True).stdout
