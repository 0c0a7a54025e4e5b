import { ORGANIZATION_EVENTS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED, OrganizationQuery } from './organization-operations.ts';
import { described, exact, Id, nullable, oneOf, PageQuery, pageOf, Text, Timestamp } from './schemas.ts';

const Values = Type.Record(Text, Type.Unknown());

const RecordActor = exact({
  kind: described(
    oneOf(['user', 'visitor', 'instance']),
    '`visitor`: nobody who is known, as in a failed sign-in; `instance`: a job, or who runs the instance',
  ),
  id: described(nullable(Id), 'The id of the account; null without one'),
  email: described(nullable(Text), 'Its address, as it was then'),
  ip: described(nullable(Text), 'From which address; null for jobs'),
  userAgent: described(nullable(Text), 'Which browser or program; null where it did not say'),
  through: described(nullable(oneOf(['session', 'token', 'key'])), 'Which kind of credential was shown'),
  credential: described(nullable(Text), 'The name of the API key or app, as it was then'),
});

const OrganizationEntry = exact({
  id: described(Id, 'Its id'),
  sequence: described(
    nullable(Type.Integer({ minimum: 1 })),
    'Its number in the chain; null until then, for a minute at most',
  ),
  name: described(oneOf(ORGANIZATION_EVENTS), 'What was done'),
  date: described(Timestamp, 'When, in seconds since 1970'),
  by: described(nullable(Text), 'Who did it, as they were called then'),
  actor: described(RecordActor, 'By which account and credential, and from where'),
  about: described(nullable(Text), 'Of whom it speaks, as they are called now; null where of nobody'),
  to: described(nullable(Text), 'To whom something went, as they are called now; null where to nobody'),
  detail: described(Type.Record(Text, Type.Union([Text, Type.Number()])), 'Names, ids and counts'),
  before: described(nullable(Values), 'What differed before; null where it was not there'),
  after: described(nullable(Values), 'What differs since; null where it is not there any more'),
});

const FILTERS = {
  kind: described(
    Type.Optional(Text),
    'One kind, or the beginning of several before the dot: `member.removed`, `member`',
  ),
  personId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The id of an account that acted, or whom it is about' }),
  ),
  from: Type.Optional(Type.Integer({ description: 'Since then, in seconds since 1970' })),
  to: Type.Optional(Type.Integer({ description: 'Before then, in seconds since 1970' })),
  ...OrganizationQuery.properties,
};

export const recordOperations = {
  listOrganizationEvents: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/events',
    summary: 'The record of the organization: who did what, from where, the newest first',
    query: Type.Object({
      page: PageQuery.properties.page,
      limit: PageQuery.properties.limit,
      ...FILTERS,
    }),
    answer: pageOf(OrganizationEntry),
  }),
  exportOrganizationEvents: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/events/export',
    summary: 'All of the record that the filters find, oldest first: a table (CSV), or a JSON object a line',
    query: Type.Object({
      format: described(Type.Optional(oneOf(['csv', 'jsonl'])), 'Default: `csv`'),
      ...FILTERS,
    }),
    answer: 'binary',
  }),
};
