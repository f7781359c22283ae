"""A real Chromium with the real extension, the real host and the sites' real names on loopback.

The parts, from outside in: `World` (one browser, one host, one person's data), `Chat` (what a
person does on a chat page), `Companion` (the host asked over pipes of its own), `SiteServer` (the
pages), `NativeHost` (how the browser finds the host), `chaos_host` (a host that misbehaves on
demand).
"""

from tests.browser.harness.chat import LAYOUTS, Chat, Layout
from tests.browser.harness.companion import Companion
from tests.browser.harness.native import NativeHost
from tests.browser.harness.sites import SiteServer, build_sites
from tests.browser.harness.world import World

__all__ = [
    "LAYOUTS",
    "Chat",
    "Companion",
    "Layout",
    "NativeHost",
    "SiteServer",
    "World",
    "build_sites",
]
