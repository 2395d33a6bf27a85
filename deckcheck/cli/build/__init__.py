"""Deck files: begin, show, change, compare and convert them. Whatever changes one writes it, and can be undone."""
