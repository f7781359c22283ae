"""From an English statement to a memory's words: third person without a subject."""

from __future__ import annotations

import re
from datetime import datetime

from memoryx.extraction.rules.dates import absolute_en
from memoryx.extraction.rules.grammar import Rule

_ADVERB = (
    r"(?:also|really|truly|absolutely|definitely|just|quite|especially|particularly|actually"
    r"|usually|often|normally|generally|typically|regularly|frequently|always|never|sometimes"
    r"|occasionally|mainly|mostly|primarily|only|still|currently|now|recently|already|personally"
    r"|finally|certainly|simply|both|even|no longer)"
)
_OPENING = re.compile(
    r"^(?:(?:well|actually|so|oh|ok(?:ay)?|yes|yeah|no|sure|haha+|hmm+|um+|of course|by the way"
    r"|btw|fyi|for context|honestly|and|but|because|since|also|however|anyway|besides"
    r"|you know(?: what)?|just so you know|note that|please note(?: that)?|i think|i guess"
    r"|i should (?:mention|add|say)(?: that)?|in fact|hopefully|hello|hi|hey|great|wow)\b[ ,!]*)+",
    re.IGNORECASE,
)
_LEADING_TIME = re.compile(
    rf"^((?:{_ADVERB}|recently|lately|these days|nowadays|every \w+|on \w+)\b,? )?(?=i\b)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"^(?:i|we)\b(?P<aux>'m|'re|'ve|'d|'ll)?\s*", re.IGNORECASE)
_TOGETHER = re.compile(
    r"^(?:I and my|my(?= \w+ and I)) (\w+) (?:and I )?(?:are |were )?", re.IGNORECASE
)
_ONGOING = re.compile(r"\b(?:I'm|I am|we're|we are) (?!from\b)", re.IGNORECASE)
_ADJUNCT = re.compile(
    r"(?P<link>(?:besides|apart from|aside from|other than"
    r"|(?:i )?(?:just )?want(?:ed)? to (?:let you know|mention|add|say)(?: that)?)\b)?"
    r"(?:(?:in|on|at|for|during|next|last|since|by)\b)?(?:(?! i\b)[^,]){0,40}?,? "
    r"(?=(?:I'm|I've|I'd|I'll|I|we're|we)\b)",
    re.IGNORECASE,
)
_HEAD = re.compile(r"(?:in|on|at|for|during|next|last|since|by)\b", re.IGNORECASE)
_ADVERBS = re.compile(rf"((?:{_ADVERB}\s+)*)", re.IGNORECASE)
_VERBS = [
    "like",
    "love",
    "enjoy",
    "prefer",
    "hate",
    "dislike",
    "detest",
    "loathe",
    "adore",
    "live",
    "work",
    "use",
    "code",
    "program",
    "run",
    "play",
    "cook",
    "eat",
    "drink",
    "read",
    "write",
    "watch",
    "listen",
    "study",
    "learn",
    "teach",
    "speak",
    "know",
    "want",
    "wish",
    "hope",
    "plan",
    "intend",
    "aim",
    "need",
    "own",
    "keep",
    "follow",
    "avoid",
    "suffer",
    "struggle",
    "tend",
    "feel",
    "get",
    "go",
    "come",
    "reside",
    "swim",
    "hike",
    "walk",
    "train",
    "meditate",
    "paint",
    "draw",
    "visit",
    "volunteer",
    "spend",
    "travel",
    "make",
    "bake",
    "practice",
    "discuss",
    "explore",
    "climb",
    "collect",
    "garden",
    "jog",
    "brew",
    "lift",
    "bike",
    "cycle",
    "surf",
    "coach",
    "journal",
    "ship",
    "deploy",
    "rely",
    "stick",
    "target",
    "host",
    "develop",
    "build",
    "sleep",
    "wake",
    "exercise",
    "save",
    "take",
    "do",
    "have",
    "try",
    "find",
    "forget",
    "put",
    "give",
    "help",
    "start",
    "begin",
    "stay",
    "sing",
    "dance",
    "look",
    "think",
    "consider",
    "dream",
    "long",
    "talk",
    "sit",
    "care",
    "support",
    "manage",
    "lead",
    "serve",
    "sell",
    "buy",
    "drive",
    "ride",
    "weigh",
    "own",
    "thrive",
    "fish",
    "sew",
    "knit",
    "grow",
    "raise",
    "attend",
    "order",
    "wear",
    "see",
    "favor",
    "favour",
    "despise",
    "procrastinate",
    "say",
    "call",
    "raise",
]
_THIRD = {"have": "has", "do": "does", "go": "goes", "am": "is"}
_LIST_VERB = re.compile(
    r"(?<=, )(?P<a>[a-z]+)\b|(?<=\band )(?P<b>[a-z]+)\b|(?<=\bor )(?P<c>[a-z]+)\b"
    r"|(?<=, and )(?:sometimes )?(?P<d>[a-z]+)\b"
)
_INFINITIVE = re.compile(r"\b(?:to|can|will|would|should|could|might|may|must|don't|used) ")
_FIRST_PERSON = (
    (re.compile(r"\bI'm\b|\bI am\b", re.I), "they're"),
    (re.compile(r"\bI've\b", re.I), "they've"),
    (re.compile(r"\bI'd\b", re.I), "they'd"),
    (re.compile(r"\bI'll\b", re.I), "they'll"),
    (re.compile(r"\bI was\b", re.I), "they were"),
    (re.compile(r"\bI\b(?!/)"), "they"),
    (re.compile(r"\bmyself\b", re.I), "themselves"),
    (re.compile(r"\bmy\b", re.I), "their"),
    (re.compile(r"\bmine\b", re.I), "theirs"),
    (re.compile(r"\bme\b", re.I), "them"),
    (re.compile(r"\bwe're\b", re.I), "they're"),
    (re.compile(r"\bwe've\b", re.I), "they've"),
    (re.compile(r"\bwe\b", re.I), "they"),
    (re.compile(r"\bour\b", re.I), "their"),
    (re.compile(r"\bus\b"), "them"),
)
#: Families whose lists are lists of verbs.
_VERBAL = frozenset({"habit", "doing", "tool", "work", "complaint"})
_TAIL = re.compile(r"[\s,;:.!]+$")


#: "I'm 31", without what the number counts.
_BARE_AGE = re.compile(
    r"^(?P<lead>(?:(?:just |about to )?turn(?:ed|s|ing)? )?)(?P<age>\d{1,3})(?: now)?$",
    re.IGNORECASE,
)


def word(text: str, rule: Rule, said_at: datetime) -> str:
    """Drop the first person and the talk around it, and date what is relative.

    Instructions are addressed to the assistant and stay as they were said.
    """
    text = " ".join(text.replace("’", "'").split())
    text = _TAIL.sub("", text)
    if rule.pinned and rule.family != "remember":
        return _capital(_OPENING.sub("", text))
    ahead = rule.category == "plan" or rule.type == "objective" or bool(_ONGOING.search(text))
    text = absolute_en(text, said_at, future=ahead)
    text = _OPENING.sub("", text) or text
    text = _without_subject(_adjunct_last(text), rule)
    # "but I moved": the subject is the same, so it can go.
    text = re.sub(
        r"\b(but|and) (?:now )?(?:I|we) (?!am\b|'|have\b|do\b)(?=\w+ed\b|quit\b|now\b|went\b"
        r"|left\b)",
        r"\1 ",
        text,
    )
    if rule.category == "professional":
        text = re.sub(r"^our\b", "the team's", text, flags=re.IGNORECASE)
    for pattern, plain in _FIRST_PERSON:
        text = pattern.sub(plain, text)
    if rule.name == "age":
        text = _BARE_AGE.sub(r"\g<lead>\g<age> years old", text)
    return _capital(text)


def _adjunct_last(text: str) -> str:
    """Put "in May 2027" after the statement that it opens; drop what only links to the talk."""
    opened = _ADJUNCT.match(text)
    if opened is None or not (opened["link"] or _HEAD.match(text)):
        return text
    rest = text[opened.end() :]
    adjunct = opened[0].rstrip(", ")
    return rest if opened["link"] else f"{rest} {adjunct[0].lower()}{adjunct[1:]}"


def _without_subject(text: str, rule: Rule) -> str:
    if rule.name == "work.role":
        return re.sub(r"^as ", "", text, flags=re.IGNORECASE)
    if not _TOGETHER.match(text):
        text = re.sub(r"^my\s+", "", text, count=1, flags=re.IGNORECASE)
    time = _LEADING_TIME.match(text)
    lead = (time[1] or "") if time else ""
    body = _TOGETHER.sub(r"together with their \1 ", text[len(lead) :])
    subject = _SUBJECT.match(body)
    if subject is not None:
        aux = (subject["aux"] or "").lower()
        team = subject[0][:1].lower() == "w" and rule.category == "professional"
        body = _predicate(body[subject.end() :], aux, rule)
        if team:
            body = ("the team is " if aux == "'re" else "the team ") + body
    elif rule.family == "like" and body.split(" ", 1)[0].lower() in _VERBS:
        body = _predicate(body, "", rule)
    return lead + body


def _predicate(body: str, aux: str, rule: Rule) -> str:
    adverbs = _ADVERBS.match(body)
    lead = adverbs[1] if adverbs else ""
    rest = body[len(lead) :]
    if aux == "'m":
        return lead + _third_in_list(rest)
    if aux == "'re":
        return lead + rest
    if aux == "'ve":
        return f"has {lead}{rest}"
    if aux == "'ll":
        return f"will {lead}{rest}"
    if aux == "'d":
        had = rest.startswith("been ") or rest.split(" ", 1)[0].endswith("ed")
        return f"{'had' if had else 'would'} {lead}{rest}"
    first, _, tail = rest.partition(" ")
    plain = first.lower()
    if plain in {"am", "are"}:
        return lead + tail
    if plain == "don't":
        return f"{lead}doesn't {tail}"
    if plain in _VERBS or (
        rule.family == "habit" and not plain.endswith(("ed", "ing", "will", "can"))
    ):
        tail = _third_in_list(tail) if rule.family in _VERBAL else tail
        return f"{lead}{_third(plain)} {tail}".rstrip()
    return lead + rest


def _third_in_list(tail: str) -> str:
    if _INFINITIVE.search(tail):
        return tail

    def change(m: re.Match[str]) -> str:
        verb = next(group for group in m.groups() if group)
        if verb not in _VERBS or verb in {
            "work",
            "exercise",
            "study",
            "code",
            "run",
            "fish",
            "dream",
            "climb",
            "hike",
            "swim",
            "paint",
            "drink",
        }:
            return m[0]
        return m[0][: -len(verb)] + _third(verb)

    return _LIST_VERB.sub(change, tail)


def _third(verb: str) -> str:
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
