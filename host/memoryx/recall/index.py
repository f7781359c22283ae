"""The index in memory: terms, vectors and the few facts that ranking needs, by slot.

Everything grows by doubling and changes one memory at a time; nothing is ever rebuilt. All methods
may be called from any thread.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.embedding.calibration import Calibration
from memoryx.recall.bm25 import InvertedIndex
from memoryx.recall.domains import domains_of, is_diet
from memoryx.recall.types import Change, IndexedMemory, MemorySource, Removal
from memoryx.recall.vectors import Matrix, Space
from memoryx.text.documents import DocumentTerms, document_terms
from memoryx.text.language import written_in_chinese
from memoryx.text.tokens import names_in

_FIRST_CAPACITY: Final = 64


def memory_terms(memory: IndexedMemory) -> DocumentTerms:
    """The index terms of a memory: of its text, and what keywords, tags and key add."""
    if memory.terms is not None:
        return memory.terms
    labels = [*memory.keywords, *memory.tags, *([memory.key] if memory.key else ())]
    return document_terms(memory.text, labels)


@dataclass(frozen=True, slots=True)
class View:
    """Signals of all slots for one message; arrays of equal length, read only."""

    eligible: NDArray[np.bool_]
    keyword: Matrix
    """BM25+ score as a share of what a memory with all of the message's terms would score."""
    coverage: Matrix
    """Share of the message's weighted idf, 0 to 1."""
    rarity: Matrix
    """Sum of the idf of the message's terms that the memory holds, without their weights."""
    likeness: Matrix
    """Likeness in meaning, in the model's deviations from any message with any memory; 0 where
    there is no vector."""
    has_vector: NDArray[np.bool_]


