"""Writing decks: the parts of a deck as lines, what a syntax loses, and one module for each family of syntaxes."""
