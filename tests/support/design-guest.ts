import { expect } from 'vitest';
import type { Field } from './draft-client.ts';
import { cookieOf, type TestInstance } from './instance.ts';

/** What the designer is given. */
export interface Design {
  kind: string;
  mayEdit: boolean;
  workflow: { id: number; name: string; status: string };
  documents: { id: number; url: string }[];
  recipients: { roles: { id: number }[] }[];
  steps: { order: number }[];
  choices: { step: number; group: string; required: number; roles: number[] }[];
  fields: Field[];
  callback: string | null;
  autoStart: boolean;
}

export const pathOf = (url: string) => url.replace('http://localhost:3000', '');

/** Follows an address as a browser does: the cookie stays, and the page calls with it. */
export async function enterDesign(instance: TestInstance, url: string) {
  const entered = await instance.inject({ method: 'GET', url: pathOf(url) });
  expect(entered.statusCode).toBe(303);
  const cookie = cookieOf(entered);
  const page = String(entered.headers.location);
  const id = page.split('/').pop();
  const call = (method: 'GET' | 'PUT' | 'POST', path = '', payload?: object) =>
    instance.inject({
      method,
      url: `/api/v1/design/${id}${path}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      ...(payload ? { payload } : {}),
    });
  return { page, cookie, id, call, header: String(entered.headers['set-cookie']) };
}

/** A field for the first person on the first document, by default a signature. */
export const placeField = ({ documents, recipients }: Design, more: object = {}) => ({
  type: 'signature',
  documentId: documents[0]?.id,
  role: recipients[0]?.roles[0]?.id,
  page: 1,
  posX: 10,
  posY: 20,
  style: { width: 30, height: 8 },
  ...more,
});
