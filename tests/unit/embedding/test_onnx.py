"""Models in ONNX form: tiny ones, made here, whose right vectors can be worked out by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import tokenizers
from onnx import TensorProto, helper, numpy_helper

from memoryx.embedding.fitting import CalibrationCache
from memoryx.embedding.onnx import OnnxModel
from memoryx.embedding.protocol import EmbeddingError

WORDS = ("[CLS]", "[SEP]", "[UNK]", "query:", "passage:", "tea", "trains", "and", "chess")
#: One row for each word.
TABLE = np.array([[n + 1.0, (n % 3) - 1.0, 10.0 - n] for n in range(len(WORDS))], np.float32)
INSTALL = "Run: pip install onnxruntime"


def write_model(path: Path, *, kind: int = TensorProto.INT64, extra: str = "") -> None:
    """Write a graph that looks each token up in TABLE; `extra` is one more input."""
    inputs = [
        helper.make_tensor_value_info(name, kind, ["n", "t"])
        for name in ("input_ids", "attention_mask", *([extra] if extra else []))
    ]
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "tiny",
        inputs,
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["n", "t", 3])],
        [numpy_helper.from_array(TABLE, "table")],
    )
    opset = [helper.make_opsetid("", 17)]
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), str(path))


def write_tokenizer(path: Path) -> None:
    """Write a tokenizer of whole words between [CLS] and [SEP]."""
    vocabulary = {word: n for n, word in enumerate(WORDS)}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 0), ("[SEP]", 1)]
    )
    made.enable_padding(length=64)
    made.save(str(path))


def put(folder: Path, name: str, content: Any) -> None:
    """Write a JSON file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with nothing but a model and its tokenizer."""
    made = tmp_path / "tiny"
    write_model(made / "onnx" / "model.onnx")
    write_tokenizer(made / "tokenizer.json")
    return made


def model(folder: Path) -> OnnxModel:
    """The provider for a folder."""
    return OnnxModel(folder, lambda: CalibrationCache(folder.parent / "cache"), INSTALL)


def mean(*words: str) -> np.ndarray:
    """The unit vector of these words between [CLS] and [SEP], by mean pooling."""
    rows = TABLE[[WORDS.index(word) for word in ("[CLS]", *words, "[SEP]")]]
    total = rows.mean(axis=0)
    found: np.ndarray = total / np.linalg.norm(total)
    return found


def unit(row: np.ndarray) -> np.ndarray:
    found: np.ndarray = row / np.linalg.norm(row)
    return found


def test_vectors_are_the_means_of_the_tokens_whatever_stands_beside_them(folder: Path) -> None:
    assert model(folder).status == "loading"
    made = model(folder)
    np.testing.assert_allclose(made.embed_query("tea and chess"), mean("tea", "and", "chess"), 1e-5)
    texts = ["tea", "tea and trains and chess", "chess", "unheard", "trains", ""]
    found = made.embed_passages(texts)
    np.testing.assert_allclose(found[0], mean("tea"), 1e-5)
    np.testing.assert_allclose(found[4], mean("trains"), 1e-5)
    np.testing.assert_allclose(found[5], mean(), 1e-5)
    assert made.embed_passages([]).shape == (0, 3)
    assert made.status == "ready"


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("pooling_mode_cls_token", TABLE[0]),
        ("pooling_mode_lasttoken", TABLE[1]),
        ("pooling_mode_max_tokens", TABLE[[0, 5, 1]].max(axis=0)),
    ],
)
def test_pooling_is_what_the_folder_says(folder: Path, mode: str, expected: np.ndarray) -> None:
    put(folder, "1_Pooling/config.json", {"word_embedding_dimension": 3, mode: True})
    made = model(folder)
    found = made.embed_passages(["tea", "tea and trains and chess"])
    np.testing.assert_allclose(found[0], unit(expected), 1e-5)


def test_prefixes_come_from_the_folders_prompts_or_the_models_name(folder: Path) -> None:
    put(folder, "config.json", {"_name_or_path": "intfloat/multilingual-e5-tiny"})
    e5 = model(folder)
    np.testing.assert_allclose(e5.embed_query("tea"), mean("query:", "tea"), 1e-5)
    np.testing.assert_allclose(e5.embed_passages(["tea"])[0], mean("passage:", "tea"), 1e-5)
    assert e5.label == "multilingual-e5-tiny"
    put(folder, "config_sentence_transformers.json", {"prompts": {"query": "and "}})
    own = model(folder)
    np.testing.assert_allclose(own.embed_query("tea"), mean("and", "tea"), 1e-5)
    assert own.model_id != e5.model_id


def test_long_texts_are_cut_where_the_model_ends(folder: Path) -> None:
    put(folder, "sentence_bert_config.json", {"max_seq_length": 4})
    made = model(folder)
    np.testing.assert_allclose(made.embed_query("tea chess " * 50), mean("tea", "chess"), 1e-5)


def test_models_with_other_kinds_of_input_are_fed(folder: Path) -> None:
    write_model(folder / "onnx/model.onnx", kind=TensorProto.INT32, extra="token_type_ids")
    np.testing.assert_allclose(model(folder).embed_query("tea"), mean("tea"), 1e-5)


def test_the_smaller_form_is_preferred_and_is_another_space(folder: Path) -> None:
    one = model(folder)
    one.warm()
    write_model(folder / "onnx/model_quantized.onnx", extra="token_type_ids")
    two = model(folder)
    two.warm()
    assert one.model_id != two.model_id


def test_the_calibration_is_worked_out_once_for_the_same_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = model(folder)
    first.warm()
    (kept,) = (folder.parent / "cache").iterdir()
    stamp = kept.stat().st_mtime_ns
    second = model(folder)
    second.warm()
    assert second.model_id == first.model_id
    assert kept.stat().st_mtime_ns == stamp
    np.testing.assert_array_equal(
        first.calibration().messages.chinese, second.calibration().messages.chinese
    )


def test_several_threads_get_what_one_gets(folder: Path) -> None:
    made = model(folder)
    texts = ["tea", "trains and chess", "tea and trains and chess", "chess"]
    alone = made.embed_passages(texts)
    found: list[np.ndarray] = []
    threads = [
        threading.Thread(target=lambda: found.append(made.embed_passages(texts))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for vectors in found:
        np.testing.assert_array_equal(vectors, alone)


class Held:
    """A session in which several texts at once wait until they are let go."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.entered = threading.Event()
        self.let_go = threading.Event()

    def run(self, outputs: Any, feed: Any, how: Any) -> Any:
        if len(feed["input_ids"]) > 1:
            self.entered.set()
            assert self.let_go.wait(10)
        return self._session.run(outputs, feed, how)


