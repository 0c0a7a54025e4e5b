import { Type } from 'typebox';
import { described } from './schemas.ts';

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
