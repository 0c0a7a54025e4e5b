export interface Part {
  name: string;
  value: string | Uint8Array;
  fileName?: string;
  type?: string;
}

const boundary = 'paraph-test-boundary';

/** A multipart body, written by hand so that tests can spoil it. */
export function multipart(parts: readonly Part[]) {
  const chunks = parts.flatMap(({ name, value, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const typeLine = fileName === undefined ? '' : `Content-Type: ${type ?? 'application/pdf'}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typeLine}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

type Form = ReturnType<typeof multipart>;
export type CallBody = object | Form;

/** What a call sends, and its headers: JSON, unless it is a form. */
export function sentWith(headers: Readonly<Record<string, string>>, body?: CallBody) {
  if (!body) return { headers };
  if ('payload' in body)
    return { headers: { ...headers, ...(body as Form).headers }, body: (body as Form).payload };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export interface Recipient {
  name: string;
  email: string;
  phone?: string;
  language?: string;
  identification?: string;
  witness?: string;
}

const RECIPIENT_KEYS = ['name', 'email', 'phone', 'language', 'identification', 'witness'] as const;

export interface QuickRequest {
  name?: string;
  document?: Uint8Array | null;
  fileName?: string;
  type?: string;
  steps?: readonly { type: string; recipients: readonly Recipient[] }[];
  preferences?: Record<string, string>;
  more?: Record<string, string>;
  /** Further documents, by their names. */
  further?: readonly (readonly [fileName: string, bytes: Uint8Array])[];
  /** Files for information, by their names. */
  annexes?: readonly (readonly [fileName: string, bytes: Uint8Array])[];
}

/** The form of a quick envelope, in bracket notation. */
export function quickForm({
  name = 'Lease of the mill',
  document,
  fileName = 'lease.pdf',
  steps = [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
  preferences = {},
  more = {},
  type,
  further = [],
  annexes = [],
}: QuickRequest) {
  const parts: Part[] = [{ name: 'name', value: name }];
  if (type !== undefined) parts.push({ name: 'type', value: type });
  steps.forEach((step, i) => {
    parts.push({ name: `steps[${i}][type]`, value: step.type });
    step.recipients.forEach((person, j) => {
      for (const key of RECIPIENT_KEYS) {
        const value = person[key];
        if (value !== undefined) parts.push({ name: `steps[${i}][recipients][${j}][${key}]`, value });
      }
    });
  });
  Object.entries(preferences).forEach(([key, value], k) => {
    parts.push({ name: `preferences[${k}][name]`, value: key }, { name: `preferences[${k}][value]`, value });
  });
  for (const [key, value] of Object.entries(more)) parts.push({ name: key, value });
  if (document) parts.push({ name: 'document', value: document, fileName });
  for (const [name, value] of further) parts.push({ name: 'document', value, fileName: name });
  for (const [name, value] of annexes) parts.push({ name: 'annex', value, fileName: name });
  return multipart(parts);
}
