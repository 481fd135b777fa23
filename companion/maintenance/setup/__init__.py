"""What `companion setup` does: the system of a Pi is made fit for the box that the configuration describes.

What is to be written is worked out from texts alone (`needs`, `boot_config`, `command_line`,
`host_name`), put together by `plan`, and written by `writing` after somebody has agreed (`command`).
"""

from companion.maintenance.setup.command import of_whoever_asks, set_up

__all__ = ["of_whoever_asks", "set_up"]
