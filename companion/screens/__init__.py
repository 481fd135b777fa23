"""What displays, lights and sounder show, as plain values without pixels or pins."""
