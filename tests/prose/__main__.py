"""Count the markers of stilted English per 10,000 words, and list the places.

    python -m tests.prose                rates of each corpus
    python -m tests.prose --files        rate of each document
    python -m tests.prose --show docs    every hit in one corpus
    python -m tests.prose FILE ...       every hit in these files

A marker is a place to look, not a verdict: "stand" is right for a stand. The documents of gpiozero
and PiKVM have 3 hits in 10,000 words.
"""

import argparse
import signal
import sys

from tests.prose.counter import BOUNDS, corpora, hits, prose_of, rate, tracked


def main() -> int:
    """Print what the arguments ask for."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="*")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--show", choices=BOUNDS)
    given = parser.parse_args()
    if given.file or given.show:
        texts = [prose_of(name) for name in given.file] or [corpora()[given.show]]
        for text in texts:
            for line, names in hits(text):
                sys.stdout.write(f"[{', '.join(names)}] {line[:200]}\n")
    elif given.files:
        for name in tracked("*.md"):
            sys.stdout.write(f"{rate(prose_of(name)):5.0f}  {name}\n")
    else:
        for name, text in corpora().items():
            sys.stdout.write(
                f"{name:11} {rate(text):5.0f} per 10,000 words, at most {BOUNDS[name]}\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
