"""An embedding model at an endpoint: a real server, a real log, every misbehaviour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import openai  # noqa: F401 - takes seconds on a busy machine, which no test's time limit should pay
import pytest

from memoryx.embedding.anchors import MEMORIES, MESSAGES
from memoryx.embedding.endpoint import EndpointEmbedder
from memoryx.embedding.fitting import CalibrationCache
from memoryx.embedding.protocol import EmbeddingError
from memoryx.llm.circuit import Patience
from memoryx.llm.guard import Config, Guard, Tools
from memoryx.llm.wire import Limits
from memoryx.store import Store
from tests.support import openai_server as s
from tests.support.openai_bodies import DIMENSIONS, embedding
from tests.support.openai_server import EMBEDDINGS, OpenAIServer
from tests.unit.llm.support import KEY, NOW

LIMITS = Limits(5, 5, 1.0), Limits(5, 20, 20)


class Keys:
    """A keyring with one key."""

    stored: str | None = KEY

    def get(self) -> str | None:
        return self.stored

    def forget(self) -> None:
        """Nothing is remembered."""


class World:
    """A model at a server, and all that it is given."""

    def __init__(self, folder: Path, server: OpenAIServer, model: str = "m") -> None:
        self.server = server
        self.seconds = 1000.0
        self.keys = Keys()
        self.store = Store(folder / "m.sqlite3", lambda: NOW)
        self.cap = 0
        self.folder = folder
        self.model = self.make(model)

    def make(self, name: str = "m") -> EndpointEmbedder:
        """Return a model as a host that has just started makes it."""
        tools = Tools(
            log=self.store.outbound,
            clock=lambda: NOW,
            seconds=lambda: self.seconds,
            random=lambda: 0.0,
            patience=Patience(failures=3, first_s=10, longest_s=60),
        )
        url = self.server.base_url
        guard = Guard(lambda: Config(url, name, True, self.cap, "embedding"), self.keys, tools)
        return EndpointEmbedder(
            guard, (url, name), lambda: CalibrationCache(self.folder / "cache"), LIMITS
        )

    @property
    def status(self) -> str:
        """The status word."""
        return self.model.status

    def asked(self) -> list[list[str]]:
        """The texts of each request."""
        return [r.body["input"] for r in self.server.requests if r.path == EMBEDDINGS]

    def log(self) -> list[tuple[str, str]]:
        """What left, oldest first: purpose and status."""
        rows, _ = self.store.outbound.page(limit=500, cursor=None)
        return [(row.purpose, row.status) for row in reversed(rows)]


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """An endpoint that behaves well until it is told otherwise."""
    with OpenAIServer() as running:
        running.key = KEY
        yield running


@pytest.fixture
def world(tmp_path: Path, server: OpenAIServer) -> Iterator[World]:
    """A model that has not been asked."""
    made = World(tmp_path, server)
    yield made
    made.store.close()


@pytest.fixture
def warm(world: World) -> World:
    """A model that knows its calibration."""
    world.model.warm()
    world.server.requests.clear()
    return world


def test_a_model_is_calibrated_by_the_anchors_once_and_remembers_it(world: World) -> None:
    assert world.status == "loading"
    assert world.model.model_id.endswith("#m")
    world.model.warm()
    assert world.status == "ready"
    assert world.model.model_id.endswith(f"#m:{DIMENSIONS}")
    assert [t for texts in world.asked() for t in texts] == [*MESSAGES, *MEMORIES]
    assert set(world.log()) == {("calibration", "ok")}
    mean = np.mean([embedding(text) for text in MEMORIES[:30]], axis=0)
    np.testing.assert_allclose(world.model.calibration().memories.other, mean, atol=1e-6)
    again = world.make()
    again.warm()
    assert len(world.asked()) == len(world.log())
    assert again.model_id == world.model.model_id


def test_vectors_are_of_unit_length_and_in_order(warm: World) -> None:
    warm.server.embed(lambda texts: [[3.0 * x for x in embedding(text)] for text in texts])
    found = warm.model.embed_passages(["tea", "trains", "chess"])
    np.testing.assert_allclose(
        found, [embedding("tea"), embedding("trains"), embedding("chess")], atol=1e-6
    )
    np.testing.assert_allclose(warm.model.embed_query("tea"), embedding("tea"), atol=1e-6)
    assert warm.log()[-2:] == [("embedding", "ok"), ("recall", "ok")]


def test_secrets_do_not_leave(warm: World) -> None:
    warm.model.embed_query("my card is 4111 1111 1111 1111")
    warm.model.embed_passages(["passport 11010519491231002X of mine"])
    everything = warm.server.everything()
    assert "4111" not in everything
    assert "11010519491231002X" not in everything


def test_models_that_want_prefixes_get_them(tmp_path: Path, server: OpenAIServer) -> None:
    world = World(tmp_path, server, "intfloat/multilingual-e5-large")
    world.model.warm()
    world.server.requests.clear()
    world.model.embed_query("tea")
    world.model.embed_passages(["tea"])
    assert world.asked() == [["query: tea"], ["passage: tea"]]
    world.store.close()


def test_an_endpoint_that_takes_few_texts_is_asked_in_smaller_pieces(warm: World) -> None:
    def ten(exchange: s.Exchange) -> None:
        if len(exchange.request.body["input"]) > 10:
            s.refuses(400, message="batch size should not be larger than 10")(exchange)
        else:
            s.well(exchange)

    warm.server.script(*[ten] * 12, path=EMBEDDINGS)
    texts = [f"text {n}" for n in range(40)]
    np.testing.assert_allclose(
        warm.model.embed_passages(texts), [embedding(t) for t in texts], atol=1e-6
    )
    sizes = [len(texts) for texts in warm.asked()]
    assert sizes[:3] == [32, 16, 8]
    assert set(sizes[3:]) == {8}


def test_a_text_that_is_refused_alone_stops_no_other(warm: World) -> None:
    """Its row is zeros, so that it is not asked for again and again."""

    def filters(exchange: s.Exchange) -> None:
        if any("forbidden" in text for text in exchange.request.body["input"]):
            s.refuses(400, message="inappropriate content")(exchange)
        else:
            s.well(exchange)

    warm.server.script(*[filters] * 12, path=EMBEDDINGS)
    found = warm.model.embed_passages(["tea", "forbidden", "trains", "chess"])
    assert not found[1].any()
    np.testing.assert_allclose(found[3], embedding("chess"), atol=1e-6)
    assert warm.status == "ready"


def test_a_text_that_is_too_long_is_embedded_by_its_beginning(warm: World) -> None:
    def short(exchange: s.Exchange) -> None:
        if len(exchange.request.body["input"][0]) > 500:
            s.refuses(400, message="input is too long")(exchange)
        else:
            s.well(exchange)

    warm.server.script(short, short, path=EMBEDDINGS)
    found = warm.model.embed_passages(["tea " * 300])
    np.testing.assert_allclose(found[0], embedding(("tea " * 300)[:400]), atol=1e-6)


def test_a_model_that_takes_nothing_is_left_alone_and_says_so(world: World) -> None:
    world.server.script(*[s.refuses(400, message="chat only")] * 50, path=EMBEDDINGS)
    with pytest.raises(EmbeddingError):
        world.model.recover()
    assert world.status == "unavailable"
    assert world.model.trouble is not None
    asked = len(world.asked())
    for _ in range(5):
        with pytest.raises(EmbeddingError):
            world.model.recover()
    assert len(world.asked()) == asked
    world.seconds += 601
    assert world.status == "loading"


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b"null",
        {"data": []},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 0, "embedding": [0.0] * 64}]},
        {"data": [{"index": 0, "embedding": [None] * 64}]},
        {"data": [{"index": 0, "embedding": ["1"] * 64}]},
        {"data": [{"index": 0, "embedding": [True] * 64}]},
        {"data": [{"index": 0, "embedding": [1e300] * 64}]},
        b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}',
        b'{"data": [{"index": 0, "embedding": [Infinity, 1]}]}',
        {"data": [{"index": 1, "embedding": [1.0] * 64}]},
        {"data": [{"index": "0", "embedding": [1.0] * 64}]},
        {"data": [{"index": 0, "embedding": "not base64!"}]},
        {"data": [{"index": 0, "embedding": "AAA="}]},
        {"data": [{"index": 0, "embedding": [1.0] * 20_000}]},
        {"data": [{"index": 0, "embedding": [1.0] * 63}]},
        {"data": ["x"]},
        {"error": {"message": "overloaded", "code": 502}},
    ],
)
def test_rubbish_is_an_error_and_never_a_vector(warm: World, body: object) -> None:
    warm.server.script(s.sends(200, body), path=EMBEDDINGS)
    with pytest.raises(EmbeddingError):
        warm.model.embed_query("tea")
    np.testing.assert_allclose(warm.model.embed_query("tea"), embedding("tea"), atol=1e-6)


def test_vectors_in_base64_are_read(warm: World) -> None:
    def packed(exchange: s.Exchange) -> None:
        exchange.request.body["encoding_format"] = "base64"
        s.well(exchange)

    warm.server.script(packed, path=EMBEDDINGS)
    np.testing.assert_allclose(warm.model.embed_query("tea"), embedding("tea"), atol=1e-6)


@pytest.mark.parametrize("behaviour", [s.fails(), s.hangs(), s.drips(), s.hangs_up(), s.not_json()])
def test_a_failing_endpoint_is_left_alone_and_tried_again(
    warm: World, behaviour: s.Behaviour
) -> None:
    warm.server.script(*[behaviour] * 3, path=EMBEDDINGS)
    for _ in range(3):
        with pytest.raises(EmbeddingError):
            warm.model.embed_query("tea")
    assert warm.status == "unavailable"
    with pytest.raises(EmbeddingError):
        warm.model.recover()
    assert len(warm.asked()) == 3
    warm.seconds += 11
    assert warm.status == "ready"
    warm.model.recover()
    assert warm.model.trouble is None


def test_a_refused_key_stops_until_it_is_another(warm: World) -> None:
    warm.keys.stored = "old"
    with pytest.raises(EmbeddingError):
        warm.model.embed_query("tea")
    assert warm.status == "unavailable"
    assert warm.model.trouble is not None
    assert "key" in warm.model.trouble.remedy
    warm.seconds += 3600
    assert warm.status == "unavailable"
    warm.keys.stored = KEY
    warm.model.recover()  # another program has changed the key
    assert warm.status == "ready"


def test_the_days_cap_holds_for_embeddings_too(warm: World) -> None:
    warm.cap = 1
    assert warm.status == "unavailable"
    with pytest.raises(EmbeddingError, match="cap"):
        warm.model.embed_query("tea")
    assert warm.asked() == []


def test_a_model_that_became_another_is_not_mixed_with_the_old_one(warm: World) -> None:
    warm.server.embed(lambda texts: [[1.0, 2.0] for _ in texts])
    with pytest.raises(EmbeddingError, match="instead of 64"):
        warm.model.embed_query("tea")
    again = warm.make()
    again.warm()
    assert again.model_id.endswith(":2")


def test_a_damaged_cache_is_made_anew(world: World) -> None:
    world.model.warm()
    (kept,) = (world.folder / "cache").iterdir()
    kept.write_bytes(b"PK\x03\x04 no archive")
    again = world.make()
    again.warm()
    assert again.status == "ready"


def test_a_closed_model_asks_nothing(warm: World) -> None:
    warm.model.close()
    assert warm.status == "off"
    with pytest.raises(EmbeddingError):
        warm.model.embed_query("tea")
    assert warm.asked() == []
