import { RATES, SCOPE_NAMES, type Scope } from '@paraph/domain';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { caller } from '../support/organization.ts';
import { forThisFile } from '../support/scratch.ts';
import { allowApp, type Organization } from './organization.ts';
import type { Wire } from './requests.ts';

/** A caller: the headers with their credentials. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
}

/** As many calls as a generated test makes. */
export const WITHOUT_LIMITS = {
  PARAPH_RATES: Object.keys(RATES)
    .map((rate) => `${rate}=100000000/60`)
    .join(','),
};

export const NO_CALLER: Caller = { name: 'no credentials', headers: {} };

/** All callers of an organization: each role at the pages, and programs with all scopes. */
export function callersOf({ people, ids, signerHeaders }: Organization): Caller[] {
  const sessions = Object.entries(people).map(([name, { cookie }]) => ({
    name,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  }));
  return [
    ...sessions,
    { name: 'key', headers: { 'x-api-key': String(ids.apiKey) } },
    { name: 'token', headers: { authorization: `Bearer ${ids.token}` } },
    { name: 'signer', headers: signerHeaders },
  ];
}

/** Programs that lack just this scope: a key, and a token. */
export async function callersWithout(organization: Organization, scope: Scope): Promise<Caller[]> {
  // A write scope includes its read.
  const rest = SCOPE_NAMES.filter((each) => each !== scope && each !== scope.replace(/:read$/, ':write'));
  return callersWith(organization, rest);
}

export async function callersWith(
  { people, ids }: Organization,
  scopes: readonly string[],
): Promise<Caller[]> {
  const call = caller(people.owner);
  const { body } = await call('POST', '/api/v1/api-keys', { name: 'Narrow', scopes });
  const token = await allowApp(call, ids, scopes);
  return [
    { name: `key with ${scopes}`, headers: { 'x-api-key': body.key } },
    { name: `token with ${scopes}`, headers: { authorization: `Bearer ${token}` } },
  ];
}

/** Makes a call with the credentials of the caller. */
export function send(instance: TestInstance, { headers }: Caller, wire: Wire) {
  return instance.inject({ ...wire, headers: { ...headers, ...wire.headers } });
}

/** The same with a body of JSON, or none. */
export function sendJson(
  instance: TestInstance,
  caller: Caller,
  [method, url, payload]: readonly [method: Wire['method'], url: string, payload?: object | undefined],
) {
  const headers = payload ? { 'content-type': 'application/json' } : {};
  return send(instance, caller, {
    method,
    url,
    headers,
    ...(payload && { payload: JSON.stringify(payload) }),
  });
}

export type Answer = Awaited<ReturnType<typeof send>>;

/** The instance of a test file, ready to examine uploads and closed after its tests. */
export async function instanceForThisFile(
  options: Parameters<typeof openTestInstance>[0] = {},
): Promise<TestInstance> {
  const instance = await forThisFile(openTestInstance({ env: WITHOUT_LIMITS, ...options }));
  await instance.deps.intake.warm();
  return instance;
}
