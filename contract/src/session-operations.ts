import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const SESSIONS = '/api/v1/account/sessions';
const common = { access: 'session', internal: true } as const;

/** Where a person is signed in. */
export const sessionOperations = {
  listSessions: operation({
    ...common,
    method: 'GET',
    path: SESSIONS,
    summary: 'Where the person is signed in, the latest use first',
    answer: Type.Array(
      exact({
        id: Text,
        current: Type.Boolean(),
        /** As the browser names itself. */
        userAgent: nullable(Text),
        ip: nullable(Text),
        method: nullable(oneOf(['password', 'totp', 'recovery-code', 'passkey', 'connection'])),
        createDate: Timestamp,
        lastUseDate: Timestamp,
      }),
    ),
  }),
  endOtherSessions: operation({
    ...common,
    method: 'DELETE',
    path: SESSIONS,
    summary: 'End every session but this one',
    status: 204,
    answer: null,
  }),
  endSession: operation({
    ...common,
    method: 'DELETE',
    path: `${SESSIONS}/{accountSessionId}`,
    summary: 'End a session',
    params: Type.Object({
      accountSessionId: described(Type.String({ pattern: '^[0-9a-f]{32}$' }), 'As the list names it'),
    }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
};
