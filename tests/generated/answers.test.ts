import { Refusal } from '@paraph/domain';
import { expect, test } from 'vitest';
import { type Handlers, RawResponse } from '../../server/src/http/bind.ts';
import type { Caller } from '../../server/src/http/caller.ts';
import { buildServer } from '../../server/src/http/server.ts';
import { checkResponses } from '../support/check-responses.ts';
import { instanceForThisFile } from './callers.ts';

// The API tests hold what they hold because no answer outside the contract gets past `checkResponses`: that is proved
// here, with handlers that answer wrongly.
const instance = await instanceForThisFile();

const caller: Caller = {
  userId: 1,
  kind: 'session',
  organizationId: null,
  onBehalf: false,
  scopes: 'all',
  appClientId: null,
  key: 'session:1',
  sessionHash: null,
};
const profile = {
  id: 1,
  email: 'ada@example.com',
  name: 'Ada',
  firstName: null,
  lastName: null,
  country: null,
  picture: { file: null, thumb: null, format: ' ', size: 0 },
};

/** What `GET /api/v1/profile` answers where its handler is this. */
async function answerOf(readProfile: () => Promise<unknown>) {
  const app = buildServer(instance.deps, {
    credentials: {
      findSession: async () => caller,
      findLock: async () => null,
      findToken: async () => null,
      findKey: async () => null,
    },
    handlers: { readProfile } as unknown as Handlers,
    findWorkflowId: async () => null,
    linkHosts: { findOrganizationOfHost: async () => null, findOrganizationOfLink: async () => null },
    addPages: () => {},
  });
  checkResponses(app);
  const answer = await app.inject({ url: '/api/v1/profile', headers: { cookie: 'paraph=any' } });
  await app.close();
  return answer;
}

test('an answer as the contract has it goes out', async () => {
  const answer = await answerOf(async () => profile);
  expect([answer.statusCode, answer.json()]).toEqual([200, profile]);
});

const { email: _email, ...withoutEmail } = profile;
const refuse = (code: ConstructorParameters<typeof Refusal>[0]) => async () => {
  throw new Refusal(code, 'Said by a test.');
};

test.each(
  Object.entries({
    'an undeclared field': async () => ({ ...profile, password: 'secret' }),
    'an undeclared field deep inside': async () => ({
      ...profile,
      picture: { ...profile.picture, key: 'x' },
    }),
    'a missing field': async () => withoutEmail,
    'a field of another type': async () => ({ ...profile, id: '1' }),
    'an undeclared status': async () => new RawResponse(201, profile),
    'a redirect': async () => new RawResponse(302, null, { location: '/' }),
    'a refusal that the operation does not name': refuse('WORKFLOW_STATUS_CONFLICT'),
    'a refusal that only its like can meet': refuse('IDEMPOTENCY_KEY_REUSED'),
    'no body': async () => new RawResponse(200, null),
    text: async () => new RawResponse(200, 'Ada'),
    'another content type': async () =>
      new RawResponse(200, JSON.stringify(profile), { 'content-type': 'text/html' }),
    'an error of another shape': async () => new RawResponse(404, { message: 'Not found' }),
  }),
)('%s does not', async (_what, handler) => {
  const answer = await answerOf(handler);
  expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'INTERNAL_ERROR']);
});

test('what every call of its kind can meet need not be named', async () => {
  const answer = await answerOf(refuse('SERVICE_UNAVAILABLE'));
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});
