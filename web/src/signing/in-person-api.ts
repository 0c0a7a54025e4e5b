import type { AnswerOf, operations } from '@paraph/contract';
import { jsonRequest, sendTo } from './signing-api.ts';

export type InPerson = AnswerOf<(typeof operations)['readInPersonSession']>;

export async function readInPerson(token: string): Promise<InPerson> {
  return (await (await post('/api/v1/signing/in-person', { token })).json()) as InPerson;
}

/** Answers the link whose session this browser has now. */
export async function startInPerson(token: string, pin: string | null): Promise<string> {
  const body = pin === null ? { token } : { token, pin };
  return ((await (await post('/api/v1/signing/in-person/start', body)).json()) as { link: string }).link;
}

/** Answers where to go on. */
export async function handBack(link: string): Promise<string> {
  const answer = await post(`/api/v1/signing/${encodeURIComponent(link)}/hand-back`, {});
  return ((await answer.json()) as { next: string }).next;
}

function post(path: string, body: object): Promise<Response> {
  return sendTo(fetch.bind(globalThis), path, jsonRequest('POST', body));
}
