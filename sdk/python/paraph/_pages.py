"""Pages of lists."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Optional, TypeVar

T = TypeVar("T")


class _Page(Generic[T]):
    def __init__(self, body: dict[str, Any], number: int) -> None:
        self.items: list[T] = body["items"]
        self.total: int = body["total"]
        #: Effective page size, at most 100.
        self.limit: int = body["limit"]
        self.pages: int = body["pages"]
        #: Where the next page of a list with ``sort`` begins, for ``after``; ``None`` on the last page.
        self.next: Optional[str] = body.get("next")
        #: Which page this is, from 1.
        self.number = number

    def _is_last(self) -> bool:
        return self.number >= self.pages or not self.items

    def _ids(self) -> list[Any]:
        return [_id_of(item) for item in self.items]


def _id_of(item: Any) -> Any:
    return item.get("id", item) if isinstance(item, dict) else item


class Page(_Page[T]):
    """A page of a list; empty after the last page."""

    def __init__(self, body: dict[str, Any], number: int, read: Callable[[int], Page[T]]) -> None:
        super().__init__(body, number)
        self._read = read

    def all(self) -> Iterator[T]:
        """Every item from this page on; an item that moves to the next page meanwhile comes once."""
        page, before = self, list[Any]()
        while True:
            yield from (item for item in page.items if _id_of(item) not in before)
            if page._is_last():
                return
            before, page = page._ids(), self._read(page.number + 1)


class AsyncPage(_Page[T]):
    """A page of a list; empty after the last page."""

    def __init__(
        self, body: dict[str, Any], number: int, read: Callable[[int], Awaitable[AsyncPage[T]]]
    ) -> None:
        super().__init__(body, number)
        self._read = read

    async def all(self) -> AsyncIterator[T]:
        """Every item from this page on; an item that moves to the next page meanwhile comes once."""
        page, before = self, list[Any]()
        while True:
            for item in page.items:
                if _id_of(item) not in before:
                    yield item
            if page._is_last():
                return
            before, page = page._ids(), await self._read(page.number + 1)
