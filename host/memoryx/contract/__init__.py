"""The contract between the browser and the host: one definition, everything else generated.

``methods.METHODS`` names every method with its params, its result and the lane that serves it.
``generate`` writes ``schema.json`` and the extension's ``contract.d.ts`` from it.
"""

from memoryx.contract.methods import METHODS, Lane, Method, Params, Result

PROTOCOL_VERSION = 1

__all__ = ["METHODS", "PROTOCOL_VERSION", "Lane", "Method", "Params", "Result"]
