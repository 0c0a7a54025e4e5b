"""The clients: they send requests, and have a method for every operation."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Awaitable, Callable, Mapping, Optional, Union

import httpx

from ._async_operations import AsyncOperations
from ._errors import ParaphError
from ._operations import Operations
from ._pages import AsyncPage, Page
from ._request import NOT_GIVEN, CallOptions, Policy, Request, build, build_download

GetToken = Callable[[Optional[str]], str]
AsyncGetToken = Callable[[Optional[str]], Union[str, Awaitable[str]]]


def _policy(
    base_url: str, credentials: tuple[object, ...], timeout: float, retries: int, delays: tuple[float, float]
) -> Policy:
    if not base_url.startswith(("https://", "http://")):
        raise ValueError(f'base_url must begin with https:// or http://, not "{base_url}".')
    if sum(each is not None for each in credentials) > 1:
        raise ValueError("Give one of token, get_token and api_key.")
    return Policy(base_url.rstrip("/"), timeout, retries, *delays)


def _first_page(given: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    whole = {key: value for key, value in given.items() if value is not NOT_GIVEN}
    return whole, int(whole.get("page", 1))


class Paraph(Operations):
    """The client of one instance.

    ``get_token(refused)`` returns the access token for each call, and is called again after a 401 with the refused
    one; ``renewing_token`` makes such a function. ``http_client`` is your own ``httpx.Client``, for proxies and
    certificates. Use the client as a context manager, or close it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        get_token: Optional[GetToken] = None,
        timeout: float = 60.0,
        retries: int = 2,
        retry_delay: float = 0.5,
        retry_delay_max: float = 30.0,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        credentials = (token, get_token, api_key)
        self._policy = _policy(base_url, credentials, timeout, retries, (retry_delay, retry_delay_max))
        self._api_key, self._token, self._get_token = api_key, token, get_token
        self._is_own = http_client is None
        self._http = http_client or httpx.Client()

    def __enter__(self) -> Paraph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, unless ``http_client`` is yours."""
        if self._is_own:
            self._http.close()

    def download(self, link: str, options: Optional[CallOptions] = None) -> bytes:
        """The bytes of a file by a link of a response. The credential goes to ``base_url`` alone."""
        content: bytes = self._send(build_download(link, self._policy, options))
        return content

    def _call(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        return self._send(build(name, given, self._policy, options))

    def _page(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Page[Any]:
        whole, number = _first_page(given)

        def read(page: int) -> Page[Any]:
            return self._page(name, {**whole, "page": page}, options)

        return Page(self._call(name, whole, options), number, read)

    def _send(self, request: Request) -> Any:
        identity: Optional[dict[str, str]] = None
        is_renewed = False
        while True:
            if identity is None:
                identity = {} if request.is_anonymous else self._identify(None)
            try:
                try:
                    sent = request.to_httpx(self._http, identity)
                    return request.read(self._http.send(sent, follow_redirects=False))
                except httpx.HTTPError as error:
                    raise request.failed(error) from error
            except ParaphError as error:
                if not is_renewed and request.may_renew(error, self._get_token is not None):
                    is_renewed, identity = True, self._identify(identity["authorization"][7:])
                    continue
                delay = request.delay(error)
                if delay is None:
                    raise
            time.sleep(delay)
            identity = None

    def _identify(self, refused: Optional[str]) -> dict[str, str]:
        if self._api_key is not None:
            return {"x-api-key": self._api_key}
        token = self._token if self._get_token is None else self._get_token(refused)
        return {} if token is None else {"authorization": f"Bearer {token}"}


class AsyncParaph(AsyncOperations):
    """The asynchronous client of one instance; see ``Paraph``. ``get_token`` may be a coroutine function."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        get_token: Optional[AsyncGetToken] = None,
        timeout: float = 60.0,
        retries: int = 2,
        retry_delay: float = 0.5,
        retry_delay_max: float = 30.0,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        credentials = (token, get_token, api_key)
        self._policy = _policy(base_url, credentials, timeout, retries, (retry_delay, retry_delay_max))
        self._api_key, self._token, self._get_token = api_key, token, get_token
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient()

    async def __aenter__(self) -> AsyncParaph:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, unless ``http_client`` is yours."""
        if self._is_own:
            await self._http.aclose()

    async def download(self, link: str, options: Optional[CallOptions] = None) -> bytes:
        """The bytes of a file by a link of a response. The credential goes to ``base_url`` alone."""
        content: bytes = await self._send(build_download(link, self._policy, options))
        return content

    async def _call(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        return await self._send(build(name, given, self._policy, options))

    async def _page(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> AsyncPage[Any]:
        whole, number = _first_page(given)

        async def read(page: int) -> AsyncPage[Any]:
            return await self._page(name, {**whole, "page": page}, options)

        return AsyncPage(await self._call(name, whole, options), number, read)

    async def _send(self, request: Request) -> Any:
        identity: Optional[dict[str, str]] = None
        is_renewed = False
        while True:
            if identity is None:
                identity = {} if request.is_anonymous else await self._identify(None)
            try:
                try:
                    sent = request.to_httpx(self._http, identity)
                    return request.read(await self._http.send(sent, follow_redirects=False))
                except httpx.HTTPError as error:
                    raise request.failed(error) from error
            except ParaphError as error:
                if not is_renewed and request.may_renew(error, self._get_token is not None):
                    is_renewed, identity = True, await self._identify(identity["authorization"][7:])
                    continue
                delay = request.delay(error)
                if delay is None:
                    raise
            await asyncio.sleep(delay)
            identity = None

    async def _identify(self, refused: Optional[str]) -> dict[str, str]:
        if self._api_key is not None:
            return {"x-api-key": self._api_key}
        given = self._token if self._get_token is None else self._get_token(refused)
        token = given if given is None or isinstance(given, str) else await given
        return {} if token is None else {"authorization": f"Bearer {token}"}
