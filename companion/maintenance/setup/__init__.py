"""`companion setup`: configures a Pi's system for the box that the configuration describes.

`requirements`, `boot_config`, `command_line` and `host_name` compute texts from texts; `plan` combines them
into changes; `apply` writes those after the person has agreed (`command`).
"""

from companion.maintenance.setup.command import of_whoever_asks, set_up

__all__ = ["of_whoever_asks", "set_up"]
