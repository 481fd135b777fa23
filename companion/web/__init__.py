"""The web server that all pages of the box share:
port, guard, event stream and shared static files.
"""