def test_a_message_does_not_wait_for_memories(folder: Path) -> None:
    made = model(folder)
    made.warm()
    assert made._loaded is not None
    held = made._loaded._session = Held(made._loaded._session)
    found: list[np.ndarray] = []
    memories = threading.Thread(target=lambda: found.append(made.embed_passages(["tea", "chess"])))
    memories.start()
    assert held.entered.wait(10)
    np.testing.assert_allclose(made.embed_query("tea"), mean("tea"), 1e-5)
    assert not found
    held.let_go.set()
    memories.join()
    np.testing.assert_allclose(found[0][1], mean("chess"), 1e-5)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no priority")
def test_memories_are_embedded_at_the_lowest_priority_messages_are_not(folder: Path) -> None:
    made = model(folder)

    def priority(call: Callable[[], object]) -> int:
        def run() -> int:
            call()
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(run).result()

    ordinary = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert priority(lambda: made.embed_passages(["tea"])) == 19
    assert priority(lambda: made.embed_query("tea")) == ordinary


@pytest.mark.skipif(sys.platform != "linux", reason="where the system lists threads")
def test_the_model_keeps_no_threads_of_its_own(folder: Path) -> None:
    code = (
        "import os, sys, onnxruntime, tokenizers, numpy\n"
        "from pathlib import Path\n"
        "from memoryx.embedding.fitting import CalibrationCache\n"
        "from memoryx.embedding.onnx import OnnxModel\n"
        "folder = Path(sys.argv[1])\n"
        "made = OnnxModel(folder, lambda: CalibrationCache(folder.parent / 'cache'), '')\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "made.warm()\n"
        "print(len(os.listdir('/proc/self/task')) - before)"
    )
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def dense(folder: Path) -> None:
    """A step that is not supported."""
    put(folder, "modules.json", [{"type": "sentence_transformers.models.Dense", "path": "2_Dense"}])


def two_poolings(folder: Path) -> None:
    """A way of pooling that is not supported."""
    on = {"pooling_mode_cls_token": True, "pooling_mode_max_tokens": True}
    put(folder, "1_Pooling/config.json", on)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda f: (f / "onnx/model.onnx").unlink(), "no ONNX model"),
        (lambda f: (f / "tokenizer.json").unlink(), "no tokenizer.json"),
        (lambda f: (f / "onnx/model.onnx").write_bytes(b"rubbish"), "cannot be used"),
        (lambda f: (f / "tokenizer.json").write_text("{}"), "cannot be used"),
        (lambda f: (f / "config.json").write_text("{"), "cannot be read"),
        (lambda f: write_model(f / "onnx/model.onnx", extra="pixel_values"), "pixel_values"),
        (dense, "Dense"),
        (two_poolings, "pools in a way"),
    ],
)
def test_what_cannot_be_used_says_why_and_what_to_do(
    folder: Path, damage: Any, reason: str
) -> None:
    damage(folder)
    made = model(folder)
    with pytest.raises(EmbeddingError, match=reason):
        made.warm()
    assert made.status == "unavailable"
    assert made.trouble is not None
    assert made.trouble.remedy


def test_a_folder_that_is_not_there_names_the_command_and_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    made = model(folder)
    with pytest.raises(EmbeddingError):
        made.recover()
    assert made.trouble is not None
    assert "memoryx model embedding download" in made.trouble.remedy
    write_model(folder / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    with pytest.raises(EmbeddingError):
        made.recover()
    made.reset()
    made.recover()
    assert made.status == "ready"


def test_without_the_libraries_the_command_that_installs_them_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    made = model(folder)
    with pytest.raises(EmbeddingError):
        made.warm()
    assert made.trouble is not None
    assert made.trouble.remedy == INSTALL


def test_a_closed_model_says_so(folder: Path) -> None:
    made = model(folder)
    made.warm()
    made.close()
    with pytest.raises(EmbeddingError):
        made.embed_query("tea")
    assert made.status == "off"
