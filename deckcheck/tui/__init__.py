"""The editor on the screen.

`editor.Editor` has the state: the history of drafts, the report, and what threads work out. Each pane is a widget in a
module of its own that shows what it is given. `rows`, `details`, `numbers` and `searching` make the contents as plain
values; they know no widget, so that threads and tests use them alone.
"""
