"""The economy of a deck: what it can pay for, turn by turn.

A `Game` says what a player owns, buys and throws away in terms of kinds of cards, without knowing any card. The same
game is enumerated exactly (`exact`) or played many times (`simulation`). `deck` makes a game of a deck in its format.
"""
