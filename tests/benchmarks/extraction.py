"""How good extraction without a model is, and what extraction with one costs: all tables at once.

    python tests/benchmarks/extraction.py                 on the small sets of our own
    python tests/benchmarks/extraction.py --data DIR      on the labelled sets under DIR too
    python tests/benchmarks/extraction.py --output FILE   the raw figures as JSON beside

Prints Markdown. DIR holds ``labels/``, ``memorybank/``, ``everyday/``, ``cases/``, ``cdconv/`` and
``prefeval/`` as its README describes them. How memories are counted: extraction_labels.py; how
updates are: extraction_updates.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from memoryx.models import ExtractionMode  # noqa: E402 - the path comes first
from tests.benchmarks import extraction_growth as growth  # noqa: E402
from tests.benchmarks import extraction_labels as labels  # noqa: E402
from tests.benchmarks import extraction_updates as updates  # noqa: E402

OWN = Path(__file__).parent / "data" / "extraction.jsonl"
MODES: tuple[ExtractionMode, ...] = ("auto", "manual")
EXCHANGES = 200
Row = dict[str, Any]


def quality(sets: dict[str, list[labels.Labelled]], show: str | None) -> Iterator[Row]:
    """Yield precision and recall by set, mode, language, and what is counted."""
    for name, turns in sets.items():
        for mode in MODES:
            for lang in labels.LANGUAGES:
                own = [turn for turn in turns if turn.lang == lang]
                marked = any(turn.borderline for turn in own)
                for borderline in (False, True) if marked else (False,):
                    counts = labels.count(own, mode, borderline=borderline)
                    whole = labels.total(counts)
                    for what, count in (
                        ("preferences", counts.get("preference", labels.Count())),
                        ("all facts", whole),
                    ):
                        yield {
                            "set": name,
                            "mode": mode,
                            "language": lang,
                            "counted": what,
                            "borderline": "counted" if borderline else "left out",
                            "precision": count.precision,
                            "recall": count.recall,
                            "right": count.right,
                            "wrong": count.wrong,
                            "found": count.found,
                            "missed": count.missed,
                        }
                    if show == mode and not borderline:
                        print("\n".join(f"    {error}" for error in whole.errors))


def stated(data: Path) -> Iterator[Row]:
    """Yield how many of PrefEval's explicit preferences give a memory (English; recall alone)."""
    found = whole = 0
    for path in sorted((data / "prefeval/explicit_preference").glob("*.json")):
        for row in json.loads(path.read_text("utf-8")):
            whole += 1
            found += bool(labels.by_rules(row["preference"], "auto"))
    yield {
        "set": "PrefEval, explicit preferences",
        "statements": whole,
        "with a memory": found,
        "share": labels.share(found, whole),
    }


def silence(path: Path) -> Iterator[Row]:
    """Yield how many everyday messages give a memory; each is most likely an error."""
    rows = labels.jsonl(path)
    for mode in MODES:
        hits = [row for row in rows if labels.by_rules(row["text"], mode)]
        yield {"set": f"everyday, {mode}", "messages": len(rows), "with a memory": len(hits)}


def statements(cases: Iterable[updates.Case], show: bool) -> Iterator[Row]:
    """Yield how many cases of each kind end as they should."""
    tally: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for case in cases:
        ended = updates.run(case.statements)
        right = updates.right(case, ended)
        one = tally[case.kind, case.lang]
        one[0] += 1
        one[1] += ended.visible
        one[2] += right
        if show and not right:
            said = " → ".join(dict.fromkeys(case.statements))
            print(f"    {said}  stands: {'; '.join(memory.text for memory in ended.standing)}")
    for (kind, lang), (whole, seen, well) in tally.items():
        yield {"kind": kind, "language": lang, "cases": whole, "visible": seen, "right": well}


def contradictions(data: Path, show: bool) -> Iterator[Row]:
    """Yield CDConv's pairs: how many the rules see, and how many of those end rightly."""
    for name, contradictory in (("contradictions", True), ("consistent", False)):
        rows = updates.pairs(data / f"cdconv/{name}.tune.tsv")
        counts = updates.count_pairs(rows, contradictory=contradictory, show=show)
        yield {
            "pairs": name,
            "should be": "update or conflict" if contradictory else "no update",
            "number": counts["pairs"],
            "visible": counts["visible"],
            "right": counts["right"],
            "share of visible": labels.share(counts["right"], counts["visible"]),
        }


def cost(exchanges: int) -> Iterator[Row]:
    """Yield tokens at some lengths of a growing chat, beside sending all of it each time."""
    sent = growth.tokens_by_turn(exchanges)
    other = growth.resending(exchanges, prompt=sent[0])
    for length in (1, 10, 25, 50, 100, 150, 200):
        yield {
            "exchanges": length,
            "tokens": sent[length - 1],
            "per exchange": sent[length - 1] / length,
            "sending everything": other[length - 1],
            "times as much": other[length - 1] / sent[length - 1],
        }


def linearity(exchanges: int) -> Row:
    """Return the tokens of an exchange early and late: equal when the cost is linear."""
    sent = growth.tokens_by_turn(exchanges)
    early, late = growth.slope(sent, 11, 61), growth.slope(sent, 151, 200)
    return {"exchanges 11–61": early, "exchanges 151–200": late, "late / early": late / early}


def markdown(title: str, rows: Sequence[Row]) -> str:
    """Return a Markdown table with a heading."""
    names = list(rows[0])
    lines = [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
    lines += [f"| {' | '.join(_cell(row[name]) for name in names)} |" for row in rows]
    return f"\n## {title}\n\n" + "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder of the labelled sets")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--half", type=int, choices=(0, 1), help="every second labelled user only")
    parser.add_argument("--show", choices=MODES, help="list the errors of this mode")
    options = parser.parse_args()
    data: Path | None = options.data
    sets = {"own": labels.messages(OWN)}
    cases = updates.own_cases()
    if data is not None:
        sets["MemoryBank"] = labels.memorybank(data, options.half)
        sets["traps"] = labels.messages(data / "labels/traps.tune.jsonl")
        cases += updates.recall_cases(data / "cases/recall.tune.json")
    show = options.show is not None
    tables = {"Memories by rules": list(quality(sets, options.show))}
    if data is not None:
        tables["Stated preferences"] = list(stated(data))
        tables["Silence"] = list(silence(data / "everyday/messages.tune.jsonl"))
    tables["Later statements, by rules"] = list(statements(cases, show))
    if data is not None:
        tables["Contradictions, by rules"] = list(contradictions(data, show))
    tables["Tokens of a growing chat"] = list(cost(EXCHANGES))
    tables["Tokens of one exchange"] = [linearity(EXCHANGES)]
    for title, rows in tables.items():
        print(markdown(title, rows))
    if options.output is not None:
        options.output.write_text(json.dumps(tables, ensure_ascii=False, indent=1), "utf-8")


if __name__ == "__main__":
    main()
