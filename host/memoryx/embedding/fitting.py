"""The calibration of a model that we do not know: worked out once from the anchors, and kept."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from memoryx.embedding.anchors import HALF, MEMORIES, MESSAGES
from memoryx.embedding.calibration import Calibration, Means, Vectors, calibrate

_log = logging.getLogger(__name__)

_NAMES = ("chinese_messages", "other_messages", "chinese_memories", "other_memories")
_DEVIATION = "deviation"

#: Embeds texts as messages or as memories; shape (n, d).
Embed = Callable[[list[str]], Vectors]


def fit(messages: Embed, memories: Embed) -> Calibration:
    """Work it out from the anchors, as `nano_calibration` was; raises what they raise."""
    return calibrate(messages(list(MESSAGES)), memories(list(MEMORIES)), HALF)


class CalibrationCache:
    """Keeps calibrations in a folder of what can be made anew, one file for each name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> Calibration | None:
        """Return what was kept under `name`; None where nothing usable is."""
        path = self._path(name)
        try:
            with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
                means = [np.asarray(kept[part], np.float32) for part in _NAMES]
                deviation = float(kept[_DEVIATION])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
            _log.warning("a kept calibration cannot be read and is made anew: %s", error)
            return None
        shape = means[0].shape
        sound = len(shape) == 1 and np.isfinite(deviation) and deviation > 0
        if not sound or any(m.shape != shape or not np.isfinite(m).all() for m in means):
            _log.warning("a kept calibration is damaged and is made anew")
            return None
        return Calibration(
            Means(means[0], means[1]), Means(means[2], means[3]), deviation=deviation
        )

    def save(self, name: str, calibration: Calibration) -> None:
        """Keep a calibration; where the folder cannot be written, it is worked out again."""
        values = (
            calibration.messages.chinese,
            calibration.messages.other,
            calibration.memories.chinese,
            calibration.memories.other,
            np.float64(calibration.deviation),
        )
        path = self._path(name)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    np.savez(stream, **dict(zip((*_NAMES, _DEVIATION), values, strict=True)))  # type: ignore[arg-type]  # numpy's stub takes the names for allow_pickle
                Path(temporary).replace(path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            _log.warning("a calibration could not be kept: %s", error)

    def forget(self, name: str) -> None:
        """Drop what was kept under `name`."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.npz"
