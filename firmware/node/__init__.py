"""The reader node: a microcontroller between a barcode module and the box. It runs on MicroPython.

The modules here do not access pins or clocks; `main.py` passes them in. docs/reference/node-link.md
documents the messages on the line.
"""

VERSION = "0.1.0"
