import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asFileName, asLine, withoutLinks } from './sanitize-user-text.ts';

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

describe('a line', () => {
  it('has no line breaks or control characters and ends somewhere', () => {
    expect(asLine('Eve\r\nBcc: x@y\u2028z\0')).toBe('Eve Bcc: x@y z');
    expect(asLine('a'.repeat(300))).toBe(`${'a'.repeat(199)}…`);
    fc.assert(
      fc.property(anything, (text) => {
        expect(asLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect([...asLine(text)].length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('words in a body', () => {
  it('hold nothing that a mail program makes a link of', () => {
    const unlinked = withoutLinks('see https://evil.example/x, www.evil.example or evil.co.uk');
    expect(unlinked).not.toMatch(/:\/\/|[a-z]\.[a-z]/i);
    expect(unlinked.replaceAll('\u200c', '')).toBe(
      'see https://evil.example/x, www.evil.example or evil.co.uk',
    );
  });

  it('leave ordinary sentences, file names and numbers as they are', () => {
    for (const text of ['Hello. World', 'Lease.pdf', 'Rent: 1.250,00', 'e.g. this', 'Line\nline\ttab']) {
      expect(withoutLinks(text)).toBe(text);
    }
  });

  it('cannot turn the direction of what follows', () => {
    expect(withoutLinks('Eve\u202egnp.exe')).toBe('Evegnp.\u200cexe');
  });
});

describe('a file name', () => {
  it('keeps the name readable and takes away what a file system would choke on', () => {
    expect(asFileName('Léase 2026', '.pdf')).toBe('Léase 2026.pdf');
    expect(asFileName('Lease.PDF', ' (signed).pdf')).toBe('Lease (signed).pdf');
    expect(asFileName('../../etc/passwd', '.pdf')).toBe('-..-etc-passwd.pdf');
    expect(asFileName('\u202e.. ', '.pdf')).toBe('document.pdf');
    fc.assert(
      fc.property(anything, (text) => {
        expect(asFileName(text, '.pdf')).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\./u);
      }),
    );
  });
});
