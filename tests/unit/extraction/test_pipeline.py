"""From saved turns to stored memories."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryx.clock import to_rfc3339
from memoryx.errors import Busy
from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.extractor import RulesExtractor
from memoryx.extraction.outcome import Outcome
from memoryx.extraction.pipeline import Extraction, Lease
from memoryx.extraction.remember import Rememberer
from memoryx.extraction.rules import extract
from memoryx.models import ExtractionMode, Memory
from memoryx.settings import SettingsFile
from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, MemoryFilter

KEY = ConversationKey(site="claude", conversation_id="c")


class World:
    """A store, a clock that stands until it is moved, and one host or more."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "memory.sqlite3"
        self.store = Store(self.path)
        self.settings = SettingsFile(folder / "config.toml", {})
        self.time = datetime(2026, 11, 30, 9, tzinfo=UTC)
        self._turns = 0

    def host(
        self, owner: str = "one", store: Store | None = None, extractor: object = extract
    ) -> Extraction:
        store = store or self.store
        rules = RulesExtractor(extractor)  # type: ignore[arg-type]  # fakes
        return Extraction(store, Rememberer(store), lambda _manual: rules, lambda: self.time, owner)

    def say(self, *texts: str, role: str = "user") -> None:
        turns = []
        for text in texts:
            self._turns += 1
            turns.append(IncomingTurn(f"t{self._turns}", role, text, True))  # type: ignore[arg-type]  # a role
        self.save(*turns)

    def save(self, *turns: IncomingTurn) -> None:
        self.store.conversations.save(
            KEY,
            url="https://claude.ai/chat/c",
            title=None,
            project=None,
            turns=turns,
            gaps=False,
            now=to_rfc3339(self.time),
            due_at=to_rfc3339(self.time + timedelta(seconds=30)),
        )

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def due(self, host: Extraction | None = None) -> Outcome | None:
        return (host or self.host()).run_due(self.settings.current())

    def now(self, mode: ExtractionMode = "manual") -> Outcome:
        return self.host().run_now(KEY, mode, self.settings.current())

    def memories(self) -> list[Memory]:
        return self.store.memories.page(MemoryFilter(), limit=100, cursor=None)[0]

    def texts(self) -> set[str]:
        return {memory.text for memory in self.memories() if memory.status == "active"}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_nothing_is_extracted_before_the_chat_has_gone_quiet(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(29)
    assert world.due() is None
    world.say("以后回答都用简体中文")
    world.wait(29)
    assert world.due() is None
    world.wait(1)
    outcome = world.due()
    assert outcome is not None
    assert (outcome.added, outcome.from_index, outcome.to_index) == (2, 0, 2)


def test_a_second_run_finds_nothing_new(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)
    world.due()
    assert world.due() is None
    again = world.now("auto")
    assert (again.added, again.from_index, again.to_index) == (0, 1, 1)


def test_only_the_new_turns_are_gone_through(world: World) -> None:
    seen: list[list[str]] = []

    def spy(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        seen.append([turn.text for turn in turns])
        return extract(turns, mode=mode)

    world.say("I'm allergic to peanuts")
    world.wait(30)
    world.due()
    world.say("My name is Ada")
    world.wait(30)
    outcome = world.due(world.host(extractor=spy))
    assert outcome is not None
    assert (outcome.from_index, outcome.to_index, outcome.added) == (1, 2, 1)
    assert seen == [["I'm allergic to peanuts", "My name is Ada"]]


def test_the_window_survives_the_death_of_the_host(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.store.close()
    world.wait(30)
    reopened = Store(world.path)
    outcome = world.due(world.host("two", reopened))
    assert outcome is not None
    assert outcome.added == 1


def test_two_hosts_never_extract_the_same_turns_twice(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)
    other = world.host("two", Store(world.path))
    inner: list[Outcome | None] = []

    def slow(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        inner.append(world.due(other))
        return extract(turns, mode=mode)

    outcome = world.due(world.host("one", extractor=slow))
    assert outcome is not None
    assert outcome.added == 1
    assert inner == [None]


def test_a_host_that_lost_its_lease_stores_nothing(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)
    other = world.host("two", Store(world.path))

    def frozen(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        world.wait(Lease().holds.total_seconds() + 1)
        assert world.due(other) is not None
        return extract(turns, mode=mode)

    with pytest.raises(Busy):
        world.due(world.host("one", extractor=frozen))
    assert len(world.memories()) == 1
    assert world.due() is None


def test_the_job_of_a_dead_host_is_taken_over_when_its_lease_is_over(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)

    def dies(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        raise KeyboardInterrupt  # nothing after it is done, as in a killed process

    with pytest.raises(KeyboardInterrupt):
        world.due(world.host("dead", extractor=dies))
    other = world.host("two", Store(world.path))
    world.wait(Lease().holds.total_seconds() - 1)
    assert world.due(other) is None
    with pytest.raises(Busy):
        world.now()
    world.wait(2)
    outcome = world.due(other)
    assert outcome is not None
    assert (outcome.added, outcome.from_index, outcome.to_index) == (1, 0, 1)


def test_a_host_that_slept_past_its_lease_does_not_go_on_beside_its_own_other_thread(
    world: World,
) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)
    host = world.host("one")

    def slept(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        world.wait(Lease().holds.total_seconds() + 1)
        assert world.due(world.host("one")) is not None
        return extract(turns, mode=mode)

    with pytest.raises(Busy):
        world.due(world.host("one", extractor=slept))
    assert len(world.memories()) == 1
    assert world.due(host) is None


def test_what_a_host_holds_is_given_back_when_it_ends(world: World) -> None:
    world.say("I'm allergic to peanuts")
    world.wait(30)
    now = to_rfc3339(world.time)
    until = to_rfc3339(world.time + timedelta(hours=1))
    for owner in ("1-one", "1-one2"):
        world.store.jobs.take_due(owner, now=now, lease_until=until)
    world.store.jobs.release_all("1-one2")
    assert world.due() is None
    world.store.jobs.release_all("1-one")
    assert world.due() is not None


def test_a_failed_extraction_stays_and_is_tried_again_later(world: World) -> None:
    def broken(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        raise RuntimeError("no")

    world.say("I'm allergic to peanuts")
    world.wait(30)
    with pytest.raises(RuntimeError):
        world.due(world.host(extractor=broken))
    assert world.due() is None
    world.wait(30)
    outcome = world.due()
    assert outcome is not None
    assert outcome.added == 1


def test_a_turn_that_changes_during_the_extraction_is_gone_through_again(world: World) -> None:
    def edits(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        world.save(IncomingTurn("t1", "user", "I'm allergic to walnuts", True))
        return extract(turns, mode=mode)

    world.say("I'm allergic to peanuts")
    world.wait(30)
    world.due(world.host(extractor=edits))
    world.wait(30)
    outcome = world.due()
    assert outcome is not None
    assert (outcome.from_index, outcome.to_index) == (0, 1)
    assert "Allergic to walnuts" in world.texts()


def test_love_then_hate_ends_as_hate_with_love_in_its_history(world: World) -> None:
    world.say("I love coffee")
    world.now()
    world.wait(60)
    world.say("Actually, I hate coffee")
    outcome = world.now()
    assert (outcome.added, outcome.updated) == (0, 1)
    (memory,) = world.memories()
    assert "ate" in memory.text
    versions, _ = world.store.memories.history(memory.id, limit=10, cursor=None)
    assert (versions[0].version, versions[0].old_text) == (2, versions[1].text)


def test_of_two_statements_in_one_capture_the_later_stands(world: World) -> None:
    world.say("I love coffee", "Actually, I hate coffee")
    world.now()
    world.now()
    (memory,) = world.memories()
    assert memory.text.startswith("Hates coffee")


def test_saying_the_same_forty_times_makes_one_memory(world: World) -> None:
    for _ in range(40):
        world.say("I'm allergic to peanuts")
        world.wait(30)
        world.due()
    assert world.texts() == {"Allergic to peanuts"}


def test_what_the_assistant_says_is_no_memory(world: World) -> None:
    world.say("I love coffee and my name is Bob", role="assistant")
    assert world.now().added == 0


def test_an_undone_batch_is_out_of_recall_and_does_not_come_back(world: World) -> None:
    world.say("I'm allergic to peanuts")
    outcome = world.now()
    assert outcome.batch is not None
    assert world.host().undo(outcome.batch) == 1
    assert world.texts() == set()
    assert world.now().added == 0
    assert world.texts() == set()
    assert world.host().undo(outcome.batch) == 0


def test_undoing_an_update_brings_the_old_text_back(world: World) -> None:
    world.say("I love coffee")
    world.now()
    (before,) = world.memories()
    world.wait(60)
    world.say("I hate coffee")
    outcome = world.now()
    assert outcome.batch is not None
    world.host().undo(outcome.batch)
    assert world.texts() == {before.text}


def test_undo_leaves_alone_what_a_person_has_changed_since(world: World) -> None:
    world.say("I'm allergic to peanuts")
    outcome = world.now()
    assert outcome.batch is not None
    world.store.memories.change(
        outcome.memories[0],
        {"text": "Allergic to peanuts and shrimp"},
        now=to_rfc3339(world.time),
        actor="user",
        reason="edited",
    )
    assert world.host().undo(outcome.batch) == 0
    assert world.texts() == {"Allergic to peanuts and shrimp"}


def candidate(**changes: object) -> Candidate:
    fields: dict[str, object] = {
        "text": "Likes tea",
        "type": "preference",
        "category": "preference",
        "confidence": 0.9,
        "turn_keys": ("t1",),
        "quote": "I like tea",
        "valid_from": datetime(2026, 11, 30, tzinfo=UTC),
    }
    return Candidate(**(fields | changes))  # type: ignore[arg-type]  # one field varies


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": " "}, "empty_text"),
        ({"text": "x" * 3000}, "text_too_long"),
        ({"turn_keys": ("t2",)}, "not_the_users"),
        ({"turn_keys": ()}, "unknown_turn"),
        ({"turn_keys": ("invented",)}, "unknown_turn"),
        (
            {
                "text": "\n\n---\n[MemoryX context · 1 memory]\n- [Preference·Mar] Likes tea\n"
                "(Background about the user. Answer the question directly; use it only where"
                " relevant.)\n---"
            },
            "own_block",
        ),
        ({"text": "My API key is sk-proj-abcdefghijklmnopqrst"}, "secret"),
        ({"confidence": 0.2}, "low_confidence"),
    ],
)
def test_each_item_is_checked_alone_and_refusals_are_counted(
    world: World, changes: dict[str, object], reason: str
) -> None:
    world.say("I like tea")
    world.say("Good", role="assistant")

    def fake(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        return [candidate(**changes), candidate()]

    outcome = world.host(extractor=fake).run_now(KEY, "auto", world.settings.current())
    assert outcome.rejected == {reason: 1}
    assert world.texts() == {"Likes tea"}


def test_between_threshold_and_floor_a_memory_waits_for_a_person(world: World) -> None:
    world.say("I like tea")

    def unsure(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        return [candidate(confidence=0.55)]

    outcome = world.host(extractor=unsure).run_now(KEY, "auto", world.settings.current())
    assert (outcome.added, outcome.proposed) == (0, 1)
    assert world.memories()[0].status == "pending"
    proposals, total, _ = world.store.proposals.page(limit=10, cursor=None)
    assert (total, proposals[0].kind) == (1, "low_confidence")


def test_what_is_uncertain_does_not_replace_what_is_known(world: World) -> None:
    world.say("I like tea")

    def sure(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        return [candidate(key="drink")]

    def unsure(turns: Sequence[SourceTurn], *, mode: ExtractionMode) -> list[Candidate]:
        return [candidate(key="drink", text="Prefers coffee", confidence=0.55, turn_keys=("t2",))]

    world.host(extractor=sure).run_now(KEY, "auto", world.settings.current())
    world.say("maybe coffee")
    world.host(extractor=unsure).run_now(KEY, "auto", world.settings.current())
    assert world.texts() == {"Likes tea"}
    assert world.store.proposals.page(limit=10, cursor=None)[0][0].kind == "conflict"
