"""Reading a model's similarities as relevance.

Sentence models put all texts into a narrow cone (multilingual-e5's cosines lie between 0.7 and
0.9 whatever the texts), and two Chinese texts are nearer to each other than a Chinese and an
English one that say the same. So a raw cosine says little. The correction is *centring* by kind
(message or memory) and language. See Mu & Viswanath, "All-but-the-Top" (ICLR 2018).

- From a message's vector a share of the mean message is taken; then it is brought to unit length.
  This subtracts from q . m the similarity that the memory m has with any message at all (hubness).
- From a memory's vector the whole mean memory of its language is taken, and the length is left as
  it is. That moves all similarities of one message and language by the same amount, so no order
  changes within a language; stored texts of two languages become comparable, and a value of 0
  means "as near as any memory". Bringing memories to unit length again ranked worse on every set.

The share was chosen on the tune part of the evaluation sets (0.7 to 0.9 differ by less than a
point). The means come from `anchors`, that is from texts of our own, never from a person's
memories, so that a value means the same in every store. `deviation`, also taken from the anchors,
is the unit in which a similarity is read: what a value is worth is decided by
`memoryx.recall.gate`, together with the other signals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

SHARE = 0.7
# The bundled model's; other sentence models of its family lie near it.
DEVIATION = 0.03
# Of a model that tells nothing apart.
_LEAST_DEVIATION = 1e-6


@dataclass(frozen=True, slots=True)
class Means:
    """Mean vectors of one kind of text, shape (d,)."""

    chinese: Vectors
    other: Vectors


@dataclass(frozen=True, slots=True)
class Calibration:
    """The means of one model, and how far its similarities with strangers spread."""

    messages: Means
    memories: Means
    share: float = SHARE
    deviation: float = DEVIATION
    """Standard deviation of the similarities of messages with memories of others."""

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self.messages.other.shape[0])

    def message(self, vector: Vectors, *, chinese: bool) -> Vectors:
        """A message's vector centred and of unit length; shape (d,)."""
        mean = self.messages.chinese if chinese else self.messages.other
        return unit(vector - self.share * mean)

    def memory(self, vectors: Vectors, chinese: Sequence[bool]) -> Vectors:
        """Memories' vectors centred, of any length; shape (n, d), one flag a row."""
        flags = np.asarray(chinese, np.bool_)[:, None]
        means = np.where(flags, self.memories.chinese[None, :], self.memories.other[None, :])
        centred: Vectors = (vectors - means).astype(np.float32)
        return centred


def calibrate(messages: Vectors, memories: Vectors, half: int) -> Calibration:
    """The calibration of a model by its vectors of the anchors, each of shape (n, d).

    The first `half` of either are in a language with an alphabet, the others Chinese.
    """
    means = Calibration(
        Means(messages[half:].mean(axis=0), messages[:half].mean(axis=0)),
        Means(memories[half:].mean(axis=0), memories[:half].mean(axis=0)),
    )
    asked = np.stack([means.message(row, chinese=i >= half) for i, row in enumerate(messages)])
    stored = means.memory(memories, [i >= half for i in range(len(memories))])
    deviation = max(float((asked @ stored.T).std()), _LEAST_DEVIATION)
    return Calibration(means.messages, means.memories, means.share, deviation)


def unit(vectors: Vectors) -> Vectors:
    """Vectors along the last axis brought to unit length; zero stays zero."""
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(norms, 1e-9)).astype(np.float32)
    return scaled
