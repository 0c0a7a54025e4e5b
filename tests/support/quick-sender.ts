import { expect } from 'vitest';
import type { QuickEnvelope as Envelope } from '../../sdk/src/shapes.ts';
import { good } from './draft-client.ts';
import { type QuickRequest, quickForm, type Session } from './instance.ts';
import { buildPdf, textLines } from './pdf-fixtures.ts';

/** A page with two lines of text and much room. */
export const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
export const ann = { name: 'Ann', email: 'ann@example.com' };
export const bob = { name: 'Bob', email: 'bob@example.com' };

export type { Envelope };

export const violationsOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { violations?: Record<string, string> } }).error.violations ?? {};
export const codeOf = (answer: { json(): unknown }) =>
  (answer.json() as { error: { code: string } }).error.code;

/** Sends and reads quick envelopes with the present session, which is read at each call. */
export function quickSender(session: () => Pick<Session, 'call'>) {
  const postTo =
    (url: string) =>
    (request: QuickRequest, headers: Record<string, string> = {}) => {
      const form = quickForm({ document: lease, ...request });
      return session().call({ method: 'POST', url, ...form, headers: { ...form.headers, ...headers } });
    };
  const post = postTo('/api/v1/quick/envelopes');
  return {
    post,
    read: async (id: string, reader = session()) => {
      const answer = await reader.call({ method: 'GET', url: `/api/v1/quick/envelopes/${id}` });
      return { answer, envelope: answer.json() as Envelope };
    },
    create: async (request: QuickRequest = {}) => {
      const answer = await post(request);
      expect(answer.statusCode, answer.body).toBe(200);
      return (answer.json() as { id: string }).id;
    },
    /** A draft by the same form. */
    draft: async (request: QuickRequest = {}) => good<Envelope>(await postTo('/api/v1/envelopes')(request)),
  };
}
