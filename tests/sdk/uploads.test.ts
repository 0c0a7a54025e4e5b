import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Paraph, type Upload } from '../../sdk/src/index.ts';
import { openFile } from '../../sdk/src/node.ts';
import { folderForThisTest } from '../support/instance-case.ts';
import { fakeServer, json } from './fake-server.ts';

const TEXT = '%PDF-1.7 of a lease';
const bytes = new TextEncoder().encode(TEXT);
const padded = new TextEncoder().encode(`xx${TEXT}yy`);

async function send(document: Upload): Promise<File> {
  const { sent, fetch } = fakeServer(json({ id: 'e' }));
  const steps = [{ type: 'sign' as const, recipients: [{ name: 'Ada', email: 'ada@example.com' }] }];
  await new Paraph({ baseUrl: 'https://sign.example.com', fetch }).createQuickEnvelope({
    name: 'Lease',
    document,
    steps,
  });
  const form = sent[0]?.body as FormData;
  expect(form.get('steps[0][recipients][0][email]')).toBe('ada@example.com');
  expect(sent[0]?.headers.has('content-type')).toBe(false);
  return form.get('document') as File;
}

const sources: [string, () => Upload, string][] = [
  ['a File', () => new File([bytes], 'lease.pdf', { type: 'application/pdf' }), 'lease.pdf'],
  ['a Blob', () => new Blob([bytes]), 'document.pdf'],
  ['bytes', () => bytes, 'document.pdf'],
  ['a part of a buffer', () => padded.subarray(2, 2 + bytes.length), 'document.pdf'],
  ['a Node Buffer', () => Buffer.from(TEXT), 'document.pdf'],
  ['an ArrayBuffer', () => bytes.slice().buffer, 'document.pdf'],
  ['a ReadableStream', () => new Blob([bytes]).stream(), 'document.pdf'],
  ['a Node stream', () => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), 'document.pdf'],
  ['bytes under a name', () => ({ content: bytes, name: 'mill.pdf' }), 'mill.pdf'],
  ['a File under another name', () => ({ content: new File([bytes], 'a.pdf'), name: 'b.pdf' }), 'b.pdf'],
];

it.each(sources)('sends %s', async (_name, make, fileName) => {
  const file = await send(make());
  expect(await file.text()).toBe(TEXT);
  expect(file.name).toBe(fileName);
  expect(file.type).toBe('application/pdf');
});

it('sends a file of the disk by its own name', async () => {
  const folder = await folderForThisTest();
  await writeFile(join(folder, 'Mill lease.pdf'), TEXT);
  const file = await send(await openFile(join(folder, 'Mill lease.pdf')));
  expect([file.name, file.type, await file.text()]).toEqual(['Mill lease.pdf', 'application/pdf', TEXT]);
  await expect(openFile(join(folder, 'no.pdf'))).rejects.toThrow();
});
