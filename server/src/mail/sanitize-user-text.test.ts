import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sanitizeBody, sanitizeFileName, sanitizeLine } from './sanitize-user-text.ts';

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

it('a line has no line breaks or control characters and ends somewhere', () => {
  expect(sanitizeLine('Eve\r\nBcc: x@y\u2028z\0')).toBe('Eve Bcc: x@y z');
  expect(sanitizeLine('a'.repeat(300))).toBe(`${'a'.repeat(199)}…`);
  fc.assert(
    fc.property(anything, (text) => {
      expect(sanitizeLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect([...sanitizeLine(text)].length).toBeLessThanOrEqual(200);
    }),
  );
});

it('words in a body hold nothing that a mail program makes a link of', () => {
  const unlinked = sanitizeBody('see https://evil.example/x, www.evil.example or evil.co.uk');
  expect(unlinked).not.toMatch(/:\/\/|[a-z]\.[a-z]/i);
  expect(unlinked.replaceAll('\u200c', '')).toBe(
    'see https://evil.example/x, www.evil.example or evil.co.uk',
  );
});

it('words in a body leave ordinary sentences, file names and numbers as they are', () => {
  for (const text of ['Hello. World', 'Lease.pdf', 'Rent: 1.250,00', 'e.g. this', 'Line\nline\ttab']) {
    expect(sanitizeBody(text)).toBe(text);
  }
});

it('words in a body cannot turn the direction of what follows', () => {
  expect(sanitizeBody('Eve\u202egnp.exe')).toBe('Evegnp.\u200cexe');
});

it('a file name keeps the name readable and takes away what a file system would choke on', () => {
  expect(sanitizeFileName('Léase 2026')).toBe('Léase 2026.pdf');
  expect(sanitizeFileName('Lease.PDF')).toBe('Lease.pdf');
  expect(sanitizeFileName('../../etc/passwd')).toBe('-..-etc-passwd.pdf');
  expect(sanitizeFileName('\u202e.. ')).toBe('document.pdf');
  fc.assert(
    fc.property(anything, (text) => {
      expect(sanitizeFileName(text)).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\./u);
    }),
  );
});
