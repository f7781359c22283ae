"""Finding an export's messages among the turns that were captured from the page: pure.

The page and the export may name one message differently, and write its text differently: what was
captured went through HTML. So turns whose keys are not known are compared by their letters.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace

from memoryx.models import Role
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import TurnRow
from memoryx.text.fold import fold

_NO_LETTER = re.compile(r"[\W_]+")


def align(stored: Sequence[TurnRow], incoming: Sequence[IncomingTurn]) -> list[IncomingTurn]:
    """Return incoming turns under the keys of the stored ones that say the same.

    Both are in order; a turn that is met lies after the one that was met before. The stored text
    stands where only its writing differs, so that it is not taken for an edit.
    """
    places = {turn.key: place for place, turn in enumerate(stored)}
    letters = [_letters(turn.markdown) for turn in stored]
    taken = {turn.key for turn in incoming if turn.key in places}
    alike: dict[tuple[Role, str], deque[int]] = defaultdict(deque)
    for place, turn in enumerate(stored):
        if letters[place] and turn.key not in taken:
            alike[turn.role, letters[place]].append(place)
    aligned: list[IncomingTurn] = []
    after = 0
    for new in incoming:
        wanted = _letters(new.markdown)
        found = places.get(new.key)
        if found is None:
            found = _next(alike.get((new.role, wanted)), after)
        if found is None:
            aligned.append(new)
            continue
        after = found + 1
        known = stored[found]
        text = known.markdown if letters[found] == wanted else new.markdown
        aligned.append(replace(new, key=known.key, markdown=text))
    return aligned


def _next(places: deque[int] | None, after: int) -> int | None:
    """Take the first place that is not before ``after``; those before it are passed for good."""
    while places:
        place = places.popleft()
        if place >= after:
            return place
    return None


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", fold(text)).lower()
