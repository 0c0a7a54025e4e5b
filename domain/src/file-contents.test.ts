import { describe, expect, test } from 'vitest';
import { type FileAct, fileContentsOf, nameFile, sayFileContents } from './file-contents.ts';
import { SIGNING_LANGUAGES } from './identification.ts';

const signed = (name: string): FileAct => ({ type: 'sign', status: 'signed', name });
const under = (...names: string[]) => ({ kind: 'signed' as const, names });

describe('a file of a workflow', () => {
  test('is the upload until a person has signed, then has their signatures, and is sealed at the end', () => {
    const open: FileAct = { type: 'sign', status: 'started', name: 'Cem' };
    const reviewed: FileAct = { type: 'review', status: 'approved', name: 'Rex' };
    const declined: FileAct = { type: 'sign', status: 'declined', name: 'Dan' };
    expect(fileContentsOf('started', [reviewed, open])).toEqual({ kind: 'upload' });
    expect(fileContentsOf('started', [reviewed, signed('Ann'), signed('Bob'), open])).toEqual(
      under('Ann', 'Bob'),
    );
    // Who signs in two steps is named once.
    expect(fileContentsOf('declined', [signed('Ann'), signed('Ann'), declined])).toEqual(under('Ann'));
    expect(fileContentsOf('signed', [signed('Ann')])).toEqual({ kind: 'sealed' });
  });

  test('is said in words', () => {
    expect(sayFileContents({ kind: 'upload' }, 'en')).toBe('as uploaded');
    expect(sayFileContents(under('Ann'), 'en')).toBe('with the signature of Ann');
    expect(sayFileContents(under('Ann', '$& Bob'), 'de')).toBe('mit den Unterschriften von Ann und $& Bob');
    expect(sayFileContents(under('Ann', 'Bob', 'Cem', 'Dan'), 'fr')).toBe('avec 4 signatures');
    for (const language of SIGNING_LANGUAGES) {
      const contents = [
        { kind: 'upload' as const },
        { kind: 'sealed' as const },
        under('A'),
        under('A', 'B'),
      ];
      const said = contents.map((each) => sayFileContents(each, language));
      expect(new Set(said).size).toBe(4);
      expect(said.join('')).not.toMatch(/[{}]/);
    }
  });

  test('is named by what it is', () => {
    expect(nameFile('Lease.PDF', { kind: 'upload' }, 'en')).toBe('Lease.PDF');
    expect(nameFile('Lease.PDF', { kind: 'sealed' }, 'en')).toBe('Lease (sealed).pdf');
    expect(nameFile('Lease.pdf', under('A/B\\C:\u202e'), 'en')).toBe('Lease (with the signature of ABC).pdf');
    expect(nameFile('Lease.pdf', under('a'.repeat(90)), 'en')).toMatch(
      /^Lease \(with the signature of a{57}…\)/,
    );
  });
});
