"""The package on a machine other than a Pi: its imports, and the contents of its wheel."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

NOT_THERE = (
    *("gpiozero", "luma", "serial", "RPi", "lgpio", "spidev", "evdev", "PIL"),
    *("starlette", "uvicorn", "wsproto", "segno", "ifaddr", "jeepney", "zxingcpp", "reportlab"),
    "paho",
    *("fcntl", "termios", "pwd", "grp", "resource"),  # Windows has none of these
)

GAME = f"""
import sys
sys.modules.update(dict.fromkeys({NOT_THERE}))  # None: an import raises ModuleNotFoundError
import companion
before = {{name for name in sys.modules if name.startswith("companion.")}}
from companion import Game
game = Game("ninety-nine", ["Ann", "Bo"])
game.play("KH")
print(before, repr(game))
"""


def test_game_is_played_without_hardware_or_linux_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", GAME], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == (
        "",
        "set() <AddingGame ninety-nine: total 99, Bo to play>\n",
    )


def test_wheel_declares_its_types(tmp_path: Path) -> None:
    built = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(tmp_path)]
    setup = [sys.executable, "-W", "ignore", "-c", "from setuptools import setup; setup()"]
    subprocess.run([*setup, "--quiet", *built], cwd=ROOT, capture_output=True, check=True)
    assert (tmp_path / "companion" / "py.typed").is_file()
    assert (tmp_path / "companion/games/adding/tables/ninety-nine.toml").is_file()
