"""The machine around the box: systemd, signals, power and the network."""
