"""The package on the systems that it is made for.
Needs root, a network and minutes: `make test-deploy`.
"""
