"""Tests of the floor: many tables on one wall."""
