"""``kill -9`` at every step from a save to a stored memory, hundreds of times, with two hosts.

Two hosts, by rules or with a model behind a real HTTP server, work on one database. In each round
one of them is killed: at a step that is chosen so that all come often, or at any moment. What it
had not acknowledged is sent again, as the extension does. After each kill every acknowledged turn
must be there; after the last one a host that is left alone must finish everything, and then the
whole database is checked. ``--storm-kills`` and ``--storm-seed`` set how many and which.
"""

from __future__ import annotations

import json
import queue
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memoryx.app import open_services
from memoryx.store import Store
from memoryx.store.memory_rows import MEMORY, STATE, index_terms
from tests.support.host_process import PATIENCE_S, HostProcess
from tests.support.lexicon import put_lexicon
from tests.support.openai_server import OpenAIServer
from tests.support.probes import EXTRACTING, SAVING, Step
from tests.support.storm import Chat, Script, understand
from tests.support.zygote import ForkedHost, Zygote

#: In the suite. Each costs about 0.3 s of processor time.
KILLS = 500
#: Fewer kills than this may miss a step by chance.
_FEW = 100
_CHATS = 12
#: Longest wait for a host to come to its step; after two of them it is killed where it is.
_WAIT_S = 0.8
#: Within this a host is killed that is not waited for.
_SOON_S = 0.25
_BASE = {
    "MEMORYX_EMBEDDING_PROVIDER": "off",
    "MEMORYX_EXTRACTION_DELAY_S": "0",
}
#: Steps that only one of the two extractors comes to.
_BY_RULES = frozenset({Step.FOUND})
_BY_MODEL = frozenset({Step.ASKED, Step.ANSWERED})


