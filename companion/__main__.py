"""`python -m companion` is the `companion` command."""

import sys

from companion.command import main

sys.exit(main())
