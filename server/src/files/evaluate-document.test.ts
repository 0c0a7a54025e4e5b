import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { samplePdf } from '../../../pades/src/testing/sample-pdf.ts';
import { requesterWithoutClient } from '../http/requester.ts';
import { evaluateDocument } from './evaluate-document.ts';
import { evaluateFile } from './evaluate-file.ts';
import { type IntakeRequest, refusedFor } from './intake-messages.ts';

const folder = mkdtempSync(join(tmpdir(), 'paraph-evaluate-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file whose pages cost too much to draw is evaluated without pictures, and not refused', async () => {
  const file = samplePdf();
  const path = join(folder, 'costly.pdf');
  writeFileSync(path, file);
  const asked: boolean[] = [];
  const run = async (request: IntakeRequest) => {
    if (request.kind !== 'evaluate') throw new Error(request.kind);
    asked.push(request.withPictures);
    return request.withPictures
      ? refusedFor('The file takes too much processor time.')
      : evaluateFile(file, request);
  };
  const requester = requesterWithoutClient('test');
  const upload = { path, fileName: 'costly.pdf', size: file.length, sha256: Buffer.alloc(32), requester };
  const evaluated = await evaluateDocument({ intake: { run } }, upload, {
    roots: [],
    at: new Date(0),
    withXml: false,
  });
  expect(asked).toEqual([true, false]);
  expect(evaluated.document.shown).toBeNull();
});