class Storm:
    """Two hosts on one database, and what they were told."""

    def __init__(self, home: Path, zygote: Zygote, server: OpenAIServer, seed: int) -> None:
        self.home = home
        self.script = Script(random.Random(seed), _CHATS)
        self.died_in: Counter[Step] = Counter()
        self.killed = 0
        self._chance = random.Random(seed + 1)
        self._zygote = zygote
        self._server = server
        self._hosts: list[ForkedHost] = []
        self._with_model: dict[int, bool] = {}
        put_lexicon(home)
        Store(home / "memoryx.sqlite3").close()
        self._database = sqlite3.connect(home / "memoryx.sqlite3", isolation_level=None)

    def round(self) -> None:
        """Say some things to both hosts, kill one of them, and look for what was acknowledged."""
        while len(self._hosts) < 2:
            self._hosts.append(self._fork())
        victim = self._chance.choice(self._hosts)
        step = self._least_hit(victim)
        aimed = self._chance.random() < 0.75
        if aimed:
            victim.board.kill_at(step, stay_us=self._chance.choice((0, 300, 3_000)))
        # A chat is open in one browser at a time: two would race over which text is the newer one.
        mine, others = self._share_chats()
        other = next(host for host in self._hosts if host is not victim)
        replies = [self._say(victim, mine), self._say(other, others), self._say(victim, mine)]
        if aimed:
            victim.wait_for_end(_WAIT_S)
            self._extract_by_hand(victim)  # the other host may have been faster
            victim.wait_for_end(_WAIT_S)
        else:
            victim.wait_for_end(self._chance.random() * _SOON_S)
        victim.kill()
        self.killed += 1
        self.died_in.update(victim.board.steps() or [Step.IDLE])
        self._hosts.remove(victim)
        for chat, window, reply in replies:
            self._hear(chat, window, reply)
        self.look_for_acknowledged_turns()

    def calm(self) -> None:
        """Kill the rest, and let one real host finish all that was begun."""
        for host in self._hosts:
            host.kill()
        self._hosts.clear()
        self.look_for_acknowledged_turns()
        with HostProcess(self.home, _BASE) as last:
            for chat in self.script.chats:
                window = chat.window()
                last.call("conversations.save", **chat.params(window))
                chat.acknowledged |= window
            end = time.monotonic() + PATIENCE_S
            while self.count("extraction_jobs"):
                assert time.monotonic() < end, "a job is stuck"
                time.sleep(0.05)

    def count(self, table: str) -> int:
        """Return the number of a table's rows."""
        return int(self._database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def look_for_acknowledged_turns(self) -> None:
        """Fail if a turn that was acknowledged is not there as it was, or as it was sent since."""
        stored = {
            (row[0], row[1]): row[2]
            for row in self._database.execute(
                "SELECT c.conversation_id, t.key, t.markdown FROM turns t"
                " JOIN conversations c ON c.pk = t.conversation"
            )
        }
        for chat in self.script.chats:
            for key in chat.acknowledged:
                assert stored.get((chat.name, key)) in chat.may_stand(key), (chat.name, key)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def _fork(self) -> ForkedHost:
        with_model = self._chance.random() < 0.5
        environ = _BASE | {"MEMORYX_HOME": str(self.home)}
        if with_model:
            environ |= {
                "MEMORYX_LLM_BASE_URL": self._server.base_url,
                "MEMORYX_LLM_MODEL": "storm",
                "MEMORYX_API_KEY": "sk-test-key-0123456789abcdef",
            }
        host = self._zygote.fork(environ)
        self._with_model[host.pid] = with_model
        return host

    def _least_hit(self, victim: ForkedHost) -> Step:
        never = _BY_RULES if self._with_model[victim.pid] else _BY_MODEL
        steps = [step for step in (*SAVING, *EXTRACTING) if step not in never]
        fewest = min(self.died_in[step] for step in steps)
        return self._chance.choice([s for s in steps if self.died_in[s] <= fewest + 1])

    def _share_chats(self) -> tuple[list[Chat], list[Chat]]:
        chats = self._chance.sample(self.script.chats, _CHATS)
        return chats[: _CHATS // 2], chats[_CHATS // 2 :]

    def _say(
        self, host: ForkedHost, chats: list[Chat]
    ) -> tuple[Chat, dict[str, str], queue.SimpleQueue[dict[str, Any]] | None]:
        chat = self.script.say(chats)
        window = chat.window()
        try:
            return chat, window, host.start("conversations.save", **chat.params(window))
        except BrokenPipeError:  # it has died already
            return chat, window, None

    def _extract_by_hand(self, victim: ForkedHost) -> None:
        name = self._chance.choice(self.script.chats).name
        try:
            victim.start(
                "conversations.extract", site="claude", conversation_id=name, mode="manual"
            )
        except BrokenPipeError:
            return  # it has died already

    def _hear(
        self,
        chat: Chat,
        window: dict[str, str],
        reply: queue.SimpleQueue[dict[str, Any]] | None,
    ) -> None:
        answer = reply.get(timeout=PATIENCE_S) if reply is not None else {"ended": True}
        if "result" in answer:
            chat.acknowledged |= window
        else:
            assert "ended" in answer, answer


@pytest.fixture
def storm(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Storm]:
    given = request.config.getoption("--storm-seed")
    seed = random.randrange(1 << 32) if given is None else given
    print(f"\nstorm: --storm-seed {seed}")
    with OpenAIServer() as server, Zygote() as zygote:
        server.answer(understand)
        running = Storm(tmp_path, zygote, server, seed)
        try:
            yield running
        finally:
            running.close()


def test_nothing_is_lost_doubled_or_stuck_however_often_hosts_are_killed(
    storm: Storm, request: pytest.FixtureRequest
) -> None:
    kills = request.config.getoption("--storm-kills") or KILLS
    while storm.killed < kills:
        storm.round()
    print(f"{storm.killed} kills, by the step in which a thread of the host was:")
    for step in Step:
        print(f"  {step.name.lower():<12} {storm.died_in[step]:>5}")
    storm.calm()
    missed = {step.name for step in (*SAVING, *EXTRACTING) if storm.died_in[step] == 0}
    assert not missed or kills < _FEW, missed
    with closing(sqlite3.connect(storm.home / "memoryx.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        check_turns(database, storm.script)
        check_work(database)
        check_memories(database, storm.script)
        check_versions(database)
        check_words(database)
    check_vectors(storm.home)
    with closing(sqlite3.connect(storm.home / "memoryx.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def check_turns(database: sqlite3.Connection, script: Script) -> None:
    """Each conversation has just its turns, in order, with their last texts."""
    for chat in script.chats:
        rows = database.execute(
            "SELECT t.key, t.markdown FROM turns t JOIN conversations c ON c.pk = t.conversation"
            " WHERE c.conversation_id = ? ORDER BY t.rank",
            (chat.name,),
        ).fetchall()
        assert [tuple(row) for row in rows] == [(key, chat.texts[key]) for key in chat.keys]
    counts = database.execute(
        "SELECT c.turn_count, (SELECT count(*) FROM turns t WHERE t.conversation = c.pk)"
        " FROM conversations c"
    ).fetchall()
    assert all(row[0] == row[1] for row in counts)


def check_work(database: sqlite3.Connection) -> None:
    """Every turn has been gone through, and nobody holds anything."""
    undone = "SELECT count(*) FROM turns WHERE revision != extracted_revision"
    assert database.execute(undone).fetchone()[0] == 0
    assert database.execute("SELECT count(*) FROM extraction_jobs").fetchone()[0] == 0
    for row in database.execute("SELECT changes FROM batches"):
        for id_, before, after in json.loads(row["changes"]):
            versions = [
                v["version"]
                for v in database.execute(
                    "SELECT v.version FROM memory_versions v JOIN memories m ON m.pk = v.memory"
                    " WHERE m.id = ?",
                    (id_,),
                )
            ]
            assert after in versions
            assert before is None or before in versions


def check_memories(database: sqlite3.Connection, script: Script) -> None:
    """Each stated fact is one active memory, each change of mind ends with the last word."""
    rows = database.execute("SELECT text, status FROM memories").fetchall()
    assert {row["status"] for row in rows} == {"active"}
    texts = Counter(row["text"] for row in rows)
    assert [text for text, count in texts.items() if count > 1] == []
    facts = {f"Allergic to {word}" for word in script.facts}
    tastes = set(script.tastes.values())
    needed = facts | tastes | script.requests
    assert needed - texts.keys() == set()
    withdrawn = {f"Allergic to {word}" for word in script.edited}
    assert texts.keys() - needed - withdrawn == set()


def check_versions(database: sqlite3.Connection) -> None:
    """Versions count from 1 without a gap, and the newest is how the memory stands."""
    columns = [name for name in STATE if name not in ("project", "life_since", "life_until")]
    for row in database.execute("SELECT * FROM memories").fetchall():
        versions = database.execute(
            "SELECT version, state, old_text FROM memory_versions WHERE memory = ?"
            " ORDER BY version",
            (row["pk"],),
        ).fetchall()
        assert [v["version"] for v in versions] == list(range(1, row["version"] + 1))
        state = json.loads(versions[-1]["state"])
        for name in columns:
            value = json.loads(row[name]) if isinstance(state[name], list) else row[name]
            assert state[name] == value, name
        before = [json.loads(v["state"])["text"] for v in versions]
        for i, version in enumerate(versions):
            changed = i > 0 and before[i - 1] != before[i]
            assert version["old_text"] == (before[i - 1] if changed else None)
    numbers = [row[0] for row in database.execute("SELECT change FROM memories")]
    newest = database.execute("SELECT value FROM counters WHERE name = 'change'").fetchone()[0]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= newest


def check_words(database: sqlite3.Connection) -> None:
    """The full-text indexes are sound, and hold for each memory what they would be given now."""
    for table in ("memory_terms", "memory_words"):
        database.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    before = _indexed(database)
    rows = database.execute(MEMORY).fetchall()
    assert {pk for pk, _ in before["memory_terms"]} == {row["pk"] for row in rows}
    for row in rows:
        index_terms(database, row)
    assert _indexed(database) == before
    database.rollback()


def _indexed(database: sqlite3.Connection) -> dict[str, list[tuple[int, str]]]:
    return {
        table: [
            (row[0], row[1])
            for row in database.execute(f"SELECT rowid, {column} FROM {table} ORDER BY rowid")
        ]
        for table, column in (("memory_terms", "terms"), ("memory_words", "words"))
    }


def check_vectors(home: Path) -> None:
    """Where there is a local model, a host gives each memory the vector of its text, once."""
    services = open_services({"MEMORYX_HOME": str(home), "MEMORYX_EXTRACTION_AUTO": "false"})
    try:
        services.recaller.index.warm()
        services.background.run_pending()
        assert services.embedding.state().pending == 0
    finally:
        services.store.close()
    with closing(sqlite3.connect(home / "memoryx.sqlite3")) as database:
        lonely = "SELECT count(*) FROM vectors WHERE memory NOT IN (SELECT pk FROM memories)"
        assert database.execute(lonely).fetchone()[0] == 0
