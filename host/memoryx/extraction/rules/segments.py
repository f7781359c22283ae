"""Which characters of a message are the user's own words.

:func:`own_words` returns a copy of the same length in which everything else is replaced by
:data:`MASK`: code, quotations, block quotes, tables, log and data lines, the product's own
block, and what a request such as "translate this:" works on. Linear in the text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryx.extraction.rules.requests import payload_spans

#: Stands for a character that is not the user's own; it is in no rule's vocabulary.
MASK = "\ufffc"

#: Fences of code, and the first and the last line of the product's own block.
_FENCE = re.compile(r"^[ \t>]{0,8}(`{3,}|~{3,}|\[MemoryX\b|---[ \t]*$)", re.MULTILINE)
_FOREIGN_LINE = re.compile(
    r"""[ \t]*(?:
        >                                              # block quote
      | \|                                             # table
      | \[file:                                        # attachment
      | (?:\#|//|/\*|\*/|--[ ]|<!--|;;|%%)             # comment, heading
      | [\]{}\[<]                                      # JSON, brackets, markup
      | "[^"\n]{1,80}"[ \t]*:                          # member of an object
      | (?:\$|PS[ ]|>>>|\.\.\.)[ ]                     # prompt of a shell or an interpreter
      | \[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d                # log
      | \[?\d\d:\d\d:\d\d                              # log, subtitles
      | at[ ][\w.$<>]{1,80}[(:]                        # stack trace
      | (?:Traceback|File[ ]"|Exception|Error:|\w{1,40}(?:Error|Exception):)
      | import[ ][\w{*.]+[^.!?\n]{0,80}$ | from[ ][\w.]+[ ]import[ ] | \#include   # source code
      | (?:const|let|var)[ ][\w{\[, ]{1,60}= | (?:def|class|function)[ ]\w+.{0,80}[:{(]
      | (?:public|private|static)[ ]\w+[ ].{0,80}[({;] | (?:SELECT|INSERT|UPDATE|DELETE)[ ]
      | (?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)\b
      | (?:From|To|Subject|Date|Cc|发件人|收件人|主题|寄件者|收件者|主旨)[ ]?[:：]  # mail
    )""",
    re.VERBOSE,
)
_INDENTED = re.compile(r"(?: {4,}|\t+)(?![-*+•\d])\S")
_INLINE = re.compile(
    r"`[^`\n]+`|https?://[^\s<>()（）]+|<[A-Za-z/][^<>\n]{0,200}>|\$\$?[^$\n]{1,200}\$"
)
_PAIRS = {"“": "”", "「": "」", "『": "』", "«": "»", "‘": "’", "＂": "＂"}
_OPENERS = re.compile("[" + "".join(_PAIRS) + "]")
_STRAIGHT = re.compile(r'"[^"]{1,4000}"')
_SINGLE = re.compile(r"(?<![\w)'])'(?=\w)[^'\n]{1,200}(?:'[a-z]{1,2}\b[^'\n]{0,200}){0,3}'(?!\w)")
_PARAGRAPH_BREAK = re.compile(r"\n[ \t]{0,80}\n")
#: A paragraph of more characters is rarely typed into a chat box, so it counts as pasted;
#: a message of more is looked at only at its two ends, where people add their own words.
PASTED_PARAGRAPH = 1_200
PASTED_MESSAGE = 4_000


def own_words(text: str) -> str:
    """Return ``text`` with everything that is not the user's own replaced by :data:`MASK`.

    Line breaks between paragraphs that may be the user's stay where they were.
    """
    mask = _Mask(text)
    typed = _typed_paragraphs(text)
    position = -1
    for start, end in [*typed, (len(text), len(text))]:
        # One character on each side is kept: the break that ends a paragraph.
        mask.cover(position + 1, max(position + 1, start - 1), breaks=True)
        position = end
    for start, end in _fences(text):
        mask.cover(start, end)
    masked = mask.text()
    for start, end in typed:
        for first, last in _foreign_lines(masked, start, end):
            mask.cover(first, last)
    for match in _INLINE.finditer(mask.text()):
        mask.cover(match.start(), match.end())
    _mask_quotations(mask)
    for start, end in payload_spans(mask.text()):
        mask.cover(start, end)
    return mask.text()


class _Mask:
    """A text in which spans are covered; :meth:`text` is the current state."""

    def __init__(self, text: str) -> None:
        self._chars = list(text)
        self._text: str | None = text

    def cover(self, start: int, end: int, *, breaks: bool = False) -> None:
        """Mask a span; line breaks stay unless ``breaks`` says that they go too."""
        self._chars[start:end] = [
            "\n" if c == "\n" and not breaks else MASK for c in self._chars[start:end]
        ]
        self._text = None

    def text(self) -> str:
        if self._text is None:
            self._text = "".join(self._chars)
        return self._text


def _typed_paragraphs(text: str) -> list[tuple[int, int]]:
    """Return the spans of the paragraphs that a person may have typed into the box."""
    spans = []
    start = 0
    for match in [*_PARAGRAPH_BREAK.finditer(text), None]:
        end = match.start() if match else len(text)
        if start < end:
            spans.append((start, end))
        start = match.end() if match else end
    if len(text) > PASTED_MESSAGE:
        spans = spans[:1] + spans[1:][-1:]
    return [span for span in spans if span[1] - span[0] <= PASTED_PARAGRAPH]


def _fences(text: str) -> list[tuple[int, int]]:
    """Return the spans of fenced code and of the product's own block; an open one runs on."""
    spans = []
    closing: str | None = None
    start = 0
    for match in _FENCE.finditer(text):
        mark = match[1]
        if closing is None and mark.startswith("---"):
            continue
        if closing is None:
            closing = "---" if mark.startswith("[") else mark[:3]
            start = match.start()
        elif mark.rstrip().startswith(closing):
            spans.append((start, match.end()))
            closing = None
    if closing is not None:
        spans.append((start, len(text)))
    return spans


def _foreign_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the lines of a paragraph that are data, code or quotation by their look."""
    first = True
    for line in text[start:end].splitlines(keepends=True):
        if _FOREIGN_LINE.match(line) or (first and _INDENTED.match(line)):
            yield start, start + len(line)
        else:
            first = False
        start += len(line)


def _mask_quotations(mask: _Mask) -> None:
    text = mask.text()
    dead: set[str] = set()
    position = 0
    while opener := _OPENERS.search(text, position):
        closing = _PAIRS[opener[0]]
        position = opener.end()
        if closing in dead:
            continue
        end = text.find(closing, position)
        if end < 0:
            dead.add(closing)
            continue
        mask.cover(opener.start(), end + 1)
        position = end + 1
    for pattern in (_STRAIGHT, _SINGLE):
        for match in pattern.finditer(mask.text()):
            if not _PARAGRAPH_BREAK.search(match[0]):
                mask.cover(match.start(), match.end())
