"""The block of memories that is put into a message, and its removal from text that comes back.

`format_block` writes it as the contract shows it. `strip_blocks` takes it out of plain text, where
it restores the person's text exactly, and out of what a page's rendering and its conversion to
Markdown make of it (other rules and bullets, escapes, more or fewer blank lines, a lost end).
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memoryx.text.budget import count_tokens
from memoryx.text.language import Language, is_chinese

# Longer lines would crowd out the others; a memory is a sentence or two.
MAX_LINE_CHARACTERS: Final = 400


@dataclass(frozen=True, slots=True)
class BlockLine:
    """One memory as the block shows it."""

    type: str
    """skill, preference, objective or context."""
    text: str
    said_at: datetime
    """When it was said (UTC); the block shows the month."""


@dataclass(frozen=True, slots=True)
class _Wording:
    header_one: str
    header_many: str
    footer: str
    types: dict[str, str]


_SIMPLIFIED: Final = _Wording(
    header_one="[MemoryX 上下文 · {n} 条记忆]",
    header_many="[MemoryX 上下文 · {n} 条记忆]",
    footer="(以上是用户背景信息，请直接回答问题，仅在相关时参考上下文。)",
    types={"skill": "技能", "preference": "偏好", "objective": "目标", "context": "背景"},
)
_TRADITIONAL: Final = _Wording(
    header_one="[MemoryX 上下文 · {n} 條記憶]",
    header_many="[MemoryX 上下文 · {n} 條記憶]",
    footer="(以上是用戶背景資訊，請直接回答問題，僅在相關時參考上下文。)",
    types={"skill": "技能", "preference": "偏好", "objective": "目標", "context": "背景"},
)
_ENGLISH: Final = _Wording(
    header_one="[MemoryX context · {n} memory]",
    header_many="[MemoryX context · {n} memories]",
    footer="(Background about the user. Answer the question directly; use it only where relevant.)",
    types={
        "skill": "Skill",
        "preference": "Preference",
        "objective": "Objective",
        "context": "Context",
    },
)
_WORDINGS: Final = (_SIMPLIFIED, _TRADITIONAL, _ENGLISH)
_MONTHS: Final = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)


def format_block(lines: Sequence[BlockLine], language: Language, now: datetime) -> str:
    """The whole block for `lines`, from its two line breaks to the last rule; "" for no lines."""
    if not lines:
        return ""
    wording = _wording(language)
    header = wording.header_one if len(lines) == 1 else wording.header_many
    body = "\n".join(_format_line(line, wording, language, now) for line in lines)
    return f"\n\n---\n{header.format(n=len(lines))}\n{body}\n{wording.footer}\n---"


def block_tokens(lines: Sequence[BlockLine], language: Language, now: datetime) -> int:
    """What the whole block for `lines` costs by the contract's count."""
    return count_tokens(format_block(lines, language, now))


def clean_line(text: str) -> str:
    """`text` as one line that cannot open, close or forge a block.

    White space and control, format (bidirectional, zero width) and private characters become
    single spaces; the block's own brackets lose their meaning; what is too long is cut.
    """
    visible = text[: 4 * MAX_LINE_CHARACTERS]
    if not visible.isprintable():
        visible = "".join(" " if _is_hidden(c) else c for c in visible)
    line = " ".join(visible.split())
    line = _FORGED_HEADER.sub(lambda match: "［" + match.group()[1:], line)
    line = _FORGED_FOOTER.sub(lambda match: "（" + match.group()[1:], line)
    line = _LEADING_MARKS.sub("", line)
    if len(line) > MAX_LINE_CHARACTERS:
        line = line[: MAX_LINE_CHARACTERS - 1].rstrip() + "…"
    return line


def looks_like_block(text: str) -> bool:
    """Whether `text` holds a block of ours or the mark that opens one: no memory's text may."""
    return f"[{_MARK}" in text or strip_blocks(text) != text


