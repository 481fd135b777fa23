"""The reader node: a microcontroller between a barcode module and the box. It runs on MicroPython.

Nothing in here knows a pin or a clock: `main.py` hands them in. What is said on the line stands in
firmware/README.md.
"""

VERSION = "0.1.0"
