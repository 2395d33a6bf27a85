"""What the lines of a list say together: each is cards, cards outside the deck, left out, or in doubt, and why."""

from __future__ import annotations

from textwrap import dedent

import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import Resolver, resolve
from deckcheck.decks.resolve.numbers import most_of_a_title
from deckcheck.decks.text.lists import read_text
from deckcheck.model.deck import Deck, Entry, RawDeck
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_format, shipped_pool

# Behind each line of a list what it is taken for; nothing for headers, facts and comments. `as` is a reading with a
# note, `open` a doubt, with the most copies that it may mean, the reason, and the names or readings that are offered.
LISTS = {
    "lines with their numbers": """
        1. Iron Mine   => open, up to 3: its number may be the number of the line [Iron Mine]
        2. Copper Mine => open, up to 3: its number may be the number of the line [Copper Mine]
        3) Silver Mine => open, up to 3: its number may be the number of the line [Silver Mine]
        """,
    "lines with their numbers, part by part": """
        Holdings
        1. Iron Mine   => open, up to 3: its number may be the number of the line [Iron Mine]
        2. Copper Mine => open, up to 3: its number may be the number of the line [Copper Mine]
        Strategies
        1. Ambush      => open, up to 3: its number may be the number of the line [Ambush]
        """,
    "lines with their numbers and no space": """
        1.Iron Mine   => open, up to 3: its number may be the number of the line [Iron Mine]
        2.Copper Mine => open, up to 3: its number may be the number of the line [Copper Mine]
        """,
    "lines with their numbers and a colon": """
        1: Iron Mine   => open, up to 3: its number may be the number of the line [Iron Mine]
        2: Copper Mine => open, up to 3: its number may be the number of the line [Copper Mine]
        """,
    "lines with their numbers and a dash": """
        1 - Iron Mine   => open, up to 3: its number may be the number of the line [Iron Mine]
        2 - Copper Mine => open, up to 3: its number may be the number of the line [Copper Mine]
        3 - Ambush      => open, up to 3: its number may be the number of the line [Ambush]
        4 - Silver Mine => open, up to 4: its number may be the number of the line [Silver Mine]
        """,
    "copies and a dash": """
        3 - Iron Mine   => 3 Iron Mine
        2 - Copper Mine => 2 Copper Mine
        4 - Silver Mine => 4 Silver Mine
        """,
    "numbers of lines in front of those of copies": """
        1. 3 Iron Mine       => as 3 Iron Mine
        2. 2x Copper Mine    => as 2 Copper Mine
        3. 700 Soldier Plain => open, up to 703: its number may be the number of the line [700 Soldier Plain]
        """,
    "numbers that do not rise line by line": """
        1. Iron Mine   => as 1 Iron Mine
        3. Copper Mine => as 3 Copper Mine
        """,
    "the same number on each line": """
        1. Iron Mine   => as 1 Iron Mine
        1. Copper Mine => as 1 Copper Mine
        """,
    "one number with a full stop": """
        2. Iron Mine  => as 2 Iron Mine
        3 Copper Mine => 3 Copper Mine
        """,
    "a number with a full stop, more than a deck may have": """
        4. Iron Mine  => open, up to 4: its number may not be the number of copies [Iron Mine]
        3 Copper Mine => 3 Copper Mine
        """,
    "more copies than a deck may have": """
        40x Iron Mine        => 40 Iron Mine
        Copper Mine x40      => 40 Copper Mine
        Silver Mine, 40 copies => as 40 Silver Mine
        Silver Mine (40)     => open, up to 40: its number may not be the number of copies [40 Silver Mine; -]
        """,
    "a number behind a level": """
        3 Doji Ayano - exp 1  => 3 Doji Ayano - exp
        19 Doji Ayano - exp 1 => open, up to 19: its number may not be the number of copies \
[19 Doji Ayano - exp; 1 Doji Ayano - exp]
        """,
    "a number in brackets that may be a level": """
        Kuronada (2) => open, up to 2: its number may not be the number of copies \
[2 Kuronada; 1 Kuronada - exp2]
        Kuronada (1) => 1 Kuronada
        Kuronada x2  => 2 Kuronada
        3 Iron Mine  => 3 Iron Mine
        """,
    "a number in brackets, and as many cards below": """
        Iron Mine (3) => open, up to 3: its number may not be the number of copies [3 Iron Mine; -]
        2 Copper Mine => 2 Copper Mine
        1 Ambush      => 1 Ambush
        """,
    "a number in brackets, and as many cards below with a set": """
        Iron Mine (3)      => open, up to 3: its number may not be the number of copies [3 Iron Mine; -]
        2 Copper Mine (CE) => 2 Copper Mine
        1 Ambush (foil)    => 1 Ambush
        """,
    "a number in brackets, and as many cards down to a total": """
        Iron Mine (5) => open, up to 5: its number may not be the number of copies [5 Iron Mine; -]
        2 Copper Mine => 2 Copper Mine
        3 Ambush      => 3 Ambush
        17            => open, up to 17: its number does not count copies of a card
        1 Kuronada    => 1 Kuronada
        """,
    "a number in brackets, and as many cards below in two parts": """
        Iron Mine (3) => 3 Iron Mine
        2 Copper Mine => 2 Copper Mine

        1 Ambush      => 1 Ambush
        """,
    "numbers in brackets behind each name": """
        Iron Mine (3)   => 3 Iron Mine
        Copper Mine (2) => 2 Copper Mine
        Ambush (1)      => 1 Ambush
        """,
    "totals of parts": """
        3 Iron Mine   => 3 Iron Mine
        3 Copper Mine => 3 Copper Mine
        6             => decoration, up to 0

        2 Ambush      => 2 Ambush
        2 Charge      => 2 Charge
        4             => decoration, up to 0

        1 Kuronada    => 1 Kuronada
        4 Daisho      => 4 Daisho
        5             => decoration, up to 0
        """,
    "a total below an empty line": """
        2 Iron Mine => 2 Iron Mine

        3 Ambush    => 3 Ambush
        1 Charge    => 1 Charge
        4           => decoration, up to 0
        """,
    "a number of gold": """
        3 Iron Mine => 3 Iron Mine
        12 gold     => open, up to 12: it may be a fact about the deck, or the name of a set [12 Gold; -]
        3 gold      => open, up to 3: it may be a fact about the deck, or the name of a set [3 Gold; -]
        Gold: 3     => open, up to 3: it may be a fact about the deck, or the name of a set [3 Gold; -]
        3 Gold      => 3 Gold
        12 Gold     => open, up to 12: it may be a fact about the deck, or the name of a set [12 Gold; -]
        5 Control   => 5 Control
        """,
    "a family in a list that counts its cards": """
        3 Iron Mine   => 3 Iron Mine
        3 Copper Mine => 3 Copper Mine
        Hida          => open, up to 1: it may be a fact about the deck, or the name of a set [1 Hida (Bio); -]
        """,
    "a set in a list that counts its cards": """
        3 Iron Mine   => 3 Iron Mine
        3 Copper Mine => 3 Copper Mine
        Anvil of Despair => open, up to 1: it may be a fact about the deck, or the name of a set \
[1 Anvil of Despair; -]
        """,
    "a family among bare names": """
        3 Iron Mine => 3 Iron Mine
        Hida        => 1 Hida (Bio)
        """,
    "a family alone": """
        Hida => open, up to 1: it may be a fact about the deck, or the name of a set [1 Hida (Bio); -]
        """,
    "numbers that cannot be": """
        +3 Xylophone Quartet  => open, up to 3: its number does not count copies of a card
        0 Xylophone Quartet   => open, up to 3: its number does not count copies of a card
        2-5 Xylophone Quartet => open, up to 5
        3x                    => open, up to 6: its number does not count copies of a card
        1000 Iron Mine        => open, up to 999: its number is not a number of copies [Iron Mine]
        2-5 Iron Mine         => open, up to 5: its number can be read in several ways [Iron Mine]
        """,
    "lines that are marked as open": """
        ? 3 Iron Mine         => open, up to 3: `?` may mean something [Iron Mine]
        ? 1 Xylophone Quartet => open, up to 3: it is marked as unrecognised
        ? 7 Xylophone Quartet => open, up to 7: it is marked as unrecognised
        """,
    "a title above the deck": """
        Crane Honor     => prose, up to 0
        1 Shiro Daidoji => 1 Shiro Daidoji
        3 Iron Mine     => 3 Iron Mine
        """,
    "a title above a Stronghold without a number": """
        Crane Control => prose, up to 3
        Shiro Daidoji => 1 Shiro Daidoji
        3 Iron Mine   => 3 Iron Mine
        """,
    "a title of six words": """
        My Crane Deck Wins All Duels => prose, up to 0
        1 Shiro Daidoji              => 1 Shiro Daidoji
        3 Iron Mine                  => 3 Iron Mine
        """,
    "a title of seven words": """
        My Crane Deck That Wins All Duels => prose, up to 999
        1 Shiro Daidoji                   => 1 Shiro Daidoji
        3 Iron Mine                       => 3 Iron Mine
        """,
    "a title that names a card of two words": """
        My Crane Iron Mine Honor => open, up to 9 [Iron Mine]
        1 Shiro Daidoji          => 1 Shiro Daidoji
        3 Iron Mine              => 3 Iron Mine
        """,
    "a title with a sign": """
        Crane Honor!    => open, up to 3 [Honor]
        1 Shiro Daidoji => 1 Shiro Daidoji
        3 Iron Mine     => 3 Iron Mine
        """,
    "a title with a number": """
        3 Crane Honor   => open, up to 6 [Honor]
        1 Shiro Daidoji => 1 Shiro Daidoji
        3 Iron Mine     => 3 Iron Mine
        """,
    "a title with a number in words": """
        Three Crane Honor => open, up to 3 [Honor]
        1 Shiro Daidoji   => 1 Shiro Daidoji
        3 Iron Mine       => 3 Iron Mine
        """,
    "a title of another clan": """
        Crab Honor      => open, up to 3 [Honor]
        1 Shiro Daidoji => 1 Shiro Daidoji
        3 Kaiu Engineer => open, up to 3 [Kaiu Engineers]
        3 Hida Benjiro  => 3 Hida Benjiro
        """,
    "a title without a Stronghold": """
        Crane Honor    => open, up to 3 [Honor]
        3 Kakita Hideo => 3 Kakita Hideo
        3 Iron Mine    => 3 Iron Mine
        """,
    "a title over two bare names": """
        Crane Honor   => open, up to 3 [Honor]
        Shiro Daidoji => 1 Shiro Daidoji
        Iron Mine     => 1 Iron Mine
        3 Copper Mine => 3 Copper Mine
        """,
    "a title that is not first": """
        1 Shiro Daidoji => 1 Shiro Daidoji
        Crane Honor     => open, up to 3 [Honor]
        3 Iron Mine     => 3 Iron Mine
        """,
    "a title, and a title below it": """
        Crane Honor     => prose, up to 0
        Crane Control   => open, up to 3 [Control]
        1 Shiro Daidoji => 1 Shiro Daidoji
        3 Iron Mine     => 3 Iron Mine
        """,
    "words above the cards": """
        Zqxw Zqxv          => prose, up to 1
        Thanks to my team. => prose, up to 1
        Coper Mine         => open, up to 3 [Copper Mine]
        Settling the       => open, up to 3
        Homeless           => open, up to 3 [Settling the Homeless]
        Settling the Home- => open, up to 3 [Settling the Homeless]
        less               => open, up to 3
        3 Iron Mine        => 3 Iron Mine
        """,
    "another subtitle, of a card's title": """
        3 Iron Mine                         => 3 Iron Mine
        Doji Kuwanan, lord of the War - exp => open, up to 6 [Doji Kuwanan - exp]
        """,
    "a name over two lines, the first of them a card": """
        3 Iron Mine => 3 Iron Mine
        1 Imperial  => open, up to 3: its name may be split over two lines
        Census      => open, up to 3 [Imperial Census]
        """,
    "a name over the first two lines, the second of them a card": """
        Ring of     => open, up to 3 [Ring of Air]
        Water       => open, up to 3: its name may be split over two lines
        3 Iron Mine => 3 Iron Mine
        """,
    "a name over two lines that are cards": """
        3 Iron Mine => 3 Iron Mine
        4 Besieged   => open, up to 4: its name may be split over two lines
        Borderland   => open, up to 3: its name may be split over two lines
        """,
    "two cards with numbers whose names are one together": """
        3 Iron Mine => 3 Iron Mine
        3 Besieged   => 3 Besieged
        3 Borderland => 3 Borderland
        """,
    "two cards whose names are one together, the second with a number behind": """
        3 Besieged    => 3 Besieged
        Borderland x3 => 3 Borderland
        """,
    "two cards whose names are one together, the second with its number in words": """
        3 Besieged        => open, up to 3: its name may be split over two lines
        Borderland, three => open, up to 3: its name may be split over two lines
        """,
    "a created card and a card whose names are one together": """
        3 Ninja     => open, up to 3: its name may be split over two lines
        Saboteur x3 => open, up to 3: its name may be split over two lines
        """,
    "two cards whose names are one together, apart": """
        3 Besieged   => 3 Besieged

        Borderland   => 1 Borderland
        """,
    "a name over two lines, and the first fits several cards": """
        3 Iron Mine => 3 Iron Mine
        1 Shosuro   => open, up to 3: its name may be split over two lines
        Kiyofumi    => open, up to 3 [Shosuro Kiyofumi; Kiyomi; Akifumi]
        """,
    "an empty box among ticked ones": """
        [ ] 3 Iron Mine   => open, up to 3: its box is empty, but other cards have a ticked box [Iron Mine]
        [x] 3 Copper Mine => as 3 Copper Mine
        3 Silver Mine     => 3 Silver Mine
        [ ] Kuronada      => open, up to 1: its box is empty, but other cards have a ticked box [Kuronada]
        """,
    "an empty box, and one that may be ticked or crossed out": """
        ☐ 3 Iron Mine   => open, up to 3: its box is empty, but other cards have a ticked box [Iron Mine]
        ☒ 3 Copper Mine => open, up to 3: `☒` may mean something [Copper Mine]
        """,
    "empty boxes alone": """
        [ ] 3 Iron Mine   => as 3 Iron Mine
        [ ] 3 Copper Mine => as 3 Copper Mine
        """,
    "one empty box": """
        [ ] 3 Iron Mine => open, up to 3: the mark beside it may put it outside the deck, \
because most cards have no such mark [Iron Mine]
        3 Copper Mine   => 3 Copper Mine
        """,
    "boxes that count": """
        [][][] Iron Mine  => open, up to 3: its number can be read in several ways [Iron Mine]
        [x] 3 Copper Mine => as 3 Copper Mine
        """,
    "a plus and a minus": """
        + 3 Iron Mine   => 3 Iron Mine
        - 3 Copper Mine => open, up to 3: its minus may remove it from the deck, because other cards have a plus \
[Copper Mine]
        3 Silver Mine   => 3 Silver Mine
        """,
    "a plus before an unknown name, and a minus": """
        + 3 Xylophone Quartet => open, up to 3
        - 3 Copper Mine       => open, up to 3: its minus may remove it from the deck, because other cards have a plus \
[Copper Mine]
        """,
    "a plus at its number, and a minus": """
        +3 Iron Mine    => open, up to 3: its number can be read in several ways [Iron Mine]
        - 3 Copper Mine => open, up to 3: its minus may remove it from the deck, because other cards have a plus \
[Copper Mine]
        """,
    "a plus before words, and dashes": """
        +++ my deck of this year +++ => prose, up to 1
        - 3 Iron Mine                => 3 Iron Mine
        - 3 Copper Mine              => 3 Copper Mine
        """,
    "dashes before all": """
        - 3 Iron Mine         => 3 Iron Mine
        - 3 Copper Mine       => 3 Copper Mine
        1 Kuronada, exp + foil => open, up to 999 [Kuronada - exp]
        """,
    "a word above a part that is a card of no deck": """
        3 Iron Mine   => 3 Iron Mine

        Strength      => open, up to 1: it may be a heading or a remark: it has no number, \
but the other cards have one [Strength]
        3 Copper Mine => 3 Copper Mine
        """,
    "a word in bold above all": """
        **Strength**  => prose, up to 1
        3 Copper Mine => 3 Copper Mine
        """,
    "a word above a part that is a card of decks": """
        3 Iron Mine   => 3 Iron Mine

        Control       => 1 Control
        3 Copper Mine => 3 Copper Mine
        """,
    "a word below all": """
        3 Iron Mine   => 3 Iron Mine

        Strength      => 1 Strength
        """,
    "a word below all, where single copies have numbers": """
        3 Iron Mine   => 3 Iron Mine
        1 Copper Mine => 1 Copper Mine

        Strength      => open, up to 1: it may be a heading or a remark: it has no number, \
but the other cards have one [Strength]
        """,
    "a word directly below a card": """
        3 Iron Mine   => 3 Iron Mine
        Strength      => 1 Strength

        3 Copper Mine => 3 Copper Mine
        """,
    "a word behind a dash": """
        3 Iron Mine   => 3 Iron Mine

        - Strength    => 1 Strength
        3 Copper Mine => 3 Copper Mine
        """,
    "two words without a number": """
        3 Iron Mine   => 3 Iron Mine

        Strength      => 1 Strength
        Control       => 1 Control
        3 Copper Mine => 3 Copper Mine
        """,
    "a word and a Stronghold without a number": """
        Shiro Daidoji => 1 Shiro Daidoji

        Strength      => open, up to 1: it may be a heading or a remark: it has no number, \
but the other cards have one [Strength]
        3 Copper Mine => 3 Copper Mine
        """,
    "a maybeboard": """
        3 Silver Mine       => 3 Silver Mine
        Maybeboard
        for later           => outside the deck, up to 3
        2 Iron Mine         => out 2 Iron Mine; outside the deck, up to 2
        Kuronada            => out 1 Kuronada; outside the deck, up to 3
        3 Xylophone Quartet => outside the deck, up to 3
        2.5 Zqxw            => outside the deck, up to 5
        1 Blessed Guard     => out 1 Blessed Guard
        I went 4-1 with it. => outside the deck, up to 4
        3 Copper Mine       => out 3 Copper Mine; outside the deck, up to 3
        """,
    "words that may end a maybeboard": """
        Maybeboard
        2 Iron Mine         => out 2 Iron Mine; outside the deck, up to 2
        In:                 => open, up to 8: the cards below it may be in the deck
        3 Copper Mine       => out 3 Copper Mine; outside the deck, up to 3
        Then:               => outside the deck, up to 3
        3 Xylophone Quartet => outside the deck, up to 3
        2 Kuronada          => out 2 Kuronada; outside the deck, up to 2
        """,
    "signs that may end a maybeboard": """
        Maybeboard
        2 Iron Mine   => out 2 Iron Mine; outside the deck, up to 2
        -----         => open, up to 3: the cards below it may be in the deck
        3 Copper Mine => out 3 Copper Mine; outside the deck, up to 3
        """,
    "a comment that may end a maybeboard": """
        Maybeboard
        # first
        2 Iron Mine   => out 2 Iron Mine; outside the deck, up to 2
        # then        => open, up to 3: the cards below it may be in the deck
        3 Copper Mine => out 3 Copper Mine; outside the deck, up to 3
        """,
    "a fact in a maybeboard": """
        Maybeboard
        2 Iron Mine   => out 2 Iron Mine; outside the deck, up to 2
        Author: Kei
        3 Copper Mine => out 3 Copper Mine; outside the deck, up to 3
        """,
    "words at the end of a maybeboard": """
        Maybeboard (2)
        2 Iron Mine   => out 2 Iron Mine; outside the deck, up to 2
        for later     => outside the deck, up to 3
        or never      => outside the deck, up to 3
        ;3 War        => comment, up to 3
        """,
    "two parts outside the deck": """
        Sideboard (2)
        2 Iron Mine     => out 2 Iron Mine; outside the deck, up to 2
        for next time   => outside the deck, up to 3
        Maybeboard
        for another day => outside the deck, up to 3
        3 Copper Mine   => out 3 Copper Mine; outside the deck, up to 3
        """,
    "more cards than the heading of a sideboard says": """
        Sideboard (4)
        3 Iron Mine   => out 3 Iron Mine; outside the deck, up to 3
        2 Copper Mine => open, up to 2: the heading gives fewer cards, so this one may be in the deck
        Kuronada      => open, up to 1: the heading gives fewer cards, so this one may be in the deck

        Deck (1)
        3 Silver Mine => 3 Silver Mine
        """,
    "an unknown card beyond the heading of a sideboard": """
        Sideboard (2)
        2 Iron Mine         => out 2 Iron Mine; outside the deck, up to 2
        3 Xylophone Quartet => open, up to 3: the heading gives fewer cards, so this one may be \
in the deck
        """,
    "a sideboard without numbers on its lines": """
        3 Silver Mine => 3 Silver Mine
        Sideboard (1)
        Iron Mine     => out 1 Iron Mine; outside the deck, up to 3
        Kuronada      => open, up to 1: the heading gives fewer cards, so this one may be in the deck
        """,
    "a card of the deck below a sideboard": """
        Sideboard (3)
        3 Iron Mine            => out 3 Iron Mine; outside the deck, up to 3
        Holding: 3 Copper Mine => 3 Copper Mine
        """,
    "a card of the sideboard below Holdings": """
        Holdings (3)
        3 Iron Mine       => 3 Iron Mine
        # these are cheap
        SB: 3 Copper Mine => out 3 Copper Mine; outside the deck, up to 3
        SB: 3 Silver Mine => out 3 Silver Mine; outside the deck, up to 3
        """,
    "more created cards than their heading says": """
        3 Iron Mine            => 3 Iron Mine
        Proxies (1)
        1 Lion Ancestor        => out 1 Lion Ancestor
        1 Blessed Guard        => out 1 Blessed Guard
        These are all I need.  => outside the deck, up to 999
        """,
    "kinds of created cards": """
        1 Proxy Personality: Ratling Token => out 1 Ratling Token
        1 Proxy Personality: Nobody        => outside the deck, up to 0
        Proxy: Nobody                      => outside the deck, up to 3
        """,
    "comments behind names": """
        3x Iron Mine, foil # a nice one => as 3 Iron Mine; comment, up to 0
        3 Iron Mine # and 3 Copper Mine => 3 Iron Mine; open, up to 3: it may be a comment or a card
        3 Iron Mine # Copper Mine 2     => open, up to 10: it names several cards [Iron Mine; Copper Mine]
        3 Iron Mine#or Copper Mine      => open, up to 6 [Iron Mine; Copper Mine]
        3 Iron Mine // 3 Copper Mine    => 3 Iron Mine; open, up to 3: it may be a comment or a card
        3 Iron Mine #economy            => 3 Iron Mine
        """,
    "cards in comments": """
        3 Copper Mine         => 3 Copper Mine
        3 Gold Mine           => 3 Gold Mine
        3 Jade Works          => 3 Jade Works
        3 Marketplace         => 3 Marketplace
        3 Rout                => 3 Rout
        3 Silver Mine         => 3 Silver Mine
        # 3 Iron Mine         => comment, up to 0
        // Iron Mine x3       => comment, up to 0
        # and 3 Iron Mine     => comment, up to 0
        # maybe 3 Iron Mine   => comment, up to 0
        # Iron Mine
        ; 3 Iron Mine         => comment, up to 0
        ;3 Iron Mine          => comment, up to 3
        //3 Iron Mine         => comment, up to 3
        ;3 Iron Mine; 2 War   => open, up to 5: it may be a comment or a card
        #IronMine 3           => open, up to 3: it may be a comment or a card
        #IronMine
        ~~3 Iron Mine~~       => comment, up to 0
        /* 3 Iron Mine */     => comment, up to 0
        <del>3 Iron Mine</del> => comment, up to 0
        # 3 Xylophone Quartet
        """,
    "facts that may be cards": """
        Format: Celestial Edition (40/40)
        Deck: Iron Mine
        Player: three Iron Mine => open, up to 3: it may be a fact or a card
        Event: Imperial Census  => open, up to 3: it may be a fact or a card
        Author: 2 Copper Mine   => open, up to 4 [Copper Mine]
        Notes: Iron Mine x3     => open, up to 6 [Iron Mine]
        3 Silver Mine           => 3 Silver Mine
        """,
}
# Lists of other formats and in other syntaxes, with names of up to 40 characters.
OTHERS = {
    "cards called as facts that may be in a deck": (
        "legacy",
        """
        3 gold             => 3 Gold
        4 gold             => open, up to 4: it may be a fact about the deck, or the name of a set [4 Gold; -]
        2 Copper Mine      => 2 Copper Mine
        Rise of the Shogun => 1 Rise of the Shogun
        """,
    ),
    "Holdings that are listed twice": (
        "celestial-40-40",
        """
        # Pregame Holdings
        1 Iron Mine
        2 Copper Mine => open, up to 2: these may be the copies on another line of the deck, or additional ones \
[-; 2 Copper Mine]
        3 Silver Mine => 3 Silver Mine
        # Dynasty
        3 Iron Mine   => 3 Iron Mine
        3 Copper Mine => 3 Copper Mine
        """,
    ),
    "a map of cards": (
        "celestial-40-40",
        """
        {"cards": {
        "Crane Honor": 3,           => open, up to 3 [Honor]
        "Shiro Daidoji": 1,         => 1 Shiro Daidoji
        "Iron Mine": 3,             => 3 Iron Mine
        "12 Coper Mine": 2,         => open, up to 2 [Copper Mine]
        "Silver Mine": 2.5,         => open, up to 5: its number does not count copies of a card
        "Ambush": "many",           => open, up to 999: its number does not count copies of a card
        "Charge": "12 or so",       => open, up to 12: its number does not count copies of a card
        "Daisho, in any version of it that you have": 2 => open, up to 999: it is too long
        }}
        """,
    ),
    "names without numbers": (
        "celestial-40-40",
        """
        deckcheck: 1
        cards:
          - Coper Mine  => open, up to 1 [Copper Mine]
          - Iron Mine   => 1 Iron Mine
        proxies:
          - Copper Mine => out 1 Copper Mine; outside the deck, up to 1
          - a remark    => outside the deck, up to 1
        """,
    ),
    "lines that are longer than a name": (
        "celestial-40-40",
        """
        3 Copper Mine                                       => 3 Copper Mine
        3 Iron Mine, the very best of all that I have       => open, up to 3: it is too long [Iron Mine]
        Iron Mine, the very best of all that I have         => open, up to 3 [Iron Mine]
        3 Zqxw Zqxv, the very best of all that I have       => open, up to 3: it is too long
        3 Iron Mine or Copper Mine, the best that I have    => open, up to 6: it names several cards \
[Iron Mine; Copper Mine]
        3x Iron Mine (Gold Edition) (Celestial Edition)     => as 3 Iron Mine
        3x Iron Mine (Gold Edition) (Celestial Edition) War => open, up to 15: it names several cards [Iron Mine; War]
        """,
    ),
}
# What a list or a structure says about the deck, and whether it may be a card.
FACTS = [
    ("Player: Kei", "text", False),
    ("Player: three Iron Mine", "text", True),
    ("Deck: Iron Mine", "text", False),
    ("Event: Imperial Census", "text", True),
    ("Format: Celestial Edition (40/40)", "text", False),
    ("Format: three War", "text", True),
    ("player: Iron Mine", "json", False),
    ("notes: Iron Mine", "json", False),
    ("notes: three Iron Mine", "json", True),
    ("deck: Iron Mine", "json", False),
    ("extra: Iron Mine", "json", True),
    ("Iron Mine: 3", "json", True),
    ("points: 3", "json", False),
]


