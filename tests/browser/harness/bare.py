"""The bare bridge: an extension and a host that do nothing but carry a message to and fro.

What a page → content script → worker → native host → back costs in this browser on this machine,
so that the product's own share of a send can be told from it.
"""

from __future__ import annotations

import base64
import json
import shlex
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page

from tests.browser.harness.native import extension_id

NAME = "com.memoryx.bare"
WORKER = f"""\
let port = null;
const waiting = new Map();
function connect() {{
  if (port) return port;
  port = chrome.runtime.connectNative("{NAME}");
  port.onMessage.addListener((message) => {{
    waiting.get(message.id)(message);
    waiting.delete(message.id);
  }});
  port.onDisconnect.addListener(() => {{ port = null; }});
  return port;
}}
chrome.runtime.onMessage.addListener((message, _sender, reply) => {{
  waiting.set(message.id, reply);
  connect().postMessage(message);
  return true;
}});
"""
CONTENT = """\
addEventListener("bare-bridge", async (event) => {
  const reply = await chrome.runtime.sendMessage(JSON.parse(event.detail));
  dispatchEvent(new CustomEvent("bare-bridge-back", { detail: JSON.stringify(reply) }));
});
"""
HOST = """\
import struct, sys
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
while len(head := stdin.read(4)) == 4:
    stdout.write(head + stdin.read(struct.unpack("=I", head)[0]))
    stdout.flush()
"""
ROUND_TRIP = """\
({ id, text }) => new Promise((resolve) => {
  const began = performance.now();
  addEventListener("bare-bridge-back", () => resolve(performance.now() - began), { once: true });
  dispatchEvent(new CustomEvent("bare-bridge", { detail: JSON.stringify({ id, text }) }));
})
"""


class BareBridge:
    """Writes the extension (`self.extension`) and registers its host in a browser profile."""

    def __init__(self, folder: Path, profile: Path) -> None:
        self.extension = folder / "bare-extension"
        self.extension.mkdir(parents=True)
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()
        public = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        manifest = self.extension / "manifest.json"
        manifest.write_text(
            json.dumps(
                {
                    "manifest_version": 3,
                    "name": "bare bridge",
                    "version": "1",
                    "key": base64.b64encode(public).decode(),
                    "permissions": ["nativeMessaging"],
                    "background": {"service_worker": "worker.js"},
                    "content_scripts": [
                        {
                            "matches": ["https://*/*"],
                            "js": ["content.js"],
                            "run_at": "document_start",
                        }
                    ],
                }
            )
        )
        (self.extension / "worker.js").write_text(WORKER)
        (self.extension / "content.js").write_text(CONTENT)
        script = folder / "bare_host.py"
        script.write_text(HOST)
        launcher = folder / "bare-host"
        launcher.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-I', str(script)])}\n")
        launcher.chmod(0o755)
        hosts = profile / "NativeMessagingHosts"
        hosts.mkdir(parents=True, exist_ok=True)
        (hosts / f"{NAME}.json").write_text(
            json.dumps(
                {
                    "name": NAME,
                    "description": "bare bridge",
                    "path": str(launcher),
                    "type": "stdio",
                    "allowed_origins": [f"chrome-extension://{extension_id(manifest)}/"],
                }
            )
        )
        self._last = 0

    def round_trip(self, page: Page, text: str) -> float:
        """Milliseconds for one message with `text` from the page to the host and back."""
        self._last += 1
        took: float = page.evaluate(ROUND_TRIP, {"id": self._last, "text": text})
        return took
