"""The engine: from turns to candidates, the same for each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memoryx.extraction.candidate import Candidate, SourceTurn
from memoryx.extraction.rules import keys, lexicon
from memoryx.extraction.rules.clauses import Clause, Sentence, sentences
from memoryx.extraction.rules.en import English
from memoryx.extraction.rules.grammar import Language, Parsed, Rule, Subject
from memoryx.extraction.rules.script import fold
from memoryx.extraction.rules.segments import MASK, own_words
from memoryx.extraction.rules.zh import Chinese
from memoryx.models import Category, Level

#: Least confidence of a rule by mode: a wrong memory costs more than a missed one, but who asks
#: for extraction by hand looks at what comes.
LEAST_CONFIDENCE: dict[str, float] = {"auto": 0.7, "manual": 0.45}
#: A text of more characters gets a short form.
_LONG_TEXT = 90

_LANGUAGES: dict[bool, Language] = {True: Chinese(), False: English()}
_REMEMBERED = Rule(
    name="remember",
    pattern="",
    type="context",
    category="other",
    confidence=1.0,
    family="remember",
    pinned=True,
)
#: What follows says more about the thing named; anything else is one more thing.
_NARROWS = re.compile(
    r"尤其|特别|比如|例如|像|主要是|(?:especially|particularly|such|like|including|mainly|mostly|in"
    r"|for|with|to)\b",
    re.I,
)
_PROJECT = re.compile(
    r"(?:这|本|该|当前)(?:个)?项目|\b(?:in|for|on) this (?:project|repo(?:sitory)?|codebase)\b",
    re.I,
)
_SESSION = re.compile(
    r"(?:这|本)(?:个|次|场)?(?:对话|聊天|会话)|\b(?:in|for|during) this (?:chat|conversation"
    r"|session|thread)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Finding:
    """A statement found: its place in the turn, the rule and what the slots caught."""

    start: int
    end: int
    rule: Rule
    key: str | None
    subject: Subject
    past: bool = False


def extract(
    turns: Sequence[SourceTurn],
    *,
    mode: Literal["auto", "manual"],
    before_turn: Callable[[], None] | None = None,
) -> list[Candidate]:
    """Return the memories that the user's turns state, in the order in which they were said.

    Assistant turns are no source. ``manual`` takes weaker statements too. The same words said
    twice become one candidate with both turn keys. ``before_turn`` is called before each of the
    user's turns, so that a caller can let others go first.
    """
    found: dict[str, Candidate] = {}
    for turn in turns:
        if turn.role != "user":
            continue
        if before_turn is not None:
            before_turn()
        for candidate in _from_turn(turn, LEAST_CONFIDENCE[mode]):
            known = found.pop(candidate.text.casefold(), None)
            if known is not None and turn.key not in known.turn_keys:
                candidate = replace(candidate, turn_keys=(*known.turn_keys, turn.key))
            found[candidate.text.casefold()] = candidate
    return list(found.values())


def _from_turn(turn: SourceTurn, least: float) -> Iterator[Candidate]:
    masked = fold(own_words(turn.text))
    context = _Context()
    remembered_to = -1
    for sentence in sentences(masked):
        if sentence.start < remembered_to:
            continue
        language = _LANGUAGES[sentence.chinese]
        asked = language.remember.match(masked, _first(sentence))
        if asked is not None and not sentence.question:
            remembered_to = _line_end(masked, asked.end())
            finding = _remembered(masked, asked.end(), remembered_to, language)
            if finding is not None:
                yield _candidate(turn, finding, language, finding.start)
                continue
        findings = _from_sentence(masked, sentence, language, least, context)
        scope = sentence.start
        for finding in _merged(findings):
            yield _candidate(turn, finding, language, scope)
            scope = finding.end


def _first(sentence: Sentence) -> int:
    return sentence.clauses[0].start if sentence.clauses else sentence.start


def _line_end(text: str, start: int) -> int:
    start += len(text[start:]) - len(text[start:].lstrip())
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _remembered(text: str, start: int, end: int, language: Language) -> _Finding | None:
    """Make a finding of all that follows "remember"; the rules only say what kind it is."""
    while start < end and (text[start].isspace() or text[start] in "：:，,-"):
        start += 1
    while end > start and text[end - 1] in " \t。.！!":
        end -= 1
    if len(text[start:end].replace(MASK, "").strip()) < 2:
        return None
    rule = _REMEMBERED
    key = None
    for sentence in sentences(text[start:end]):
        found = _from_sentence(text[start:end], sentence, language, 0.7, _Context("self"))
        if found:
            kind = found[0].rule
            rule = replace(rule, type=kind.type, category=kind.category)
            key = found[0].key
            break
    return _Finding(start, end, rule, key, "self")


@dataclass(slots=True)
class _Context:
    """What the clauses read so far leave to the next one.

    ``pending`` are the circumstances of a clause that had nothing else ("最近，").
    """

    subject: Subject = "none"
    flags: frozenset[str] = frozenset()
    pending: frozenset[str] = frozenset()

    def read(self, parsed: Parsed) -> None:
        self.subject = parsed.subject
        self.flags = parsed.flags
        self.pending = frozenset() if parsed.predicate else parsed.flags

    def end_sentence(self, language: Language) -> None:
        if self.subject not in {"self", "we"} or not language.drops_subject:
            self.subject = "none"
        self.flags = frozenset()
        self.pending &= {"greeting"}


def _from_sentence(
    text: str, sentence: Sentence, language: Language, least: float, context: _Context
) -> list[_Finding]:
    """Return what a sentence states; ``context`` is carried on to the next one."""
    if language.insincere.search(text, sentence.start, sentence.end):
        return []
    supposed = language.supposing.search(text, sentence.start, sentence.end)
    found: list[_Finding] = []
    clauses = sentence.clauses
    taken = -1
    for number, clause in enumerate(clauses):
        if supposed is not None and clause.end > supposed.start():
            break
        said = text[clause.start : clause.end]
        parsed = _inherit(language.parse(said, clause.start), context)
        context.read(parsed)
        if number <= taken or not _stands(text, sentence, number, language):
            continue
        finding = _match(parsed, clause, said, language, least)
        if finding is None:
            continue
        taken = _reach(text, sentence, number, finding.rule, language)
        begin = _topic_start(clauses, number, language, text)
        key = finding.key
        if taken > number and finding.rule.key and "{" in finding.rule.key:
            following = clauses[number + 1]
            key = key if _NARROWS.match(text, following.start) else None
        found.append(replace(finding, start=begin, end=clauses[taken].end, key=key))
    context.end_sentence(language)
    return found


def _stands(text: str, sentence: Sentence, number: int, language: Language) -> bool:
    """Say whether a clause is asserted: not the question itself, not what a colon presents."""
    if sentence.question and number == len(sentence.clauses) - 1:
        return False
    clause = sentence.clauses[number]
    if clause.before not in {":", "："}:
        return True
    before = sentence.clauses[number - 1].start if number else sentence.start
    return bool(language.introduces.search(text, before, clause.start))


def _reach(text: str, sentence: Sentence, number: int, rule: Rule, language: Language) -> int:
    """Return the number of the last clause that belongs to the statement."""
    last = len(sentence.clauses) - 1 - sentence.question
    while number < last:
        following = sentence.clauses[number + 1]
        if not language.continues(rule, text[following.start : following.end]):
            break
        number += 1
    return number


#: Circumstances that hold on for a clause that leaves its subject unsaid.
_LASTING_FLAGS = frozenset(
    {"recent", "habit", "day", "date", "future", "past", "nowadays", "standing", "soon"}
)


def _inherit(parsed: Parsed, context: _Context) -> Parsed:
    """Fill in whom and when a clause leaves to what stands before it."""
    flags = parsed.flags | context.pending
    if context.flags & {"day", "soon", "near"}:
        flags |= {"near"}
    if parsed.subject != "none" or context.subject == "none":
        return replace(parsed, flags=flags)
    kept = context.flags & _LASTING_FLAGS
    if "nowadays" in parsed.flags:
        kept -= {"past"}
    return replace(parsed, subject=context.subject, flags=flags | kept | {"dropped"})


def _topic_start(clauses: Sequence[Clause], number: int, language: Language, text: str) -> int:
    if number and number >= 1:
        before = text[clauses[number - 1].start : clauses[number - 1].end]
        opened = language.parse(before, clauses[number - 1].start)
        if not opened.predicate and opened.flags & {"topic"}:
            return clauses[number - 1].start
    return clauses[number].start


def _match(
    parsed: Parsed, clause: Clause, said: str, language: Language, least: float
) -> _Finding | None:
    if not parsed.predicate or language.unasserted.search(said):
        return None
    for rule in language.rules:
        if rule.confidence < least or parsed.subject not in rule.subjects:
            continue
        if parsed.flags & rule.forbids or (rule.needs and not parsed.flags & rule.needs):
            continue
        match = rule.match(parsed.predicate)
        if match is None or not language.accepts(rule, parsed, match):
            continue
        key = None
        if rule.key is not None and parsed.subject != "family":
            key = keys.fill(rule.key, {k: v or "" for k, v in match.groupdict().items()})
        past = "past" in parsed.flags
        return _Finding(clause.start, clause.end, rule, key, parsed.subject, past)
    return None


def _merged(findings: Sequence[_Finding]) -> list[_Finding]:
    """Join what one sentence says on one matter; likes of different things stay apart."""
    merged: list[_Finding] = []
    for finding in findings:
        last = merged[-1] if merged else None
        if last is not None and _together(last, finding):
            rule = max(last.rule, finding.rule, key=lambda rule: rule.confidence)
            if finding.rule.family == "transition":
                rule = finding.rule
            key = finding.key or last.key
            merged[-1] = replace(finding, start=last.start, rule=rule, key=key)
        else:
            merged.append(finding)
    return merged


def _together(first: _Finding, second: _Finding) -> bool:
    if {first.rule.family, second.rule.family} & {"transition"}:
        return bool(
            first.rule.family == second.rule.family
            or first.rule.category == second.rule.category
            or first.past
        )
    if first.rule.family != second.rule.family:
        return False
    if first.subject != second.subject and "none" not in {first.subject, second.subject}:
        return False
    return not (first.key and second.key and first.key != second.key)


def _candidate(turn: SourceTurn, finding: _Finding, language: Language, scope: int) -> Candidate:
    """Make a candidate of a finding; what stands from ``scope`` on may say where it holds."""
    rule = finding.rule
    quote = turn.text[finding.start : finding.end]
    text = language.word(quote, rule, turn.said_at)
    words, tags = lexicon.keywords_and_tags(text)
    return Candidate(
        text=text,
        type=rule.type,
        category=_category(finding, text),
        confidence=rule.confidence,
        turn_keys=(turn.key,),
        quote=quote,
        valid_from=turn.said_at,
        compact_text=_compact(text),
        tags=tags,
        keywords=words,
        key=finding.key,
        level=_level(turn.text[min(scope, finding.start) : finding.end]),
        context_tags=lexicon.scopes(text) if rule.pinned else (),
        pinned=rule.pinned,
    )


def _category(finding: _Finding, text: str) -> Category:
    rule = finding.rule
    if finding.subject == "family":
        return "personal"
    if rule.category in {"plan", "activity"} and lexicon.about_work(text):
        return "professional"
    return rule.category


def _level(quote: str) -> Level:
    plain = fold(quote)
    if _SESSION.search(plain):
        return "session"
    return "project" if _PROJECT.search(plain) else "user"


def _compact(text: str) -> str | None:
    if len(text) <= _LONG_TEXT:
        return None
    head = re.split(r"[，,；;]", text, maxsplit=1)[0].strip()
    return head if 8 <= len(head) < len(text) else None
