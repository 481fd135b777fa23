"""Keys of nobody, which sign releases in tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

NAME: Final = "A test <test@example.org>"


@contextmanager
def signing() -> Iterator[dict[str, str]]:
    """A GnuPG of its own with one secret key, `NAME`'s without a passphrase, as an environment."""
    with TemporaryDirectory() as home:  # a short path: the agent's socket stands in it
        environ = {**os.environ, "GNUPGHOME": home}
        made = [
            "gpg",
            "--batch",
            "--quiet",
            "--passphrase",
            "",
            "--quick-generate-key",
            NAME,
            "ed25519",
            "sign",
        ]
        subprocess.run([*made, "never"], env=environ, capture_output=True, check=True)
        try:
            yield environ
        finally:
            subprocess.run(["/usr/bin/gpgconf", "--kill", "all"], env=environ, check=True)


def verified(signature: Path, key: Path, content: Path | None = None) -> bytes:
    """What is signed by `key` and no other: what `signature` holds, else `content`."""
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
