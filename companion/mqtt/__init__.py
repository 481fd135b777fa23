"""Sends the state of the table to an MQTT broker, where Home Assistant and lights find it."""
