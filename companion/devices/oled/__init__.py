"""OLED displays: SSD1306, SSD1309 and SH1106 at 128x64, SSD1322 at 256x64, through luma.oled.

Wiring: `docs/wiring.md`, or `companion.config.board.wiring_table`. Supply 3.3 V unless the module says
otherwise.

    >>> from companion.drawing import draw, shifted
    >>> display = OledDisplay("ssd1309", over_i2c(), draw, shifted, report=print)
    >>> display.start()
    >>> display.show(Frame(Boot()))
"""

from companion.devices.oled.buses import over_i2c, over_spi
from companion.devices.oled.display import OledDisplay
from companion.devices.oled.memory import ControllerName

__all__ = ["ControllerName", "OledDisplay", "over_i2c", "over_spi"]
