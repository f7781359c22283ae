"""HTML of a turn to Markdown, by markdownify, with what our pages need beside it.

The adapters have already reduced a page's markup to ordinary HTML: ``pre > code.language-x``,
tables, TeX in ``code.language-math``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LANGUAGE = re.compile(r"^language-([\w+#.-]{1,40})$")
_FENCE = re.compile(r"\s*(`{3,})")
#: Texts are converted again with every capture of a growing page; the last ones are kept.
_KEPT = 256


@lru_cache(maxsize=_KEPT)
def html_to_markdown(html: str) -> str:
    """Return Markdown with ATX headings, ``-`` bullets and fenced code with its language.

    TeX stands between dollar signs. Never raises for any input; what is no HTML is text.
    """
    return "\n".join(_tidy(_converter()(html).split("\n"))).strip("\n")


def _tidy(lines: list[str]) -> Iterator[str]:
    """Leave one blank line where there are several; what is fenced stays as it is."""
    fence = ""
    blank = True
    for line in lines:
        marks = _FENCE.match(line)
        if fence:
            if marks and marks.group(1) == fence and marks.end() == len(line.rstrip()):
                fence = ""
        elif marks:
            fence = marks.group(1)
        elif not line.strip():
            if not blank:
                yield ""
            blank = True
            continue
        blank = False
        yield line


@lru_cache(maxsize=1)
def _converter() -> Callable[[str], str]:
    # markdownify and BeautifulSoup take 0.2 s to import; a host that has nothing to convert
    # yet must not wait for them.
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    class Converter(MarkdownConverter):
        def convert_code(self, el: Any, text: str, parent_tags: set[str]) -> str:
            if _language(el) == "math" and "pre" not in parent_tags:
                return f"${el.get_text().strip()}$"
            base = super().convert_code  # type: ignore[misc]  # missing in the library's types
            return str(base(el, text, parent_tags))

        def convert_pre(self, el: Any, _text: str, parent_tags: set[str]) -> str:  # noqa: ARG002 - given by name
            code = el.find("code")
            content = (code or el).get_text().strip("\n")
            language = _language(code) if code else ""
            if language == "math":
                return f"\n\n$$\n{content}\n$$\n\n"
            longest = max((len(run) for run in re.findall(r"`{3,}", content)), default=2)
            fence = "`" * (longest + 1)
            return f"\n\n{fence}{language}\n{content}\n{fence}\n\n"

        def convert_td(self, el: Any, text: str, parent_tags: set[str]) -> str:
            base = super().convert_td  # type: ignore[misc]  # missing in the library's types
            return str(base(el, text.replace("|", "\\|"), parent_tags))

        def convert_th(self, el: Any, text: str, parent_tags: set[str]) -> str:
            base = super().convert_th  # type: ignore[misc]  # missing in the library's types
            return str(base(el, text.replace("|", "\\|"), parent_tags))

    converter = Converter(
        heading_style="ATX",
        bullets="-",
        strong_em_symbol="*",
        escape_underscores=False,
        escape_asterisks=False,
        escape_misc=False,
        table_infer_header=True,
    )

    def convert(html: str) -> str:
        soup = BeautifulSoup(html, "html.parser")
        try:
            return str(converter.convert_soup(soup))
        except RecursionError:
            # Nested deeper than any page that a person reads: its words are what is left.
            return str(soup.get_text("\n"))

    return convert


def _language(code: Any) -> str:
    for name in code.get("class") or ():
        if match := _LANGUAGE.match(name):
            return match.group(1)
    return ""
