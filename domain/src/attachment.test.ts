import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ATTACHMENT_FORMATS,
  type AttachmentFormat,
  attachmentValue,
  readAttachmentName,
  shortenAttachment,
} from './attachment.ts';
import { findAnswerProblems, hasRule, NO_RULES, readPlacedFields } from './index.ts';
import { hasControls } from './name.ts';

test.each<[string, AttachmentFormat, string]>([
  ['passport.pdf', 'pdf', 'passport.pdf'],
  ['IMG_0001.JPG', 'jpeg', 'IMG_0001.JPG'],
  ['photo.jpeg', 'jpeg', 'photo.jpeg'],
  ['C:\\scans\\passport.pdf', 'pdf', 'passport.pdf'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['invoice\u202Efdp.exe', 'pdf', 'invoicefdp.exe.pdf'],
  ['scan.png', 'pdf', 'scan.pdf'],
  ['Pass\u0000 \u00A0 port\u200B.pdf', 'pdf', 'Pass port.pdf'],
  ['Re\u0301sume\u0301.pdf', 'pdf', 'Résumé.pdf'],
  ['旅券.png', 'png', '旅券.png'],
  ['.pdf', 'pdf', 'attachment.pdf'],
  ['', 'png', 'attachment.png'],
  ['\uD800', 'jpeg', '\uFFFD.jpg'],
  [`${'a'.repeat(300)}.pdf`, 'pdf', `${'a'.repeat(100)}.pdf`],
])('readAttachmentName: %j as %s', (text, format, expected) => {
  expect(readAttachmentName(text, format)).toBe(expected);
});

test('readAttachmentName whatever it is called: one line, no folder, the right extension, and short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...ATTACHMENT_FORMATS), (text, format) => {
      const name = readAttachmentName(text, format);
      expect(hasControls(name) || /[\\/]|^\./.test(name)).toBe(false);
      expect(name).toMatch(format === 'jpeg' ? /.\.jpe?g$/i : new RegExp(`.\\.${format}$`, 'i'));
      expect([...name].length).toBeLessThanOrEqual(105);
      expect(readAttachmentName(name, format)).toBe(name);
    }),
    { numRuns: 200 },
  );
});

test('the value has the whole hash, and a page shows its beginning', () => {
  const value = attachmentValue({ name: 'a (1).pdf', sha256: '0123456789abcdef'.repeat(4) });
  expect(value).toBe(`a (1).pdf (SHA-256 ${'0123456789abcdef'.repeat(4)})`);
  expect(shortenAttachment(value)).toBe('a (1).pdf (SHA-256\u00A00123456789abcdef…)');
});

const documents = [{ id: 1, pageCount: 1 }];
const roles = [{ id: 2, type: 'sign' as const }];
const fieldBase = { documentId: 1, role: 2, page: 1, posX: 5, posY: 5, style: { width: 20, height: 5 } };
const file = { ...fieldBase, id: 7, type: 'attachment' as const };
const text = { ...fieldBase, id: 8, type: 'text' as const };
const read = (...fields: Parameters<typeof readPlacedFields>[0]) =>
  readPlacedFields(fields, { documents, roles, findMissing: () => [], findOptionSize: () => null });

test('a field for a file may be shown by a condition, has a key, and carries no other rule', () => {
  const rules = [...(Object.keys(NO_RULES) as (keyof typeof NO_RULES)[]), 'readOnly' as const];
  expect(rules.filter((rule) => hasRule('attachment', rule))).toEqual(['key', 'showIf']);
  expect(read({ ...file, showIf: { fieldId: 8, isFilled: true } }, text)).toHaveLength(2);
  expect(() => read({ ...file, value: 'passport.pdf' })).toThrow('not valid');
});

test('a field for a file: others depend on whether it is filled, never on its value', () => {
  expect(read(file, { ...text, showIf: { fieldId: 7, isFilled: true } })).toHaveLength(2);
  expect(() => read(file, { ...text, showIf: { fieldId: 7, equals: 'a' } })).toThrow('not valid');
});

test('a field for a file: its value was checked when the file arrived', () => {
  const field = { ...NO_RULES, id: 7, type: 'attachment', required: true, readOnly: false } as const;
  const value = `${'x'.repeat(5_000)}`;
  expect(findAnswerProblems([{ ...field, value }]).size).toBe(0);
  expect(findAnswerProblems([{ ...field, value: null }]).get(7)).toEqual({ rule: 'required' });
});
