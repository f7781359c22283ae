"""What is printed for people."""

from __future__ import annotations

import pytest

from memoryx.cli import output


@pytest.mark.parametrize(
    ("text", "columns"),
    [("plain", 5), ("中文", 4), ("a中b", 4), ("ｗｉｄｅ", 8), ("é", 1), ("e\u0301", 1), ("", 0)],
)
def test_width_is_what_a_terminal_gives(text: str, columns: int) -> None:
    """Chinese takes two columns a character, an accent of its own none."""
    assert output.width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "cut"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("longer than that", 8, "longer …"),
        ("偏好使用中文", 12, "偏好使用中文"),
        ("偏好使用中文", 11, "偏好使用中…"),
        ("偏好使用中文", 10, "偏好使用…"),
    ],
)
def test_cutting_never_gets_wider_than_asked(text: str, columns: int, cut: str) -> None:
    """A cut text ends in … and fits, also where a wide character would cross the edge."""
    assert output.cut(text, columns) == cut
    assert output.width(output.cut(text, columns)) <= columns


def test_columns_line_up_beside_chinese() -> None:
    """The last column begins at the same terminal column in every row."""
    lines = output.table([["偏好", "a", "x"], ["Skill", "bb", "y"]], ["type", "n", "text"])
    starts = {
        output.width(line[: line.rindex(mark)]) for line, mark in zip(lines[1:], "xy", strict=True)
    }
    assert len(starts) == 1
    assert output.width(lines[0][: lines[0].rindex("text")]) in starts


def test_stored_text_cannot_steer_the_terminal() -> None:
    """Escape sequences and direction marks are shown as replaced characters."""
    shown = output.clean("a\x1b[2Jb\x9bc\u202ed\ne\tf")
    assert shown == "a\ufffd[2Jb\ufffdc\ufffdd\ne\tf"
    assert output.one_line("a\n b\r\nc") == "a b\ufffd c"


def test_sizes_read_well() -> None:
    """Bytes come in the unit that keeps the number short."""
    assert [output.size(n) for n in (0, 999, 225_280, 5_000_000, 3_200_000_000)] == [
        "0 bytes",
        "999 bytes",
        "225.3 kB",
        "5.0 MB",
        "3.2 GB",
    ]
