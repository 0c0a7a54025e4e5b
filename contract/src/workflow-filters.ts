import { Type } from 'typebox';

const Listed = Type.Optional(Type.String({ maxLength: 1_000 }));

/** The filters of interface.md §7, in `filters[…]` or without it; lists are comma-joined. */
export const FILTERS = {
  status: Listed,
  creatorEmail: Listed,
  httpSourceTypes: Listed,
  httpSourceValues: Listed,
  tags: Type.Optional(Type.String({ maxLength: 1_000, description: 'Ids of tags; one of them is enough' })),
};
