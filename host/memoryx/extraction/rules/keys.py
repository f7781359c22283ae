"""Conflict keys: what a memory is about, so that a newer word on it replaces the older."""

from __future__ import annotations

import re

from memoryx.extraction.rules.segments import MASK
from memoryx.text.fold import fold

#: Verbs and particles that say how one likes something, not what.
_LIGHT_ZH = re.compile(
    r"^(?:(?:去|用|使用|吃|喝|看|听|玩|打|做|的是|很|非常|特别|最|一个人|自己|读|写|养|穿|坐|那些"
    r"|这种|那种|各种|所有|任何)(?=.))+"
)
_TAIL_ZH = re.compile(r"(?:了|的|啊|呀|呢|吧|哦|这(?:种|类|个).*|之类|等等?|什么的|编程|的人)+$")
_LIGHT_EN = re.compile(
    r"^(?:(?:to|the|a|an|my|using|use|eating|eat|drinking|drink|playing|play|watching|watch"
    r"|reading|read|listening to"
    r"|listen to|doing|do|going|go|having|have|being|be|any|all|some|really|when|that"
    r"|working with|work with|coding in"
    r"|programming in|writing)\s+)+",
    re.IGNORECASE,
)
_TAIL_EN = re.compile(
    r"\s+(?:(?:very|so) much|a lot|the most|the best|at all|too|either|as well|anymore|now"
    r"|these days|for \w.*|over \w.*|to \w.*|instead.*|when .*|because .*|in general)$",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"[，,。.;；:：!！?？(（\n]|因为|所以|但是|不过|尤其|特别是|比如|\bbecause\b|\bbut\b"
    r"|\bsince\b|\besp|\bso\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"、|和|跟|与|以及|还有|或者|\band\b|\bor\b|&|/", re.IGNORECASE)
_LONGEST = 40


def fill(template: str, groups: dict[str, str]) -> str | None:
    """Return the key of ``template`` (``likes:{object}``), or ``None`` where it names nothing.

    A list of several things has no key of its own: replacing it for one of them would lose the
    others.
    """
    if "{" not in template:
        return template
    name, _, slot = template.partition(":")
    value = topic(groups.get(slot.strip("{}")) or groups.get("object2") or "")
    return f"{name}:{value}" if value else None


def topic(text: str) -> str:
    """Return the normal form of the thing ``text`` names; empty for several or for nothing."""
    text = fold(text).replace(MASK, " ")
    text = _CUT.split(text, maxsplit=1)[0].strip()
    if _SEVERAL.search(text) or not text or len(text) > _LONGEST:
        return ""
    if text.isascii():
        before = None
        text = text.lower()
        while before != text:
            before, text = text, _TAIL_EN.sub("", _LIGHT_EN.sub("", text))
        return " ".join(_stem(word) for word in re.findall(r"[\w+#.'-]+", text))
    return _LIGHT_ZH.sub("", _TAIL_ZH.sub("", text)).strip().lower()


def _stem(word: str) -> str:
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "ls":
            word = word[:-1]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
