"""What there is to look at: each screen of the extension's own pages in its states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.harness import World
from tests.browser.harness.companion import eventually
from tests.browser.library_scenes import AWAY, LIBRARY

Show = Callable[[World], Page]
"""Brings a world into the state and returns the page that shows it."""

POPUP = {"width": 372, "height": 600}
PAGE = {"width": 1080, "height": 760}
QUIET = {"MEMORYX_EXTRACTION_AUTO": "false"}
MEMORIES = (
    ("Allergic to peanuts", "preference"),
    ("以后回答都用简体中文", "preference"),
    ("Building a browser extension that keeps one memory across chats", "objective"),
    ("会用 TypeScript 和 Python", "skill"),
    ("Lives in Lisbon", "context"),
    ("偏好短的回答", "preference"),
)
SAID = "I'm allergic to shellfish and I live in Porto. I prefer tabs over spaces."


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of one screen; `options` go to its World. A whole page is taken in its length."""

    show: Show
    size: Mapping[str, int] = field(default_factory=lambda: PAGE)
    options: Mapping[str, object] = field(default_factory=lambda: {"settings": QUIET})
    whole: bool = False


def _remembering(world: World) -> None:
    for text, kind in MEMORIES:
        world.companion.call("memories.create", text=text, type=kind)


def _popup(world: World) -> Page:
    popup = world.popup_over(world.open("claude-hub"))
    popup.set_viewport_size({"width": POPUP["width"], "height": POPUP["height"]})
    return popup


def _popup_full(world: World) -> Page:
    _remembering(world)
    popup = _popup(world)
    expect(popup.locator("#memories li")).to_have_count(len(MEMORIES))
    return popup


def _popup_extracted(world: World) -> Page:
    _remembering(world)
    chat = world.open("claude-hub")
    chat.say(SAID)
    popup = world.popup_over(chat)
    popup.set_viewport_size({"width": POPUP["width"], "height": POPUP["height"]})
    popup.locator("#extract").click()
    expect(popup.locator("#undo")).to_be_visible(timeout=30_000)
    return popup


def _popup_undecided(world: World) -> Page:
    chat = world.open("claude-hub")
    chat.say(SAID)
    eventually(lambda: world.memories(status="pending"))
    _remembering(world)
    popup = world.popup_over(chat)
    popup.set_viewport_size({"width": POPUP["width"], "height": POPUP["height"]})
    expect(popup.locator('[data-choice="keep"]').first).to_be_visible()
    return popup


def _popup_elsewhere(world: World) -> Page:
    _remembering(world)
    popup = world.context.new_page()
    popup.set_viewport_size({"width": POPUP["width"], "height": POPUP["height"]})
    popup.goto(f"chrome-extension://{world.id}/popup/popup.html")
    popup.locator("#context-question").fill("Am I allergic to peanuts?")
    popup.locator("#context-question").press("Enter")
    expect(popup.locator("#context-result")).not_to_be_empty()
    popup.locator("#remember").click()
    return popup


def _opened(world: World, path: str, ready: str) -> Page:
    page = world.context.new_page()
    page.set_viewport_size({"width": PAGE["width"], "height": PAGE["height"]})
    page.goto(f"chrome-extension://{world.id}/{path}")
    expect(page.locator(ready)).to_be_visible(timeout=60_000)
    return page


def _settings(world: World) -> Page:
    return _opened(world, "settings/settings.html", "#data")


def _settings_wrong(world: World) -> Page:
    page = _settings(world)
    page.locator("#preset").select_option("OpenAI")
    page.locator('[data-key="llm.api_key"] input').fill("no-keyring-here")
    page.locator('[data-key="llm.api_key"] input').press("Enter")
    page.locator('[data-key="recall.limit"] input').fill("70")
    page.locator('[data-key="recall.limit"] input').press("Tab")
    page.locator('[data-key="recall.budget_tokens"] input').fill("200")
    page.locator('[data-key="recall.budget_tokens"] input').press("Tab")
    expect(page.locator('[data-key="recall.budget_tokens"] .status')).not_to_be_empty()
    return page


def _settings_away(world: World) -> Page:
    return _opened(world, "settings/settings.html", "#away a")


def _settings_erase(world: World) -> Page:
    page = _settings(world)
    page.locator("#erase").click()
    return page


def _welcome_missing(world: World) -> Page:
    return _opened(world, "welcome/welcome.html", "#command")


def _welcome_recalled(world: World) -> Page:
    page = _opened(world, "welcome/welcome.html", "#companion[data-done]")
    page.locator("#model-skip").click()
    page.locator("#tell-text").fill("I am allergic to peanuts / 我对花生过敏")
    page.locator("#tell-text").press("Enter")
    expect(page.locator("#tell-said")).not_to_be_empty()
    page.locator("#ask-text").fill("Which snacks fit my peanut allergy? 我对什么过敏？")
    page.locator("#ask-text").press("Enter")
    expect(page.locator("#preview")).to_be_visible()
    return page


_AWAY = {"installed": False}
_UNSURE = {"settings": {"MEMORYX_EXTRACTION_MIN_CONFIDENCE_AUTO": "1"}}
_FORCED = {"settings": {**QUIET, "MEMORYX_RECALL_HALF_LIFE_DAYS": "9"}}
_GREETED = {"settings": QUIET, "welcome": True}

SCENES: dict[str, Scene] = {
    "popup-empty": Scene(_popup, POPUP),
    "popup-full": Scene(_popup_full, POPUP),
    "popup-extracted": Scene(_popup_extracted, POPUP),
    "popup-undecided": Scene(_popup_undecided, POPUP, _UNSURE),
    "popup-elsewhere": Scene(_popup_elsewhere, POPUP),
    "popup-no-companion": Scene(_popup, POPUP, _AWAY),
    "settings": Scene(_settings, options=_FORCED, whole=True),
    "settings-wrong": Scene(_settings_wrong, whole=True),
    "settings-erase": Scene(_settings_erase),
    "settings-no-companion": Scene(_settings_away, options=_AWAY),
    "welcome-no-companion": Scene(_welcome_missing, options={**_AWAY, "welcome": True}, whole=True),
    "welcome-recalled": Scene(_welcome_recalled, options=_GREETED, whole=True),
    **{name: Scene(show) for name, show in LIBRARY.items()},
    **{name: Scene(show, options=_AWAY) for name, show in AWAY.items()},
}
