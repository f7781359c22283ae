"""What a person does in the library, with the real host behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.browser.conftest import NewWorld, opened
from tests.browser.harness import SiteServer, World
from tests.browser.harness.companion import eventually
from tests.browser.library_world import fill_library

SETTINGS = {"MEMORYX_EXTRACTION_AUTO": "false", "MEMORYX_EMBEDDING_PROVIDER": "off"}
Go = Callable[[str], Page]


@pytest.fixture(scope="module")
def world(
    playwright: Playwright, sites: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """One life for all tests here; each makes what it changes."""
    with opened(World(playwright, sites, tmp_path_factory.mktemp("w"), settings=SETTINGS)) as made:
        yield made


@pytest.fixture(scope="module")
def ids(world: World) -> dict[str, str]:
    return fill_library(world.companion)


@pytest.fixture
def go(world: World, ids: dict[str, str]) -> Iterator[Go]:
    """Opens a place of the library in a tab of the test's own."""
    page = world.context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))

    def open_place(place: str) -> Page:
        return open_library(world, page, place)

    yield open_place
    page.close()
    assert failures == []


def open_library(world: World, page: Page, place: str) -> Page:
    page.goto(f"chrome-extension://{world.id}/library/library.html?{place}#/{place}")
    page.locator("html[data-ready=yes]").wait_for()
    return page


def rows(page: Page) -> Locator:
    return page.locator(".grid-row .words > :first-child")


def remember(world: World, text: str, **more: object) -> str:
    id_: str = world.companion.call("memories.create", text=text, **more)["memory"]["id"]
    return id_


def test_the_list_is_searched_as_one_types(go: Go) -> None:
    """Each letter narrows, in English and in Chinese; the address keeps it; clearing ends it."""
    page = go("memories")
    everything = rows(page).count()
    search = page.get_by_role("searchbox")
    search.press_sequentially("postgr")
    expect(rows(page)).to_have_text(["Prefers PostgreSQL over MySQL for side projects"])
    expect(page.locator(".grid")).to_have_attribute("aria-rowcount", "1")
    expect(page).to_have_url(re.compile("q=postgr$"))  # it follows the last letter
    search.fill("泳")
    expect(rows(page)).to_have_text(["每周三和周五晚上去游泳"])
    search.fill("nothing like this")
    page.get_by_role("button", name="Clear search and filters").click()
    expect(rows(page)).to_have_count(everything)
    expect(search).to_be_focused()


def test_filters_and_order_stand_in_the_address(go: Go) -> None:
    """What was chosen narrows, survives a reload, and works together."""
    page = go("memories")
    page.get_by_label("Type", exact=True).select_option("preference")
    page.get_by_label("Project", exact=True).select_option("Atlas")
    expect(rows(page)).to_have_text(["Prefers PostgreSQL over MySQL for side projects"])
    page.reload()
    expect(rows(page)).to_have_text(["Prefers PostgreSQL over MySQL for side projects"])
    expect(page.get_by_label("Type", exact=True)).to_have_value("preference")
    page = go("memories?sort=oldest")
    expect(rows(page).first).to_have_text("会用 TypeScript 和 Python")
    page = go("memories?sensitive=yes")
    expect(rows(page)).to_have_text(["Phone is 415-555-0132"])


def test_several_are_dealt_with_at_once(world: World, go: Go) -> None:
    """Chosen by keyboard and mouse, they are suspended, moved and, when confirmed, deleted."""
    for i in range(4):
        remember(world, f"Batch fact number {i}")
    page = go("memories?q=batch&sort=oldest")
    grid = page.locator(".grid")
    grid.focus()
    grid.press("Space")
    grid.press("Shift+ArrowDown")
    grid.press("Shift+ArrowDown")
    expect(page.locator(".batch strong")).to_have_text("3 selected")
    page.locator(".grid-row").nth(3).locator(".tick").click()
    expect(page.locator(".batch strong")).to_have_text("4 selected")
    page.get_by_role("button", name="Suspend").click()
    expect(page.locator(".grid-row .chip.suspended")).to_have_count(4)
    expect(page.locator(".batch")).to_be_hidden()
    grid.focus()
    grid.press("Home")
    grid.press("Space")
    page.get_by_role("button", name="Select all that fit").click()
    expect(page.locator(".batch strong")).to_have_text("4 selected")
    page.get_by_label("Move to").select_option("Atlas")
    expect(page.locator(".batch")).to_be_hidden()
    assert len(world.memories(query="batch", project="Atlas")) == 4
    grid.focus()
    grid.press("Space")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert len(world.memories(query="batch")) == 4
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(rows(page)).to_have_count(3)
    assert len(world.memories(query="batch")) == 3


