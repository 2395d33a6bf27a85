"""The conformance suite: cases for testing any deck checker, and a runner for them.

`suite` describes and reads the cases, asks a checker about each and compares; `adapters` talk to programs and servers;
`own` answers for deckcheck. Start with `suite`.
"""
