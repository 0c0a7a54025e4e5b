import { LIMITS } from '@paraph/domain';
import { expect, test } from 'vitest';
import { findFileProblem } from './attachment-state.ts';

test.each([
  ['a PDF', '%PDF-1.7', null],
  ['a PNG', '\x89PNG\r\n', null],
  ['a JPEG', '\xff\xd8\xff\xe0', null],
  ['nothing', '', 'empty'],
  ['a picture of a phone that browsers do not convert', '\0\0\0\x18ftypheic', 'kind'],
  ['a page', '<html>%PDF-', 'kind'],
  ['half of a beginning', '%PD', 'kind'],
] as const)('%s', async (_what, text, problem) => {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(await findFileProblem(new Blob([bytes]))).toBe(problem);
});

test('a file that is too large is not sent', async () => {
  const beginning = new TextEncoder().encode('%PDF-1.7');
  const fill = (size: number) => new Blob([beginning, new Uint8Array(size - beginning.length)]);
  expect(await findFileProblem(fill(LIMITS.attachmentBytesMax))).toBeNull();
  expect(await findFileProblem(fill(LIMITS.attachmentBytesMax + 1))).toBe('tooLarge');
});
