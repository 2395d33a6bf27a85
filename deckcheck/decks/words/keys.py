"""The words of keys, columns and other labels by their meaning; ``keys.txt`` beside this module explains them."""

from pathlib import Path

from deckcheck.model.vocabulary import phrases_of

KEYS = phrases_of(Path(__file__).with_suffix(".txt"))
