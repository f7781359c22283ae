"""The parts of a large JSON file, one at a time.

A file is an array, or an object whose members may be arrays. Each element is read alone, so that
memory is bounded by the largest one; one that cannot be read is cut out by its brackets and spoils
nothing but itself. A streaming parser has to stop at the first error, and ijson 3.6 also runs out
of memory on 100 kB of opening brackets, since it keeps the path to each.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, NoReturn

from memoryx.errors import InvalidUpload
from memoryx.text.storable import storable

#: Longest element in characters; the longest conversations that people report have 18 MB.
ELEMENT_LIMIT = 64 * 1024 * 1024
_READ = 1024 * 1024

#: A whole string, or one sign outside of strings. A quotation mark alone opens a string whose end
#: has not been read yet.
_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{},]', re.DOTALL)
_BLANK = re.compile(r"[ \t\r\n]*")
_UNSTORABLE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a file.

    ``member`` is the object's member that it is, or whose array it is in; None in a file that is an
    array. ``index`` is its place in the array, None for a member that is none. ``broken`` says why
    ``value`` could not be read.
    """

    member: str | None
    index: int | None
    value: object
    broken: str | None = None


def elements(stream: BinaryIO) -> Iterator[Element]:
    """Yield the elements of a JSON file in their order.

    Raises InvalidUpload where the file itself ends too early, is no UTF-8 or no JSON of this kind;
    what came before has been yielded then.
    """
    text = _Text(stream)
    opening = text.peek()
    if opening == "[":
        yield from _array(text, None)
    elif opening == "{":
        yield from _object(text)
    else:
        raise InvalidUpload("this is not a JSON array or object")


def _object(text: _Text) -> Iterator[Element]:
    text.take("{")
    if text.peek() == "}":
        return
    while True:
        name = text.element(None, None).value
        if not isinstance(name, str):
            raise InvalidUpload("a member of the file has no name")
        text.take(":")
        if text.peek() == "[":
            yield from _array(text, name)
        else:
            yield text.element(name, None)
        if text.peek() == "}":
            return
        text.take(",")


def _array(text: _Text, member: str | None) -> Iterator[Element]:
    text.take("[")
    if text.peek() == "]":
        text.take("]")
        return
    index = 0
    while True:
        yield text.element(member, index)
        index += 1
        if text.peek() == "]":
            text.take("]")
            return
        text.take(",")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


#: Reads what is no JSON by the standard, such as NaN, as an error.
_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _checked(value: object, text: str) -> object:
    return storable(value) if _UNSTORABLE.search(text) else value


class _Text:
    """The file's text, read as far as it is needed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._buffer = ""
        self._at = 0
        self._ended = False

    def peek(self) -> str:
        """Return the next sign after blanks; raises InvalidUpload at the end of the file."""
        while True:
            self._at = _BLANK.match(self._buffer, self._at).end()  # type: ignore[union-attr]  # matches always
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            self._read()

    def take(self, sign: str) -> None:
        """Go past a sign; raises InvalidUpload when another one stands there."""
        found = self.peek()
        if found != sign:
            raise InvalidUpload(f"the file is damaged: {found!r} where {sign!r} should be")
        self._at += 1

    def element(self, member: str | None, index: int | None) -> Element:
        """Read the value that begins here."""
        whole = self._whole_value() if self.peek() in '{["' else None
        if whole is not None:
            return Element(member, index, whole[0])
        text = self._cut()
        if text is None:
            return Element(member, index, None, f"longer than {ELEMENT_LIMIT} characters")
        try:
            value: object = _DECODER.decode(text)
        except RecursionError:
            return Element(member, index, None, "nested too deeply")
        except ValueError as error:
            return Element(member, index, None, f"not JSON: {error}")
        return Element(member, index, _checked(value, text))

    def _whole_value(self) -> tuple[object] | None:
        """Read a value that is here to its end and sound, which most are; else None."""
        try:
            value, end = _DECODER.raw_decode(self._buffer, self._at)
        except (ValueError, RecursionError):
            return None
        text = self._buffer[self._at : end]
        self._at = end
        return (_checked(value, text),)

    def _cut(self) -> str | None:
        """Cut out the value that begins here; None when it is too long, and then go past it."""
        self.peek()
        at = self._at  # how far it has been looked through
        depth = 0
        too_long = False
        while True:
            sign = _SIGN.search(self._buffer, at)
            if sign is None or sign[0] == '"':
                # No more signs, or a string whose end is not here yet: read on from there.
                at = len(self._buffer) if sign is None else sign.start()
                if len(self._buffer) - at > ELEMENT_LIMIT:
                    raise InvalidUpload("the file holds a text without an end")
                if at - self._at > ELEMENT_LIMIT:
                    too_long = True
                    self._at = at
                at -= self._at
                self._read()
                continue
            at = sign.end()
            if sign[0] in "[{":
                depth += 1
            elif sign[0] in "]}":
                depth -= 1
            if depth < 0 or (depth == 0 and sign[0] == ","):
                at = sign.start()  # what follows a number or a word
                break
            if depth == 0:
                break
        found = self._buffer[self._at : at]
        self._at = at
        return None if too_long or len(found) > ELEMENT_LIMIT else found

    def _read(self) -> None:
        """Read on, as much again as is here, so that long texts are searched a few times only."""
        if self._ended:
            raise InvalidUpload("the file ends in the middle")
        kept = self._buffer[self._at :]
        piece = self._stream.read(max(_READ, len(kept)))
        self._ended = not piece
        try:
            self._buffer = kept + self._decoder.decode(piece, final=self._ended)
        except UnicodeDecodeError as error:
            raise InvalidUpload(f"the file is not UTF-8: {error.reason}") from error
        self._at = 0
