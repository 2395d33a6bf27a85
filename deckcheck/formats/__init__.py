"""Formats: reading their files, inheritance, provenance, lint and schema."""
