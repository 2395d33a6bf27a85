"""How the editor looks: sizes, borders and colours."""

from __future__ import annotations

# By verdict and by severity; violet, because textual draws magenta as red.
UNDECIDED = "bold #b18cff"
VERDICTS = {"legal": "bold green", "illegal": "bold red", "undecided": UNDECIDED}

# The focused pane has a double border, which shows without colours too.
CSS = """
#panes { height: 1fr; layout: grid; grid-gutter: 0; }
#panes { grid-size: 3 1; }
.-narrow #panes { grid-size: 2 2; grid-rows: 1fr 7; }
.-narrow #right { row-span: 2; }
#keys { height: 1; padding: 0 1; background: $footer-background; link-style: none; link-color: $footer-foreground; }
#below { height: 12; }
.-narrow #below { height: 8; }
#findings, #numbers { width: 1fr; height: 1fr; }
#numbers, #details { padding: 0 1; scrollbar-size-vertical: 1; }
#findings { padding: 0; background: $background; scrollbar-size-vertical: 1; }
.pane { border: round $primary; }
.pane:focus, .pane:focus-within { border: double $accent; }
DataTable { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
Input { height: 1; }
ModalScreen { align: center middle; }
.dialog { width: 76; max-width: 96%; height: auto; max-height: 90%; border: double $warning; padding: 0 1; }
.dialog OptionList { height: auto; max-height: 12; }
AskToSave .dialog { width: 52; }
AskToSave Horizontal { height: 3; align: center middle; }
AskToSave Button { min-width: 10; margin: 0 1; }
"""
