"""The words of lists and what they mean: numbers, headings, keys, marks, remarks and talk.

``headers.txt`` and ``keys.txt`` have the words. Nothing here knows a syntax or looks up a card.
"""
