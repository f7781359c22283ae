"""The evaluation sets as pools: a corpus, and queries with their gold ids.

Formed as the README of the data folder says. Without such a folder a small bilingual set of our own
(`small_set`) serves, so that every benchmark runs from a fresh checkout.
"""

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Query:
    """One question and the ids that answer it."""

    text: str
    gold: frozenset[str]
    acceptable: frozenset[str] = frozenset()
    forbidden: frozenset[str] = frozenset()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """One corpus and its queries. A document may cover several gold ids."""

    texts: Sequence[str]
    covers: Sequence[frozenset[str]]
    queries: Sequence[Query]
    facts: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    """What else is known of each text (type, status, scope …), where the set says it."""


def ranking_sets(data: Path) -> dict[str, list[Pool]]:
    """All sets on which rankings are compared, by name."""
    sets = _madial(data / "madial-bench")
    sets |= _locomo(data / "locomo")
    sets["PrefEval"] = _prefeval(data / "prefeval" / "explicit_preference")
    return sets


def small_pools(data: Path, seed: int = 1) -> dict[str, list[Pool]]:
    """PrefEval once more, each question with its preference among 20 and among 50."""
    whole = _prefeval(data / "prefeval" / "explicit_preference")[0]
    found: dict[str, list[Pool]] = {}
    for size in (20, 50):
        rng = random.Random(seed)
        pools = []
        for number, query in enumerate(whole.queries):
            others = [n for n in range(len(whole.texts)) if n != number]
            chosen = [number, *rng.sample(others, size - 1)]
            rng.shuffle(chosen)
            pools.append(
                Pool([whole.texts[n] for n in chosen], [whole.covers[n] for n in chosen], [query])
            )
        found[f"PrefEval, pools of {size}"] = pools
    return found


def cases(path: Path) -> Pool:
    """The bilingual store with its questions: gold, acceptable and forbidden memories, silence."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    memories = raw["memories"]
    general = frozenset(m["id"] for m in memories if m.get("general"))
    return Pool(
        texts=[m["text"] for m in memories],
        covers=[frozenset([m["id"]]) for m in memories],
        queries=[
            Query(
                c["query"],
                frozenset(c["gold"]),
                frozenset(c["acceptable"]) | (general if c["gold"] else frozenset()),
                frozenset(c["must_not"]),
                c["kind"],
            )
            for c in raw["cases"]
        ],
        facts=memories,
    )


def everyday(data: Path) -> list[tuple[str, str]]:
    """Everyday messages that need no memory, as (kind, text)."""
    rows = _lines(data / "everyday" / "messages.tune.jsonl")
    return [(f"{row['lang']} {row['kind']}", row["text"]) for row in rows]


def precision_cases(data: Path) -> list[Pool]:
    """PrecisionMemBench: one pool for each single-query case, with the beliefs of its scope.

    Beliefs that are pinned, superseded, resolved or another user's are left out: which of them come
    belongs to the vendor's own layout. Names and aliases of a belief are its keywords.
    """
    folder = data / "precisionmembench"
    beliefs = json.loads((folder / "beliefs.seed.json").read_text(encoding="utf-8"))
    retrieval = json.loads((folder / "retrieval.cases.json").read_text(encoding="utf-8"))
    found = []
    for case in retrieval:
        wanted = case["expect"].get("relevantBeliefs") or {}
        user = case.get("userId", "test-user")
        held = [b for b in beliefs if _in_scope(b, user, case["scope"])]
        query = Query(
            case["query"],
            frozenset(wanted.get("shouldOnlyInclude", ())),
            forbidden=frozenset(wanted.get("mustExclude", ())),
            kind=case["category"],
        )
        if "shouldOnlyInclude" in wanted:
            found.append(
                Pool(
                    [belief["content"] for belief in held],
                    [frozenset([belief["_id"]]) for belief in held],
                    [query],
                    [
                        {"keywords": [b["canonical_name"].replace("_", " "), *b["aliases"]]}
                        for b in held
                    ],
                )
            )
    return found


def _in_scope(belief: Mapping[str, Any], user: str, scope: Sequence[str]) -> bool:
    return (
        belief["user_id"] == user
        and not belief["pinned"]
        and belief["superseded_by"] is None
        and belief.get("resolved_at") is None
        and not {"user:universal", *scope}.isdisjoint(belief["scope"])
    )


def store_of(texts: Sequence[str], queries: Sequence[Query]) -> Pool:
    """A pool of texts that are nobody's gold."""
    return Pool(texts, [frozenset([f"stored {n}"]) for n in range(len(texts))], queries)


