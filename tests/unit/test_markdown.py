"""HTML to Markdown."""

from __future__ import annotations

import pytest

from memoryx.markdown import html_to_markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<h2>标题</h2><p>a <b>b</b> <i>c</i></p>", "## 标题\n\na **b** *c*"),
        ("<p>snake_case and 2 * 3 * 4</p>", "snake_case and 2 * 3 * 4"),
        ("<p>a<br>b</p>", "a  \nb"),
        ('<p><a href="https://a.test/x">link</a></p>', "[link](https://a.test/x)"),
        (
            '<pre><code class="language-python">a\n\n\n  b = 1  \n</code></pre>',
            "```python\na\n\n\n  b = 1  \n```",
        ),
        ("<pre><code>```\nx\n```</code></pre>", "````\n```\nx\n```\n````"),
        ("<p>x</p><pre><code>a</code></pre><p>y</p>", "x\n\n```\na\n```\n\ny"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
        ('<ol start="3"><li>c</li><li>d</li></ol>', "3. c\n4. d"),
        (
            "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "| a | b\\|c |\n| --- | --- |\n| 1 | 2 |",
        ),
        ('<p>so <code class="language-math">a_b</code></p>', "so $a_b$"),
        ('<pre><code class="language-math">\\int x</code></pre>', "$$\n\\int x\n$$"),
        ("<blockquote><p>q</p></blockquote>", "> q"),
        ("plain text", "plain text"),
        ("", ""),
        ("<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"),
    ],
)
def test_what_a_page_shows_becomes_ordinary_markdown(html: str, markdown: str) -> None:
    assert html_to_markdown(html) == markdown


def test_hostile_html_is_read_without_failing() -> None:
    for html in ("<div>" * 300, "<" * 20_000, "<table><tr><td>" * 50, "<!-- -->" * 5_000, "\0<p>"):
        assert isinstance(html_to_markdown(html), str)


def test_html_that_is_nested_too_deeply_is_read_as_text() -> None:
    assert "needle" in html_to_markdown("<div>" * 20_000 + "needle")
