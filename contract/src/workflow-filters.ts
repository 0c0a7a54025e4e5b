import { Type } from 'typebox';
import { described, oneOf } from './schemas.ts';

const Listed = Type.Optional(Type.String({ maxLength: 1_000 }));

/** The filters of interface.md §7, in `filters[…]` or without it; lists are comma-joined. */
export const FILTERS = {
  status: described(Listed, 'Only those in one of these statuses, comma-joined'),
  creatorEmail: described(Listed, 'Only those created by the user with this address'),
  httpSourceTypes: described(
    Listed,
    'Only those created by these kinds of client, comma-joined: `api`, `web`, `mobile`, `integration`',
  ),
  httpSourceValues: described(Listed, 'Only those created by these apps or keys, comma-joined'),
  filed: described(Listed, '`0`: only those that are not filed away; `1`: only those that are'),
  expiresBefore: described(
    Listed,
    'Only those that wait for people and whose deadline is before it, in seconds since 1970, the earliest first',
  ),
  tags: Type.Optional(Type.String({ maxLength: 1_000, description: 'Ids of tags; one of them is enough' })),
};

const WORKFLOW_SORTS = [
  'created',
  '-created',
  'name',
  '-name',
  'deadline',
  '-deadline',
  'changed',
  '-changed',
] as const;

/** The orders of a list. Without one, the newest come first, as they always did. */
export const SORTING = {
  sort: described(
    Type.Optional(oneOf(WORKFLOW_SORTS)),
    'The order: by `created`, `name`, `deadline` or `changed`, with `-` before it the other way round; newest first by default',
  ),
  after: described(
    Type.Optional(Type.String({ maxLength: 1_000 })),
    'With `sort`, instead of `page`: the `next` of the page before. What changes meanwhile moves nothing else',
  ),
};
