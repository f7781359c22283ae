"""`python3 installer`: makes a private environment, installs MemoryX into it, registers it.

This file is plain enough for any Python to read, so that an old one can say that it is too old.
"""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036  (who runs this may have any Python)
    sys.exit(
        "MemoryX needs Python 3.11 or newer; this is Python "
        + sys.version.split()[0]
        + ".\nInstall a newer one from python.org or your system's packages, and start the "
        + "installer with it, for example: python3.12 installer"
    )

# The checkout is read, not written: it may be on a read-only disk.
sys.dont_write_bytecode = True
# `python3 installer` puts the folder itself on the path; its package and MemoryX's are found from
# the checkout's top.
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
sys.path[:1] = [_ROOT, os.path.join(_ROOT, "host")]  # noqa: PTH118

from installer.main import main  # noqa: E402  (the version and the path have to be right first)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