def said(entry: Entry) -> str:
    return f"{entry.count} {entry.card.name}"


def meanings(deck: Deck) -> dict[int, str]:
    """Return what is said of the lines of a deck, by their numbers."""
    found = [
        (entry.request.span.line, f"{where}{'as ' if entry.inexact else ''}{said(entry)}")
        for entries, where in ((deck.entries, ""), (deck.outside, "out "))
        for entry in entries
    ]
    for line in deck.unresolved:
        readings = ("; ".join(" + ".join(map(said, reading)) or "-" for reading in line.readings),)
        offered = "; ".join(readings if line.readings else line.suggestions)
        why = f": {line.why}" if line.why else ""
        found.append((line.request.span.line, f"open, up to {line.possible}{why}{f' [{offered}]' if offered else ''}"))
    found += ((each.span.line, f"{each.kind.value}, up to {each.possible}") for each in deck.left_out)
    return {number: "; ".join(text for at, text in found if at == number) for number, _ in found}


def taken(raw: RawDeck, fmt: Format) -> list[str]:
    """Return what is said of each line of a list in this format."""
    found = meanings(resolve(raw, fmt, shipped_pool(fmt.pool)))
    return [found.get(number, "") for number, _ in enumerate(raw.lines, 1)]


def rows(table: str) -> tuple[str, list[str]]:
    """Return the list in a table, and what its lines are taken for."""
    lines = [row.partition("=>") for row in dedent(table).strip("\n").split("\n")]
    return "\n".join(line.rstrip() for line, *_ in lines), [meant.strip() for *_, meant in lines]


