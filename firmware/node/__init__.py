"""The reader node: a microcontroller between a barcode module and the box. It runs on MicroPython.

No module in here knows a pin or a clock: `main.py` passes them in. docs/reference/node-link.md
documents the messages on the line.
"""

VERSION = "0.1.0"
