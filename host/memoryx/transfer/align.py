"""Finding an export's messages among the turns that were captured from the page: pure.

The page and the export may name one message differently, and write its text differently: what was
captured went through HTML. So turns whose keys are not known are compared by their letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

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
    aligned: list[IncomingTurn] = []
    after = 0
    for turn in incoming:
        place = places.get(turn.key)
        wanted = _letters(turn.markdown)
        if place is None:
            place = next(
                (
                    i
                    for i in range(after, len(stored))
                    if stored[i].key not in taken
                    and stored[i].role == turn.role
                    and letters[i] == wanted
                    and wanted
                ),
                None,
            )
        if place is None:
            aligned.append(turn)
            continue
        after = place + 1
        same = letters[place] == wanted
        known = stored[place]
        aligned.append(
            replace(turn, key=known.key, markdown=known.markdown if same else turn.markdown)
        )
        taken.add(known.key)
    return aligned


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", fold(text)).lower()
