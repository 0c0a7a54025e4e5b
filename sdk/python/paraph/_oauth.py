"""Acting for users: the authorization code grant with PKCE, and tokens that renew themselves."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import inspect
import secrets
import threading
import time
from dataclasses import dataclass, replace
from typing import Any, Awaitable, Callable, Optional, Sequence, Union
from urllib.parse import urlencode

from ._client import AsyncParaph, Paraph
from .types import Scope

#: Renews early, so that a token does not expire while its request is in flight.
_EARLY_SECONDS = 30


@dataclass(frozen=True)
class OAuthApp:
    """Credentials of a registered integration app."""

    base_url: str
    client_id: str
    client_secret: str


@dataclass(frozen=True)
class Tokens:
    """Store them where only your server can read them."""

    access_token: str
    refresh_token: str
    #: Seconds since 1970.
    expires_at: int


def authorization_url(
    app: OAuthApp,
    *,
    redirect_uri: str,
    scopes: Sequence[Scope],
    state: str,
    code_challenge: Optional[str] = None,
) -> str:
    """Where to send the user's browser. Compare ``state`` when it comes back (RFC 6749 §10.12)."""
    query = {
        "client_id": app.client_id,
        "redirect_uri": redirect_uri,
        "response_type": "code",
        "scope": " ".join(scopes),
        "state": state,
    }
    if code_challenge is not None:
        query.update(code_challenge=code_challenge, code_challenge_method="S256")
    return f"{app.base_url.rstrip('/')}/integration-apps/authorize?{urlencode(query)}"


def create_pkce_pair() -> tuple[str, str]:
    """A verifier to keep until the user returns, and its challenge for the URL (RFC 7636)."""
    verifier = secrets.token_urlsafe(32)
    digest = hashlib.sha256(verifier.encode()).digest()
    return verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def exchange_code(
    app: OAuthApp, *, code: str, redirect_uri: str, code_verifier: Optional[str] = None
) -> Tokens:
    """Exchanges the code for tokens. Call it once: a second exchange revokes the tokens (RFC 9700 §4.5)."""
    with Paraph(app.base_url) as paraph:
        return _tokens_of(paraph.exchange_code(**_code(app, code, redirect_uri, code_verifier)))


async def async_exchange_code(
    app: OAuthApp, *, code: str, redirect_uri: str, code_verifier: Optional[str] = None
) -> Tokens:
    """Exchanges the code for tokens. Call it once: a second exchange revokes the tokens (RFC 9700 §4.5)."""
    async with AsyncParaph(app.base_url) as paraph:
        return _tokens_of(await paraph.exchange_code(**_code(app, code, redirect_uri, code_verifier)))


def renewing_token(
    app: OAuthApp, tokens: Tokens, on_renewed: Callable[[Tokens], None] = lambda _: None
) -> Callable[[Optional[str]], str]:
    """A ``get_token`` that renews the token before it expires or after it was refused; threads share one renewal."""
    lock = threading.Lock()
    current = tokens

    def get_token(refused: Optional[str]) -> str:
        nonlocal current
        with lock:
            if _is_due(current, refused):
                with Paraph(app.base_url) as paraph:
                    current = _renewed(current, paraph.refresh_access(**_refresh(app, current)))
                on_renewed(current)
            return current.access_token

    return get_token


def async_renewing_token(
    app: OAuthApp, tokens: Tokens, on_renewed: Callable[[Tokens], Union[None, Awaitable[None]]] = lambda _: None
) -> Callable[[Optional[str]], Awaitable[str]]:
    """The same for ``AsyncParaph``; ``on_renewed`` may be a coroutine function."""
    lock = asyncio.Lock()
    current = tokens

    async def get_token(refused: Optional[str]) -> str:
        nonlocal current
        async with lock:
            if _is_due(current, refused):
                async with AsyncParaph(app.base_url) as paraph:
                    current = _renewed(current, await paraph.refresh_access(**_refresh(app, current)))
                stored = on_renewed(current)
                if inspect.isawaitable(stored):
                    await stored
            return current.access_token

    return get_token


def _is_due(tokens: Tokens, refused: Optional[str]) -> bool:
    return refused == tokens.access_token or tokens.expires_at - _EARLY_SECONDS <= time.time()


def _code(app: OAuthApp, code: str, redirect_uri: str, code_verifier: Optional[str]) -> dict[str, Any]:
    given = {"client_id": app.client_id, "client_secret": app.client_secret, "redirect_uri": redirect_uri}
    return {**given, "code": code, **({} if code_verifier is None else {"code_verifier": code_verifier})}


def _refresh(app: OAuthApp, tokens: Tokens) -> dict[str, Any]:
    secret = {"client_id": app.client_id, "client_secret": app.client_secret}
    return {**secret, "refresh_token": tokens.refresh_token}


def _tokens_of(answer: Any) -> Tokens:
    return Tokens(answer["access_token"], answer["refresh_token"], int(time.time()) + answer["expires_in"])


def _renewed(tokens: Tokens, answer: Any) -> Tokens:
    return replace(
        tokens, access_token=answer["access_token"], expires_at=int(time.time()) + answer["expires_in"]
    )
