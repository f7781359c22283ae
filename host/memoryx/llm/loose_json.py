"""JSON as models write it: a reader that keeps what is whole and is never slow.

Takes, beside JSON: comments, trailing and missing commas, unquoted keys, Python's words for true,
false and null, line breaks in texts, quotation marks of print, quotation marks that were not
escaped, and single quotes where their end cannot be mistaken. Each character is looked at a
bounded number of times.
"""

from __future__ import annotations

import math
import re
from enum import IntEnum

#: Deepest nesting that is read. A reply with items needs four levels.
DEPTH_LIMIT = 32
_NUMBER_LIMIT = 40
_SOLID = frozenset('{}[]:"') | frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_QUOTES = "\"'“”"

_BLANK = re.compile(r"[\s\ufeff]*(?://[^\n]*[\s\ufeff]*)*")
_WORD = re.compile(r"[A-Za-z_$][\w$-]*")
_BARE = re.compile(r"[\w$.+-]+")
_WHOLE_NUMBER = re.compile(r"[-+]?\d+")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_PLAIN = {
    '"': re.compile(r'[^"\\]*'),
    "'": re.compile(r"[^'\\]*"),
    "”": re.compile(r'[^”“"\\]*'),
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS = {"true": True, "false": False, "null": None}
_CONSTANTS |= {"True": True, "False": False, "None": None}
# What follows the end of a text: otherwise the quotation mark is one that was not escaped, or an
# apostrophe. In correct JSON the end of a text is always followed by one of these.
_AFTER = re.compile(
    r"\s*(?:[:}\]]|$|/[/*]"
    r"|,\s*(?:$|['\"“”{\[}\]\d/-]|(?:true|false|null|True|False|None)\b"
    r"|[A-Za-z_$][\w$-]{0,60}\s{0,8}:)"
    r"|\n\s*[\"'“][\w$ -]{1,60}[\"'”]\s{0,8}:)"  # a missing comma
)


class End(IntEnum):
    """How the reading of a value ended: it was whole, wrong, or the text ended within it."""

    WHOLE = 0
    BROKEN = 1
    CUT = 2


class _Stop(Exception):
    """Nothing more can be read of the value."""

    def __init__(self, end: End) -> None:
        super().__init__(end.name)
        self.end = end


class Reader:
    """Reads values out of one text.

    A list or object that is not whole is returned with what it had; ``is_whole`` tells. Other
    values that are not whole are left out.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._partial: dict[int, object] = {}
        #: Where the last value ended, or where its reading stopped.
        self.position = 0

    def is_whole(self, value: object) -> bool:
        """Return whether a list or object was read to its end, with all that is in it."""
        return id(value) not in self._partial

    def read(self, start: int) -> tuple[object, End]:
        """Read the list or object that begins at ``start`` with its bracket."""
        self.position = start
        return self._value(0)

    def _value(self, depth: int) -> tuple[object, End]:
        mark = self._peek()
        if mark in "{[":
            if depth >= DEPTH_LIMIT:
                raise _Stop(End.BROKEN)
            self.position += 1
            container: list[object] | dict[str, object] = [] if mark == "[" else {}
            try:
                if isinstance(container, list):
                    end = self._list(container, depth + 1)
                else:
                    end = self._object(container, depth + 1)
            except _Stop as stop:
                end = stop.end
            if end is not End.WHOLE:
                self._partial[id(container)] = container
            return container, end
        if mark in _QUOTES:
            return self._string(), End.WHOLE
        return self._scalar(), End.WHOLE

    def _list(self, items: list[object], depth: int) -> End:
        while True:
            self._skip(",")
            if self._take("]"):
                return End.WHOLE
            item, end = self._value(depth)
            items.append(item)
            if end is not End.WHOLE:
                return end
            self._skip("")
            if self._peek() not in ",]{[":
                raise _Stop(End.BROKEN)

    def _object(self, members: dict[str, object], depth: int) -> End:
        while True:
            self._skip(",")
            if self._take("}"):
                return End.WHOLE
            key = self._key()
            self._skip("")
            if self._peek() != ":":
                raise _Stop(End.BROKEN)
            self.position += 1
            self._skip("")
            value, end = self._value(depth)
            members[key] = value
            if end is not End.WHOLE:
                return end
            self._skip("")
            if self._peek() not in ",}" + _QUOTES:
                raise _Stop(End.BROKEN)

    def _key(self) -> str:
        if self._peek() in _QUOTES:
            return self._string()
        match = _WORD.match(self._text, self.position)
        if match is None:
            raise _Stop(End.BROKEN)
        self._pass(match)
        return match.group()

    def _scalar(self) -> object:
        match = _BARE.match(self._text, self.position)
        if match is None:
            raise _Stop(End.BROKEN)
        start = self.position
        self._pass(match)  # at the text's very end there may be more of it: cut
        word = match.group()
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if len(word) <= _NUMBER_LIMIT and _NUMBER.fullmatch(word):
            value = float(word)
            if math.isfinite(value):
                return int(word) if _WHOLE_NUMBER.fullmatch(word) else value
        self.position = start
        raise _Stop(End.BROKEN)

    def _string(self) -> str:
        opened = self._text[self.position]
        close = "”" if opened == "“" else opened
        plain = _PLAIN[close]
        self.position += 1
        pieces: list[str] = []
        while True:
            match = plain.match(self._text, self.position)
            assert match is not None  # the pattern takes the empty text
            pieces.append(match.group())
            self._pass(match)
            mark = self._text[self.position]
            if mark == "\\":
                pieces.append(self._escape())
                continue
            self.position += 1
            if mark not in ("'", '"') or _AFTER.match(self._text, self.position):
                return _storable("".join(pieces))
            pieces.append(mark)

    def _escape(self) -> str:
        """Read an escape; one that JSON does not know stands for itself."""
        text, at = self._text, self.position
        if at + 1 >= len(text):
            raise _Stop(End.CUT)
        mark = text[at + 1]
        if mark == "u":
            digits = text[at + 2 : at + 6]
            if len(digits) < 4:
                raise _Stop(End.CUT)
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self.position = at + 6
                return chr(int(digits, 16))
        self.position = at + 2
        if mark in ('"', "'", "\\", "/"):
            return mark
        return _ESCAPES.get(mark, "\\" + mark)

    def _peek(self) -> str:
        if self.position >= len(self._text):
            raise _Stop(End.CUT)
        return self._text[self.position]

    def _take(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self.position += 1
        return True

    def _pass(self, match: re.Match[str]) -> None:
        """Go to a match's end; what reaches the text's end may not be all of it."""
        self.position = match.end()
        self._peek()

    def _skip(self, also: str) -> None:
        """Pass blanks and comments, and ``also`` (a comma or nothing)."""
        text = self._text
        while True:
            if text[self.position : self.position + 1] in _SOLID:
                return
            match = _BLANK.match(text, self.position)
            assert match is not None  # the pattern takes the empty text
            self.position = match.end()
            if text.startswith("/*", self.position):
                end = text.find("*/", self.position + 2)
                self.position = len(text) if end < 0 else end + 2
            elif also and text.startswith(also, self.position):
                self.position += 1
            else:
                return


def _storable(text: str) -> str:
    """Join surrogates, and replace lone ones and NUL, which cannot be kept as text."""
    if text.isascii() and "\0" not in text:
        return text
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.replace("\0", "\N{REPLACEMENT CHARACTER}")
