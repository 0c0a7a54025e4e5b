"""How a call becomes a request, and whether a failed one is sent again."""

from __future__ import annotations

import json
import logging
import random
import re
import secrets
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

import httpx

from ._calls import CALLS, STATUSES
from ._errors import AuthenticationError, ConnectionFailed, ParaphError, error_of, parse
from ._upload import is_upload, read_upload

_log = logging.getLogger("paraph")


class NotGiven:
    """Where nothing was given: ``None`` is a value of its own."""

    def __bool__(self) -> bool:
        return False


NOT_GIVEN = NotGiven()


@dataclass(frozen=True)
class CallOptions:
    """Options of one call."""

    #: Timeout of one attempt in seconds.
    timeout: Optional[float] = None
    #: Retries of a repeatable call.
    retries: Optional[int] = None
    #: For POST and PUT; default: a new key for each call. Two calls with the same key act once.
    idempotency_key: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Policy:
    """URL and retries of a client."""

    base_url: str
    timeout: float
    retries: int
    retry_delay: float
    retry_delay_max: float


@dataclass
class Request:
    """What is sent, again and again until it succeeds or is given up."""

    method: str
    url: str
    headers: dict[str, str]
    timeout: float
    retries: int
    policy: Policy
    content: Optional[bytes] = None
    files: Optional[list[tuple[str, Any]]] = None
    is_anonymous: bool = False
    wants_bytes: bool = False
    carries_outcome: bool = False
    is_repeatable: bool = True
    attempt: int = 0

    def to_httpx(self, client: Any, identity: Mapping[str, str]) -> httpx.Request:
        given: dict[str, Any] = {"files": self.files} if self.files else {"content": self.content}
        headers = {**self.headers, **identity}
        return client.build_request(  # type: ignore[no-any-return]
            self.method, self.url, headers=headers, timeout=self.timeout, **given
        )

    def failed(self, error: httpx.HTTPError) -> ConnectionFailed:
        if isinstance(error, httpx.TimeoutException):
            message = f"{self.method} {self.url} did not answer within {self.timeout} s."
            return ConnectionFailed(message, code="TIMEOUT")
        message = f"{self.method} {self.url} could not be sent or its answer not be read: {error}"
        return ConnectionFailed(message, code="CONNECTION_FAILED")

    def read(self, response: httpx.Response) -> Any:
        """The answer of a response whose body is read."""
        _tell_ignored(self, response)
        if response.is_success and self.wants_bytes:
            return response.content
        if response.is_success and not response.content:
            return None
        body = parse(response.content)
        if not response.is_success or body is None:
            raise error_of(response, body)
        if self.carries_outcome and isinstance(body, list) and body and body[0].get("result") is False:
            code = (body[0].get("error") or {}).get("code", "")
            raise error_of(response, body[0], STATUSES.get(code))
        return body

    def delay(self, error: ParaphError) -> Optional[float]:
        """Seconds before the next attempt, which this counts; ``None`` where there is none."""
        # With these statuses nothing was done; with others the request may have been processed.
        is_refused = error.status in (429, 503) or error.code == "IDEMPOTENCY_KEY_IN_USE"
        is_unclear = error.status in (502, 504) or error.code in ("CONNECTION_FAILED", "TIMEOUT")
        if self.attempt >= self.retries or not (is_refused or (is_unclear and self.is_repeatable)):
            return None
        policy = self.policy
        if error.retry_after is not None:
            if error.retry_after > policy.retry_delay_max:
                return None
            self.attempt += 1
            return error.retry_after
        # Spread, so that many clients do not retry at once after an outage.
        delay = min(policy.retry_delay * 2**self.attempt, policy.retry_delay_max)
        self.attempt += 1
        return float(delay * (0.5 + random.random() / 2))

    def may_renew(self, error: ParaphError, can_renew: bool) -> bool:
        return isinstance(error, AuthenticationError) and can_renew and not self.is_anonymous


