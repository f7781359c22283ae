"""Write what is generated from the contract: the JSON Schema and the extension's types.

``python -m memoryx.contract.generate`` writes both files into the checkout that it is run from;
``--check`` only compares and exits with 1 when one is not current.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic.json_schema import models_json_schema

from memoryx.contract import METHODS, PROTOCOL_VERSION
from memoryx.errors import MemoryXError

_REF = "#/$defs/"
_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parents[2]


def schema() -> dict[str, Any]:
    """Return one JSON Schema with every method's params and result, and the table of errors."""
    models = {m.params for m in METHODS.values()} | {m.result for m in METHODS.values()}
    pairs = [(model, "validation") for model in sorted(models, key=lambda m: m.__name__)]
    _, definitions = models_json_schema(pairs, ref_template=_REF + "{model}")  # type: ignore[arg-type]  # pairs of literals
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "MemoryX host contract",
        "protocol": PROTOCOL_VERSION,
        "methods": {
            name: {
                "params": {"$ref": _REF + method.params.__name__},
                "result": {"$ref": _REF + method.result.__name__},
                "lane": method.lane.value,
            }
            for name, method in METHODS.items()
        },
        "errors": {
            kind.code: {"code": kind.rpc_code, "retryable": kind.retryable}
            for kind in sorted(_errors(), key=lambda k: -k.rpc_code)
        },
        "$defs": definitions["$defs"],
    }


def types(contract: dict[str, Any]) -> str:
    """Return TypeScript declarations of a contract's schema."""
    lines = [
        "// Generated from the host's contract by memoryx.contract.generate. Do not edit.",
        "",
    ]
    params_only = {m.params.__name__ for m in METHODS.values()}
    for name, definition in sorted(contract["$defs"].items()):
        if name == "JsonValue":
            continue  # any JSON at all: unknown
        lines += _interface(name, definition, sent=name in params_only or _is_input(name))
    lines.append("/** Every method of the host, with its params and its result. */")
    lines.append("export interface Methods {")
    for name, method in contract["methods"].items():
        params, result = (method[k]["$ref"].removeprefix(_REF) for k in ("params", "result"))
        lines.append(f'  "{name}": {{ params: {params}; result: {result} }};')
    lines += ["}", "", "/** The stable words of errors, `error.data.code`. */"]
    codes = " | ".join(f'"{code}"' for code in contract["errors"])
    lines += [f"export type ErrorCode = {codes};", ""]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Write or check the generated files."""
    parser = argparse.ArgumentParser(prog="memoryx.contract.generate")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--schema", type=Path, default=_PACKAGE / "schema.json")
    parser.add_argument("--types", type=Path, default=_CHECKOUT / "extension" / "contract.d.ts")
    options = parser.parse_args(arguments)
    contract = schema()
    stale = False
    for path, text in (
        (options.schema, json.dumps(contract, indent=2, sort_keys=True) + "\n"),
        (options.types, types(contract)),
    ):
        current = path.read_text(encoding="utf-8") if path.exists() else None
        if current == text:
            continue
        stale = True
        if options.check:
            sys.stderr.write(f"{path} is not current\n")
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if stale and options.check else 0


def _errors() -> Iterator[type[MemoryXError]]:
    waiting: list[type[MemoryXError]] = [MemoryXError]
    while waiting:
        kind = waiting.pop()
        if kind.__module__ == MemoryXError.__module__:  # a test may define its own
            yield kind
        waiting += kind.__subclasses__()


def _is_input(name: str) -> bool:
    return name in {"CapturedTurn", "CharRange", "Client"}


def _interface(name: str, definition: dict[str, Any], *, sent: bool) -> Iterator[str]:
    yield from _doc(definition, "")
    yield f"export interface {name} {{"
    required = set(definition.get("required", ()))
    for field, content in definition.get("properties", {}).items():
        yield from _doc(content, "  ")
        # What the host sends has every field; what it is sent may leave out those with defaults.
        mark = "?" if sent and field not in required else ""
        yield f"  {field}{mark}: {_type(content)};"
    yield "}"
    yield ""


def _doc(content: dict[str, Any], indent: str) -> Iterator[str]:
    if description := content.get("description"):
        lines = description.splitlines()
        if len(lines) == 1:
            yield f"{indent}/** {lines[0]} */"
        else:
            yield f"{indent}/**"
            yield from (f"{indent} * {line}".rstrip() for line in lines)
            yield f"{indent} */"


def _type(content: dict[str, Any]) -> str:
    if "$ref" in content:
        name = str(content["$ref"]).removeprefix(_REF)
        return "unknown" if name == "JsonValue" else name
    if "anyOf" in content:
        return " | ".join(dict.fromkeys(_type(option) for option in content["anyOf"]))
    if "enum" in content:
        return " | ".join(json.dumps(value) for value in content["enum"])
    if "const" in content:
        return json.dumps(content["const"])
    match content.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            item = _type(content["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            extra = content.get("additionalProperties")
            return f"Record<string, {_type(extra) if isinstance(extra, dict) else 'unknown'}>"
        case _:
            return "unknown"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
