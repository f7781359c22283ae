"""What a person sets on the settings page, against the real host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.browser.conftest import NewWorld, opened
from tests.browser.harness import SiteServer, World
from tests.browser.harness.axe import findings
from tests.browser.harness.companion import eventually
from tests.browser.harness.message import take_apart
from tests.support.openai_server import OpenAIServer

START_MS = 60_000
"""The companion is there by then, also on a machine that has much else to do."""
KEYRING = """
import json, pathlib
from keyring.backend import KeyringBackend

FILE = pathlib.Path(__file__).with_name("stored.json")

class FileKeyring(KeyringBackend):
    priority = 0.5

    def _all(self):
        return json.loads(FILE.read_text()) if FILE.exists() else {}

    def get_password(self, service, username):
        return self._all().get(f"{service}/{username}")

    def set_password(self, service, username, password):
        FILE.write_text(json.dumps(self._all() | {f"{service}/{username}": password}))

    def delete_password(self, service, username):
        kept = self._all()
        del kept[f"{service}/{username}"]
        FILE.write_text(json.dumps(kept))
"""


@pytest.fixture(scope="module")
def world(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world that the tests of this module share."""
    settings = {"MEMORYX_RECALL_HALF_LIFE_DAYS": "9", "MEMORYX_RECALL_WEIGHTS": '{"level": 0.2}'}
    folder = tmp_path_factory.mktemp("settings")
    with opened(World(playwright, sites, folder, settings=settings)) as shared:
        yield shared


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    """The settings page, once the host has answered."""
    shown = show(world)
    yield shown
    shown.close()


def show(world: World) -> Page:
    """Open the settings page in a tab."""
    page = world.context.new_page()
    page.goto(f"chrome-extension://{world.id}/settings/settings.html")
    expect(page.locator("#model")).to_be_visible(timeout=START_MS)
    return page


def setting(page: Page, key: str) -> Locator:
    """One setting's row."""
    return page.locator(f'.setting[data-key="{key}"]')


def stored(world: World, key: str) -> object:
    """What the host has."""
    value: object = world.companion.call("settings.get")["values"][key]
    return value


def test_each_setting_of_the_host_has_its_place(world: World, page: Page) -> None:
    """With a title and an explanation; none is left over."""
    for key in world.companion.call("settings.get")["values"]:
        row = setting(page, key)
        expect(row).to_have_count(1)
        expect(row.locator("label")).not_to_have_text(key)
        expect(row.locator(".about p")).not_to_be_empty()
    expect(page.locator("#other")).to_have_count(0)


def test_a_change_is_saved_undone_and_put_back_to_its_default(world: World, page: Page) -> None:
    """By keyboard, and the host has it each time."""
    row = setting(page, "recall.limit")
    row.locator("input").fill("7")
    row.locator("input").press("Tab")
    expect(row.locator(".status")).to_have_text("Saved")
    assert stored(world, "recall.limit") == 7
    row.get_by_role("button", name="Undo").press("Enter")
    expect(row.locator("input")).to_have_value("5")
    assert stored(world, "recall.limit") == 5
    row.locator("input").fill("9")
    row.locator("input").press("Enter")
    row.get_by_role("button", name="Back to default (5)").press("Enter")
    expect(row.locator("input")).to_have_value("5")
    eventually(lambda: stored(world, "recall.limit"), lambda value: value == 5)
    text = (world.host.home / "config.toml").read_text(encoding="utf-8")
    assert "limit" not in text


def test_a_value_out_of_bounds_is_refused_at_its_field(world: World, page: Page) -> None:
    """What was typed stays to be corrected; the host keeps what it had."""
    row = setting(page, "recall.limit")
    field = row.locator("input")
    for wrong, words in (
        ("70", "Enter a number from 1 to 20. Whole numbers only."),
        ("2.5", "Enter a number from 1 to 20. Whole numbers only."),
        ("", "Enter a number from 1 to 20. Whole numbers only."),
    ):
        field.fill(wrong)
        field.press("Tab")
        expect(row.locator(".status")).to_have_text(words)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_value(wrong)
        assert stored(world, "recall.limit") == 5
    field.fill("6")
    field.press("Tab")
    expect(row.locator(".status")).to_have_text("Saved")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_the_hosts_own_words_stand_at_a_field_that_has_no_bounds(page: Page) -> None:
    """A text that is too long is refused by the host, and the field says so."""
    row = setting(page, "llm.model")
    row.locator("input").fill("m" * 2_001)
    row.locator("input").press("Tab")
    expect(row.locator(".status")).to_contain_text("2000 characters")
    row.locator("input").fill("")
    row.locator("input").press("Tab")


