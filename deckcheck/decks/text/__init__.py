"""Text lists: one card per line, in any form that people write; begin with `lists`."""
