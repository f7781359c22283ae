"""Which language a message is asked in."""

import re
from typing import Final, Literal

from memoryx.text.fold import converter
from memoryx.text.scripts import CJK, CJK_CHARACTER, HAN_CHARACTER, HANGUL, KANA_CHARACTER

Language = Literal["zh-Hans", "zh-Hant", "en", "other"]

# Only so much is looked at: the question stands at an end of a long message.
_WINDOW: Final = 4000
_FENCE: Final = re.compile(r"^[ \t]*(```|~~~)")
_QUOTED: Final = re.compile(r"“[^“”]{0,400}”|「[^「」]{0,400}」|\"[^\"\n]{0,400}\"|`[^`\n]{0,400}`")
_LATIN_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)?")
_OTHER_LETTER: Final = re.compile(rf"[^\W\d_A-Za-z\u00c0-\u024f{CJK}]")
_HANGUL: Final = re.compile(f"[{HANGUL}]")
_CLAUSE_END: Final = re.compile(r"[\n.!?:;,。！？：；，]+")
# A Chinese word has about one and a half characters.
_CHARACTERS_PER_WORD: Final = 1.5


def detect(text: str) -> Language:
    """The language of the one who asks in `text`: code and quotations do not count.

    A message with a clause of its own in Chinese is Chinese although a pasted log in it is
    English. Han characters without evidence of either script are taken as Simplified. Empty or
    wordless text is "other".
    """
    sample = text if len(text) <= 2 * _WINDOW else text[:_WINDOW] + "\n" + text[-_WINDOW:]
    prose = _without_code(sample)
    unquoted = _QUOTED.sub(" ", prose)
    if CJK_CHARACTER.search(unquoted) or _LATIN_WORD.search(unquoted):
        prose = unquoted
    han = len(HAN_CHARACTER.findall(prose))
    latin = len(_LATIN_WORD.findall(prose))
    kana = len(KANA_CHARACTER.findall(prose))
    others = len(_OTHER_LETTER.findall(prose)) + len(_HANGUL.findall(prose))
    outweighs = kana * 4 < han and han / _CHARACTERS_PER_WORD >= latin * 0.5
    if outweighs or (han > kana and _has_chinese_clause(prose)):
        return _chinese_script(prose)
    if latin and latin * 4 >= others + kana:
        return "en"
    return "other"


def is_chinese(language: Language) -> bool:
    """Whether `language` is Chinese in either script."""
    return language in ("zh-Hans", "zh-Hant")


def written_in_chinese(text: str) -> bool:
    """Whether a text is rather Chinese than written in an alphabet, by its characters alone."""
    sample = text[:_WINDOW]
    han = len(HAN_CHARACTER.findall(sample))
    return han > 0 and han / _CHARACTERS_PER_WORD >= 0.5 * len(_LATIN_WORD.findall(sample))


def _without_code(text: str) -> str:
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            kept.append(line)
    joined = "\n".join(kept)
    return joined if joined.strip() else text


def _has_chinese_clause(text: str) -> bool:
    return any(
        HAN_CHARACTER.search(clause)
        and not KANA_CHARACTER.search(clause)
        and len(_LATIN_WORD.findall(clause)) * 2 <= len(HAN_CHARACTER.findall(clause))
        for clause in _CLAUSE_END.split(text)
    )


def _chinese_script(text: str) -> Language:
    traditional = sum(a != b for a, b in zip(text, converter("t2s").convert(text), strict=False))
    simplified = sum(a != b for a, b in zip(text, converter("s2t").convert(text), strict=False))
    return "zh-Hant" if traditional > simplified else "zh-Hans"
