"""axe-core, run in a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.harness.companion import Json

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def findings(page: Page) -> list[str]:
    """The serious and critical findings of axe-core, once the page has come to rest."""
    page.wait_for_timeout(500)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result: Json = page.evaluate("() => axe.run(document)")
    return [
        f"{found['id']}: {node['html']}"
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]
