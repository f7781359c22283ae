"""The terms of a memory as the full-text index keeps them for recall's index."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryx.store import Store
from memoryx.store.records import NewMemory
from memoryx.store.terms import read_terms, stored_terms
from memoryx.text.documents import TERMS_VERSION, DocumentTerms, document_terms

SAID = "2026-02-01T00:00:00.000Z"
#: Texts in which most rules of cutting have a part.
SAMPLE = (
    "Prefers TypeScript 5.4 and node.js v20.1; user_id is k8s-01, C++ and C# at O'Brien's GmbH",
    "她在上海市浦東新區學習鋼琴，每週三次。Ｆｕｌｌ width ①",
    "Mañana we're meeting the naïve café owners' dogs: running, ran, runs 3.14 100%",
    "The children's mother bought two mice and went home",
)
#: What TERMS_VERSION stands for. When this changes, memories have to be cut anew: raise it.
KNOWN = {2: "d3b90b5d9a513aa2"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    made = Store(tmp_path / "m.sqlite3")
    yield made
    made.close()


def remember(store: Store, text: str, **fields: object) -> str:
    given: dict[str, object] = {
        "text": text,
        "type": "context",
        "category": "other",
        "created_at": SAID,
        "valid_from": SAID,
        "origin": "explicit",
    }
    new = NewMemory(**(given | fields))  # type: ignore[arg-type]  # fields by name
    return store.memories.add(new, actor="user", reason="stated").id


def test_cutting_is_what_the_version_says() -> None:
    cut = "\n".join(" ".join(document_terms(text, ["Piano", "running"]).all) for text in SAMPLE)
    assert hashlib.sha256(cut.encode()).hexdigest()[:16] == KNOWN[TERMS_VERSION], (
        "text is cut in another way: raise TERMS_VERSION and note its hash here"
    )


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters=" \t\r\n\x1c\x1d\x1e\x1f\x85"))
    ),
)
def test_terms_are_read_as_they_were_stored(words: list[str]) -> None:
    kept = tuple(word for word in words if word and word.split() == [word])
    odd = ("x2b2b", "x61", "x6", "c++", "node.js", "x" + b"c++".hex())
    document = DocumentTerms(kept, odd)
    assert read_terms(stored_terms(document)) == document
    assert read_terms(stored_terms(DocumentTerms((), ()))) == DocumentTerms((), ())


def test_an_index_gets_the_terms_that_it_would_cut_itself(store: Store) -> None:
    for text in SAMPLE:
        remember(store, text, keywords=("piano", "x2b"), tags=("c++",), key="likes:node.js")
    _, changes = store.memories.changes_since(0, limit=10)
    for change, text in zip(changes, SAMPLE, strict=True):
        assert change.terms == document_terms(text, ["piano", "x2b", "c++", "likes:node.js"])


def test_who_has_taken_all_changes_knows_it(store: Store) -> None:
    """The newest change may be a vector's, which no memory's change has the number of."""
    ids = [remember(store, text) for text in SAMPLE]
    reached, changes = store.memories.changes_since(0, limit=len(SAMPLE))
    assert reached == changes[-1].change
    store.vectors.add("m", [(ids[0], SAMPLE[0], np.ones(3, np.float32))])
    reached, changes = store.memories.changes_since(0, limit=len(SAMPLE) + 1)
    assert reached == store.memories.change_number() > changes[-1].change
    store.memories.delete(ids[0])
    assert store.memories.changes_since(reached, limit=9)[0] == store.memories.change_number()


def test_terms_of_another_version_are_not_given_and_are_made_anew(store: Store) -> None:
    id_ = remember(store, "Plays the piano", keywords=("钢琴",))
    other = remember(store, "Sails a boat")
    with store.transaction():
        store._database.connection().execute(
            "UPDATE memories SET terms_version = 0 WHERE id = ?", (id_,)
        )
    found = {change.id: change.terms for change in store.memories.changes_since(0, limit=10)[1]}
    assert found[id_] is None
    assert found[other] is not None
    assert store.full_text.renew_terms(limit=10) == 1
    assert store.full_text.renew_terms(limit=10) == 0
    found = {change.id: change.terms for change in store.memories.changes_since(0, limit=10)[1]}
    assert found[id_] == document_terms("Plays the piano", ["钢琴"])


def test_full_text_finds_active_memories_and_counts_all(store: Store) -> None:
    piano = remember(store, "Plays the piano in c++ style")
    remember(store, "Plays chess", status="suspended")
    pinned = remember(store, "Answers in English", pinned=True)
    found = store.full_text.search(["play", "piano"], limit=10)
    assert [change.id for change in found] == [piano]
    assert store.full_text.search(["unheard"], limit=10) == []
    assert store.full_text.search([], limit=10) == []
    assert [change.id for change in store.full_text.pinned(limit=10)] == [pinned]
    assert store.full_text.frequencies(["play", "c++", "unheard"]) == (3, {"play": 2, "c++": 1})


def test_a_corrected_memory_is_not_found_by_the_old_texts_words_in_the_other_language(
    store: Store,
) -> None:
    id_ = remember(store, "养了一只乌龟")
    store.full_text.set_glosses([(id_, "养了一只乌龟", ["tortoise", "turtle"])])
    assert [m.id for m in store.memories.similar("tortoise", None, limit=5)] == [id_]
    values = {"text": "养了一只猫"}
    store.memories.change(id_, values, now=SAID, actor="user", reason="corrected")
    assert store.memories.similar("tortoise", None, limit=5) == []
    assert [id_] == [waiting for waiting, _ in store.full_text.without_glosses(limit=5)]
