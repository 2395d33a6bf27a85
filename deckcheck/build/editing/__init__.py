"""Editing deck files: pure functions from one draft to the next, which leave alone what they do not change."""