def test_a_memory_is_edited_and_brought_back(world: World, go: Go) -> None:
    """All fields change, the history shows what, and going back works."""
    id_ = remember(world, "Drinks green tea", type="preference")
    page = go(f"memory/{id_}")
    save = page.get_by_role("button", name="Save changes")
    expect(save).to_be_disabled()
    page.get_by_label("What it says").fill("Drinks black tea")
    page.get_by_label("Tags", exact=True).fill("drink, morning")
    page.get_by_label("Project", exact=True).fill("Home")
    page.get_by_label("Expires").fill("2031-05-04")
    page.get_by_label("Sensitive").check()
    save.click()
    expect(page.locator("h1")).to_have_text("Drinks black tea")
    memory = world.companion.call("memories.get", id=id_)["memory"]
    assert (memory["tags"], memory["project"], memory["level"]) == (
        ["drink", "morning"],
        "Home",
        "project",
    )
    assert memory["sensitive"]
    assert memory["expires_at"].startswith("2031-05-0")
    newest = page.locator(".version").first
    expect(newest.locator("del").first).to_have_text("green")
    expect(newest.locator("ins").first).to_have_text("black")
    expect(newest).to_contain_text("drink, morning")
    expect(page.locator(".reasons")).to_contain_text("Marked as sensitive")
    page.get_by_role("button", name="Go back to version 1").click()
    expect(page.locator("h1")).to_have_text("Drinks green tea")
    page.get_by_role("button", name="Pin").click()
    expect(page.locator(".reasons")).to_contain_text("comes first in every chat")
    page.get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Memories")
    assert world.memories(query="tea") == []


def test_what_was_typed_is_not_lost_by_a_slip(world: World, go: Go) -> None:
    """Leaving an edited memory asks first; staying keeps the words."""
    id_ = remember(world, "Collects stamps")
    page = go(f"memory/{id_}")
    words = page.locator(".editor textarea")
    words.fill("Collects old stamps")
    page.locator("[data-view=projects]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("has not been saved")
    page.keyboard.press("Escape")
    expect(words).to_have_value("Collects old stamps")
    expect(page).to_have_url(re.compile(f"#/memory/{id_}$"))
    page.locator("[data-view=projects]").click()
    dialog.get_by_role("button", name="Leave without saving").click()
    expect(page.locator("h1")).to_have_text("Projects")
    page.goto(page.url.split("#")[0] + f"#/memory/{id_}")
    expect(words).to_have_value("Collects stamps")
    words.fill("Collects rare stamps")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("h1")).to_have_text("Collects rare stamps")
    page.locator("[data-view=projects]").click()
    expect(page.locator("h1")).to_have_text("Projects")


def test_a_memory_leads_to_its_chat_and_its_recalls(go: Go, ids: dict[str, str]) -> None:
    """The quote is the exact turn; it leads to it in the conversation, and to the site."""
    page = go(f"memory/{ids['memory']}")
    expect(page.locator(".quote blockquote")).to_have_text(
        "My name is Ana, by the way, and I work as a nurse."
    )
    site = page.get_by_role("link", name="Open in Claude")
    expect(site).to_have_attribute("href", "https://claude.ai/chat/trip")
    expect(site).to_have_attribute("rel", re.compile("noopener"))
    page.get_by_role("link", name="show in the conversation").click()
    expect(page.locator(".turn.named")).to_contain_text("I work as a nurse")


