"""Which characters of a message are the user's own words.

:func:`own_words` returns a copy of the same length in which everything else is replaced by
:data:`MASK`: code, quotations, block quotes, tables, log and data lines, the product's own
block, and what a request such as "translate this:" works on. Linear in the text's length.
"""

from __future__ import annotations

import re

from memoryx.extraction.rules.requests import payload_spans

#: Stands for a character that is not the user's own; it is in no rule's vocabulary.
MASK = "\ufffc"

_FENCE = re.compile(r"[ \t>]{0,8}(`{3,}|~{3,})")
_BLOCK_OPEN = re.compile(r"\[MemoryX\b")
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
      | (?:import|from|def|class|const|let|var|function|return|public|private|SELECT|INSERT|\#include)\b
        [ ].{0,120}[;:{(=]                             # source code
      | (?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)\b
      | (?:From|To|Subject|Date|Cc|发件人|收件人|主题|寄件者|收件者|主旨)[ ]?[:：]  # mail
    )""",
    re.VERBOSE,
)
_INDENTED = re.compile(r"(?: {4,}|\t+)(?![-*+•\d])\S")
_INLINE = re.compile(r"`[^`\n]+`|https?://[^\s<>()（）]+|<[A-Za-z/][^<>\n]{0,200}>|\$\$?[^$\n]{1,200}\$")
_PAIRS = {"“": "”", "「": "」", "『": "』", "«": "»", "‘": "’", "＂": "＂"}
_OPENERS = re.compile("[" + "".join(_PAIRS) + "]")
_STRAIGHT = re.compile(r'"[^"]{1,4000}"')
_SINGLE = re.compile(r"(?<![\w)'])'(?=\w)[^'\n]{1,200}(?:'[a-z]{1,2}\b[^'\n]{0,200}){0,3}'(?!\w)")
_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n")
#: A paragraph of more characters is rarely typed into a chat box, so it counts as pasted;
#: a message of more is looked at only at its two ends, where people add their own words.
PASTED_PARAGRAPH = 1_200
PASTED_MESSAGE = 4_000


def own_words(text: str) -> str:
    """Return ``text`` with everything that is not the user's own replaced by :data:`MASK`.

    Line breaks stay, so that sentences and paragraphs are where they were.
    """
    mask = _Mask(text)
    _mask_pasted(mask)
    _mask_lines(mask)
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

    def cover(self, start: int, end: int) -> None:
        self._chars[start:end] = [c if c == "\n" else MASK for c in self._chars[start:end]]
        self._text = None

    def text(self) -> str:
        if self._text is None:
            self._text = "".join(self._chars)
        return self._text


def _mask_pasted(mask: _Mask) -> None:
    text = mask.text()
    paragraphs = []
    start = 0
    for match in _PARAGRAPH_BREAK.finditer(text):
        paragraphs.append((start, match.start()))
        start = match.end()
    paragraphs.append((start, len(text)))
    for number, (begin, end) in enumerate(paragraphs):
        inner = 0 < number < len(paragraphs) - 1
        if end - begin > PASTED_PARAGRAPH or (inner and len(text) > PASTED_MESSAGE):
            mask.cover(begin, end)


def _mask_lines(mask: _Mask) -> None:
    position = 0
    fence: str | None = None
    in_block = False
    after_blank = True
    for line in mask.text().splitlines(keepends=True):
        end = position + len(line)
        opened = _FENCE.match(line)
        if fence is not None:
            mask.cover(position, end)
            if opened and opened[1].startswith(fence):
                fence = None
        elif opened:
            fence = opened[1][:3]
            mask.cover(position, end)
        elif in_block:
            mask.cover(position, end)
            in_block = line.strip() != "---"
        elif _BLOCK_OPEN.match(line):
            in_block = True
            mask.cover(position, end)
        elif _FOREIGN_LINE.match(line) or (after_blank and _INDENTED.match(line)):
            mask.cover(position, end)
        else:
            after_blank = not line.strip()
        position = end


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
