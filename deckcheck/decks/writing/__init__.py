"""Write decks: the parts of a deck as lines, the losses in a syntax, and one module for each family of syntaxes."""
