"""Counter of the markers of stilted English in documents, code, tests and messages."""