class RecallIndex:
    """All memories that may be recalled, and how to reach them."""

    def __init__(self, outside: tuple[int, Mapping[str, int]] | None = None) -> None:
        """`outside`: see `InvertedIndex`."""
        self._lock = threading.RLock()
        self._outside = None if outside is None else outside[0]
        self._bm25 = InvertedIndex(outside)
        self._memories: dict[int, IndexedMemory] = {}
        self._slots: dict[str, int] = {}
        self._free: list[int] = []
        self._size = 0
        self._active: NDArray[np.bool_] = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._projects: NDArray[np.int32] = np.zeros(_FIRST_CAPACITY, np.int32)
        self._ends: NDArray[np.float64] = np.zeros(_FIRST_CAPACITY, np.float64)
        self._project_codes: dict[str | None, int] = {None: 0}
        self._pinned: set[int] = set()
        self._domains: dict[int, frozenset[str]] = {}
        self._diets: set[int] = set()
        self._names: dict[int, frozenset[str]] = {}  # of those that were asked for
        self._model: str | None = None
        self._spaces: dict[str, Space] = {}
        self._seq = 0

    def __len__(self) -> int:
        return len(self._memories)

    @property
    def lock(self) -> threading.RLock:
        """Hold it to see one state over several calls."""
        return self._lock

    @property
    def model(self) -> str | None:
        """The embedding model in use."""
        return self._model

    @property
    def models(self) -> tuple[str, ...]:
        """The models whose vectors are kept: the one in use, and one that is to follow it."""
        with self._lock:
            return tuple(self._spaces)

    @property
    def seq(self) -> int:
        """The source's sequence number up to which this index has followed."""
        return self._seq

    def follow(self, source: MemorySource) -> int:
        """Take one page of changes over; the number of changes, 0 when there is nothing newer."""
        seq, changes = source.changes_since(self._seq)
        for change in changes:
            self.apply(change)
        self._seq = seq
        return len(changes)

    def apply(self, change: Change) -> None:
        """Take one change over."""
        if isinstance(change, Removal):
            self.remove(change.id)
        else:
            self.upsert(change)

    def upsert(self, memory: IndexedMemory) -> None:
        """Add a memory or replace it. Its vector stays only while its text does."""
        document = memory_terms(memory)
        terms = document.all
        if memory.terms is not None:
            memory = replace(memory, terms=None)  # they are in the postings from now on
        with self._lock:
            slot = self._slots.get(memory.id)
            if slot is None:
                slot = self._free.pop() if self._free else self._grow()
                self._slots[memory.id] = slot
            else:
                self._bm25.remove(slot)
                if self._memories[slot].text != memory.text:
                    self._drop_vectors(slot)
            self._memories[slot] = memory
            self._names.pop(slot, None)
            self._bm25.add(slot, terms)
            self._active[slot] = memory.status == "active"
            self._projects[slot] = self._code(memory.project)
            end = memory.expires_at
            self._ends[slot] = np.inf if end is None else end.timestamp()
            self._domains[slot] = domains_of(terms, memory.context_tags)
            _set_member(self._pinned, slot, memory.pinned and memory.status == "active")
            _set_member(self._diets, slot, is_diet(document.own))

    def remove(self, memory_id: str) -> None:
        """Forget a memory; one that is not there is no error."""
        with self._lock:
            slot = self._slots.pop(memory_id, None)
            if slot is None:
                return
            self._bm25.remove(slot)
            del self._memories[slot]
            del self._domains[slot]
            self._names.pop(slot, None)
            self._active[slot] = False
            self._pinned.discard(slot)
            self._diets.discard(slot)
            self._drop_vectors(slot)
            self._free.append(slot)

    def keep_model(self, model: str, calibration: Calibration) -> None:
        """Keep vectors of this model too, so that it can be used when it has them all."""
        with self._lock:
            if model not in self._spaces:
                self._spaces[model] = Space(calibration)

    def use_model(self, model: str | None, calibration: Calibration | None = None) -> None:
        """Use this model from now on (None: none); the vectors of all others are dropped."""
        with self._lock:
            if model is None or calibration is None:
                self._spaces = {}
            else:
                self.keep_model(model, calibration)
                self._spaces = {model: self._spaces[model]}
            self._model = model

    def put_vectors(self, model: str, ids: Sequence[str], vectors: Matrix) -> int:
        """Take vectors of `model` over, one row for each id; how many memories they were for.

        Vectors of a model that is not kept, of unknown memories and those of length zero, which
        stand for texts that a model refused, are passed over.
        """
        with self._lock:
            space = self._spaces.get(model)
            if space is None or not len(ids) or vectors.shape[1] != space.calibration.dimension:
                return 0
            known = [(n, self._slots[name]) for n, name in enumerate(ids) if name in self._slots]
            known = [(n, slot) for n, slot in known if vectors[n].any()]
            chinese = [written_in_chinese(self._memories[slot].text) for _, slot in known]
            rows = space.calibration.memory(vectors[[n for n, _ in known]], chinese)
            space.table.put([slot for _, slot in known], rows)
            return len(known)

    def missing_vectors(self, limit: int) -> list[IndexedMemory]:
        """Up to `limit` active memories without a vector of the model in use."""
        with self._lock:
            space = self._space()
            if space is None:
                return []
            found: list[IndexedMemory] = []
            for slot, memory in self._memories.items():
                if self._active[slot] and not space.table.has(slot):
                    found.append(memory)
                    if len(found) == limit:
                        break
            return found

    def view(
        self,
        weights: Mapping[str, float],
        message: Matrix | None,
        project: str | None,
        exclude: Iterable[str],
        now: datetime,
        model: str | None = None,
    ) -> View:
        """The signals of all slots for weighted query terms and a message's centred vector.

        A memory whose time is over at `now` is not eligible, also while its status still says so.
        `model` is the one that the vector is of, where it may have been replaced meanwhile.
        """
        with self._lock:
            size = self._size
            eligible = self._active[:size] & self._in_project(project, size)
            eligible &= self._ends[:size] > now.timestamp()
            for memory_id in exclude:
                slot = self._slots.get(memory_id)
                if slot is not None:
                    eligible[slot] = False
            space = self._space(model)
            if message is not None and space is not None:
                likeness, has_vector = space.table.similarities(message, size)
                likeness /= space.calibration.deviation
            else:
                likeness, has_vector = np.zeros(size, np.float32), np.zeros(size, np.bool_)
            coverage, rarity = self._bm25.coverage(weights, size)
            return View(
                eligible=eligible,
                keyword=self._bm25.score(weights, size) / self._bm25.ideal(weights),
                coverage=coverage,
                rarity=rarity,
                likeness=likeness,
                has_vector=has_vector,
            )

    def choice(self, view: View) -> int:
        """How many memories the eligible ones are the best of."""
        return int(view.eligible.sum()) if self._outside is None else self._outside

    def memory(self, slot: int) -> IndexedMemory:
        """The memory at `slot`."""
        return self._memories[slot]

    def domains(self, slot: int) -> frozenset[str]:
        """The domains of the memory at `slot`."""
        return self._domains[slot]

    def names(self, slot: int) -> frozenset[str]:
        """The index terms that the memory at `slot` writes as names."""
        with self._lock:
            found = self._names.get(slot)
            if found is None:
                found = self._names[slot] = names_in(self._memories[slot].text)
            return found

    def terms(self, slot: int) -> tuple[str, ...]:
        """The different index terms of the memory at `slot`."""
        return self._bm25.terms_of(slot)

    def vector(self, slot: int) -> Matrix | None:
        """The centred vector of the memory at `slot`."""
        space = self._space()
        return space.table.vector(slot) if space is not None and space.table.has(slot) else None

    def pinned(self, view: View) -> list[int]:
        """The slots of eligible pinned memories."""
        return [slot for slot in sorted(self._pinned) if view.eligible[slot]]

    def knows(self, term: str) -> bool:
        """Whether any memory holds this term."""
        return self._bm25.document_frequency(term) > 0

    def diets(self, view: View) -> list[int]:
        """The slots of eligible memories that must be heeded whenever food is the subject."""
        return [slot for slot in sorted(self._diets) if view.eligible[slot]]

    def _space(self, model: str | None = None) -> Space | None:
        return self._spaces.get(model or self._model or "")

    def _drop_vectors(self, slot: int) -> None:
        for space in self._spaces.values():
            space.table.remove(slot)

    def _in_project(self, project: str | None, size: int) -> NDArray[np.bool_]:
        projects = self._projects[:size]
        everywhere: NDArray[np.bool_] = projects == 0
        if project is not None:
            code = self._project_codes.get(project)
            if code is not None:
                everywhere = everywhere | (projects == code)
        return everywhere

    def _code(self, project: str | None) -> int:
        return self._project_codes.setdefault(project, len(self._project_codes))

    def _grow(self) -> int:
        slot = self._size
        self._size += 1
        if slot >= len(self._active):
            capacity = 2 * len(self._active)
            active = np.zeros(capacity, np.bool_)
            active[:slot] = self._active
            projects = np.zeros(capacity, np.int32)
            projects[:slot] = self._projects
            ends = np.zeros(capacity, np.float64)
            ends[:slot] = self._ends
            self._active, self._projects, self._ends = active, projects, ends
        return slot


def _set_member(members: set[int], slot: int, belongs: bool) -> None:
    if belongs:
        members.add(slot)
    else:
        members.discard(slot)
