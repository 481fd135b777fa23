"""The phones of `tests.bench.phones`: `python -m tests.bench.listening PORT COUNT LANGUAGE...`.

Each line on standard input is the number of a table to wait for.
"""

import sys

from tests.phones.lines import Crowd

if __name__ == "__main__":
    with Crowd(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]) as crowd:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for line in sys.stdin:
            heard = crowd.until(int(line))
            sys.stdout.write(" ".join(str(moment) for moment in heard.values()) + "\n")
            sys.stdout.flush()
