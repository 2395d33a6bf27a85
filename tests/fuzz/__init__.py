"""Fuzzing: changed files for everything in deckcheck that reads files."""