def test_what_the_environment_sets_is_shown_as_such(page: Page) -> None:
    """It cannot be changed here, and the variable's own name stands there."""
    for key, variable in (
        ("recall.half_life_days", "MEMORYX_RECALL_HALF_LIFE_DAYS"),
        ("recall.weights.level", "MEMORYX_RECALL_WEIGHTS"),
    ):
        row = setting(page, key)
        expect(row.locator("input")).to_be_disabled()
        expect(row.locator(".forced")).to_have_text(f"Set by {variable} on this computer")


def test_a_site_that_is_switched_off_gets_nothing(world: World, page: Page) -> None:
    """From the next message on, and no other site minds."""
    world.companion.call("memories.create", text="Allergic to peanuts", type="preference")
    world.ready()
    switch = setting(page, "sites.gemini.inject").locator("input")
    switch.press("Space")
    expect(setting(page, "sites.gemini.inject").locator(".status")).to_have_text("Saved")
    gemini = world.open("gemini")
    assert not take_apart(gemini.say("plan a dinner, am I allergic?")).memories
    claude = world.open("claude-hub")
    assert take_apart(claude.say("plan a dinner, am I allergic?")).memories
    switch.press("Space")
    gemini.page.close()
    claude.page.close()


def test_only_what_matters_for_the_chosen_embedding_is_shown(world: World, page: Page) -> None:
    """An endpoint has an address and a key; the built-in model has neither."""
    choice = setting(page, "embedding.provider").locator("select")
    expect(setting(page, "embedding.base_url")).to_be_hidden()
    choice.select_option("openai")
    expect(setting(page, "embedding.base_url")).to_be_visible()
    expect(setting(page, "embedding.api_key")).to_be_visible()
    expect(setting(page, "embedding.path")).to_be_hidden()
    choice.select_option("local")
    expect(setting(page, "embedding.base_url")).to_be_hidden()
    eventually(lambda: stored(world, "embedding.provider"), lambda value: value == "local")


def test_options_of_the_extension_are_kept(world: World, page: Page) -> None:
    """Receipt and preview hold after a reload, without the host knowing of them."""
    setting(page, "options.receipt").locator("input").press("Space")
    setting(page, "options.preview").locator("input").press("Space")
    expect(setting(page, "options.preview").locator(".status")).to_have_text("Saved")
    page.reload()
    expect(setting(page, "options.receipt").locator("input")).not_to_be_checked()
    expect(setting(page, "options.preview").locator("input")).to_be_checked()
    for name in ("receipt", "preview"):
        setting(page, f"options.{name}").get_by_role("button", name="Back to default").click()
    options = eventually(
        lambda: world.ask("worker.options")["result"], lambda o: o["receipt"] and not o["preview"]
    )
    assert options["language"] == "auto"


@pytest.mark.parametrize(
    ("choice", "tag", "words"), [("zh_CN", "zh-CN", "设置"), ("zh_TW", "zh-TW", "設定")]
)
def test_the_interface_speaks_the_chosen_language(
    world: World, page: Page, choice: str, tag: str, words: str
) -> None:
    """On every page, whatever the browser speaks; and back again."""
    setting(page, "options.language").locator("select").select_option(choice)
    expect(page.locator("h1")).to_have_text(words)
    expect(page.locator("html")).to_have_attribute("lang", tag)
    popup = world.context.new_page()
    popup.goto(f"chrome-extension://{world.id}/popup/popup.html")
    expect(popup.locator('nav a[href*="settings"]')).to_have_text(words)
    popup.close()
    expect(page.locator("#model")).to_be_visible()
    setting(page, "options.language").locator("select").select_option("auto")
    expect(page.locator("h1")).to_have_text("Settings")