def test_back_from_a_memory_is_where_one_was(go: Go) -> None:
    """Narrowing, place and focus are as they were."""
    page = go("memories")
    page.get_by_label("Type", exact=True).select_option("context")
    grid = page.locator(".grid")
    grid.focus()
    grid.press("ArrowDown")
    grid.press("ArrowDown")
    name = page.locator(".grid-row.active .words > :first-child").inner_text()
    grid.press("Enter")
    expect(page.locator("h1")).to_have_text(name)
    page.locator(".back").click()
    expect(grid).to_be_focused()
    expect(page.locator(".grid-row.active")).to_contain_text(name)
    expect(page.get_by_label("Type", exact=True)).to_have_value("context")


def test_a_conversation_is_shown_as_it_was_written(go: Go, ids: dict[str, str]) -> None:
    """Markdown becomes nodes: lists, tables, code; a brief and the memories are at hand."""
    page = go(f"conversation/{ids['conversation']}")
    answer = page.locator(".turn.assistant").first
    expect(answer.locator("ol > li")).to_have_count(3)
    expect(answer.locator("ol ul > li")).to_have_text("sit on the right")
    expect(answer.locator("td")).to_have_text(["Fri", "Belém", "€20", "Sat", "Sintra", "€35"])
    expect(answer.locator("pre code")).to_contain_text("def days(trip: list[str]) -> int:")
    expect(answer.get_by_role("link", name="tasca")).to_have_attribute(
        "rel", re.compile("noopener")
    )
    expect(page.get_by_role("link", name="Name is Ana")).to_be_visible()
    page.get_by_role("button", name="Hand-off brief").click()
    expect(page.locator(".brief .markdown")).not_to_be_empty()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download").click()
    assert caught.value.suggested_filename == "Three days in Lisbon.md"
    assert "Belém" in caught.value.path().read_text(encoding="utf-8")


def test_conversations_are_found_assigned_and_deleted(world: World, go: Go) -> None:
    """Found by a word that was said; put into a project and out again; deleted with a choice."""
    world.companion.say("gone", "My name is Zoltan", title="A chat to delete")
    chat = {"site": "claude", "conversation_id": "gone"}
    world.companion.call("conversations.extract", **chat, mode="manual")
    page = go("conversations")
    page.get_by_role("searchbox").fill("zoltan")
    expect(rows(page)).to_have_text(["A chat to delete"])
    page.locator(".grid").press("Enter")
    expect(page.locator("h1")).to_have_text("A chat to delete")
    page.get_by_label("Project", exact=True).select_option("Atlas")
    stored = lambda: world.companion.call("conversations.get", **chat)["conversation"]["project"]  # noqa: E731  # one word, used twice
    eventually(stored, lambda project: project == "Atlas")
    page.get_by_label("Project", exact=True).select_option("")
    eventually(stored, lambda project: project is None)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_label("Suspend them").check()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Conversations")
    assert world.memories(query="zoltan", status="suspended")


def test_open_questions_are_gone_through_by_keys(new_world: NewWorld) -> None:
    """An uncertain one is edited and kept; a conflict shows both quotes and is settled by a key."""
    world = new_world(settings=SETTINGS)
    fill_library(world.companion)
    page = open_library(world, world.context.new_page(), "review")
    expect(page.locator(".case-question")).to_have_text("Is this right?")
    page.keyboard.press("e")
    box = page.locator(".case-edit textarea")
    expect(box).to_be_focused()
    box.fill("Works at Acme as a senior nurse")
    box.press("Control+Enter")
    expect(page.locator(".case-question")).to_have_text("Do these contradict each other?")
    expect(page.locator(".side-memory")).to_have_count(2)
    expect(page.locator(".quote blockquote").last).to_have_text("I hate night trains.")
    page.keyboard.press("y")
    expect(page.get_by_role("heading", name="Nothing to decide")).to_be_visible()
    assert world.memories(query="senior", status="active")
    assert world.memories(query="hates night", status="active")
    assert world.memories(query="loves night", status="superseded")


