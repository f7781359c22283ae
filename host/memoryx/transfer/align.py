"""Finding an export's messages among the turns that were captured from the page: pure.

The page and the export may name one message differently, and write its text differently: what was
captured went through HTML. So turns whose keys are not known are compared by their letters.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Collection, Sequence
from dataclasses import replace

from memoryx.models import Role
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import TurnRow
from memoryx.text.fold import fold

_NO_LETTER = re.compile(r"[\W_]+")


def align(
    stored: Sequence[TurnRow], incoming: Sequence[IncomingTurn], *, older: bool
) -> list[IncomingTurn]:
    """Return incoming turns under the keys of the stored ones that say the same.

    Both are in order; a turn that is met lies after the one that was met before. The stored text
    stands where only its writing differs, so that it is not taken for an edit. Of an export that is
    ``older`` than what is stored, what would replace a stored turn is left out: it is the branch
    that the person has left since.
    """
    letters = [_letters(turn.markdown) for turn in stored]
    places = _places(stored, letters, incoming)
    met = {place for place in places if place is not None}
    aligned: list[IncomingTurn] = []
    before, left = -1, False
    for new, place in zip(incoming, places, strict=True):
        if place is None:
            left = left or (older and _would_replace(stored, before + 1, new, met))
            if not left:
                aligned.append(new)
            continue
        before, left = place, False
        known = stored[place]
        said = _letters(new.markdown)
        grown = said != letters[place] and said.startswith(letters[place])  # the page had a part
        stands = said == letters[place] or (older and not grown)
        text = known.markdown if stands else new.markdown
        aligned.append(replace(new, key=known.key, markdown=text))
    return aligned


def _places(
    stored: Sequence[TurnRow], letters: Sequence[str], incoming: Sequence[IncomingTurn]
) -> list[int | None]:
    """Return the place of the stored turn that each incoming one is, by key or by letters."""
    by_key = {turn.key: place for place, turn in enumerate(stored)}
    taken = {turn.key for turn in incoming if turn.key in by_key}
    alike: dict[tuple[Role, str], deque[int]] = defaultdict(deque)
    for place, turn in enumerate(stored):
        if letters[place] and turn.key not in taken:
            alike[turn.role, letters[place]].append(place)
    places: list[int | None] = []
    after = 0
    for new in incoming:
        found = by_key.get(new.key)
        if found is None:
            found = _next(alike.get((new.role, _letters(new.markdown))), after)
        places.append(found)
        after = after if found is None else found + 1
    return places


def _would_replace(
    stored: Sequence[TurnRow], place: int, new: IncomingTurn, met: Collection[int]
) -> bool:
    """Tell whether saving a turn would put it in the place of a stored one; see store.merge."""
    if place >= len(stored) or place in met:
        return False
    return stored[place].role == new.role and not stored[place].gap_before


def _next(places: deque[int] | None, after: int) -> int | None:
    """Take the first place that is not before ``after``; those before it are passed for good."""
    while places:
        place = places.popleft()
        if place >= after:
            return place
    return None


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", fold(text)).lower()
