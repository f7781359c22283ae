"""One recall, from a message to its block."""

import time

import pytest

from memoryx.block import format_block
from memoryx.recall.engine import RecallEngine
from memoryx.recall.gate import GateParameters
from memoryx.recall.messages import MessageVectors
from memoryx.recall.types import IndexedMemory, RecallOutcome, RecallQuery, Removal, Weights
from memoryx.text.budget import count_tokens
from tests.unit.recall.support import NOW, Source, TopicModel, memory

NOISE = [
    memory("n1", "Lives in a small town near the coast"),
    memory("n2", "Collects old stamps from Asia"),
    memory("n3", "养了一只猫"),
    memory("n4", "Works as a nurse on night shifts"),
]
PEANUTS = memory("peanuts", "Allergic to peanuts", keywords=("花生", "过敏"))
CHINESE = memory("chinese", "以后回答都用简体中文", type="preference", pinned=True)
TYPESCRIPT = memory("ts", "Prefers TypeScript for programming", type="preference")


def engine(*memories: IndexedMemory, model: TopicModel | None = None) -> RecallEngine:
    made = RecallEngine(Source(*memories), model)
    made.sync()
    if model is not None:
        made.index.use_model(model.model_id, model.calibration())
        vectors = model.embed_passages([m.text for m in memories])
        made.index.put_vectors(model.model_id, [m.id for m in memories], vectors)
    return made


def ids(outcome: RecallOutcome) -> list[str]:
    return [hit.memory.id for hit in outcome.hits]


def ask(made: RecallEngine, text: str, **fields: object) -> RecallOutcome:
    return made.recall(RecallQuery(text, **fields), NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["晚饭吃什么好", "plan a dinner", "晚餐吃什麼好"])
def test_a_dinner_brings_the_allergy_and_the_standing_instruction(text: str) -> None:
    outcome = ask(engine(*NOISE, PEANUTS, CHINESE), text)
    assert ids(outcome) == ["chinese", "peanuts"]
    assert outcome.context.count("Allergic to peanuts") == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hi", "greeting"),
        ("你好！", "greeting"),
        ("谢谢", "acknowledgement"),
        ("Thanks, that's all.", "acknowledgement"),
        ("continue", "continuation"),
        ("继续", "continuation"),
        ("繼續", "continuation"),
        ("…", "empty"),
        ("", "empty"),
    ],
)
def test_small_talk_gets_nothing_not_even_what_is_pinned(text: str, reason: str) -> None:
    outcome = ask(engine(PEANUTS, CHINESE), text)
    assert (outcome.context, outcome.mode, outcome.skipped) == ("", "none", reason)


def test_a_question_that_has_nothing_to_do_with_the_memories_gets_no_block() -> None:
    assert ask(engine(*NOISE, PEANUTS), "How tall is Mount Everest?").context == ""


def test_recency_and_level_lift_nothing_over_the_gate() -> None:
    fresh = memory("fresh", "Enjoys sailing", age_days=0, level="session")
    outcome = ask(engine(fresh, *NOISE), "Which TypeScript version is current?")
    assert outcome.hits == ()
    assert {entry.reason for entry in outcome.trace} <= {"not_relevant"}


def test_a_chinese_question_finds_an_english_memory_by_its_keywords_and_the_reverse() -> None:
    cello = memory("cello", "Plays the cello", keywords=("大提琴",))
    lamb = memory("lamb", "不吃羊肉", keywords=("mutton", "lamb"))
    made = engine(cello, lamb, *NOISE)
    assert "cello" in ids(ask(made, "我的大提琴左手酸疼怎么办"))
    assert "lamb" in ids(ask(made, "Where can we eat without lamb?"))


def test_other_projects_memories_stay_in_their_project() -> None:
    inside = memory("inside", "Project codename is Bluebird", project="p1", level="project")
    made = engine(inside, *NOISE)
    assert ids(ask(made, "What is our Bluebird codename?", project="p1")) == ["inside"]
    assert ids(ask(made, "What is our Bluebird codename?", project="p2")) == []
    assert ids(ask(made, "What is our Bluebird codename?")) == []


@pytest.mark.parametrize("status", ["suspended", "expired", "superseded", "pending"])
def test_only_active_memories_come(status: str) -> None:
    made = engine(memory("m", "Prefers TypeScript for programming", status=status), *NOISE)
    assert ids(ask(made, "Should my programming be in TypeScript?")) == []


def test_a_sensitive_memory_comes_only_when_the_message_is_about_just_that() -> None:
    made = engine(memory("phone", "手机号是13800001111", sensitive=True, pinned=True), *NOISE)
    assert ids(ask(made, "我的手机号是多少")) == ["phone"]
    assert ids(ask(made, "我的手机屏幕碎了去哪里修")) == []


def test_what_is_already_in_the_conversation_does_not_come_again() -> None:
    made = engine(CHINESE, TYPESCRIPT, *NOISE)
    excluded = frozenset({"chinese", "ts"})
    assert ask(made, "Is my TypeScript good?", exclude=excluded).context == ""


def test_near_duplicates_leave_one_but_a_differing_number_keeps_both() -> None:
    first = memory("a", "Runs the Berlin marathon with friends every autumn")
    again = memory("b", "Runs the Berlin marathon with friends every autumn.", age_days=4)
    other = memory("c", "Runs the Berlin 2026 marathon with friends every autumn")
    made = engine(first, again, other, *NOISE)
    found = ids(ask(made, "How do I prepare for my Berlin marathon?"))
    assert sorted(found) == ["a", "c"]


