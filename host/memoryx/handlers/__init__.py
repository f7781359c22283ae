"""One function for each method of the contract, and the table that names them."""

from memoryx.handlers.call import Call, Handler
from memoryx.handlers.table import HANDLERS

__all__ = ["HANDLERS", "Call", "Handler"]
