import { expect } from 'vitest';
import type { Session } from './instance.ts';

/** A call of which only the id in its address changes. */
export interface IsolatedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: Buffer | object;
  headers?: Record<string, string>;
}

/** Has a stranger make the same call with a foreign id and a random one: both must answer the same, word for word. */
export async function expectSameAnswer(
  stranger: Session,
  calls: { foreign: IsolatedCall; random: IsolatedCall },
  status = 404,
): Promise<void> {
  const foreign = await stranger.call(calls.foreign);
  const random = await stranger.call(calls.random);
  const plain = (body: string) => body.replace(/"requestId":"\w+"/, '');
  expect([calls.foreign.method, calls.foreign.url, foreign.statusCode]).toEqual([
    calls.foreign.method,
    calls.foreign.url,
    status,
  ]);
  expect(plain(foreign.body)).toBe(plain(random.body));
}