def test_a_model_is_set_up_with_a_key_and_tested(new_world: NewWorld, tmp_path: Path) -> None:
    """Preset, address, key into the keyring, test: right and wrong, in plain words."""
    folder = tmp_path / "config" / "python_keyring"
    folder.mkdir(parents=True)
    (folder / "filering.py").write_text(KEYRING, encoding="utf-8")
    (folder / "keyringrc.cfg").write_text(
        f"[backend]\ndefault-keyring=filering.FileKeyring\nkeyring-path={folder}\n",
        encoding="utf-8",
    )
    env = {"PYTHON_KEYRING_BACKEND": "", "XDG_CONFIG_HOME": str(tmp_path / "config")}
    world = new_world(settings=env)
    with OpenAIServer() as server:
        server.key = "right-key"
        page = show(world)
        expect(page.locator("#model .leaving")).to_contain_text("nothing of your chats leaves")
        page.locator("#preset").select_option("Ollama")
        expect(setting(page, "llm.model").locator("input")).to_have_value("qwen2.5:7b")
        setting(page, "llm.base_url").locator("input").fill(server.base_url)
        setting(page, "llm.base_url").locator("input").press("Tab")
        expect(page.locator("#model .leaving")).to_contain_text("127.0.0.1")
        expect(page.locator("#preset")).to_have_value("")
        key = setting(page, "llm.api_key")
        for value, words, tone in (
            ("wrong-key", "refused the key", "bad"),
            ("right-key", "It works", "good"),
        ):
            key.locator("input").fill(value)
            key.locator("input").press("Enter")
            expect(key.locator(".status")).to_have_text("Saved in the keyring")
            expect(key.locator("input")).to_have_value("")
            page.locator("#test").press("Enter")
            expect(page.locator("#test-said")).to_contain_text(words)
            expect(page.locator("#test-said")).to_have_attribute("data-tone", tone)
        assert "right-key" in (folder / "stored.json").read_text(encoding="utf-8")
        page.reload()
        expect(key.locator(".about p")).to_contain_text("A key is in this system’s keyring")
        assert "right-key" not in page.content()
        key.get_by_role("button", name="Remove key").press("Enter")
        expect(page.locator("dialog")).to_be_visible()
        assert findings(page) == []
        page.locator("dialog").get_by_role("button", name="Remove key").click()
        expect(key.locator(".about p")).to_contain_text("No key yet")
        assert json.loads((folder / "stored.json").read_text(encoding="utf-8")) == {}


def test_without_a_keyring_it_says_how_a_key_is_given(page: Page) -> None:
    """The remedy stands at the field, before anything is typed and after."""
    key = setting(page, "llm.api_key")
    expect(key.locator(".about p")).to_contain_text("MEMORYX_API_KEY")
    key.locator("input").fill("some-key")
    key.locator("input").press("Enter")
    expect(key.locator(".status")).to_contain_text("MEMORYX_API_KEY")


def test_without_a_companion_it_says_what_to_do_and_goes_on_by_itself(
    new_world: NewWorld,
) -> None:
    """The extension's own options can be set meanwhile."""
    world = new_world(installed=False)
    page = world.context.new_page()
    page.goto(f"chrome-extension://{world.id}/settings/settings.html")
    expect(page.locator("#away-words")).to_contain_text("python3 installer")
    expect(setting(page, "options.language").locator("select")).to_be_enabled()
    assert findings(page) == []
    world.host.register()
    expect(page.locator("#model")).to_be_visible(timeout=20_000)
    expect(page.locator("#away")).to_be_hidden()


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_accessible(new_world: NewWorld, dark: bool) -> None:
    """axe-core finds nothing serious, in light and in dark."""
    page = show(new_world(dark=dark))
    page.locator("#preset").select_option("OpenAI")
    setting(page, "recall.limit").locator("input").fill("99")
    setting(page, "recall.limit").locator("input").press("Tab")
    assert findings(page) == []
