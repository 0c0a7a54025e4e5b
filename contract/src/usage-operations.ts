import { QUOTAS, USAGE_MONTHS_MAX } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED, OrganizationQuery } from './organization-operations.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const USAGE_QUERY = Type.Object({
  from: described(
    Type.Optional(Month),
    'The first month, as `2026-01`. Default: that eleven months before the last',
  ),
  to: described(
    Type.Optional(Month),
    `The last month, with which the period has at most ${USAGE_MONTHS_MAX}. Default: the current one, of UTC`,
  ),
  ...OrganizationQuery.properties,
});

const UsedMonth = exact({
  month: described(Month, 'The month, of UTC, as `2026-11`'),
  workspaceId: described(
    Id,
    'The id of the workspace; workflows that were moved count where they were when they were counted',
  ),
  workspaceName: described(nullable(Text), 'What the workspace is called now; null after it was closed'),
  started: count('Workflows that were started'),
  completed: count('Workflows that were signed by all and sealed'),
  signatures: count('Signatures that people gave'),
  sealedFiles: count('Files that were sealed, seals of the organization among them'),
  storedBytes: count('Bytes of documents that came to be stored: as they were sent, and as they were sealed'),
  mails: count('Mails about documents that the mail server took'),
});

const Quota = exact({
  name: described(
    oneOf(QUOTAS),
    'What is limited: envelopes started in a month, people mailed by new ones in a day, calls of API keys in a minute, ' +
      'examinations of files at once, or the bytes that documents take',
  ),
  value: count('How much the organization may use'),
  used: described(
    nullable(Type.Integer({ minimum: 0 })),
    'How much it has used in the running month or day; of `storedBytes` as measured last; null where it is not shown',
  ),
  freeDate: described(
    nullable(Timestamp),
    'When the month or day ends, and all of it is free again; null for what does not count by the calendar',
  ),
});

export const usageOperations = {
  readUsage: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/usage',
    summary: 'What the organization used, by month and workspace, the newest month first',
    query: USAGE_QUERY,
    answer: exact({
      from: described(Month, 'The first month that was asked for'),
      to: described(Month, 'The last month that was asked for'),
      countedDate: described(
        nullable(Timestamp),
        'Until when all is counted, once an hour; null before the first time',
      ),
      quotas: described(
        Type.Array(Quota),
        'What the organization may use, as who runs the service has set it; what is not named has no limit',
      ),
      items: described(
        Type.Array(UsedMonth),
        'A month of a workspace each; those without any use are absent',
      ),
    }),
  }),
  exportUsage: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/usage/export',
    summary: 'The same as a table (CSV)',
    query: USAGE_QUERY,
    answer: 'binary',
  }),
};