@pytest.mark.parametrize("budget", [0, 40, 60, 90, 300])
def test_the_whole_block_keeps_within_the_budget(budget: int) -> None:
    many = [memory(f"m{n}", f"Likes jazz record number {n} from the {n}0s") for n in range(12)]
    outcome = ask(engine(*many), "Which jazz record should I play?", limit=20, budget_tokens=budget)
    assert count_tokens(outcome.context) <= budget
    if budget == 300:
        assert len(outcome.hits) > 3


def test_no_more_than_the_limit_come_and_never_more_than_twenty() -> None:
    many = [memory(f"m{n}", f"Likes jazz record {n}") for n in range(40)]
    made = engine(*many)
    question = "What about my jazz records?"
    assert len(ask(made, question, limit=3).hits) == 3
    assert len(ask(made, question, limit=50, budget_tokens=9_000).hits) == 20
    assert ask(made, question, limit=0).context == ""


def test_a_pinned_writing_preference_stays_out_of_a_question_about_food() -> None:
    tone = memory("tone", "Plain tone", pinned=True, context_tags=("writing",))
    made = engine(tone, PEANUTS)
    assert "tone" not in ids(ask(made, "plan a dinner"))
    assert "tone" in ids(ask(made, "Draft an email to my landlord"))


def test_a_block_in_the_message_is_not_searched_for() -> None:
    from memoryx.block import BlockLine

    block = format_block([BlockLine("preference", "TypeScript programming", NOW)], "en", NOW)
    assert ask(engine(TYPESCRIPT, *NOISE), "ok" + block).skipped == "acknowledgement"


def test_changes_are_taken_over_one_by_one() -> None:
    source = Source(*NOISE)
    made = RecallEngine(source, None)
    question = "Is my TypeScript programming good?"
    for change, expected in ((TYPESCRIPT, ["ts"]), (Removal("ts"), [])):
        source.log.append(change)
        assert made.sync()
        assert ids(ask(made, question)) == expected


def test_meaning_finds_what_no_word_does() -> None:
    model = TopicModel({"fly": 0, "window seat": 0, "stamps": 1, "town": 2})
    seat = memory("seat", "Prefers a window seat")
    outcome = ask(engine(seat, *NOISE, model=model), "I want to fly to Lisbon")
    assert (ids(outcome), outcome.mode) == (["seat"], "hybrid")
    assert outcome.hits[0].signals.semantic > 0.1


def test_a_slow_model_falls_back_to_words_inside_the_deadline() -> None:
    model = TopicModel({"TypeScript": 0})
    made = engine(TYPESCRIPT, *NOISE, model=model)
    model.delay_s = 1.0
    started = time.monotonic()
    outcome = ask(made, "Is my TypeScript programming good?", deadline_ms=200)
    assert time.monotonic() - started < model.delay_s
    assert outcome.mode == "bm25"
    assert "ts" in ids(outcome)


def test_a_failing_model_is_left_alone_after_a_few_failures() -> None:
    model = TopicModel({})
    made = engine(TYPESCRIPT, *NOISE, model=model)
    model.failing = True
    for number in range(8):
        assert ask(made, f"Is my TypeScript programming good? {number}").mode == "bm25"
    assert len(model.queries) == 3


def test_a_draft_that_was_prepared_is_not_embedded_again() -> None:
    model = TopicModel({"TypeScript": 0})
    made = engine(TYPESCRIPT, *NOISE, model=model)
    made.prepare("Is my TypeScript programming good?")
    assert model.entered.wait(2)
    assert ask(made, "Is my TypeScript programming good?").mode == "hybrid"
    assert len(model.queries) == 1


def test_weights_decide_the_order_of_what_passes() -> None:
    old = memory("old", "Plays jazz piano and jazz guitar", age_days=300)
    new = memory("new", "Plays jazz", age_days=0)
    # The gate is opened wide, since what it lets pass is not the matter here.
    wide = GateParameters(threshold_words_only=0.0, share_words_only=0.0)
    made = RecallEngine(Source(old, new), None, parameters=wide)
    made.sync()
    question = "Which jazz piano piece should I play on my guitar?"
    words = Weights(semantic=0, keyword=1, recency=0, level=0)
    fresh = Weights(semantic=0, keyword=0, recency=1, level=0)
    assert ids(ask(made, question, weights=words))[0] == "old"
    assert ids(ask(made, question, weights=fresh))[0] == "new"


def test_the_trace_names_each_memory_once_with_its_reason() -> None:
    outcome = ask(engine(*NOISE, PEANUTS, CHINESE, TYPESCRIPT), "plan a dinner")
    reasons = {entry.id: entry.reason for entry in outcome.trace}
    assert len(reasons) == len(outcome.trace)
    assert reasons["chinese"] == "pinned"
    assert reasons["peanuts"] == "kept"


@pytest.mark.parametrize("local", [True, False])
def test_an_endpoint_that_is_late_again_and_again_is_left_alone_and_a_busy_machine_is_not(
    local: bool,
) -> None:
    slow = TopicModel({"tea": 1}, delay_s=0.3)
    slow.local = local
    now = [0.0]
    vectors = MessageVectors(slow, lambda: now[0] + time.monotonic())
    for n in range(3):
        assert vectors.get(f"tea {n}", 0.11) is None
    assert vectors.too_slow is not local
    slow.delay_s = 0.0
    now[0] += 60
    assert vectors.get("tea again", 5.0) is not None
    assert not vectors.circuit_open
    vectors.close()