def _lines(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _madial(folder: Path) -> dict[str, list[Pool]]:
    memories: dict[str, dict[str, dict[str, Any]]] = {}
    dialogues: dict[str, list[dict[str, Any]]] = {}
    for language in ("zh", "en"):
        memories[language] = {}
        for row in _lines(folder / language / "memory.jsonl"):
            memories[language].update(row)
        dialogues[language] = _lines(folder / language / "dialogue.tune.jsonl")
    owner = {key: value["user-id"] for key, value in memories["zh"].items()}
    sets: dict[str, list[Pool]] = {}
    for asked in ("zh", "en"):
        for stored in ("zh", "en"):
            sets[f"MADial {asked}→{stored}"] = [
                _madial_pool(memories[stored], owner, user, dialogues[asked])
                for user in dict.fromkeys(d["user-id"] for d in dialogues[asked])
            ]
    return sets


def _madial_pool(
    memories: Mapping[str, Mapping[str, Any]],
    owner: Mapping[str, int],
    user: int,
    dialogues: Iterable[Mapping[str, Any]],
) -> Pool:
    ids = [key for key in memories if owner.get(key) == user]
    queries = []
    for dialogue in dialogues:
        if dialogue["user-id"] != user:
            continue
        said = dialogue["dialogue"][1 : dialogue["test-turn"][0]]
        text = "\n".join(re.sub(r"^<[^>]*>:\s*", "", line.strip()) for line in said)
        queries.append(Query(text, frozenset(str(key) for key in dialogue["relevant-id"])))
    return Pool(
        [memories[key]["time"] + " " + memories[key]["event"] for key in ids],
        [frozenset([key]) for key in ids],
        queries,
    )


def _evidence(entries: Iterable[str]) -> frozenset[str]:
    found = (re.findall(r"D:?(\d+):0*(\d+)", entry) for entry in entries)
    return frozenset(f"D{session}:{turn}" for pairs in found for session, turn in pairs)


def _locomo(folder: Path) -> dict[str, list[Pool]]:
    """Turns; observations; and these counted as the paper does, all evidence below the line."""
    turns: list[Pool] = []
    observations: list[Pool] = []
    as_published: list[Pool] = []
    for sample in json.loads((folder / "locomo.tune.json").read_text(encoding="utf-8")):
        texts: list[str] = []
        ids: list[frozenset[str]] = []
        for name, session in sample["conversation"].items():
            if re.fullmatch(r"session_\d+", name):
                for turn in session:
                    caption = turn.get("blip_caption")
                    shown = f" [image: {caption}]" if caption else ""
                    texts.append(f"{turn['speaker']}: {turn['text']}{shown}")
                    ids.append(_evidence([turn["dia_id"]]))
        known = frozenset().union(*ids)
        questions = [(q["question"], _evidence(q["evidence"]) & known) for q in sample["qa"]]
        turns.append(Pool(texts, ids, [Query(t, gold) for t, gold in questions if gold]))
        told: list[str] = []
        covers: list[frozenset[str]] = []
        for session in sample["observation"].values():
            for entries in session.values():
                for text, source in entries:
                    told.append(text)
                    covers.append(_evidence([source] if isinstance(source, str) else source))
        covered = frozenset().union(*covers)
        asked = [Query(t, gold & covered) for t, gold in questions if gold & covered]
        observations.append(Pool(told, covers, asked))
        as_published.append(Pool(told, covers, [Query(t, gold) for t, gold in questions if gold]))
    return {
        "LoCoMo turns": turns,
        "LoCoMo observations": observations,
        "LoCoMo observations, all evidence": as_published,
    }


def _prefeval(folder: Path) -> list[Pool]:
    items: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.json")):
        items.extend(json.loads(path.read_text(encoding="utf-8")))
    ids = [frozenset([str(number)]) for number in range(len(items))]
    return [
        Pool(
            [item["preference"] for item in items],
            ids,
            [Query(item["question"], key) for item, key in zip(items, ids, strict=True)],
        )
    ]
