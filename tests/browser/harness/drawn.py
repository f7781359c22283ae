"""What the extension draws into a page, in closed shadow roots: reached as a debugger does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.harness.companion import eventually

Json = dict[str, Any]
NAME = "MEMORYX-PART"


class Drawn:
    """One kind of part on a page: `receipt`, `panel` or `notice`."""

    def __init__(self, page: Page, kind: str) -> None:
        self.page = page
        self.kind = kind
        self._cdp: CDPSession = page.context.new_cdp_session(page)

    def _surfaces(self) -> list[str]:
        """Handles of what is drawn, in page order."""
        root = self._cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        found = [node for node in _nodes(root) if self._is_surface(node)]
        return [
            self._cdp.send("DOM.resolveNode", {"backendNodeId": node["backendNodeId"]})["object"][
                "objectId"
            ]
            for node in found
        ]

    def _is_surface(self, node: Json) -> bool:
        attributes = node.get("attributes", [])
        named = dict(zip(attributes[::2], attributes[1::2], strict=True))
        return f"surface {self.kind}" in named.get("class", "")

    def _call(self, surface: str, function: str, *arguments: Any) -> Any:
        given = [{"value": argument} for argument in arguments]
        answer = self._cdp.send(
            "Runtime.callFunctionOn",
            {
                "objectId": surface,
                "functionDeclaration": function,
                "arguments": given,
                "returnByValue": True,
                "awaitPromise": True,
            },
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def count(self) -> int:
        """How many of the kind stand on the page."""
        return len(self._surfaces())

    def wait(self, count: int = 1, *, within_s: float = 20) -> None:
        """Wait until that many stand there."""
        eventually(self.count, lambda seen: seen == count, within_s=within_s)

    def run(self, function: str, *arguments: Any, nth: int = 0) -> Any:
        """Call a function on the part's own element, as `this`."""
        return self._call(self._surfaces()[nth], function, *arguments)

    def text(self, nth: int = 0) -> str:
        """What it says."""
        words: str = self.run("function () { return this.innerText }", nth=nth)
        return words

    def wait_for_text(self, words: str, nth: int = 0, *, within_s: float = 20) -> str:
        """Wait until it says something."""
        return eventually(
            lambda: self.text(nth) if self.count() > nth else "",
            lambda seen: words in seen,
            within_s=within_s,
        )

    def attribute(self, selector: str, name: str, nth: int = 0) -> str | None:
        """An attribute of what a selector finds in it."""
        value: str | None = self.run(
            "function (s, n) { return this.querySelector(s)?.getAttribute(n) ?? null }",
            selector,
            name,
            nth=nth,
        )
        return value

    def click(self, words: str, nth: int = 0) -> None:
        """Click, with the mouse, the button or box that says something."""
        place = self.run(
            """function (words) {
              const all = [...this.querySelectorAll("button, a, label")];
              const found = all.find((each) => each.innerText.trim().includes(words));
              if (!found) throw new Error(`nothing says ${words}: ${this.innerText}`);
              found.scrollIntoView({ block: "nearest" });
              const box = found.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }""",
            words,
            nth=nth,
        )
        self.page.mouse.click(*place)

    def focused(self, nth: int = 0) -> str:
        """The words of what has the focus in it; "" when nothing has."""
        words: str = self.run(
            """function () {
              const at = this.getRootNode().activeElement;
              return at ? (at.innerText || at.closest("label")?.innerText || at.localName) : "";
            }""",
            nth=nth,
        )
        return words

    def box(self, nth: int = 0) -> Json:
        """Where it stands in the window, in CSS pixels."""
        box: Json = self.run(
            "function () { return this.getBoundingClientRect().toJSON() }", nth=nth
        )
        return box

    def findings(self, axe: str, nth: int = 0) -> list[str]:
        """What axe-core finds in it: in an open copy of it, since it cannot see the closed one."""
        self.page.evaluate(axe)
        found: list[str] = self.run(
            """async function () {
              const twin = document.createElement("div");
              const root = twin.attachShadow({ mode: "open" });
              root.adoptedStyleSheets = [...this.getRootNode().adoptedStyleSheets].slice(0, 1);
              root.append(this.cloneNode(true));
              document.body.append(twin);
              const result = await axe.run(twin);
              twin.remove();
              return result.violations
                .filter(({ impact }) => ["serious", "critical"].includes(impact))
                .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
            }""",
            nth=nth,
        )
        return found


def _nodes(node: Json) -> Iterator[Json]:
    yield node
    for name in ("children", "shadowRoots"):
        for child in node.get(name, []):
            yield from _nodes(child)
