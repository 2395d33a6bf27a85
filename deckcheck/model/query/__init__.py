"""The query language for cards: ``clan:crane type:personality force>=3 -is:unique``.

`parse` turns text into a `Query`, which says of any card whether it matches; card search and draw odds share it.
`deckcheck/model/query/fields.py` is the table of what can be asked.
"""

from deckcheck.model.query.nodes import Query, terms
from deckcheck.model.query.parser import parse

__all__ = ["Query", "parse", "terms"]
