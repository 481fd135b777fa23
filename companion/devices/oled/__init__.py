"""OLED displays: SSD1306, SSD1309 and SH1106 at 128x64, SSD1322 at 256x64, through luma.oled."""

from companion.devices.oled.buses import over_i2c, over_spi
from companion.devices.oled.display import OledDisplay
from companion.devices.oled.memory import ControllerName

__all__ = ["ControllerName", "OledDisplay", "over_i2c", "over_spi"]