def strip_blocks(text: str) -> str:
    """`text` without any block of ours. Text without a block comes back unchanged.

    A block in plain text goes exactly, with the two line breaks before it (or, where it opens the
    text, after it). Otherwise a header line goes together with the lines that belong to it, the
    blank lines around them shrink to one, and a header alone, which a person may have
    written, stays.
    """
    if _MARK not in text:
        return text
    text = _EXACT_AT_START.sub("", text, count=1)
    text = _EXACT.sub("", text)
    if _MARK not in text:
        return text
    return _strip_inline(_strip_rendered(text))


def _wording(language: Language) -> _Wording:
    if is_chinese(language):
        return _TRADITIONAL if language == "zh-Hant" else _SIMPLIFIED
    return _ENGLISH


def _format_line(line: BlockLine, wording: _Wording, language: Language, now: datetime) -> str:
    label = wording.types.get(line.type, wording.types["context"])
    return f"- [{label}·{_month(line.said_at, language, now)}] {clean_line(line.text)}"


def _month(said_at: datetime, language: Language, now: datetime) -> str:
    same_year = said_at.year == now.year
    if is_chinese(language):
        return f"{said_at.month}月" if same_year else f"{said_at.year}年{said_at.month}月"
    name = _MONTHS[said_at.month - 1]
    return name if same_year else f"{name} {said_at.year}"


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")


# --- recognising a block -------------------------------------------------------------------

_MARK: Final = "MemoryX"
_FOOTERS: Final = tuple(wording.footer for wording in _WORDINGS)
_HEADER: Final = (
    r"\[MemoryX (?:上下文 · \d{1,3} (?:条记忆|條記憶)|context · \d{1,3} memor(?:y|ies))\]"
)
_LABELS: Final = "|".join(sorted({name for w in _WORDINGS for name in w.types.values()}))
_ITEM: Final = rf"\[(?:{_LABELS})·(?:\d{{4}}年)?(?:\d{{1,2}}月|[A-Z][a-z]{{2}}(?: \d{{4}})?)\]"
_FOOTER: Final = "(?:" + "|".join(map(re.escape, _FOOTERS)) + ")"
_CORE: Final = rf"---\n{_HEADER}\n(?:- {_ITEM}[^\n]*\n){{1,64}}{_FOOTER}\n---(?![^\n])"

_EXACT: Final = re.compile(rf"(?:(?<!\n)\n|\n\n)?{_CORE}")
_EXACT_AT_START: Final = re.compile(rf"\A\n{{0,2}}{_CORE}\n{{0,2}}")

_FORGED_HEADER: Final = re.compile(r"[\[［]\s*MemoryX", re.IGNORECASE)
_FORGED_FOOTER: Final = re.compile(
    r"\(\s*(?:以上是用户背景信息|以上是用戶背景資訊|Background about the user\.)", re.IGNORECASE
)
_LEADING_MARKS: Final = re.compile(r"^(?:[-*_=#>+|~`]+\s*)+")

