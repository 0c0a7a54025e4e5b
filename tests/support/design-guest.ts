import { expect } from 'vitest';
import { type Field, pdfForm } from './draft-client.ts';
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

/** The address of a frame: its page, and what opens it. */
export function designFrameOf(answer: { json(): unknown }) {
  const { pathname, hash } = new URL((answer.json() as { url: string }).url);
  return { pathname, session: pathname.split('/').pop() ?? '', token: hash.slice(1) };
}

export const openDesignFrame = (instance: TestInstance, payload: { session: string; token: string }) =>
  instance.inject({
    ...{ method: 'POST', url: '/api/v1/design/embedded', payload },
    headers: { 'sec-fetch-site': 'same-origin' },
  });

/** The calls of a frame, as its page makes them. */
export function callsByBearer(
  instance: TestInstance,
  { session, bearer }: { session: string; bearer: string },
) {
  const headers = { authorization: `Bearer ${bearer}`, 'sec-fetch-site': 'same-origin' };
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path = '', payload?: object) =>
    instance.inject({
      ...{ method, url: `/api/v1/design/${session}${path}`, headers },
      ...(payload ? { payload } : {}),
    });
  const addFile = (file: Uint8Array) => {
    const form = pdfForm({}, file);
    const url = `/api/v1/design/${session}/documents`;
    return instance.inject({ method: 'POST', url, ...form, headers: { ...form.headers, ...headers } });
  };
  return { call, addFile };
}
