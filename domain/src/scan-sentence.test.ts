import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingIn, infectedSentence, NOT_SCANNED } from './scan-sentence.ts';

test('a page recognizes what the scanner has recognized, in no other sentence', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,80}$/);
  fc.assert(fc.property(name, (finding) => findingIn(infectedSentence(finding)) === finding));
  expect(findingIn(NOT_SCANNED)).toBeNull();
  expect(findingIn('The file is damaged. Save or export it again.')).toBeNull();
});
