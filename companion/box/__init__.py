"""The controller of the box: takes every input, changes the table, and shows the result."""
