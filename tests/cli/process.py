"""The command as a process of its own."""

import os
import subprocess
import sys

WITHOUT_ROOTS_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Root opens every folder; started like this,
only those that its mode lets it open (capabilities(7)).
"""


def program(
    *arguments: str, given: bytes = b"", barred: bool = False, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own, which is `barred` from folders
    of mode 0 even where root tests.
    """
    before = WITHOUT_ROOTS_RIGHTS if barred and os.geteuid() == 0 else ()
    command = [*before, sys.executable, "-m", "companion", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, check=False, env=os.environ | environ, timeout=60
    )
