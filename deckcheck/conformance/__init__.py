"""The conformance suite: cases that any deck checker can be tested with, and a runner for them.

`suite` describes the cases, reads them, asks a checker about each and compares, `adapters` talk to programs and to
servers, and `own` answers for deckcheck. Begin reading with `suite`.
"""
