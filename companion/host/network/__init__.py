"""The network of the box's machine, asked for and changed through NetworkManager over D-Bus."""
