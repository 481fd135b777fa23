"""Tests of whole evenings with phones: the program as a process, its page in real browsers."""
