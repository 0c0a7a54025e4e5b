"""The typed client of Paraph, open electronic signatures."""

from ._client import AsyncParaph, Paraph
from ._errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    DocumentError,
    NotFoundError,
    ParaphError,
    PermissionDenied,
    RateLimitError,
    ServerError,
    ValidationError,
)
from ._notifications import Notification, NotificationError, standard_secret, verify_notification
from ._oauth import (
    OAuthApp,
    Tokens,
    async_exchange_code,
    async_renewing_token,
    authorization_url,
    create_pkce_pair,
    exchange_code,
    renewing_token,
)
from ._pages import AsyncPage, Page
from ._request import CallOptions
from ._upload import File, Upload

__all__ = [
    "AsyncPage",
    "AsyncParaph",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "ConnectionFailed",
    "DocumentError",
    "File",
    "NotFoundError",
    "Notification",
    "NotificationError",
    "OAuthApp",
    "Page",
    "Paraph",
    "ParaphError",
    "PermissionDenied",
    "RateLimitError",
    "ServerError",
    "Tokens",
    "Upload",
    "ValidationError",
    "async_exchange_code",
    "async_renewing_token",
    "authorization_url",
    "create_pkce_pair",
    "exchange_code",
    "renewing_token",
    "standard_secret",
    "verify_notification",
]
