"""The one embedding model that is fetched: pinned, verified, and installed whole or not at all.

multilingual-e5-small in eight bits (MIT licence), the same model as the built-in one, for systems
without its wheel. The hashes are those that the repository itself states for this revision. Any
mirror may be asked, since nothing but these very bytes is taken.
"""

from __future__ import annotations

import hashlib
import http.client
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from memoryx.errors import DownloadFailed, InvalidParams
from memoryx.llm.address import is_near

#: Told bytes that are there, of how many, and of which file.
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file of the model: where it is in the repository, its name here, bytes and SHA-256."""

    source: str
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PinnedModel:
    """A model in a repository at one revision."""

    repository: str
    revision: str
    files: tuple[PinnedFile, ...]

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(file.size for file in self.files)

    def url(self, base: str, file: PinnedFile) -> str:
        """Return a file's address below the host's."""
        return f"{base}/{self.repository}/resolve/{self.revision}/{file.source}"


BASE_URL: Final = "https://huggingface.co"
MODEL: Final = PinnedModel(
    repository="Xenova/multilingual-e5-small",
    revision="761b726dd34fb83930e26aab4e9ac3899aa1fa78",
    files=(
        PinnedFile(
            source="tokenizer.json",
            name="tokenizer.json",
            size=17_082_730,
            sha256="0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
        ),
        PinnedFile(
            source="onnx/model_quantized.onnx",
            name="model_quantized.onnx",
            size=118_308_185,
            sha256="f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
        ),
    ),
)

_PIECE: Final = 1 << 18
_SILENCE_S: Final = 30.0
_RETRY: Final = "Try again: what has arrived is kept. A mirror can be named with --from ADDRESS."


def is_installed(folder: Path, model: PinnedModel = MODEL) -> bool:
    """Whether a folder holds the model, by its sizes: it was verified when it came."""
    return all(_size(folder / file.name) == file.size for file in model.files)


def download(
    folder: Path,
    progress: Progress,
    *,
    base_url: str = BASE_URL,
    model: PinnedModel = MODEL,
) -> bool:
    """Fetch the model into ``folder``; return whether anything had to be fetched.

    What arrived before an interruption is kept beside the folder and gone on with. Raises
    DownloadFailed, or InvalidParams for an address that is not taken.
    """
    base = _checked(base_url)
    if is_installed(folder, model):
        return False
    arriving = folder.with_name(folder.name + ".part")
    try:
        arriving.mkdir(mode=0o700, parents=True, exist_ok=True)
        done = 0
        for file in model.files:
            before = done

            def tell(count: int, before: int = before, name: str = file.name) -> None:
                progress(before + count, model.size, name)

            _fetch(model.url(base, file), file, arriving, tell)
            done += file.size
        if folder.exists():  # incomplete, or of an older version
            shutil.rmtree(folder)
        arriving.replace(folder)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DownloadFailed(
            f"the model cannot be written to {folder.parent}: {reason}",
            remedy=f"Make {model.size // 1_000_000} MB of room there, then try again.",
        ) from error
    return True


def _fetch(url: str, file: PinnedFile, folder: Path, tell: Callable[[int], None]) -> None:
    """Fetch and verify one file, unless it is there already."""
    target, part = folder / file.name, folder / f"{file.name}.part"
    if _size(target) == file.size:
        return
    if (_size(part) or 0) >= file.size:
        part.unlink()  # left by something else
    _receive(url, file, part, tell)
    digest = hashlib.sha256()
    with part.open("rb") as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    if digest.hexdigest() != file.sha256:
        part.unlink()
        raise DownloadFailed(
            f"{urlsplit(url).netloc} gave another {file.name} than the one that is expected",
            remedy="Nothing of it was kept. Try again, or name another mirror with --from ADDRESS.",
        )
    part.replace(target)


def _receive(url: str, file: PinnedFile, part: Path, tell: Callable[[int], None]) -> None:
    """Receive what is missing of a file; its size is right afterwards."""
    there = _size(part) or 0
    headers = {"User-Agent": "MemoryX", "Accept-Encoding": "identity"}
    if there:
        headers["Range"] = f"bytes={there}-"
    host = urlsplit(url).netloc
    try:
        with _open(urllib.request.Request(url, headers=headers)) as answer:
            goes_on = answer.status == 206 and there > 0
            have = there if goes_on else 0
            with part.open("ab" if goes_on else "wb") as stream:
                while piece := answer.read(_PIECE):
                    have += len(piece)
                    if have > file.size:
                        break
                    stream.write(piece)
                    tell(have)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:
            part.unlink(missing_ok=True)
        raise DownloadFailed(f"{host} answered with status {error.code}", remedy=_RETRY) from None
    except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError) as e:
        why = e.reason if isinstance(e, urllib.error.URLError) else type(e).__name__
        raise DownloadFailed(f"{host} cannot be reached: {why}", remedy=_RETRY) from None
    if have > file.size:
        part.unlink()
        raise DownloadFailed(f"{host} gave a longer {file.name} than expected", remedy=_RETRY)
    if have < file.size:
        raise DownloadFailed(
            f"{host} ended after {have:,} of {file.size:,} bytes of {file.name}", remedy=_RETRY
        )


class _OnlyTls(urllib.request.HTTPRedirectHandler):
    """Follows redirections, but not from TLS to the open."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise urllib.error.URLError("it sends us to an address without TLS")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _open(request: urllib.request.Request) -> Any:
    return urllib.request.build_opener(_OnlyTls()).open(request, timeout=_SILENCE_S)


def _checked(base_url: str) -> str:
    """Return an address without its last slash; raises InvalidParams."""
    parts = urlsplit(base_url)
    near = parts.scheme == "http" and parts.hostname is not None and is_near(parts.hostname)
    if not (parts.scheme == "https" and parts.hostname) and not near:
        raise InvalidParams(
            f"base_url: {base_url!r} is no https address",
            remedy=f"Give the address of a mirror of {BASE_URL}.",
        )
    return base_url.rstrip("/")


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size if path.is_file() else None
    except OSError:
        return None
