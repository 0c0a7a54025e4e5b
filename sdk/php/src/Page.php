<?php

declare(strict_types=1);

namespace Paraph;

/**
 * A page of a list; empty after the last page.
 *
 * @template T of array<string, mixed>
 */
final readonly class Page
{
    /** @var list<T> */
    public array $items;
    public int $total;
    /** Effective page size, at most 100. */
    public int $limit;
    public int $pages;
    /** Where the next page of a list with `sort` begins, for `after`; null on the last page. */
    public ?string $next;

    /**
     * @param array{items: list<T>, total: int, limit: int, pages: int, next?: string|null} $body
     * @param int $number which page this is, from 1
     * @param \Closure(int): Page<T> $read
     */
    public function __construct(array $body, public int $number, private \Closure $read)
    {
        $this->items = $body['items'];
        $this->total = $body['total'];
        $this->limit = $body['limit'];
        $this->pages = $body['pages'];
        $this->next = $body['next'] ?? null;
    }

    /**
     * Every item from this page on; an item that moves to the next page meanwhile comes once.
     *
     * @return \Generator<int, T>
     */
    public function all(): \Generator
    {
        $before = [];
        for ($page = $this; ; $page = ($page->read)($page->number + 1)) {
            $ids = array_map(static fn (array $item) => $item['id'] ?? $item, $page->items);
            foreach ($page->items as $i => $item) {
                if (!in_array($ids[$i], $before, true)) {
                    yield $item;
                }
            }
            if ($page->number >= $page->pages || $page->items === []) {
                return;
            }
            $before = $ids;
        }
    }
}
