"""How captured windows merge into a stored conversation."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryx.store import Store
from memoryx.store.merge import IncomingTurn
from memoryx.store.records import ConversationKey, SaveResult

KEY = ConversationKey(site="chatgpt", conversation_id="c1")


class Chat:
    """A stored conversation, written and read as a page would."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)
        self._now = itertools.count()

    def save(self, *turns: IncomingTurn, gaps: bool = False) -> SaveResult:
        return self.store.conversations.save(
            KEY,
            url="https://chatgpt.com/c/c1",
            title=None,
            project=None,
            turns=turns,
            gaps=gaps,
            now=f"2026-01-01T00:00:{next(self._now):02d}.000Z",
            due_at=None,
        )

    def keys(self) -> list[str]:
        return [turn.key for turn in self.store.conversations.turns(KEY, limit=500, cursor=None)[1]]

    def text(self, key: str) -> str:
        turns = self.store.conversations.turns(KEY, limit=500, cursor=None)[1]
        return next(turn.markdown for turn in turns if turn.key == key)

    def gaps(self) -> list[str]:
        turns = self.store.conversations.turns(KEY, limit=500, cursor=None)[1]
        return [turn.key for turn in turns if turn.gap_before]

    def versions(self, key: str) -> int:
        turns = self.store.conversations.turns(KEY, limit=500, cursor=None)[1]
        return next(turn.versions for turn in turns if turn.key == key)


@pytest.fixture
def chat(tmp_path: Path) -> Chat:
    return Chat(tmp_path / "memory.sqlite3")


def user(key: str, text: str = "", position: int | None = None) -> IncomingTurn:
    return IncomingTurn(key, "user", text or f"text of {key}", True, position)


def answer(
    key: str, text: str = "", position: int | None = None, *, complete: bool = True
) -> IncomingTurn:
    return IncomingTurn(key, "assistant", text or f"text of {key}", complete, position)


