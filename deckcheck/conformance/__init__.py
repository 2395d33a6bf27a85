"""The conformance suite: cases that any deck checker can be tested with, and a runner for them.

`suite` describes the cases and reads them, `runner` asks a checker about each and compares, `adapters` talk to
programs and to servers, `own` answers for deckcheck, and `table` shows the result. Begin reading with `suite`.
"""
