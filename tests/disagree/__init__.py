"""Simulated evenings in which table and box come to differ, and the search's results (`make
disagree`).
"""