def test_a_repeated_capture_changes_nothing(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1"))
    again = chat.save(user("u1"), answer("a1"))
    assert (again.new, again.changed, again.unchanged, again.total) == (0, 0, 2, 2)


def test_unknown_turns_go_between_their_known_neighbours(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1"), user("u3"))
    chat.save(answer("a1"), user("u2"), answer("a2"), user("u3"))
    assert chat.keys() == ["u1", "a1", "u2", "a2", "u3"]


def test_older_turns_that_load_at_the_top_go_to_the_front(chat: Chat) -> None:
    chat.save(user("u5"), answer("a5"), gaps=True)
    assert chat.gaps() == ["u5"]
    chat.save(user("u4"), answer("a4"), user("u5"))
    assert chat.keys() == ["u4", "a4", "u5", "a5"]
    assert chat.gaps() == []


def test_an_unmounted_turn_stays(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1"), user("u2"), answer("a2"))
    chat.save(user("u2"), answer("a2"), user("u3"))
    assert chat.keys() == ["u1", "a1", "u2", "a2", "u3"]


def test_a_longer_text_of_which_the_stored_one_is_a_prefix_is_growth(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1", "Hello", complete=False))
    result = chat.save(answer("a1", "Hello there"))
    assert (result.changed, chat.text("a1"), chat.versions("a1")) == (1, "Hello there", 0)


def test_a_shorter_prefix_is_a_partial_capture_and_changes_nothing(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1", "Hello there"))
    result = chat.save(answer("a1", "Hello"))
    assert (result.unchanged, chat.text("a1")) == (1, "Hello there")


def test_any_other_text_is_an_edit_and_the_old_one_is_kept(chat: Chat) -> None:
    chat.save(user("u1", "I love tea"), answer("a1"))
    result = chat.save(user("u1", "I love coffee"))
    assert (result.changed, chat.text("u1"), chat.versions("u1")) == (1, "I love coffee", 1)


def test_a_streaming_answer_that_is_rewritten_at_its_end_is_growth(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1", "```\na\n```", complete=False))
    chat.save(answer("a1", "```\na\nb\n```"))
    assert (chat.text("a1"), chat.versions("a1")) == ("```\na\nb\n```", 0)


def test_an_answer_under_a_new_key_after_the_same_question_is_a_regeneration(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1", "old"))
    result = chat.save(user("u1"), answer("a1b", "new"))
    assert (result.new, result.changed, result.total) == (0, 1, 2)
    assert (chat.keys(), chat.versions("a1b")) == (["u1", "a1b"], 1)


def test_going_back_to_the_first_answer_makes_it_stand_again(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1", "old"))
    chat.save(user("u1"), answer("a1b", "new"))
    chat.save(user("u1"), answer("a1", "old"))
    assert (chat.keys(), chat.text("a1"), chat.versions("a1")) == (["u1", "a1"], "old", 2)


def test_a_prompt_edited_into_a_new_branch_replaces_the_old_one(chat: Chat) -> None:
    chat.save(user("u1"), answer("a1"), user("u2"), answer("a2"))
    chat.save(user("u1"), answer("a1"), user("u2b"), answer("a2b"))
    assert chat.keys() == ["u1", "a1", "u2b", "a2b"]
    assert (chat.versions("u2b"), chat.versions("a2b")) == (1, 1)


def test_the_same_text_under_another_key_is_the_same_turn(chat: Chat) -> None:
    chat.save(user("u1"), answer("pending", "Hello"))
    result = chat.save(user("u1"), answer("a1", "Hello"))
    assert (result.unchanged, chat.keys(), chat.versions("a1")) == (2, ["u1", "a1"], 0)


def test_ordinals_that_jump_mark_a_gap_until_the_missing_turns_come(chat: Chat) -> None:
    chat.save(user("u1", position=1), answer("a1", position=2), user("u9", position=17), gaps=True)
    assert chat.gaps() == ["u9"]
    chat.save(user("u8", position=15), answer("a8", position=16), user("u9", position=17))
    assert chat.keys() == ["u1", "a1", "u8", "a8", "u9"]
    assert chat.gaps() == ["u8"]


def test_a_jump_in_the_ordinals_replaces_nothing(chat: Chat) -> None:
    chat.save(user("u1", position=1), answer("a1", position=2), user("u2", position=3))
    chat.save(user("u1", position=1), answer("a5", position=10), gaps=True)
    assert chat.keys()[:1] == ["u1"]
    assert set(chat.keys()) == {"u1", "a1", "u2", "a5"}


def test_a_lone_window_is_placed_by_its_ordinals(chat: Chat) -> None:
    chat.save(user("u1", position=1), user("u9", position=9), gaps=True)
    chat.save(user("u5", position=5), gaps=True)
    assert chat.keys() == ["u1", "u5", "u9"]


def test_a_key_that_appears_twice_in_a_capture_is_one_turn(chat: Chat) -> None:
    result = chat.save(user("u1", "Hi"), answer("a1"), user("u1", "Hi there"))
    assert (result.new, chat.keys(), chat.text("u1")) == (2, ["u1", "a1"], "Hi there")


def test_many_insertions_into_one_place_keep_the_order(chat: Chat) -> None:
    chat.save(user("first"), user("last"))
    for i in range(60):
        chat.save(user("first"), user(f"n{i}"), user(f"n{i - 1}" if i else "last"))
    assert chat.keys() == ["first", *(f"n{i}" for i in range(59, -1, -1)), "last"]


@settings(max_examples=60, deadline=None)
@given(
    length=st.integers(2, 30),
    windows=st.lists(st.tuples(st.integers(0, 29), st.integers(1, 12)), min_size=1, max_size=12),
)
def test_overlapping_windows_in_any_order_give_the_conversation_back(
    tmp_path_factory: pytest.TempPathFactory, length: int, windows: list[tuple[int, int]]
) -> None:
    turns = [(user if i % 2 == 0 else answer)(f"t{i}", position=i) for i in range(length)]
    chat = Chat(tmp_path_factory.mktemp("merge") / "memory.sqlite3")
    seen: set[int] = set()
    for start, size in windows:
        window = turns[start : start + size]
        if window:
            chat.save(*window, gaps=True)
            seen |= set(range(start, min(start + size, length)))
    if seen:
        assert chat.keys() == [f"t{i}" for i in sorted(seen)]
        expected = {f"t{i}" for i in seen if i > 0 and i - 1 not in seen}
        # Whether anything precedes the very first is not for the ordinals to say.
        assert set(chat.gaps()) - {f"t{min(seen)}"} == expected - {f"t{min(seen)}"}
    chat.store.close()
