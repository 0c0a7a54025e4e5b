"""Notifications: their signatures, and what they say."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Iterator, Mapping, Optional, Sequence, Union, cast

from .types import NotifiedEnvelope, NotifiedSeal

Headers = Mapping[str, Union[str, Sequence[str]]]


class NotificationError(Exception):
    """The signature is invalid or too old: respond with 400 and ignore the notification."""


@dataclass(frozen=True)
class Notification:
    """A notification with a verified signature."""

    #: The same for every delivery attempt: process each id once.
    id: Optional[str]
    #: Such as ``workflow.signed``, one of ``types.NotifiedEvent``; a newer server may have more.
    event: Optional[str]
    #: Time of this delivery attempt, in seconds since 1970.
    timestamp: int
    #: The workflow at the moment of the event; ``None`` where the event is about a seal.
    envelope: Optional[NotifiedEnvelope]
    #: The seal of the organization, of ``seal.completed`` and ``seal.failed``.
    seal: Optional[NotifiedSeal]


def verify_notification(
    headers: Headers,
    body: Union[bytes, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: int = 600,
    now: Optional[float] = None,
) -> Notification:
    """Verifies the raw body, in constant time, and returns what it says.

    ``secret`` is that of the workflow's callback or of the webhook (``whsec_…``); a list while it is changed.

    :raises NotificationError: the signature is not right, or too old.
    """
    raw = body.encode() if isinstance(body, str) else body
    values = {name.lower(): value if isinstance(value, str) else value[0] for name, value in headers.items()}
    signed = _standard_signature(values) or _plain_signature(values)
    if signed is None:
        raise NotificationError("The notification carries no signature.")
    message_id, stamp, prefix, signatures = signed
    if not (stamp.isascii() and stamp.isdigit()):
        raise NotificationError("The notification carries no time.")
    age = (time.time() if now is None else now) - int(stamp)
    if abs(age) > tolerance:
        raise NotificationError(f"The notification is {age:.0f} seconds old; check the clock, or it is a replay.")
    expected = [
        hmac.new(key, prefix.encode() + raw, hashlib.sha256).digest()
        for each in ([secret] if isinstance(secret, str) else secret)
        for key in _keys_of(each)
    ]
    if not any([hmac.compare_digest(own, given) for own in expected for given in signatures]):
        raise NotificationError("The signature is not right: another secret, or not the raw body.")
    return _read(raw, values, message_id, int(stamp))


def standard_secret(secret: str) -> str:
    """The secret as libraries of Standard Webhooks take it: ``whsec_`` and Base64."""
    return secret if secret.startswith("whsec_") else f"whsec_{base64.b64encode(secret.encode()).decode()}"


def _read(raw: bytes, values: Mapping[str, str], message_id: Optional[str], timestamp: int) -> Notification:
    body = json.loads(raw)
    # Where the body says it, a header that no signature covers does not count.
    event = (body.get("event") or {}).get("name") or values.get("paraph-event")
    is_seal = event is not None and event.startswith("seal.")
    envelope = None if is_seal else cast(NotifiedEnvelope, body)
    return Notification(message_id, event, timestamp, envelope, cast(NotifiedSeal, body) if is_seal else None)


_Signed = tuple[Optional[str], str, str, list[bytes]]


def _standard_signature(values: Mapping[str, str]) -> Optional[_Signed]:
    """Signature of Standard Webhooks over id, time and body, Base64."""
    message_id, stamp = values.get("webhook-id"), values.get("webhook-timestamp")
    line = values.get("webhook-signature")
    if message_id is None or stamp is None or line is None:
        return None
    given = [_from_base64(each[3:]) for each in line.split(" ") if each.startswith("v1,")]
    return message_id, stamp, f"{message_id}.{stamp}.", given


def _plain_signature(values: Mapping[str, str]) -> Optional[_Signed]:
    """Signature ``t=<seconds>,v1=<hex>`` over time and body."""
    line = values.get("paraph-signature", values.get("yumisign-signature"))
    if line is None:
        return None
    pairs = [part.strip().split("=", 1) for part in line.split(",") if "=" in part]
    stamp = next((value for name, value in pairs if name == "t"), "")
    return None, stamp, f"{stamp}.", [_from_hex(value) for name, value in pairs if name == "v1"]


def _keys_of(secret: str) -> Iterator[bytes]:
    """A ``whsec_`` secret signs the Standard Webhooks header with its decoded bytes, ours with its text."""
    # Anyone could sign with an empty key.
    if secret == "":
        raise ValueError("secret is empty.")
    yield secret.encode()
    if secret.startswith("whsec_") and _from_base64(secret[6:]):
        yield _from_base64(secret[6:])


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
