import { describe, expect, test } from 'vitest';
import { findDocumentsProblem, LIMITS } from './index.ts';

const documents = (count: number, { bytes = 1, pages = 1 } = {}) =>
  Array.from({ length: count }, () => ({ bytes, pages }));

describe('the documents of a workflow', () => {
  test.each([
    ['as many as are allowed', documents(LIMITS.workflowDocumentsMax), null],
    ['one more', documents(LIMITS.workflowDocumentsMax + 1), 'VALIDATION_ERROR'],
    ['all bytes that are allowed', documents(2, { bytes: LIMITS.workflowBytesMax / 2 }), null],
    ['one byte more', documents(2, { bytes: LIMITS.workflowBytesMax / 2 + 1 }), 'DOCUMENT_TOO_LARGE'],
    ['all pages that are allowed', documents(2, { pages: LIMITS.workflowPagesMax / 2 }), null],
    ['too many pages', documents(2, { pages: LIMITS.workflowPagesMax / 2 + 1 }), 'VALIDATION_ERROR'],
  ])('%s', (_what, input, code) => {
    expect(findDocumentsProblem(input)?.code ?? null).toBe(code);
  });
});
