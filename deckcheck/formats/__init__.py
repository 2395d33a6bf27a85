"""Formats: their files, inheritance, provenance, lint and schema.

In goes a YAML file with its parents and lists; out comes a frozen `Format` in which each value knows the line that set
it. Begin with `loading`.
"""
