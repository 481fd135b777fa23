"""The machine around the box: its clock, systemd, network, power and updates."""

OWN_ADDRESS = "10.42.0.1"
"""The box's address in its own network.

deploy/image/root/etc/NetworkManager/dnsmasq-shared.d gives it to every name.
"""
