"""The economy of a deck: what it can pay for, turn by turn.

A `Game` defines what a player owns, buys and throws away, by kinds of cards. The same game is enumerated exactly
(`exact`) or played many times (`game`). `deck` makes a game from a deck and its format.
"""
