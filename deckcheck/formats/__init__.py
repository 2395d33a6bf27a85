"""Formats: their files, inheritance, provenance, lint and schema.

`loading` reads a YAML file with its parents and lists and returns a frozen `Format`. Each value has the line that set
it. Start with `loading`.
"""
