"""The parts of the box, each usable on its own and each optional."""
