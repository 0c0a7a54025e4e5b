import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IntakeAnswer, type IntakeRequest, requesterWithoutClient } from '@paraph/intake';
import { expect, test } from 'vitest';
import { cutOffFor, refusedFor } from '../../../intake/src/intake-messages.ts';
import { evaluateFile } from '../../../intake/src/reading/evaluate-file.ts';
import { samplePdf } from '../../../pades/src/testing/sample-pdf.ts';
import { folderForThisFile } from '../../../tests/support/scratch.ts';
import { evaluateDocument } from './examine-document.ts';

const folder = await folderForThisFile();

const file = samplePdf();

/** Evaluates a file whose first evaluation, with pictures, ends so; and whether each was to compare pictures. */
async function evaluateAfter(first: IntakeAnswer) {
  const path = join(folder, 'costly.pdf');
  writeFileSync(path, file);
  const asked: boolean[] = [];
  const run = async (request: IntakeRequest) => {
    if (request.kind !== 'evaluate') throw new Error(request.kind);
    asked.push(request.withPictures);
    return request.withPictures ? first : evaluateFile(file, request);
  };
  const requester = requesterWithoutClient('test');
  const bytes = { size: file.length, sha256: Buffer.alloc(32), head: file.subarray(0, 100), borrowed: null };
  const upload = { path, fileName: 'costly.pdf', ...bytes, requester };
  const about = { roots: [], logs: [], at: new Date(0), hashesUntilMs: {}, withXml: false };
  const evaluated = evaluateDocument({ intake: { run } }, upload, about);
  return { asked, outcome: await evaluated.catch((error: unknown) => error) };
}

test('a file whose pages cost too much to draw is evaluated without pictures, and not refused', async () => {
  const { asked, outcome } = await evaluateAfter(cutOffFor('The file takes too much processor time.'));
  expect(asked).toEqual([true, false]);
  expect(outcome).toMatchObject({ document: { shown: null } });
});

test('a file that cannot be read is read once', async () => {
  const { asked, outcome } = await evaluateAfter(refusedFor('The file is encrypted.'));
  expect(asked).toEqual([true]);
  expect(String(outcome)).toContain('This PDF cannot be checked. The file is encrypted.');
});