@pytest.mark.parametrize("name", LISTS)
def test_each_line_of_a_list_is_taken_for_something(name: str) -> None:
    text, meant = rows(LISTS[name])

    assert taken(read_text(text, "deck.txt", Limits()), shipped_format("celestial-40-40")) == meant


@pytest.mark.parametrize("name", OTHERS)
def test_each_line_of_another_file_is_taken_for_something(name: str) -> None:
    format_id, table = OTHERS[name]
    text, meant = rows(table)

    assert taken(read(text, "deck", Limits(name_length=40)), shipped_format(format_id)) == meant


@pytest.mark.parametrize(("fact", "syntax", "may_be"), FACTS)
def test_a_fact_may_be_a_card(fact: str, syntax: str, *, may_be: bool, ccg: FilePool) -> None:
    raw = RawDeck(path="", lines=(), requests=(), syntax=syntax)

    assert Resolver(shipped_format("celestial-40-40"), ccg).sorter.facts.may_be_card(fact, raw) is may_be


@pytest.mark.parametrize(
    ("format_id", "most"), [("celestial-40-40", 3), ("big-deck", 1), ("lcg-2017", 3), ("lcg-obsidian", 2)]
)
def test_a_format_allows_so_many_copies_of_a_title(format_id: str, most: int) -> None:
    assert most_of_a_title(shipped_format(format_id)) == most