# The same parts as a page's rendering and its conversion to Markdown leave them, on a line whose
# escapes are undone.
_RULE_LINE: Final = re.compile(r"^[\s>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_HEADER_LINE: Final = re.compile(rf"^[\s>#*_]*{_HEADER}[\s*_\\]*$")
_CUT_HEADER_LINE: Final = re.compile(r"^[\s>]*\[MemoryX(?: [^\[\]]{0,24}\]?)?$")
_ITEM_LINE: Final = re.compile(rf"^[\s>]*(?:[-*+•‣◦]\s+|\d{{1,2}}[.)]\s+)?{_ITEM}(?:\s|$)")
_CUT_ITEM_LINE: Final = re.compile(r"^[-*+•](?:\s+\[[^\]]{0,24})?$")
_FOOTER_LINE: Final = re.compile(rf"^[\s>]*{_FOOTER}[\s\\]*$")
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_HEADERS: Final = re.compile(_HEADER)
_ANY_FOOTER: Final = re.compile(_FOOTER)
_FIRST_ITEM: Final = re.compile(rf"\s{{1,4}}(?:[-*+•]\s{{1,4}})?{_ITEM}")
_INLINE_RULE: Final = re.compile(r"\s{0,4}(?:---|\*\*\*|\* \* \*)(?!\S)")
_INLINE_RULES: Final = ("---", "***", "* * *")


def _strip_rendered(text: str) -> str:
    lines = text.splitlines()
    plain = [_ESCAPE.sub(r"\1", line) for line in lines]
    while plain and not plain[-1].strip():
        plain.pop()
    kept: list[str] = []
    position = 0
    while position < len(lines):
        end = _block_end(plain, position)
        if end is None:
            kept.append(lines[position])
            position += 1
            continue
        _drop_opening(kept)
        position = end
        while position < len(lines) and not lines[position].strip():
            position += 1
        if kept and position < len(lines):
            kept.append("")
    if len(kept) == len(lines):
        return text
    return "\n".join(kept)


def _drop_opening(kept: list[str]) -> None:
    """Take the rule that opens a block, and the blank lines before it, off the end of `kept`."""
    while kept and not kept[-1].strip(" \t>"):
        kept.pop()
    if kept and _RULE_LINE.match(_ESCAPE.sub(r"\1", kept[-1])):
        kept.pop()
        while kept and not kept[-1].strip(" \t>"):
            kept.pop()


def _block_end(lines: Sequence[str], start: int) -> int | None:
    """The index after the block whose header stands at `start`, or None."""
    if start >= len(lines):
        return None
    if _is_cut_header(lines, start):
        return len(lines)
    if _HEADER_LINE.match(lines[start]) is None:
        return None
    end = None
    position = start + 1
    while position < len(lines):
        line = lines[position]
        if not line.strip(" \t>"):
            position += 1
            continue
        if _FOOTER_LINE.match(line) or (_ITEM_LINE.match(line) and _ends_with_footer(line)):
            return _after_rule(lines, position + 1)
        if _ITEM_LINE.match(line):
            position += 1
            end = position
            continue
        if position == len(lines) - 1 and _is_cut_end(line):
            return len(lines)
        break
    return end


def _after_rule(lines: Sequence[str], position: int) -> int:
    after = position
    while after < len(lines) and not lines[after].strip(" \t>"):
        after += 1
    if after < len(lines) and _RULE_LINE.match(lines[after]):
        return after + 1
    if after == len(lines) - 1 and lines[after].strip() in ("-", "--"):
        return after + 1
    return position


def _ends_with_footer(line: str) -> bool:
    return line.rstrip(" \t\\").endswith(_FOOTERS)


def _is_cut_end(line: str) -> bool:
    bare = line.strip(" \t>")
    return _CUT_ITEM_LINE.match(bare) is not None or any(
        footer.startswith(bare) for footer in _FOOTERS
    )


def _is_cut_header(lines: Sequence[str], start: int) -> bool:
    """Whether the text ends within or just after the header at `start`, below a rule."""
    return (
        start == len(lines) - 1
        and start > 0
        and _CUT_HEADER_LINE.match(lines[start]) is not None
        and any(_RULE_LINE.match(line) for line in lines[max(0, start - 2) : start])
    )


def _strip_inline(text: str) -> str:
    """Take out blocks whose line breaks were lost, where header and footer are both there."""
    headers = list(_HEADERS.finditer(text))
    if not headers:
        return text
    footers = [match.end() for match in _ANY_FOOTER.finditer(text)]
    pieces: list[str] = []
    position = 0
    for header, following in zip(headers, [*headers[1:], None], strict=True):
        index = bisect_right(footers, header.end())
        if index == len(footers) or _FIRST_ITEM.match(text, header.end()) is None:
            continue
        end = footers[index]
        if following is not None and following.start() < end:
            continue
        start = text.rfind("\n", position, header.start()) + 1 or position
        lead = text[start : header.start()].rstrip()
        for rule in _INLINE_RULES:
            if lead.endswith(rule) and lead[: -len(rule)][-1:].strip() == "":
                lead = lead[: -len(rule)].rstrip()
                break
        pieces.append(text[position:start] + lead)
        closing = _INLINE_RULE.match(text, end)
        position = closing.end() if closing is not None else end
    pieces.append(text[position:])
    return "".join(pieces)
