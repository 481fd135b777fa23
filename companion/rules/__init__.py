"""The rules: pure, no clock, no files, no randomness, no I/O."""
