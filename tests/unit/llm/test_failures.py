"""What the providers' own words for an error mean."""

from __future__ import annotations

import json

import pytest

from memoryx.errors import (
    LlmError,
    LlmModelNotFound,
    LlmQuota,
    LlmRateLimited,
    LlmUnauthorized,
    LlmUnreachable,
)
from memoryx.llm.failures import Refusal, failure_of, refused_parameters
from tests.unit.llm.support import NOW


def refusal(status: int, body: object) -> Refusal:
    """Return a refusal with a body."""
    return Refusal(status, {}, body if isinstance(body, bytes) else json.dumps(body).encode())


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (429, {"error": {"type": "insufficient_quota", "code": "insufficient_quota"}}, LlmQuota),
        (402, {"error": {"message": "Insufficient Balance", "code": "invalid"}}, LlmQuota),
        (429, {"error": {"type": "exceeded_current_quota_error", "message": "…"}}, LlmQuota),
        (403, {"code": 30001, "message": "Sorry, your account balance is insufficient"}, LlmQuota),
        (402, {"error": {"message": "This request requires more credits", "code": 402}}, LlmQuota),
        (400, {"error": {"code": "Arrearage", "message": "Access denied"}}, LlmQuota),
        (403, {"error": {"code": "AllocationQuota.FreeTierOnly"}}, LlmQuota),
        (429, {"error": {"code": "rate_limit_exceeded", "message": "TPM"}}, LlmRateLimited),
        (429, b"slow down", LlmRateLimited),
        (429, {"error": {"type": "rate_limit_reached_error"}}, LlmRateLimited),
        (401, {"error": {"message": "Authentication Fails"}}, LlmUnauthorized),
        (403, b"", LlmUnauthorized),
        (404, {"error": {"message": "model 'x' not found, try pulling it"}}, LlmModelNotFound),
        (404, b"<html>404</html>", LlmModelNotFound),
        (400, {"error": {"message": "Model Not Exist"}}, LlmModelNotFound),
        (400, {"code": 20012, "message": "Model does not exist."}, LlmModelNotFound),
        (400, {"error": {"message": "x is not a valid model ID", "code": 400}}, LlmModelNotFound),
        (403, {"error": {"code": "model_not_found", "message": "no access"}}, LlmModelNotFound),
        (400, {"error": {"code": "context_length_exceeded"}}, LlmError),
        (413, b"", LlmError),
        (408, b"", LlmUnreachable),
        (500, {"error": {"message": "insufficient_quota"}}, LlmUnreachable),
        (529, {"error": {"type": "overloaded_error"}}, LlmUnreachable),
        (302, b"", LlmUnreachable),
        (400, {"error": ["insufficient", {"code": 1}]}, LlmError),
        (400, b"[" * 60_000, LlmError),
        (400, {"error": "insufficient_quota"}, LlmQuota),
    ],
)
def test_a_refusal_is_understood(status: int, body: object, error: type[LlmError]) -> None:
    assert type(failure_of(refusal(status, body), "host", NOW)) is error


def test_a_missing_page_is_told_as_a_wrong_address_or_a_wrong_model() -> None:
    assert "/v1" in failure_of(refusal(404, b"Not Found"), "host", NOW).remedy
    body = {"error": {"code": "model_not_found", "message": "The model does not exist"}}
    assert "/v1" not in failure_of(refusal(404, body), "host", NOW).remedy


def test_what_a_prompt_says_is_not_taken_for_the_endpoints_word() -> None:
    body = {"error": {"message": "bad request"}, "input": "insufficient_quota model not found"}
    assert type(failure_of(refusal(400, body), "host", NOW)) is LlmError


@pytest.mark.parametrize(
    ("status", "message", "names"),
    [
        (400, "'response_format' of type 'json_schema' is not supported", {"response_format"}),
        (422, "Invalid schema for structured output", {"response_format"}),
        (400, "Unsupported: 'max_tokens'. Use 'max_completion_tokens'.", {"max_tokens"}),
        (400, "'temperature' does not support 0 with this model", {"temperature"}),
        (400, "max_tokens is too large", set()),
        (500, "response_format", set()),
    ],
)
def test_the_refused_parameter_is_found(status: int, message: str, names: set[str]) -> None:
    assert refused_parameters(refusal(status, {"error": {"message": message}})) == names
