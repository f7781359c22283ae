"""The lexicon's file, and the process that builds it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memoryx.store import glossary_build
from memoryx.store.glossary import (
    GlossaryDamaged,
    glossary_file,
    open_glossary,
    write_glossary,
)
from memoryx.text.glosses import WordLists, bilingual_keywords, word_lists

LISTS = word_lists(
    [
        {"simplified": "花生", "definitions": ["peanut", "groundnut"]},
        {"simplified": "长花生", "definitions": ["peanut"]},
        {"simplified": "过敏", "definitions": ["allergic"]},
    ]
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_says_what_the_lists_say(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "glosses-1-x.sqlite3"
    write_glossary(path, LISTS)
    with open_glossary(path) as lexicon:
        for word in ("花生", "长花生", "过敏", "无", "", "花生' OR 1"):
            assert lexicon.english(word) == LISTS.english(word)
        for stem in ("peanut", "allerg", "nothing"):
            assert lexicon.chinese(stem) == LISTS.chinese(stem)
        for text in ("对花生过敏", "Allergic to peanuts"):
            assert bilingual_keywords(text, lexicon) == bilingual_keywords(text, LISTS) != []
    assert names(path.parent) == [path.name]


def test_the_file_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "glosses-1-x.sqlite3"
    write_glossary(path, LISTS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_new_file_takes_the_place_of_an_old_one(tmp_path: Path) -> None:
    """Also what a killed build left goes, but not what another build is writing just now."""
    path = tmp_path / "glosses-2-x.sqlite3"
    (tmp_path / "glosses-1-x.sqlite3").write_bytes(b"")
    (tmp_path / "glosses-2-x-new.building").write_bytes(b"")
    left = tmp_path / "glosses-2-x-old.building"
    left.write_bytes(b"")
    os.utime(left, (0, 0))
    (tmp_path / "something else").write_bytes(b"")
    write_glossary(path, LISTS)
    write_glossary(path, LISTS)
    assert names(tmp_path) == ["glosses-2-x-new.building", path.name, "something else"]


def test_a_build_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    no_text = WordLists({"\ud800": ("half",)}, {})  # half a character cannot be written
    with pytest.raises(UnicodeEncodeError):
        write_glossary(tmp_path / "glosses-1-x.sqlite3", no_text)
    assert names(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"no database at all" * 400])
def test_a_damaged_file_is_told_and_deleted(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "glosses-1-x.sqlite3"
    path.write_bytes(content)
    with pytest.raises(GlossaryDamaged), open_glossary(path) as lexicon:
        lexicon.english("花生")
    assert not path.exists()


def test_the_name_says_the_format_and_the_dictionary(tmp_path: Path) -> None:
    assert glossary_file(tmp_path).name.startswith("glosses-1-1.")


def test_a_build_is_a_process_of_its_own_that_says_how_it_went(tmp_path: Path) -> None:
    """A file that is there is left as it is; a folder that cannot be is a failure."""
    there = tmp_path / "glosses-1-x.sqlite3"
    write_glossary(there, LISTS)
    before = there.stat().st_mtime_ns
    assert glossary_build.start_build(there).wait(timeout=60) == 0
    assert there.stat().st_mtime_ns == before
    command = [sys.executable, "-m", glossary_build.__name__, str(there / "below a file")]
    failed = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert failed.returncode == 1
