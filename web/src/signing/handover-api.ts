import type { AnswerOf, operations } from '@paraph/contract';
import { jsonRequest, sendTo } from './signing-api.ts';

export type Handover = AnswerOf<(typeof operations)['createHandover']>;

/** The address that opens the session of a link on another device, in place of the one before. */
export async function createHandover(link: string): Promise<Handover> {
  const answer = await post(`/api/v1/signing/${encodeURIComponent(link)}/handover`);
  return (await answer.json()) as Handover;
}

/** Answers the link whose session this device has now. */
export async function takeHandover(token: string): Promise<string> {
  const answer = await post('/api/v1/signing/handover', { token });
  return ((await answer.json()) as { link: string }).link;
}

function post(path: string, body?: object): Promise<Response> {
  return sendTo(fetch.bind(globalThis), path, jsonRequest('POST', body));
}
