import type { Call } from './load.ts';
import type { Target } from './target-process.ts';

const BOUNDARY = '----paraph-bench-5f2c9d41';

/** A form of a quick envelope for one signer, in bracket notation, as an integrator sends it. */
export function envelopeForm(document: Uint8Array, more: Readonly<Record<string, string>> = {}): Buffer {
  const values = {
    name: 'Lease of the mill',
    'steps[0][type]': 'sign',
    'steps[0][recipients][0][name]': 'Grace Hopper',
    'steps[0][recipients][0][email]': 'grace@example.com',
    ...more,
  };
  return formOf(values, document);
}

/** A form of a seal. */
export function sealForm(document: Uint8Array): Buffer {
  return formOf({ 'metadata[employee]': '4711' }, document);
}

function formOf(values: Readonly<Record<string, string>>, document: Uint8Array): Buffer {
  const texts = Object.entries(values).map(([name, value]) => `${headOf(`name="${name}"`)}\r\n${value}\r\n`);
  const file = `${headOf('name="document"; filename="lease.pdf"')}Content-Type: application/pdf\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(texts.join('') + file),
    document,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function headOf(disposition: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
}

const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export function createCall({ tokens }: Target, body: Uint8Array, index: number): Call {
  const headers = { ...FORM_TYPE, authorization: `Bearer ${tokens[index % tokens.length]}` };
  return { method: 'POST', path: '/api/v1/quick/envelopes', headers, body };
}

export function sealCall(target: Target, body: Uint8Array, index: number): Call {
  return { ...createCall(target, body, index), path: '/api/v1/seals' };
}

export function floorCreateCall(body: Uint8Array): Call {
  return { method: 'POST', path: '/floor/envelopes', headers: FORM_TYPE, body };
}

export function minimalCreateCall(body: Uint8Array): Call {
  return { method: 'POST', path: '/minimal/envelopes', headers: FORM_TYPE, body };
}

export function readCall({ tokens }: Target, id: string, index: number): Call {
  const headers = { authorization: `Bearer ${tokens[index % tokens.length]}` };
  return { method: 'GET', path: `/api/v1/quick/envelopes/${id}`, headers };
}

export function sessionReadCall({ cookie }: Target, id: string): Call {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return { method: 'GET', path: `/api/v1/quick/envelopes/${id}`, headers };
}

export function floorReadCall(id: string): Call {
  return { method: 'GET', path: `/floor/envelopes/${id}`, headers: {} };
}

export function floorListCall(limit: number): Call {
  return { method: 'GET', path: `/floor/envelopes?limit=${limit}`, headers: {} };
}

export function sessionListCall({ cookie }: Target, limit: number): Call {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return { method: 'GET', path: `/api/v1/envelopes?limit=${limit}`, headers };
}

export function filteredListCall(target: Target, limit: number): Call {
  const { path, ...call } = sessionListCall(target, limit);
  return { ...call, path: `${path}&filters[status]=started` };
}
