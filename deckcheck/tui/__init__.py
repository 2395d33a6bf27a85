"""The editor on the screen.

`editor.Editor` has the state: the drafts, the report, and what threads work out. `dialogs` and `panes` have the
widgets, which show what they are given. `rows` makes the contents as plain values; it knows no widget, so that threads
and tests use it alone.
"""
