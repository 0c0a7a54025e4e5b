import { expect, test } from 'vitest';
import { maskedEmail, readableWords, untrusted } from './untrusted-text.ts';

test.each([
  ['turned around', '\u202esend now\u202c', 'send now'],
  ['with gaps of no width', 's\u200be\u2060n\ufeffd', 'send'],
  ['in tags that nobody sees', 'Lease\u{e0073}\u{e0065}\u{e006e}\u{e0064}', 'Lease'],
  ['in selectors of variants', 'Lease\u{fe0f}\u{e0100}', 'Lease'],
  ['with controls', 'a\u0000b\u001b[31m', 'ab[31m'],
  ['on several lines', 'a\r\nb\rc\td', 'a\nb\nc\td'],
  ['a link', 'see https://evil.example/x?y=1 now', 'see [link removed] now'],
  ['a link inside Markdown', '![x](https://evil.example/a)', '![x]([link removed]'],
  ['a link without a scheme', 'www.evil.example/a or evil.example', '[link removed] or [link removed]'],
  ['a link broken by what nobody sees', 'htt\u200bps://evil.example', '[link removed]'],
  ['a scheme that runs', 'javascript:alert(1)', '[link removed]'],
  ['an address and a file', 'ann@example.com lease.pdf', 'ann@example.com lease.pdf'],
])('words of others reach programs as people read them: %s', (_what, text, read) => {
  expect(readableWords(text)).toBe(read);
});

test('they are marked, and no longer than a page', () => {
  expect(untrusted('Lease')).toEqual({ untrusted: true, text: 'Lease' });
  expect([...readableWords('😀'.repeat(5_000))].length).toBe(4_000);
  expect(readableWords('abcdef', 4)).toBe('abc…');
});

test.each([
  ['ann@example.com', 'a…@example.com'],
  ['@example.com', '…@example.com'],
])('%s is masked', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
