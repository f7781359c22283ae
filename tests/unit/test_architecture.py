"""Imports run one way, and what belongs to one place stays there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import memoryx

PACKAGE = Path(memoryx.__file__).parent

#: From leaf to root: a module imports modules of lower layers, or of its own group.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "clock", "stdio"),
    ("models",),
    ("text",),
    (
        *("block", "brief", "markdown", "sensitive", "lifecycle"),
        *("logs", "paths", "contract", "uploads"),
    ),
    ("settings", "secrets", "secrets_child", "store", "llm"),
    ("embedding",),
    ("dedupe", "extraction.candidate", "transcript"),
    ("extraction.remember",),
    ("extraction.extractor",),
    ("extraction.rules", "extraction.llm"),
    ("extraction", "recall", "handoff", "transfer"),
    ("sources", "ahead"),
    ("following", "indexing"),
    ("recalling",),
    ("meanings",),
    ("background",),
    ("services",),
    ("handlers",),
    ("server",),
    ("app",),
    ("installing",),
    ("cli",),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def group_of(module: str) -> str:
    """Return the entry of LAYERS that a module (without ``memoryx.``) belongs to."""
    parts = module.split(".")
    for length in (2, 1):
        name = ".".join(parts[:length])
        if name in LEVEL:
            return name
    raise AssertionError(f"memoryx.{module} belongs to no layer")


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield each module's name without ``memoryx.`` and its syntax tree."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        if name != "__init__":
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the names of our own modules that a module imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module and node.module.split(".")[0] == "memoryx":
                yield from _from_import(node.module.removeprefix("memoryx").lstrip("."), node)
        elif isinstance(node, ast.Import):
            yield from (
                a.name.removeprefix("memoryx.") for a in node.names if a.name.startswith("memoryx.")
            )


def _from_import(module: str, node: ast.ImportFrom) -> Iterator[str]:
    folder = PACKAGE.joinpath(*module.split(".")) if module else PACKAGE
    for alias in node.names:
        submodule = (folder / f"{alias.name}.py").exists() or (folder / alias.name).is_dir()
        if submodule:
            yield f"{module}.{alias.name}".lstrip(".")
        elif module:
            yield module


def test_imports_run_one_way() -> None:
    wrong = [
        f"memoryx.{name} imports memoryx.{other}"
        for name, tree in modules()
        for other in imported(tree)
        if group_of(other) != group_of(name) and LEVEL[group_of(other)] >= LEVEL[group_of(name)]
    ]
    assert not wrong, wrong


def test_no_group_imports_in_a_circle() -> None:
    graph = {name: set(imported(tree)) for name, tree in modules()}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, f"circle: {' → '.join((*path, name))}"
        if name in done or name not in graph:
            return
        for other in graph[name]:
            # A package's face imports its modules; a module may use its package's siblings.
            if other != name:
                visit(other, (*path, name))
        done.add(name)

    for name in graph:
        visit(name, ())


def test_sql_stays_in_the_store() -> None:
    for name, tree in modules():
        if group_of(name) == "store":
            continue
        names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        assert "sqlite3" not in names or name.startswith("installing"), f"memoryx.{name}"


def test_only_the_roots_read_the_environment() -> None:
    roots = {"app", "cli", "installing", "__main__", "stdio"}
    for name, tree in modules():
        reads = any(
            isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
            for node in ast.walk(tree)
        )
        assert not reads or group_of(name) in roots, f"memoryx.{name}"


def test_files_can_be_read_in_one_sitting() -> None:
    long = {
        str(path.relative_to(PACKAGE)): lines
        for path in PACKAGE.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 420
    }
    assert not long, long
