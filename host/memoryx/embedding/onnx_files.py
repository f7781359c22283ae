"""What a folder with a sentence model in ONNX form says of itself.

The layout is that of sentence-transformers: ``modules.json`` names the steps, ``1_Pooling`` how
token vectors become one vector, ``config_sentence_transformers.json`` what stands before a text.
All but the model and ``tokenizer.json`` may be missing.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from memoryx.embedding.prefixes import Prefixes, prefixes_of

Pooling = Literal["mean", "cls", "max", "last"]

#: Where the graph is looked for, the smallest form first: it is the fastest without a GPU.
_GRAPHS: Final = (
    "model_quantized.onnx",
    "model_int8.onnx",
    "model_qint8_avx512_vnni.onnx",
    "model.onnx",
)
_POOLINGS: Final[dict[str, Pooling]] = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_lasttoken": "last",
}
_STEPS: Final = frozenset({"Transformer", "Pooling", "Normalize"})
_LONGEST: Final = 512
_PIECE: Final = 1 << 20


class ModelFolderError(Exception):
    """The folder holds no model that can be used; the text says why, ``remedy`` what to do."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model's files and how it is used; ``longest`` in tokens."""

    name: str
    graph: Path
    tokenizer: Path
    pooling: Pooling
    prefixes: Prefixes
    longest: int

    def fingerprint(self) -> str:
        """Return a short hash of all that makes the vectors: weights, tokenizer, use."""
        digest = hashlib.sha256(f"{self.pooling}\0{self.prefixes}\0{self.longest}".encode())
        weights = sorted(self.graph.parent.glob(self.graph.name + "*"))  # with external data
        for path in (*weights, self.tokenizer):
            with path.open("rb") as stream:
                while piece := stream.read(_PIECE):
                    digest.update(piece)
        return digest.hexdigest()[:16]


def read_folder(folder: Path) -> ModelFolder:
    """Return what a folder holds; raises ModelFolderError."""
    if not folder.is_dir():
        raise ModelFolderError(
            f"there is no folder {folder}",
            "Run `memoryx model embedding download`, or set embedding.path to a model's folder.",
        )
    places = (folder, folder / "onnx")
    graphs = [place / name for name in _GRAPHS for place in places]
    graph = next((path for path in graphs if path.is_file()), None)
    if graph is None:
        raise ModelFolderError(
            f"there is no ONNX model in {folder}",
            f"Put one there as {_GRAPHS[-1]} or onnx/{_GRAPHS[-1]}.",
        )
    tokenizers = [place / "tokenizer.json" for place in places]
    tokenizer = next((path for path in tokenizers if path.is_file()), None)
    if tokenizer is None:
        raise ModelFolderError(
            f"there is no tokenizer.json in {folder}", "Put the model's tokenizer.json there."
        )
    config = _json(folder / "config.json")
    name = str(config.get("_name_or_path") or folder.name).rstrip("/").rpartition("/")[2]
    return ModelFolder(
        name=name,
        graph=graph,
        tokenizer=tokenizer,
        pooling=_pooling(folder),
        prefixes=_prefixes(folder, name),
        longest=_longest(folder, config),
    )


def _pooling(folder: Path) -> Pooling:
    steps = _json_list(folder / "modules.json")
    for step in steps:
        kind = str(step.get("type", "")).rpartition(".")[2]
        if kind not in _STEPS:
            raise ModelFolderError(
                f"the model in {folder} has a step that is not supported: {kind}",
                "Choose a model of a Transformer, Pooling and Normalize alone.",
            )
    paths = [str(step["path"]) for step in steps if str(step.get("type")).endswith("Pooling")]
    config = _json(folder / (paths[0] if paths else "1_Pooling") / "config.json")
    chosen = [
        mode for mode, on in config.items() if mode.startswith("pooling_mode_") and on is True
    ]
    if not chosen:
        return "mean"
    if len(chosen) > 1 or chosen[0] not in _POOLINGS:
        raise ModelFolderError(
            f"the model in {folder} pools in a way that is not supported: {', '.join(chosen)}",
            "Choose a model with mean, cls, max or last-token pooling.",
        )
    return _POOLINGS[chosen[0]]


def _prefixes(folder: Path, name: str) -> Prefixes:
    prompts = _json(folder / "config_sentence_transformers.json").get("prompts")
    if isinstance(prompts, dict) and prompts:
        passage = prompts.get("passage", prompts.get("document", ""))
        return Prefixes(str(prompts.get("query", "")), str(passage))
    return prefixes_of(name)


def _longest(folder: Path, config: dict[str, Any]) -> int:
    for given in (
        _json(folder / "sentence_bert_config.json").get("max_seq_length"),
        config.get("max_position_embeddings"),
    ):
        if isinstance(given, int) and given > 0:
            return min(given, _LONGEST)
    return _LONGEST


def _json(path: Path) -> dict[str, Any]:
    content = _read(path)
    return content if isinstance(content, dict) else {}


def _json_list(path: Path) -> list[dict[str, Any]]:
    content = _read(path)
    return [step for step in content if isinstance(step, dict)] if isinstance(content, list) else []


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelFolderError(
            f"{path} cannot be read: {error}", "Fetch the model's files again."
        ) from error
