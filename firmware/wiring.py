"""The wiring of the node. This file is copied to the board unchanged,
and users may edit it there.
"""

MODULE = "gm65"
"""The barcode module: `gm65` (also GM861, Waveshare), `de2120`, or `lines` for any other module
that is already configured and ends each code with CR or LF.
"""

BAUD = {"gm65": 9600, "de2120": 115200, "lines": 9600}
"""Bits per second; the defaults of the modules."""

UART, TX, RX = 0, 0, 1
"""The UART and its pins (GP numbers): TX goes to the module's RX, RX to its TX."""

KEYS = {"LEFT": 2, "RIGHT": 3, "OK": 4, "UNDO": 5, "BUST": 6, "MORE": 7}
"""Buttons between a pin and ground; `{}` for none."""

LED = "LED"
"""The light: "LED" for the one on the board, the number of a pin with a light, or None."""

BEEPER = 15
"""A piezo between this pin and ground; None for none."""

REPL = 22
"""Connect this pin to ground while the node starts, or hold UNDO,
to get the REPL on the USB line.
"""
