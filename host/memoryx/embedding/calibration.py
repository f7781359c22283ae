"""Reading a model's similarities as relevance.

Sentence models put all texts into a narrow cone (multilingual-e5's cosines lie between 0.7 and
0.9 whatever the texts), and two Chinese texts are nearer to each other than a Chinese and an
English one that say the same. So a raw cosine says little. The correction is *centring*: from each
vector a share of the mean of its kind (message or memory) and language is taken, then it is
brought
to unit length. Taking the mean message away from q in q . m subtracts the similarity that the
memory m has with any message at all (hubness); the same holds for the other side; the means by
language take away what is mere language. See Mu & Viswanath, "All-but-the-Top" (ICLR 2018).

The share was chosen on the tune half of the evaluation sets (0.65 to 0.9 differ by less than a
point). The means come from `anchors`, that is from texts of our own, never from a person's
memories, so
that a value means the same in every store. What a centred cosine is worth is decided by
`memoryx.recall.gate`, together with the other signals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Means:
    """Mean vectors of one kind of text, shape (d,)."""

    chinese: Vectors
    other: Vectors


@dataclass(frozen=True, slots=True)
class Calibration:
    """The means of one model."""

    messages: Means
    memories: Means
    share: float = SHARE

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self.messages.other.shape[0])

    def message(self, vector: Vectors, *, chinese: bool) -> Vectors:
        """A message's vector centred and of unit length; shape (d,)."""
        mean = self.messages.chinese if chinese else self.messages.other
        return unit(vector - self.share * mean)

    def memory(self, vectors: Vectors, chinese: Sequence[bool]) -> Vectors:
        """Memories' vectors centred and of unit length; shape (n, d), one flag a row."""
        flags = np.asarray(chinese, np.bool_)[:, None]
        means = np.where(flags, self.memories.chinese[None, :], self.memories.other[None, :])
        centred: Vectors = (vectors - self.share * means).astype(np.float32)
        return unit(centred)


def unit(vectors: Vectors) -> Vectors:
    """Vectors along the last axis brought to unit length; zero stays zero."""
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(norms, 1e-9)).astype(np.float32)
    return scaled
