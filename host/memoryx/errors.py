"""Every error that MemoryX raises on purpose.

The tree, with the JSON-RPC code and the stable word each one carries over the wire::

    MemoryXError                    -32000  failed
    ├── ParseError                  -32700  parse_error
    ├── InternalError               -32603  internal
    ├── InvalidRequest              -32600  invalid_request
    ├── UnknownMethod               -32601  method_not_found
    ├── InvalidParams               -32602  invalid_params
    ├── FrameTooLarge               -32001  frame_too_large
    ├── NotFound                    -32002  not_found
    ├── Conflict                    -32003  conflict
    ├── Busy                        -32004  busy                (retryable)
    ├── DatabaseUnavailable         -32005  database_unavailable
    ├── ResponseTooLarge            -32006  response_too_large
    ├── KeyringUnavailable          -32007  keyring_unavailable
    ├── InvalidUpload               -32008  invalid_upload
    ├── DownloadFailed              -32009  download_failed     (retryable)
    └── LlmError                    -32020  llm_failed
        ├── LlmNotConfigured        -32021  llm_not_configured
        ├── LlmUnreachable          -32022  llm_unreachable     (retryable)
        ├── LlmUnauthorized         -32023  llm_unauthorized
        ├── LlmQuota                -32024  llm_quota
        ├── LlmModelNotFound        -32025  llm_model_not_found
        ├── LlmRateLimited          -32026  llm_rate_limited    (retryable)
        ├── LlmBadReply             -32027  llm_bad_reply       (retryable)
        └── LlmPaused               -32028  llm_paused

The numbers are appended to and never reused.
"""

from __future__ import annotations

from typing import ClassVar


class MemoryXError(Exception):
    """Base of all errors that a caller can do something about.

    ``str(error)`` says what happened, ``remedy`` what a person can do about it.
    """

    rpc_code: ClassVar[int] = -32000
    code: ClassVar[str] = "failed"
    retryable: ClassVar[bool] = False
    default_remedy: ClassVar[str] = "Run `memoryx doctor` and report what it prints."

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.remedy = remedy if remedy is not None else self.default_remedy


class ParseError(MemoryXError):
    """A body that is not JSON."""

    rpc_code = -32700
    code = "parse_error"
    default_remedy = "Send one JSON object in UTF-8."


class InternalError(MemoryXError):
    """Something that should not happen; the log has the traceback."""

    rpc_code = -32603
    code = "internal"
    default_remedy = "Run `memoryx doctor`; the log says more."


class InvalidRequest(MemoryXError):
    """The envelope is not a JSON-RPC 2.0 request that this host takes."""

    rpc_code = -32600
    code = "invalid_request"
    default_remedy = "Send one JSON-RPC 2.0 object with a method name and params by name."


class UnknownMethod(MemoryXError):
    """No such method."""

    rpc_code = -32601
    code = "method_not_found"
    default_remedy = "Update the extension and the companion to the same version."


class InvalidParams(MemoryXError):
    """The params do not fit the method's schema."""

    rpc_code = -32602
    code = "invalid_params"
    default_remedy = "Correct the named field."


class FrameTooLarge(MemoryXError):
    """A frame's body is longer than the host takes."""

    rpc_code = -32001
    code = "frame_too_large"
    default_remedy = "Send the content in smaller pieces (at most 8 MiB each)."


class NotFound(MemoryXError):
    """The named conversation, memory, project, proposal, batch or version does not exist."""

    rpc_code = -32002
    code = "not_found"
    default_remedy = "Reload the list: it may have been deleted meanwhile."


class Conflict(MemoryXError):
    """The change contradicts the state of what it changes."""

    rpc_code = -32003
    code = "conflict"
    default_remedy = "Reload and try again."


class Busy(MemoryXError):
    """Somebody else holds what is needed; a later try may succeed."""

    rpc_code = -32004
    code = "busy"
    retryable = True
    default_remedy = "Try again in a few seconds."


class DatabaseUnavailable(MemoryXError):
    """The database cannot be opened, read or written."""

    rpc_code = -32005
    code = "database_unavailable"
    default_remedy = (
        "Check free disk space and the folder's permissions, then run `memoryx doctor`."
    )


class ResponseTooLarge(MemoryXError):
    """The answer does not fit into one frame."""

    rpc_code = -32006
    code = "response_too_large"
    default_remedy = "Ask for fewer items (`limit`) or a part (`range`)."


class KeyringUnavailable(MemoryXError):
    """The system's keyring did not answer."""

    rpc_code = -32007
    code = "keyring_unavailable"
    default_remedy = (
        "Unlock or install the system's keyring, or give the key in the environment variable "
        "MEMORYX_API_KEY."
    )


class InvalidUpload(MemoryXError):
    """An uploaded file is missing, incomplete or not what it is said to be."""

    rpc_code = -32008
    code = "invalid_upload"
    default_remedy = "Choose the file again."


class DownloadFailed(MemoryXError):
    """A file could not be fetched, or is not the one that is expected."""

    rpc_code = -32009
    code = "download_failed"
    retryable = True
    default_remedy = "Try again later."


class LlmError(MemoryXError):
    """The chat model's endpoint did not do what was asked.

    ``retry_after`` is the number of seconds before another try makes sense, where that is known;
    ``sent`` says that the request had left when it failed without an answer.
    """

    rpc_code = -32020
    code = "llm_failed"
    default_remedy = "Test the model endpoint in the settings."

    def __init__(
        self,
        message: str,
        *,
        remedy: str | None = None,
        retry_after: float | None = None,
        sent: bool = False,
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.retry_after = retry_after
        self.sent = sent


class LlmNotConfigured(LlmError):
    """No chat model is set up."""

    rpc_code = -32021
    code = "llm_not_configured"
    default_remedy = "Enter a model endpoint in the settings; until then the basic mode is used."


class LlmUnreachable(LlmError):
    """No answer came, or not in time."""

    rpc_code = -32022
    code = "llm_unreachable"
    retryable = True
    default_remedy = "Check the endpoint's address and the network."


class LlmUnauthorized(LlmError):
    """The endpoint refused the key."""

    rpc_code = -32023
    code = "llm_unauthorized"
    default_remedy = "Enter a valid API key in the settings."


class LlmQuota(LlmError):
    """The account behind the key has no quota left."""

    rpc_code = -32024
    code = "llm_quota"
    default_remedy = "Top up the account at the provider, or choose another endpoint."


class LlmModelNotFound(LlmError):
    """The endpoint does not know the model."""

    rpc_code = -32025
    code = "llm_model_not_found"
    default_remedy = "Correct the model's name in the settings."


class LlmRateLimited(LlmError):
    """Too many requests for now."""

    rpc_code = -32026
    code = "llm_rate_limited"
    retryable = True
    default_remedy = "Nothing to do: it is tried again later."


class LlmBadReply(LlmError):
    """The reply could not be read."""

    rpc_code = -32027
    code = "llm_bad_reply"
    retryable = True
    default_remedy = "Try again, or choose a model that can answer in JSON."


class LlmPaused(LlmError):
    """The day's token cap is reached, or the endpoint failed too often in a row."""

    rpc_code = -32028
    code = "llm_paused"
    default_remedy = "Raise the daily cap in the settings, or wait."
