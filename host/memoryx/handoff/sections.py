"""The six sections and how they are written down, in the conversation's language: pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memoryx.brief import CLOSINGS, OPENINGS
from memoryx.models import Role

#: The sections in their order; the names are the contract's.
NAMES = ("background", "topic", "state", "key_facts", "open_items", "resume_point")

_TITLES: Mapping[str, tuple[str, ...]] = {
    "en": ("Background", "Topic", "Current state", "Key facts", "Open items", "Where to resume"),
    "zh": ("背景", "主题", "当前进展", "关键信息", "待办与未决问题", "从哪里继续"),
    "zh-Hant": ("背景", "主題", "目前進展", "關鍵資訊", "待辦與未決問題", "從哪裡繼續"),
}
_OUTLINE_NOTES: Mapping[str, str] = {
    "en": "Made without a model: it quotes the conversation and sums nothing up.",
    "zh": "未使用模型生成：以下内容摘自对话原文，未作概括。",
    "zh-Hant": "未使用模型產生：以下內容摘自對話原文，未作概括。",
}
_NONE: Mapping[str, str] = {"en": "(nothing)", "zh": "（无）", "zh-Hant": "（無）"}


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn of the conversation that is handed over."""

    role: Role
    text: str


def written_language(language: str) -> str:
    """Return the language in which titles are written: ``en``, ``zh`` or ``zh-Hant``."""
    lowered = language.lower()
    if lowered.startswith(("zh-hant", "zh-tw", "zh-hk", "zh-mo")):
        return "zh-Hant"
    return "zh" if lowered.startswith("zh") else "en"


def write(sections: Mapping[str, str], language: str, *, outline: bool) -> str:
    """Return the brief as Markdown; ``outline`` adds that no model has summed it up."""
    written = written_language(language)
    titles = _TITLES[written]
    parts = [OPENINGS[written]]
    if outline:
        parts.append(f"*{_OUTLINE_NOTES[written]}*")
    parts += [
        f"## {title}\n\n{sections[name].strip() or nothing(language)}"
        for name, title in zip(NAMES, titles, strict=True)
    ]
    parts.append(CLOSINGS[written])
    return "\n\n".join(parts) + "\n"


def nothing(language: str) -> str:
    """Return what stands in a section that has nothing."""
    return _NONE[written_language(language)]


def clip(text: str, limit: int) -> str:
    """Return a text, cut at a word's or a sentence's end when it is longer than ``limit``."""
    text = text.strip()
    if len(text) <= limit:
        return text
    cut = text[:limit]
    end = max(cut.rfind(mark) for mark in ("\n", "。", ". ", "！", "？", "! ", "? ", " ", "，"))
    return cut[: end + 1 if end > limit // 2 else limit].rstrip() + " …"


def bullets(items: Sequence[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {item}" for item in items)
