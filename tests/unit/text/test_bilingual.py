"""Words of the other language, over a handful of entries in memory."""

from __future__ import annotations

from memoryx.text.glosses import MAX_KEYWORDS, bilingual_keywords, word_lists

LEXICON = word_lists(
    [
        {"simplified": "花生", "definitions": ["peanut", "groundnut"]},
        {"simplified": "花", "definitions": ["flower", "blossom", "to spend (money)"]},
        {"simplified": "过敏", "definitions": ["oversensitive", "allergic"]},
        {"simplified": "长花生", "definitions": ["peanut"]},
        {"simplified": "里斯本", "definitions": ["Lisbon, the place where trams climb hills"]},
        {"simplified": "王", "definitions": ["surname Wang", "CL:個|个[ge4]"]},
        {"simplified": "我", "definitions": ["myself"]},
        {"simplified": "ABC", "definitions": ["alphabet"]},
        {"simplified": "一二三四五六七", "definitions": ["counting"]},
    ]
)


def test_a_chinese_text_gets_the_english_of_its_longest_words() -> None:
    """花生 is a nut and no flower."""
    words = bilingual_keywords("对花生过敏", LEXICON)
    assert words == ["peanut", "groundnut", "oversensitive", "allergic"]


def test_a_traditional_text_is_looked_up_as_a_simplified_one() -> None:
    assert bilingual_keywords("對花生過敏", LEXICON) == bilingual_keywords("对花生过敏", LEXICON)


def test_an_english_text_gets_chinese_words_by_the_stem_shortest_first() -> None:
    assert bilingual_keywords("Two Peanuts", LEXICON) == ["花生", "长花生"]


def test_of_a_single_character_only_the_first_meanings_count() -> None:
    assert bilingual_keywords("花", LEXICON) == ["flower", "blossom"]
    assert bilingual_keywords("flowers", LEXICON) == []


def test_a_name_is_kept_and_what_explains_it_is_not() -> None:
    assert bilingual_keywords("里斯本", LEXICON) == ["lisbon"]


def test_function_words_and_entries_without_a_meaning_give_nothing() -> None:
    assert bilingual_keywords("我 王 abc", LEXICON) == []
    assert LEXICON.english("王") == LEXICON.english("ABC") == LEXICON.english("无") == ()
    assert LEXICON.chinese("count") == []


def test_a_text_gets_no_more_words_than_the_most() -> None:
    """Forty words of two meanings each would be eighty."""
    letters = "abcdefgh"
    characters = "丙丁戊己庚辛壬癸"
    entries = [
        {"simplified": x + y, "definitions": [f"one{a}{b}", f"two{a}{b}"]}
        for a, x in zip(letters, characters, strict=True)
        for b, y in zip(letters[:5], characters[:5], strict=True)
    ]
    text = "，".join(str(entry["simplified"]) for entry in entries)
    assert len(bilingual_keywords(text, word_lists(entries))) == MAX_KEYWORDS == 48
    assert bilingual_keywords("", LEXICON) == []
