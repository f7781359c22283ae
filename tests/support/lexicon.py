"""The lexicon of glosses, built once for all homes of the tests.

A host builds it where it is missing: seconds of work in each of hundreds of homes, by a process
that outlives its host.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from memoryx.paths import Paths
from memoryx.store.glossary import glossary_file

#: Within the tests' environment: it goes when the dictionary's version may change.
_KEPT = Path(sys.prefix) / "memoryx-lexicon"


def put_lexicon(home: Path) -> None:
    """Put the finished lexicon into a home, as a host has it after its first minute."""
    built = glossary_file(_KEPT)
    if not built.exists():
        build = [sys.executable, "-P", "-X", "utf8", "-m", "memoryx.store.glossary_build"]
        subprocess.run([*build, str(built)], check=True)
    own = glossary_file(Paths(home).cache)
    if not own.exists():
        own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(built, own)
