"""Create, show, change, compare and convert deck files; every change of a file can be undone."""
