"""Vectors of one embedding model by document slot."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from memoryx.embedding.calibration import Calibration

Matrix = NDArray[np.float32]

_FIRST_CAPACITY: Final = 64


class VectorTable:
    """A matrix with a row for each slot that grows by doubling, and which rows are filled."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._rows: Matrix = np.zeros((_FIRST_CAPACITY, dimension), np.float32)
        self._filled: NDArray[np.bool_] = np.zeros(_FIRST_CAPACITY, np.bool_)

    def put(self, slot: int, vector: Matrix) -> None:
        """Set the unit vector of `slot`; shape (dimension,)."""
        if slot >= len(self._rows):
            capacity = max(2 * len(self._rows), slot + 1)
            rows = np.zeros((capacity, self.dimension), np.float32)
            rows[: len(self._rows)] = self._rows
            filled = np.zeros(capacity, np.bool_)
            filled[: len(self._filled)] = self._filled
            self._rows, self._filled = rows, filled
        self._rows[slot] = vector
        self._filled[slot] = True

    def remove(self, slot: int) -> None:
        """Forget the vector of `slot`, if there is one."""
        if slot < len(self._filled) and self._filled[slot]:
            self._filled[slot] = False
            self._rows[slot] = 0

    def has(self, slot: int) -> bool:
        """Whether `slot` has a vector."""
        return slot < len(self._filled) and bool(self._filled[slot])

    def row(self, slot: int) -> Matrix:
        """The vector of `slot`; zeros where there is none."""
        if slot >= len(self._rows):
            return np.zeros(self.dimension, np.float32)
        row: Matrix = self._rows[slot]
        return row

    def similarities(self, query: Matrix, size: int) -> tuple[Matrix, NDArray[np.bool_]]:
        """Dot products with every slot below `size`, and which of them have a vector."""
        found = min(size, len(self._rows))
        values = np.zeros(size, np.float32)
        filled = np.zeros(size, np.bool_)
        values[:found] = self._rows[:found] @ query
        filled[:found] = self._filled[:found]
        return values, filled


class Space:
    """The vectors of one model, centred by its calibration."""

    __slots__ = ("calibration", "table")

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.table = VectorTable(calibration.dimension)
