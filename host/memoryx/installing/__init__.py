"""Registering the host with browsers, proving that it works, and taking it all away again.

``plan`` says what would be written, as values; ``apply`` writes it; ``removal`` takes it back;
``doctor`` looks at what is there. ``systems``, ``browsers``, ``record``, ``refusals``, ``session``
and ``proof`` need the standard library alone: the installer uses them before anything is installed.
"""
