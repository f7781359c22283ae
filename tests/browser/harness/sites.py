"""The fixture pages, built by esbuild, over TLS on loopback under the sites' own names."""

from __future__ import annotations

import http.server
import ssl
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import trustme

TESTS = Path(__file__).resolve().parents[2]
HOSTS = ("chatgpt.com", "chat.openai.com", "claude.ai", "gemini.google.com")
DEFAULT_LAYOUT = {
    "chatgpt.com": "chatgpt-a",
    "chat.openai.com": "chatgpt-a",
    "claude.ai": "claude-classic",
    "gemini.google.com": "gemini",
}

# The sites let their pages talk to themselves only; so an extension cannot lean on the page.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'"
)


def build_sites(output: Path) -> None:
    """Bundle the fixture pages with their real editors into `output`."""
    script = TESTS / "browser" / "sites" / "build.mjs"
    done = subprocess.run(
        ["node", str(script), str(output)],
        cwd=TESTS,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the fixture pages did not build:\n{done.stdout}{done.stderr}")


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    pages: Path
    layouts: dict[str, str]
    options: dict[str, str]


class _Handler(http.server.BaseHTTPRequestHandler):
    """Answers every path of a site with its page, as a server of a single-page application does."""

    protocol_version = "HTTP/1.1"
    server: _Server
    timeout = 30

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        host = (self.headers.get("Host") or "").partition(":")[0]
        layout = self.server.layouts.get(host)
        if layout is None or url.path == "/favicon.ico":
            self.send_error(404)
            return
        options = self.server.options.get(host)
        if options and not url.query:
            self.send_response(302)
            self.send_header("Location", f"{url.path}?{options}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = (self.server.pages / f"{layout}.html").read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: a browser asks for icons that no fixture has."""


class SiteServer:
    """Serves the pages in `pages`; `layouts` says which layout a host name shows just now.

    Chromium reaches it by `resolver_rules`, whatever certificate it shows.
    """

    def __init__(self, pages: Path) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.pages = pages
        self._server.layouts = dict(DEFAULT_LAYOUT)
        self._server.options = {}
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert(*HOSTS).configure_cert(context)
        # The handshake happens in the request's own thread: a slow client delays nobody.
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def layouts(self) -> dict[str, str]:
        """Host name → layout; change it before a page is opened."""
        return self._server.layouts

    @property
    def options(self) -> dict[str, str]:
        """Host name → query: how its site behaves where an address does not say."""
        return self._server.options

    @property
    def resolver_rules(self) -> str:
        """The value of Chromium's `--host-resolver-rules`; all other names lead nowhere."""
        port = self._server.server_port
        rules = [f"MAP {host} 127.0.0.1:{port}" for host in HOSTS]
        return ", ".join([*rules, "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1"])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=10)
