"""The errors of calls, by the status of the response."""

from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from math import ceil
from typing import Any, Mapping, Optional

import httpx


class ParaphError(Exception):
    """Every error of a call. A newer server may have codes that this client does not know."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        violations: Optional[Mapping[str, str]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        missing_scope: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: Code of the interface, or ``CONNECTION_FAILED``, ``TIMEOUT``, ``UNEXPECTED_ANSWER``.
        self.code = code
        #: HTTP status; 0 without a response.
        self.status = status
        #: Problems by parameter in bracket notation (``steps[0][recipients][1][email]``).
        self.violations = dict(violations or {})
        #: Identifies the request in the server's log.
        self.request_id = request_id
        #: Seconds to wait before another call.
        self.retry_after = retry_after
        #: The scope that the token or key lacks (RFC 6750 §3.1).
        self.missing_scope = missing_scope


class ValidationError(ParaphError):
    """400: ``violations`` lists every invalid parameter."""


class AuthenticationError(ParaphError):
    """401: the token or key is missing, expired or unknown."""


class PermissionDenied(ParaphError):
    """403: not permitted; ``missing_scope`` names a scope that the token or key lacks."""


class NotFoundError(ParaphError):
    """404: does not exist or is not visible to the caller."""


class ConflictError(ParaphError):
    """409: the present status does not permit this."""


class DocumentError(ParaphError):
    """413, 415, 422: the document is too large, of an unsupported type, or unusable."""


class RateLimitError(ParaphError):
    """429 after all retries: try again after ``retry_after`` seconds."""


class ServerError(ParaphError):
    """5xx after all retries."""


class ConnectionFailed(ParaphError):
    """No response, or not of this interface."""


_Kind = type[ParaphError]

_CLASSES: Mapping[int, _Kind] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDenied,
    404: NotFoundError,
    409: ConflictError,
    413: DocumentError,
    415: DocumentError,
    422: DocumentError,
    429: RateLimitError,
}


def error_of(response: httpx.Response, body: Any, status: Optional[int] = None) -> ParaphError:
    """The error for a response; ``status``: of an error that a successful response carries."""
    code = response.status_code if status is None else status
    given = body.get("error") if isinstance(body, dict) else None
    details: dict[str, Any] = {
        "status": code,
        "request_id": response.headers.get("x-request-id"),
        "retry_after": _read_retry_after(response.headers.get("retry-after")),
        "missing_scope": _read_missing_scope(response.headers.get("www-authenticate")),
    }
    kind = _CLASSES.get(code, ParaphError)
    if code >= 500:
        kind = ServerError
    if not isinstance(given, dict) or not isinstance(given.get("code"), str):
        if code < 500 and code != 429:
            kind = ConnectionFailed
        message = f"{response.url} answered {code}, and not in the words of Paraph; check base_url."
        return kind(message, code="UNEXPECTED_ANSWER", **details)
    if given["code"].startswith("IDEMPOTENCY_"):
        kind = ConflictError
    violations = given.get("violations") or {}
    return kind(given.get("message", given["code"]), code=given["code"], violations=violations, **details)


def parse(content: bytes) -> Any:
    """The JSON of a body; ``None`` where it is none."""
    try:
        return json.loads(content)
    except ValueError:
        return None


def _read_missing_scope(value: Optional[str]) -> Optional[str]:
    if value is None or 'error="insufficient_scope"' not in value:
        return None
    found = re.search(r'\bscope="([^"]+)"', value)
    return found.group(1) if found else None


def _read_retry_after(value: Optional[str]) -> Optional[int]:
    """Seconds or a date (RFC 9110 §10.2.3)."""
    if value is None:
        return None
    if value.isdigit():
        return int(value)
    try:
        return max(0, ceil(parsedate_to_datetime(value).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None
