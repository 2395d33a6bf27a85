"""The desk: a web server for an event file, where players hand in lists, organisers follow and judges check decks.

`server` makes the application from settings and routes; `guard` sees every request first and refuses
what is too large, too slow, too frequent or addressed to another host. Begin reading with `server`.
"""
