"""The machine: files, folders, settings, strict YAML, the network.

This package is independent of decks and cards.
"""
