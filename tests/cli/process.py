"""The command as a separate process."""

import os
import subprocess
import sys

WITHOUT_ROOTS_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""A command prefix without root's privilege to open every folder (capabilities(7))."""


def program(
    *arguments: str, given: bytes = b"", barred: bool = False, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a separate process.

    If `barred`, folders of mode 0 are closed to it, even if the tests run as root.
    """
    before = WITHOUT_ROOTS_RIGHTS if barred and os.geteuid() == 0 else ()
    command = [*before, sys.executable, "-m", "companion", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, check=False, env=os.environ | environ, timeout=60
    )
