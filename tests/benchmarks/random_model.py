"""A sentence model in ONNX form of multilingual-e5-small's shape with random weights.

How fast a model is depends on its shape and not on what its weights are, so this one stands in for
the real one where that cannot be fetched. What it finds means nothing.

As in the published int8 form: BERT with 12 layers of 384, 12 heads and 1,536 between, 250,037
token rows and 512 positions; weights of linear layers and of both tables in eight bits, those of
linear layers with a scale for each column, what flows between quantised as it comes; layer norm,
GELU and attention written out in small steps, which the runtime has to put together again. The
tokenizer is a Unigram with as many pieces, as in XLM-R: some are the words of the given texts,
whole or halved so that a text has about as many tokens as there (within one for those of
`recall_speed.py`), the others random and never met. Left out: XLM-R's table of characters that it
replaces before (NFKC stands for it).
"""

from __future__ import annotations

import json
import random
import re
import string
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import tokenizers
from onnx import TensorProto, helper, numpy_helper

from memoryx.embedding.anchors import MEMORIES, MESSAGES

LAYERS, WIDTH, BETWEEN, HEADS = 12, 384, 1536, 12
TOKENS, POSITIONS, TYPES = 250_037, 512, 2
NAME = "multilingual-e5-small"  # the prefixes go by the name
#: Letters of the longest word that is one token; longer ones are two.
WHOLE = 4
WORD = re.compile(r"[A-Za-z]+|[0-9]{1,3}|[^\W\x00-\x7f]+")
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
PREFIXES = ("▁query", "▁passage")


class _Graph:
    """Nodes and weights, in the order in which they are added."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def node(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> str:
        """Add a node; return its first output, the others end in _1, _2."""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}_{n}" for n in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return name

    def weight(self, values: object, kind: type = np.float32) -> str:
        """Add a constant."""
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(values, kind), name))
        return name

    def bytes(self, *shape: int) -> str:
        """Add random weights of eight bits."""
        return self.weight(self.rng.integers(-127, 128, shape, np.int8), np.int8)

    def small(self, size: int) -> str:
        """Add random weights of a bias."""
        return self.weight(self.rng.standard_normal(size) * 0.02)

    def rows(self, count: int, indices: str) -> str:
        """Rows of a table in eight bits."""
        scale, zero = self.weight(0.0008), self.weight(0, np.int8)
        found = self.node("Gather", self.bytes(count, WIDTH), indices)
        return self.node("DequantizeLinear", found, scale, zero)

    def quantised(self, value: str) -> str:
        """What flows, in eight bits; its scale and zero are _1 and _2."""
        return self.node("DynamicQuantizeLinear", value, outputs=3)

    def linear(self, value: str, wide: int, narrow: int) -> str:
        """A linear layer of a quantised value."""
        zeros = self.weight(np.zeros(narrow), np.int8)
        scales = self.weight(np.full(narrow, 0.0005))
        whole = self.node("MatMulInteger", value, self.bytes(wide, narrow), f"{value}_2", zeros)
        product = self.node("Cast", whole, to=TensorProto.FLOAT)
        scaled = self.node("Mul", product, self.node("Mul", f"{value}_1", scales))
        return self.node("Add", self.small(narrow), scaled)

    def norm(self, value: str) -> str:
        """Layer norm."""
        centred = self.node("Sub", value, self.node("ReduceMean", value, axes=[-1]))
        squared = self.node("Pow", centred, self.weight(2.0))
        spread = self.node("ReduceMean", squared, axes=[-1])
        root = self.node("Sqrt", self.node("Add", spread, self.weight(1e-12)))
        unit = self.node("Div", centred, root)
        scaled = self.node("Mul", unit, self.weight(np.ones(WIDTH)))
        return self.node("Add", scaled, self.small(WIDTH))

    def gelu(self, value: str) -> str:
        """GELU by the error function."""
        error = self.node("Erf", self.node("Div", value, self.weight(np.sqrt(2.0))))
        product = self.node("Mul", value, self.node("Add", error, self.weight(1.0)))
        return self.node("Mul", product, self.weight(0.5))

    def attention(self, value: str, mask: str) -> str:
        """Attention of each token to all that are not masked; with its last linear layer."""
        each = self.weight([0, 0, HEADS, WIDTH // HEADS], np.int64)
        given = self.quantised(value)

        def heads(order: list[int]) -> str:
            split = self.node("Reshape", self.linear(given, WIDTH, WIDTH), each)
            return self.node("Transpose", split, perm=order)

        asked, keys, values = heads([0, 2, 1, 3]), heads([0, 2, 3, 1]), heads([0, 2, 1, 3])
        product = self.node("MatMul", asked, keys)
        scaled = self.node("Div", product, self.weight(np.sqrt(WIDTH / HEADS)))
        shares = self.node("Softmax", self.node("Add", scaled, mask), axis=-1)
        found = self.node("Transpose", self.node("MatMul", shares, values), perm=[0, 2, 1, 3])
        joined = self.node("Reshape", found, self.weight([0, 0, WIDTH], np.int64))
        return self.linear(self.quantised(joined), WIDTH, WIDTH)

    def mask(self) -> str:
        """What is added before the softmax: nothing, or much below zero."""
        shown = self.node("Unsqueeze", "attention_mask", self.weight([1, 2], np.int64))
        hidden = self.node("Sub", self.weight(1.0), self.node("Cast", shown, to=TensorProto.FLOAT))
        return self.node("Mul", hidden, self.weight(np.finfo(np.float32).min))

    def positions(self) -> str:
        """0, 1, 2 and so on, for each token of the longest text."""
        length = self.node("Shape", "input_ids", start=1, end=2)
        zero, one = self.weight([0], np.int64), self.weight([1], np.int64)
        every = self.weight(np.arange(POSITIONS)[None], np.int64)
        return self.node("Slice", every, zero, length, one, one)


def write_graph(path: Path, seed: int = 1) -> None:
    """Write the model's graph."""
    made = _Graph(seed)
    tokens = made.node("Add", made.rows(TOKENS, "input_ids"), made.rows(TYPES, "token_type_ids"))
    mask = made.mask()
    value = made.norm(made.node("Add", tokens, made.rows(POSITIONS, made.positions())))
    for _ in range(LAYERS):
        value = made.norm(made.node("Add", made.attention(value, mask), value))
        inner = made.gelu(made.linear(made.quantised(value), WIDTH, BETWEEN))
        outer = made.linear(made.quantised(inner), BETWEEN, WIDTH)
        value = made.norm(made.node("Add", outer, value))
    made.nodes.append(helper.make_node("Identity", [value], ["last_hidden_state"]))
    names = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        made.nodes,
        "random",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in names],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["n", "t", WIDTH])],
        made.weights,
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), str(path))


