"""The conformance suite: cases that any deck checker can be tested with, and a runner for them.

`suite` describes the cases and reads them, `runner` asks a checker about each, compares and shows the result,
`adapters` talk to programs and to servers, and `own` answers for deckcheck. Begin reading with `suite`.
"""