def build(name: str, given: Mapping[str, Any], policy: Policy, options: Optional[CallOptions]) -> Request:
    """The request of an operation. A line of the list: method, path, then words for input and output."""
    method, path, *words = CALLS[name].split(" ")
    rest = {key: value for key, value in given.items() if value is not NOT_GIVEN}
    path = re.sub(r"\{(\w+)\}", lambda match: _path_value(match.group(1), rest), path)
    kind = next((word for word in words if word in ("json", "form", "multipart", "either")), None)
    of_query = next((word[6:] for word in words if word.startswith("query:")), "").split(",")
    in_query = list(rest) if kind is None else [key for key in of_query if key in rest]
    query = urlencode(list(to_pairs({key: rest.pop(key) for key in in_query})))
    url = policy.base_url + path + (f"?{query}" if query else "")
    is_anonymous = "client" in words
    request = _request(method, url, policy, options or CallOptions(), is_anonymous)
    request.wants_bytes = "bytes" in words
    request.carries_outcome = "one" in words
    _add_body(request, kind, rest)
    return request


def build_download(link: str, policy: Policy, options: Optional[CallOptions]) -> Request:
    """Uses only the path of the link, so that the credential is not sent to another host."""
    parts = urlsplit(link)
    found = re.search(r"/api/v1/storage/.+$", parts.path)
    if found is None:
        raise ValueError(f'"{link}" is no link to a file of Paraph (/api/v1/storage/…).')
    url = policy.base_url + found.group(0) + (f"?{parts.query}" if parts.query else "")
    request = _request("GET", url, policy, options or CallOptions(), False)
    request.wants_bytes = True
    return request


def _request(method: str, url: str, policy: Policy, options: CallOptions, is_anonymous: bool) -> Request:
    headers = {"accept": "application/json"}
    has_key = method in ("POST", "PUT") and not is_anonymous
    if has_key:
        headers["idempotency-key"] = options.idempotency_key or secrets.token_hex(16)
    headers.update(options.headers)
    return Request(
        method,
        url,
        headers,
        timeout=policy.timeout if options.timeout is None else options.timeout,
        retries=policy.retries if options.retries is None else options.retries,
        policy=policy,
        is_anonymous=is_anonymous,
        # A DELETE repeated after a lost response would report its own success as "not found".
        is_repeatable=method == "GET" or has_key,
    )


def _add_body(request: Request, kind: Optional[str], values: dict[str, Any]) -> None:
    if request.wants_bytes:
        request.headers["accept"] = "*/*"
    if kind is None:
        return
    if kind == "json" or (kind == "either" and not any(is_upload(each) for each in values.values())):
        request.content = json.dumps(values).encode()
        request.headers["content-type"] = "application/json"
    elif kind == "form":
        request.content = urlencode(list(to_pairs(values))).encode()
        request.headers["content-type"] = "application/x-www-form-urlencoded"
    else:
        # A part without a file name is a text; httpx makes a form of parts only where there are files.
        request.files = [
            (key, read_upload(value) if is_upload(value) else (None, value))
            for key, value in to_pairs(values)
        ]


def to_pairs(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Nested values in bracket notation: ``{"steps": [{"type": "sign"}]}`` → ``steps[0][type]=sign``."""
    for key, value in values.items():
        yield from _pairs_of(_checked(key), value)


def _pairs_of(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if value is NOT_GIVEN:
        return
    if is_upload(value):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _pairs_of(f"{name}[{_checked(key)}]", each)
    elif isinstance(value, (list, tuple)):
        for index, each in enumerate(value):
            yield from _pairs_of(f"{name}[{index}]", each)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    else:
        yield name, "" if value is None else str(value)


def _checked(key: object) -> str:
    if not isinstance(key, str) or not re.fullmatch(r"[^\[\]]+", key):
        raise ValueError(f"{key!r} cannot be sent: a key is a text without brackets and not empty.")
    return key


def _path_value(name: str, rest: dict[str, Any]) -> str:
    value = str(rest.pop(name, ""))
    # Two dots would address another operation, even escaped (WHATWG URL §4.1).
    if value in ("", ".", ".."):
        raise ValueError(f"{name} is missing or no id.")
    return quote(value, safe="")


_said: set[str] = set()


def _tell_ignored(request: Request, response: httpx.Response) -> None:
    """A key that the server does not know is a mistake of the program that sends it: each is logged once."""
    ignored: str = response.headers.get("paraph-ignored", "")
    for name in filter(None, ignored.split(", ")):
        key = re.sub(r"\[\d+\]", "[]", name)
        if key not in _said:
            _said.add(key)
            path = urlsplit(request.url).path
            _log.warning('Paraph ignored "%s" of %s %s: it does not know this key.', name, request.method, path)
