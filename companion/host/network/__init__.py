"""The network of the box's machine, read and changed through NetworkManager over D-Bus."""
