"""Reading a model's similarities as relevance.

Sentence models put all texts into a narrow cone (multilingual-e5's cosines lie between 0.7 and
0.9 whatever the texts), so a raw cosine says little. Two corrections:

1. *Centring.* From each vector the mean of its kind is taken (messages and memories have
   different means), then it is brought to unit length. Taking the mean of the messages q away
   from a
   memory's side of the product, (q - E[q]) . m, subtracts the similarity that this memory has
   with any message at all (hubness); the same holds for the other side. Cosines of unrelated texts
   then lie round 0. See Mu & Viswanath, "All-but-the-Top" (ICLR 2018).
2. *Logistic.* relevance = 1 / (1 + exp(-slope * (cosine - middle))), fitted per model. Strictly
   monotonic, so that it never ties two memories.

The means come from `anchors`, that is from texts of our own, never from a person's memories: a
value
means the same in every store.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The means of one model and its logistic."""

    message_mean: Vectors
    """Shape (d,)."""
    memory_mean: Vectors
    slope: float = 8.0
    middle: float = 0.35

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self.message_mean.shape[0])

    def message(self, vector: Vectors) -> Vectors:
        """A message's vector centred and of unit length; shape (d,)."""
        return unit(vector - self.message_mean)

    def memories(self, vectors: Vectors) -> Vectors:
        """Memories' vectors centred and of unit length; shape (n, d)."""
        return unit(vectors - self.memory_mean)

    def relevance(self, cosines: Vectors) -> Vectors:
        """Centred cosines as relevance between 0 and 1, elementwise."""
        scaled: Vectors = 1.0 / (1.0 + np.exp(-self.slope * (cosines - self.middle)))
        return scaled.astype(np.float32)


def unit(vectors: Vectors) -> Vectors:
    """Vectors along the last axis brought to unit length; zero stays zero."""
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(norms, 1e-9)).astype(np.float32)
    return scaled
