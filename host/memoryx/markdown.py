"""HTML of a turn to Markdown, by markdownify, with what our pages need beside it.

The adapters have already reduced a page's markup to ordinary HTML: ``pre > code.language-x``,
tables, TeX in ``code.language-math``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LANGUAGE = re.compile(r"^language-([\w+#.-]{1,40})$")
_BLANK_LINES = re.compile(r"\n{3,}")
#: Texts are converted again with every capture of a growing page; the last ones are kept.
_KEPT = 256


@lru_cache(maxsize=_KEPT)
def html_to_markdown(html: str) -> str:
    """Return Markdown with ATX headings, ``-`` bullets and fenced code with its language.

    TeX stands between dollar signs. Never raises for any input; what is no HTML is text.
    """
    markdown = _converter()(html)
    # Two spaces at a line's end are a line break, so only blank lines lose theirs.
    lines = [line if line.strip() else "" for line in markdown.split("\n")]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


@lru_cache(maxsize=1)
def _converter() -> Callable[[str], str]:
    # markdownify and BeautifulSoup take 0.2 s to import; a host that has nothing to convert
    # yet must not wait for them.
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
        return str(converter.convert(html))

    return convert


def _language(code: Any) -> str:
    for name in code.get("class") or ():
        if match := _LANGUAGE.match(name):
            return match.group(1)
    return ""
