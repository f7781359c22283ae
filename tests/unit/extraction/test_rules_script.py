"""Traditional characters are read by rules that are written in Simplified ones."""

from __future__ import annotations

import re
from pathlib import Path

import opencc

from memoryx.extraction import rules
from memoryx.extraction.rules.script import fold
from tests.unit.extraction.rules_support import said

#: The unified ideographs of Unicode.
IDEOGRAPHS = map(chr, range(0x4E00, 0xA000))


def vocabulary() -> set[str]:
    """The Chinese characters that the rules are written in."""
    folder = Path(rules.__file__).parent
    sources = [
        path.read_text(encoding="utf-8")
        for path in folder.glob("*.py")
        if path.name != "script.py"  # the table itself
    ]
    return set(re.findall("[\u4e00-\u9fff]", "".join(sources)))


def test_each_traditional_form_of_the_rules_characters_is_folded() -> None:
    """Taiwan writes 為, Hong Kong 説, where others have 爲 and 說; all mean what the rules say."""
    simplified = opencc.OpenCC("t2s").convert
    known = vocabulary()
    assert len(known) > 500
    missing = {
        character: plain
        for character in IDEOGRAPHS
        if (plain := simplified(character)) != character and plain in known
        if fold(character) != plain
    }
    assert missing == {}


def test_folding_keeps_every_character_at_its_place() -> None:
    text = "我爸心臟不好，「血型為Ｏ型」\u3000ok’s"
    assert len(fold(text)) == len(text)


def test_both_scripts_give_one_key() -> None:
    """What is said of a thing in one script replaces what was said of it in the other."""
    (plain,) = said("我不吃鳄鱼肉")
    (traditional,) = said("我不吃鱷魚肉")
    assert plain.key == traditional.key == "likes:鳄鱼肉"
