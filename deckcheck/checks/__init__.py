"""One deck, from its file to its report.

`checker` loads a format and its pool, reads lists and judges them; `timeline` does so for every day on which something
changes; `pool_updates` compares a pool with its sources. Begin with `checker.Checker`.
"""
