"""The rules, in tables of their kinds, each with their manual pages in a text file beside it."""
