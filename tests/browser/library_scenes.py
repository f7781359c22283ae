"""The library's views in their states, for the pictures."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.harness import World
from tests.browser.library_world import fill_library

SIZE = {"width": 1280, "height": 860}


def _open(world: World, place: str) -> Page:
    page = world.context.new_page()
    page.set_viewport_size({"width": SIZE["width"], "height": SIZE["height"]})
    page.goto(f"chrome-extension://{world.id}/library/library.html#/{place}")
    page.locator("html[data-ready=yes]").wait_for()
    return page


def _full(place: str) -> Callable[[World], Page]:
    def show(world: World) -> Page:
        ids = fill_library(world.companion)
        return _open(world, place.format(**ids))

    return show


def _empty(place: str) -> Callable[[World], Page]:
    return lambda world: _open(world, place)


def _chosen(world: World) -> Page:
    page = _full("memories")(world)
    page.locator(".grid").focus()
    for key in ("Space", "Shift+ArrowDown", "Shift+ArrowDown"):
        page.keyboard.press(key)
    return page


def _conflict(world: World) -> Page:
    page = _full("review")(world)
    page.get_by_role("button").nth(1).click()
    page.locator(".sides:not(.single)").wait_for()
    return page


def _deleting(world: World) -> Page:
    page = _full("projects")(world)
    page.locator("button.danger").first.click()
    return page


#: How to bring a world into each; those in AWAY have no companion.
LIBRARY: dict[str, Callable[[World], Page]] = {
    "library-memories": _full("memories"),
    "library-memories-chosen": _chosen,
    "library-memories-empty": _empty("memories"),
    "library-memories-nothing": _full("memories?q=nothing+like+this"),
    "library-memory": _full("memory/{memory}"),
    "library-conversations": _full("conversations"),
    "library-conversation": _full("conversation/{conversation}"),
    "library-review": _full("review"),
    "library-review-conflict": _conflict,
    "library-projects": _full("projects"),
    "library-projects-deleting": _deleting,
    "library-recalls": _full("recalls"),
    "library-insights": _full("insights"),
    "library-outbound": _empty("outbound"),
}
AWAY: dict[str, Callable[[World], Page]] = {"library-no-companion": _empty("memories")}
