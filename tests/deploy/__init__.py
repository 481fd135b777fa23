"""Tests of the package on the systems that it is built for.

They need root, a network and several minutes: `make test-deploy`.
"""
