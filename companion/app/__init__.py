"""Builds the box from its configuration and runs it: parts, displays, web pages."""