def test_projects_are_made_named_and_deleted(world: World, go: Go) -> None:
    """A project that holds memories asks what becomes of them; moving loses none."""
    page = go("projects")
    page.get_by_role("textbox", name="Project").fill("Garden")
    page.get_by_role("button", name="Create project").click()
    page.get_by_role("button", name="Rename Garden").click()
    page.get_by_role("textbox", name="Rename Garden").fill("Balcony")
    page.get_by_role("textbox", name="Rename Garden").press("Enter")
    expect(page.get_by_role("rowheader", name="Balcony")).to_be_visible()
    remember(world, "Waters the basil on Mondays", project="Balcony")
    page.reload()
    page.get_by_role("button", name="Delete Balcony").click()
    page.get_by_role("dialog").get_by_label("Move them to Atlas").check()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("rowheader", name="Balcony")).to_be_hidden()
    assert "Waters the basil on Mondays" in world.memories(project="Atlas")
    page.get_by_role("textbox", name="Project").fill("atlas")
    page.get_by_role("button", name="Create project").click()
    expect(page.locator("#said")).to_have_attribute("data-tone", "bad")


def test_the_recall_log_says_why_and_takes_feedback(world: World, go: Go) -> None:
    """Each recall with its message, what came and why; a word on it is kept."""
    page = go("recalls")
    recall = page.locator(".recall", has_text="peanuts in satay")
    hit = recall.locator(".hits > li", has_text="Allergic to peanuts")
    expect(hit).to_contain_text("words in common")
    hit.get_by_role("button", name="Useful").click()
    expect(hit.get_by_role("button", name="Useful")).to_have_attribute("aria-pressed", "true")
    hit.get_by_role("button", name="Wrong").click()
    expect(hit.get_by_role("button", name="Wrong")).to_have_attribute("aria-pressed", "true")
    assert world.memories(query="peanuts", status="suspended")
    hit.get_by_role("button", name="Wrong").click()
    expect(page.locator("#said")).to_have_text("Taken back.")
    assert world.memories(query="peanuts", status="active")
    hit.get_by_role("button", name="Useful").click()
    expect(hit.get_by_role("button", name="Useful")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".recall", has_text="hello")).to_contain_text("A greeting")
    page.get_by_label("Sent", exact=True).select_option("no")
    expect(page.locator(".recall")).to_have_count(1)
    (entry,) = [e for e in world.companion.items("recall.log") if "satay" in e["text"]]
    assert list(entry["feedback"].values()) == ["useful"]


def test_insights_draw_what_the_host_counted(world: World, go: Go) -> None:
    """The charts have names, numbers as a table, and lead to the lists behind them."""
    page = go("insights")
    chart = page.locator("figure", has_text="New memories per week")
    expect(chart.get_by_role("img")).to_have_attribute("aria-label", re.compile("in all"))
    chart.locator("summary").click()
    added = sum(week["memories"] for week in world.companion.call("stats")["growth"])
    numbers = [int(cell) for cell in chart.locator("td").all_inner_texts()]
    assert (len(numbers) >= 12, sum(numbers)) == (True, added)
    page.locator("figure", has_text="By type").get_by_role("link", name="Skill").click()
    expect(rows(page)).to_have_text(["会用 TypeScript 和 Python"])


def test_what_left_the_machine_is_listed(world: World, go: Go) -> None:
    """Nothing left, and it says so."""
    expect(go("outbound").locator(".empty")).to_contain_text("Nothing has left this machine")


def test_without_a_companion_it_names_the_command_and_comes_back(new_world: NewWorld) -> None:
    """The error says what to run; once the companion is there, a press shows the page."""
    world = new_world(installed=False)
    page = open_library(world, world.context.new_page(), "memories")
    expect(page.locator(".trouble code")).to_have_text("python3 installer")
    world.host.register()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".empty h2")).to_have_text("Nothing remembered yet", timeout=20_000)


def test_an_address_that_leads_nowhere_says_so(go: Go) -> None:
    """A deleted memory's address is told as gone; an unknown view is the list of memories."""
    expect(go("memory/m_gone").locator(".trouble")).to_contain_text("not there any more")
    expect(go("nowhere").locator("h1")).to_have_text("Memories")