def pieces_of(texts: Iterable[str]) -> dict[str, None]:
    """The pieces that the given texts fall into, in a fixed order."""
    found = dict.fromkeys(("▁", ":", *PREFIXES))
    for text in texts:
        found |= dict.fromkeys(text)
        for word in WORD.findall(unicodedata.normalize("NFKC", text)):
            if not word.isascii():
                found |= dict.fromkeys(word[n : n + 2] for n in range(len(word) - 1))
            elif len(word) <= WHOLE:
                found["▁" + word] = None
            else:
                middle = (len(word) + 1) // 2
                found |= dict.fromkeys(("▁" + word[:middle], word[middle:]))
    return found


def write_tokenizer(path: Path, texts: Iterable[str], seed: int = 1) -> None:
    """Write a tokenizer for texts like the given ones."""
    rng = random.Random(seed)
    pieces = dict.fromkeys(SPECIAL) | pieces_of(texts)
    while len(pieces) < TOKENS:
        pieces["▁" + "".join(rng.choices(string.ascii_lowercase, k=rng.randint(7, 10)))] = None
    # All are as likely, so that a text falls into as few as it can.
    model = tokenizers.models.Unigram([(piece, -10.0) for piece in pieces], SPECIAL.index("<unk>"))
    made = tokenizers.Tokenizer(model)
    made.normalizer = tokenizers.normalizers.NFKC()
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    made.save(str(path))


def write_model(folder: Path, texts: Iterable[str]) -> None:
    """Write a folder as people have them; its tokenizer is for texts like these and the anchors."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder / "tokenizer.json", (*texts, *MESSAGES, *MEMORIES))
    config = {"_name_or_path": NAME, "max_position_embeddings": POSITIONS}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_graph(folder / "model_quantized.onnx")
