"""Embeddings of memories, kept for each model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memoryx.store.connection import Database
from memoryx.store.memory_rows import next_change
from memoryx.store.records import VectorChange

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Vectors:
    """Stores vectors as little-endian float32, d × 4 bytes each."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def missing(self, model: str, *, limit: int) -> list[tuple[str, str]]:
        """Return ids and texts of active or pending memories without a vector of ``model``."""
        with self._database.snapshot() as db:
            # A set difference over two small indexes: a look into the table of vectors for each
            # memory reads all of its pages, 1.7 s at 100,000 where this takes 0.06 s.
            rows = db.execute(
                "SELECT m.id, m.text FROM (SELECT pk FROM memories"
                " WHERE status IN ('active', 'pending')"
                " EXCEPT SELECT memory FROM vectors WHERE model = ?"
                " ORDER BY 1 DESC LIMIT ?) left_out"
                " JOIN memories m ON m.pk = left_out.pk ORDER BY m.pk DESC",
                (model, limit),
            ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def count_missing(self, model: str) -> int:
        """Return how many active or pending memories have no vector of ``model``."""
        with self._database.snapshot() as db:
            row = db.execute(
                "SELECT count(*) FROM memories WHERE status IN ('active', 'pending')"
                " AND pk NOT IN (SELECT memory FROM vectors WHERE model = ?)",
                (model,),
            ).fetchone()
        return int(row[0])

    def add(self, model: str, vectors: Sequence[tuple[str, str, npt.NDArray[np.float32]]]) -> None:
        """Store vectors as (memory, the text that was embedded, vector).

        A vector whose memory has another text by now is left out.
        """
        with self._database.transaction() as db:
            change = next_change(db)
            db.executemany(
                "INSERT OR REPLACE INTO vectors (memory, model, vector, change)"
                " SELECT pk, ?, ?, ? FROM memories WHERE id = ? AND text = ?",
                [
                    (model, vector.astype("<f4").tobytes(), change, memory, text)
                    for memory, text, vector in vectors
                ],
            )

    def changes_since(self, model: str, change: int, *, limit: int) -> list[VectorChange]:
        """Return vectors stored after ``change``, in order.

        Those of one change come together, so there can be more than ``limit``.
        """
        import numpy as np  # here, since a host that only saves never needs it

        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT v.change, m.id, v.vector FROM vectors v JOIN memories m ON m.pk = v.memory"
                " WHERE v.model = ? AND v.change > ? AND v.change <= coalesce(("
                "   SELECT change FROM vectors WHERE model = ? AND change > ?"
                "   ORDER BY change LIMIT 1 OFFSET ?), ?)"
                " ORDER BY v.change",
                (model, change, model, change, limit - 1, 1 << 62),
            ).fetchall()
        return [VectorChange(row[0], row[1], np.frombuffer(row[2], dtype="<f4")) for row in rows]
