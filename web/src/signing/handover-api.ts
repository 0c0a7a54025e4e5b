import type { AnswerOf, operations } from '@paraph/contract';
import { errorFrom, SigningError } from './signing-api.ts';

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

async function post(path: string, body?: object): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((): never => {
    throw new SigningError('offline', '', null);
  });
  if (!response.ok) throw await errorFrom(response);
  return response;
}
