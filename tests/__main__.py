"""`python3 tests`: set up what the tests need and run all of them, with the standard library alone.

`python3 tests --help` says how to run a part.
"""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  (who runs this may have any Python)
    sys.exit("The tests need Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

# `python3 tests` puts the folder itself on the path; the package is found from the one above.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from tests.runner.main import main  # noqa: E402  (the path has to be right first)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
