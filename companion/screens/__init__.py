"""What displays, lights and sounder are to show: plain values, no pixels and no pins."""
