"""The machine: files, folders, settings, strict YAML, the network.

Everything here knows nothing of decks or cards.
"""
