"""The same thing said many times, in many ways, in many chats; and minds that change."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from memoryx.extraction.llm.extractor import ModelExtractor
from tests.support.in_process import InProcess
from tests.support.scripted_model import ScriptedModel, decisions, memories, memory

LIKES_EN = (
    "I love coffee",
    "I really love coffee",
    "I like coffee",
    "I enjoy coffee a lot",
    "Honestly, I love coffee so much",
    "I love drinking coffee",
    "I'm a big fan of coffee",
    "I am crazy about coffee",
)
LIKES_ZH = (
    "我喜欢咖啡",
    "我很喜欢咖啡",
    "我喜欢喝咖啡",
    "我特别喜欢喝咖啡",
    "我非常喜欢咖啡",
    "我热爱咖啡",
    "我爱喝咖啡",
    "我酷爱咖啡",
)


@pytest.fixture
def host(tmp_path: Path) -> InProcess:
    return InProcess(tmp_path)


def only(host: InProcess, **wanted: Any) -> Any:
    (found,) = host.memories(**wanted)
    return found


@pytest.mark.parametrize("said", [LIKES_EN, LIKES_ZH], ids=["en", "zh"])
@pytest.mark.parametrize("chats", [1, 40])
def test_forty_paraphrases_make_one_memory(
    host: InProcess, said: tuple[str, ...], chats: int
) -> None:
    for i, text in enumerate(islice(cycle(said), 40)):
        host.hear(f"chat {i % chats}", text)
        host.wait(hours=1)
    assert only(host)["status"] == "active"


@pytest.mark.parametrize("text", ["I'm allergic to peanuts", "我对花生过敏"])
def test_the_same_words_in_forty_chats_make_one_memory_of_one_version(
    host: InProcess, text: str
) -> None:
    for i in range(40):
        host.hear(f"chat {i}", text)
    assert only(host)["version"] == 1


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("I love coffee", "I hate coffee", "Loves coffee", "Hates coffee"),
        ("I hate coffee", "I love coffee", "Hates coffee", "Loves coffee"),
        ("I don't like coffee", "Now I love coffee", "Doesn't like coffee", "Now loves coffee"),
        ("我喜欢咖啡", "我讨厌咖啡", "喜欢咖啡", "讨厌咖啡"),
        ("我讨厌咖啡", "我喜欢咖啡", "讨厌咖啡", "喜欢咖啡"),
        ("我喜欢喝咖啡", "我不喜欢喝咖啡", "喜欢喝咖啡", "不喜欢喝咖啡"),
    ],
)
@pytest.mark.parametrize("where", ["one chat", "two chats"])
def test_a_change_of_mind_ends_as_the_new_with_the_old_in_its_history(
    host: InProcess, first: str, second: str, old: str, new: str, where: str
) -> None:
    host.hear("a", first)
    host.wait(hours=1)
    host.hear("a" if where == "one chat" else "b", second)
    found = only(host)
    assert (found["text"], found["status"]) == (new, "active")
    versions = host.call("memories.history", id=found["id"])["versions"]
    assert [v["old_text"] for v in versions] == [old, None]


def test_a_mind_may_change_back_within_a_few_turns(host: InProcess) -> None:
    for text in ("I love coffee", "I hate coffee", "I love coffee", "I hate coffee"):
        host.hear("a", text)
        host.wait(minutes=1)
    found = only(host)
    assert (found["text"], found["version"]) == ("Hates coffee", 4)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Loves coffee", "Hates coffee"),
        ("Hates coffee", "Loves coffee"),
        ("喜欢咖啡", "讨厌咖啡"),
        ("讨厌咖啡", "喜欢咖啡"),
    ],
)
@pytest.mark.parametrize("action", ["ADD", "UPDATE", "DELETE", "NOOP", "nonsense"])
def test_by_a_model_a_change_of_mind_is_never_nothing_whatever_it_decides(
    host: InProcess, first: str, second: str, action: str
) -> None:
    model = ScriptedModel(lambda _: "")
    for chat, text in (("a", first), ("b", second)):
        item = memory(text, "t0", key="likes:coffee")
        model.answer = lambda asked, item=item: (  # type: ignore[misc]  # bound now
            memories(item)
            if asked.purpose == "extraction"
            else decisions(("n0", action, "k0", None))
        )
        host.say(chat, text)
        host.extract_by(ModelExtractor(model), chat)
        host.wait(hours=1)
    found = only(host)
    assert (found["text"], found["status"]) == (second, "active")
    versions = host.call("memories.history", id=found["id"])["versions"]
    assert versions[0]["old_text"] == first


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("Has two cats that sleep on the sofa", "Has three cats that sleep on the sofa"),
        ("The server in the rack has 16 cores", "The server in the rack has 32 cores"),
        ("Goes swimming every Monday after work", "Goes swimming every Friday after work"),
        ("Meets the team in May for the review", "Meets the team in June for the review"),
        ("Anna is the wife who lives in the house", "Emma is the wife who lives in the house"),
        ("Works with Anna on the new website", "Works with Emma on the new website"),
        ("每周三下班以后去游泳馆游泳", "每周五下班以后去游泳馆游泳"),
        ("家里养了两只猫，睡在沙发上", "家里养了三只猫，睡在沙发上"),
        ("老婆叫小红，住在西湖旁边", "老婆叫小明，住在西湖旁边"),
        ("三月十号去东京看樱花展", "四月十号去东京看樱花展"),
    ],
)
def test_facts_that_differ_in_a_number_a_date_or_a_name_stay_two_whatever_a_model_says(
    host: InProcess, known: str, new: str
) -> None:
    model = ScriptedModel(lambda _: "")
    for chat, text in (("a", known), ("b", new)):
        item = memory(text, "t0")
        model.answer = lambda asked, item=item: (  # type: ignore[misc]  # bound now
            memories(item)
            if asked.purpose == "extraction"
            else decisions(("n0", "NOOP", "k0", None))
        )
        host.say(chat, text)
        host.extract_by(ModelExtractor(model), chat)
    assert host.texts() == sorted([known, new])


def test_a_name_in_a_long_chinese_sentence_is_not_lost(host: InProcess) -> None:
    story = "我们在杭州认识，结婚已经很久，住在西湖旁边的老房子里，每个周末一起爬山看日出喝茶聊天"
    host.call("memories.create", text=f"老婆是小红，{story}")
    assert host.call("memories.create", text=f"老婆是小明，{story}")["decision"] != "noop"


@pytest.mark.parametrize(
    ("love", "hate"), [("I love coffee", "I hate coffee"), ("我喜欢咖啡", "我讨厌咖啡")]
)
def test_the_last_word_stands_in_whatever_order_chats_are_gone_through(
    host: InProcess, love: str, hate: str
) -> None:
    """Love, hate, love again, in three chats; the one with the middle is gone through last."""
    for chat, text in (("a", love), ("b", hate), ("c", love)):
        host.say(chat, text)
        host.wait(hours=1)
    for chat in ("a", "c", "b"):
        host.extract(chat)
    loved = only(host)
    assert loved["version"] == 1
    model = ScriptedModel(
        lambda asked: (
            memories(memory("Hates coffee" if love.startswith("I") else "讨厌咖啡", "t0"))
            if asked.purpose == "extraction"
            else decisions(("n0", "UPDATE", "k0", "Something else"))
        )
    )
    host.call("conversations.extract", site="claude", conversation_id="b", mode="manual")
    host.extract_by(ModelExtractor(model), "b")
    assert only(host)["text"] == loved["text"]
    assert ("Loves" in loved["text"]) or ("喜欢" in loved["text"])


def test_many_alike_in_other_projects_do_not_hide_what_is_known_here(host: InProcess) -> None:
    text = "The deploy command is make ship"
    for i in range(30):
        host.call("memories.create", text=text, project=f"p{i}")
    for i in range(30):
        assert host.call("memories.create", text=text, project=f"p{i}")["decision"] == "noop"


def test_what_is_known_everywhere_is_known_in_a_project_too(host: InProcess) -> None:
    host.call("memories.create", text="Allergic to peanuts")
    again = host.call("memories.create", text="Allergic to peanuts", project="atlas")
    assert again["decision"] == "noop"


def test_what_is_suspended_everywhere_can_be_said_for_a_project(host: InProcess) -> None:
    id_ = host.call("memories.create", text="Indents with tabs")["memory"]["id"]
    host.call("memories.suspend", id=id_)
    again = host.call("memories.create", text="Indents with tabs", project="atlas")
    assert (again["decision"], again["memory"]["project"]) == ("add", "atlas")


def test_undoing_takes_back_all_that_one_batch_did_to_a_memory(host: InProcess) -> None:
    host.say("a", "I love coffee", "Actually, I hate coffee")
    batch = host.extract("a")["batch"]
    assert only(host)["version"] == 2
    host.call("conversations.undo", batch=batch)
    assert host.texts() == []


def test_an_edited_turn_is_looked_at_again_without_duplicating(host: InProcess) -> None:
    def save(text: str) -> None:
        host.call(
            "conversations.save",
            site="claude",
            conversation_id="a",
            url="u",
            trigger="auto",
            turns=[{"key": "k", "role": "user", "markdown": text, "complete": True}],
        )

    for text in ("I'm allergic to peanuts.", "I'm allergic to peanuts!", "My name is Ada"):
        save(text)
        host.extract("a")
    save("My name is Eda")
    host.extract("a")
    host.extract("a", "manual")
    assert [m["text"] for m in host.memories() if "llergic" in m["text"]] == ["Allergic to peanuts"]
    named = [m for m in host.memories() if "llergic" not in m["text"]]
    assert len(named) == 1
    assert "Eda" in named[0]["text"]
