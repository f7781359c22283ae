"""The Windows registry below HKEY_CURRENT_USER, behind a seam that other systems can fake."""

from __future__ import annotations

import sys
from typing import Protocol


class Registry(Protocol):
    """Default values of keys, by the key's path below HKEY_CURRENT_USER."""

    def read(self, key: str) -> str | None:
        """Return a key's default value; None where there is none."""
        ...

    def write(self, key: str, value: str) -> None:
        """Set a key's default value, making the key; raises OSError."""
        ...

    def delete(self, key: str) -> None:
        """Delete a key without subkeys; raises OSError."""
        ...


class NoRegistry:
    """The registry of a system that has none: empty, and a plan for it never writes."""

    def read(self, key: str) -> str | None:
        """Return None."""
        del key
        return None

    def write(self, key: str, value: str) -> None:
        """Refuse."""
        raise OSError(f"this system has no registry for {key} = {value}")

    def delete(self, key: str) -> None:
        """Refuse."""
        raise OSError(f"this system has no registry to delete {key} from")


if sys.platform == "win32":
    import winreg

    class WindowsRegistry:
        """The real one."""

        def read(self, key: str) -> str | None:
            """Return a key's default value; None where there is none."""
            try:
                return str(winreg.QueryValue(winreg.HKEY_CURRENT_USER, key))
            except FileNotFoundError:
                return None

        def write(self, key: str, value: str) -> None:
            """Set a key's default value, making the key; raises OSError."""
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as handle:
                winreg.SetValueEx(handle, "", 0, winreg.REG_SZ, value)

        def delete(self, key: str) -> None:
            """Delete a key without subkeys; raises OSError."""
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


def this_registry() -> Registry:
    """Return the registry of the system that this process runs on."""
    if sys.platform == "win32":
        return WindowsRegistry()
    return NoRegistry()
