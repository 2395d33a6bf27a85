"""The words of keys, columns and other labels, by what they say; the file beside this one explains them."""

from pathlib import Path

from deckcheck.model.vocabulary import phrases_of

KEYS = phrases_of(Path(__file__).with_suffix(".txt"))
