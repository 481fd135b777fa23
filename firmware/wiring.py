"""What hangs where on the node. This file is copied to the board as it is and may be changed there."""

MODULE = "gm65"
"""The barcode module: `gm65` (also GM861, Waveshare), `de2120`, or `lines` for any other that is set
up already and ends each code with CR or LF."""

BAUD = {"gm65": 9600, "de2120": 115200, "lines": 9600}
"""Bits a second, as delivered."""

UART, TX, RX = 0, 0, 1
"""The UART and its pins (GP numbers): TX goes to the module's RX, RX to its TX."""

KEYS = {"LEFT": 2, "RIGHT": 3, "OK": 4, "UNDO": 5, "BUST": 6, "MORE": 7}
"""Buttons between a pin and ground; `{}` where there are none."""

LED = "LED"
"""The light: "LED" is the one on the board, a number a pin of one's own, None no light."""

BEEPER = 15
"""A piezo between this pin and ground; None where there is none."""

REPL = 22
"""Connected to ground while the node is switched on, it leaves the REPL to the USB line; so does UNDO."""
