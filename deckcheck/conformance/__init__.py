"""The conformance suite: cases for testing any deck checker, and a runner for them.

`suite` describes and reads the cases, asks a checker about each and compares; `adapters` are
deckcheck itself, programs and servers as checkers. Start with `suite`.
"""
