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
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Those with a higher number in the chain alone, in its order' }),
  ),
  ...OrganizationQuery.properties,
};

const COLLECTOR_PATH = '/api/v1/organization/collector';
const FORMATS = ['json', 'otlp'] as const;
const FORMAT = '`json`: our own shape; `otlp`: log records of OpenTelemetry (OTLP over HTTP, JSON)';
const collector = nullable(
  exact({
    url: described(Text, 'The address that is sent the record'),
    format: described(oneOf(FORMATS), FORMAT),
    authorization: Type.Boolean({
      description: 'Whether a header `Authorization` is sent, which is never shown',
    }),
    position: Type.Integer({ description: 'The number of the last event that it has taken; 0: none' }),
    behind: Type.Integer({ description: 'How many events wait to be sent' }),
    attempts: Type.Integer({ description: 'How many tries have failed since it took one' }),
    status: described(
      nullable(Type.Integer()),
      'The HTTP status that the last try failed with; null where there was no answer, or no failure',
    ),
    cause: described(nullable(Text), 'Why the last try failed, in a sentence; null without a failure'),
    nextAttemptDate: described(nullable(Timestamp), 'When it is tried again; null without a failure'),
    deliveryDate: described(nullable(Timestamp), 'When it last took events; null: never'),
    changeDate: described(Timestamp, 'When it was set up or changed'),
  }),
);
const Collector = exact({ collector: described(collector, 'Null where none is set up') });

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
  readCollector: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: COLLECTOR_PATH,
    summary: 'Where the record of the organization is sent as it grows, and how far that has come',
    answer: Collector,
  }),
  saveCollector: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: COLLECTOR_PATH,
    summary: 'Set where the record of the organization is sent as it grows',
    body: Type.Object({
      url: described(Type.String({ maxLength: 2_000 }), 'The address, with `https://`'),
      format: described(Type.Optional(oneOf(FORMATS)), `${FORMAT}. Default: \`json\``),
      authorization: described(
        Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
        'The value of a header `Authorization`; null: none. Absent: it stays, with the same server',
      ),
      position: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Sends what comes after this number of the record; 0 of a new one, as it is by default',
        }),
      ),
      renewSecret: described(
        Type.Optional(Type.Boolean()),
        'Makes another secret; the former one ends at once',
      ),
    }),
    answer: exact({
      collector: described(collector, 'As it is now'),
      secret: described(
        nullable(Text),
        'The secret of the signatures: `whsec_` and 32 bytes in base64, where it is new. It is never shown again',
      ),
    }),
  }),
  deleteCollector: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: COLLECTOR_PATH,
    summary: 'Send the record nowhere any more; what was sent stays there',
    status: 204,
    answer: null,
  }),
  retryCollector: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${COLLECTOR_PATH}/retry`,
    summary: 'Try the collector now',
    answer: Collector,
  }),
};
