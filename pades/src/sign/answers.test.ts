import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { type FormField, readFields } from '../pdf/form-fields.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import { isDict, isRef, isStream, isString, nameOf, type PdfValue } from '../pdf/values.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { answersOf, prepareForTurns, signingOptionsOf } from '../testing/signing-in-turn.ts';
import type { FieldFill } from '../write/fill-fields.ts';
import { embedContents } from './contents-placeholder.ts';
import { createSigningJob, type SigningJob } from './signing-job.ts';

const authority = sampleAuthority();
const ana = authority.signer('Ana');
const ben = authority.signer('Ben');
const [certificate = new Uint8Array()] = ana.certificates;

function prepared(): SigningJob {
  const job = createSigningJob(samplePdf());
  job.prepareDocument(prepareForTurns(['Ana', 'Ben']));
  return job;
}

function opened(job: SigningJob) {
  const document = new PdfDocument(job.source);
  const fields = new Map(readFields(document).map((field) => [field.name, field]));
  const value = (name: string): string | null => {
    const value = document.resolve(fields.get(name)?.dict.entries.get('V'));
    return isString(value) ? decodeTextString(value.bytes) : nameOf(value);
  };
  return { document, fields, value };
}

/** The stream that a field shows last, of its states. */
function lookOf(job: SigningJob, name: string) {
  const { document, fields } = opened(job);
  const stream = document.object(appearancesOf(document, fields.get(name)).at(-1) ?? 0)?.value;
  if (!isStream(stream)) throw new Error(`The field ${name} shows nothing.`);
  return {
    keys: [...stream.dict.entries.keys()],
    filter: nameOf(stream.dict.entries.get('Filter')),
    content: inflateSync(document.rawStream(stream)).toString('latin1'),
  };
}

/** Object numbers of the normal appearances of a field, of every state. */
function appearancesOf(document: PdfDocument, field: FormField | undefined): number[] {
  const numbers = (numbersIn: PdfValue): number[] => {
    const value = document.resolve(numbersIn);
    const refNumbers = isRef(numbersIn) ? [numbersIn.number] : [];
    if (isStream(value)) return refNumbers;
    return isDict(value) ? [...refNumbers, ...[...value.entries.values()].flatMap(numbers)] : [];
  };
  return (field?.widgets ?? []).flatMap(({ dict }) =>
    numbers(document.dict(dict, 'AP')?.entries.get('N') ?? null),
  );
}

describe('answers', () => {
  test('are written in the update of the signature, by value and state', async () => {
    const job = prepared();
    const update = await job.sign(signingOptionsOf('Ana'), ana);
    expect(Buffer.from(update).toString('latin1').split('%%EOF')).toHaveLength(2);
    const { value, fields } = opened(job);
    expect(
      ['city', 'note', 'initials', 'terms', 'copy', 'either', 'place'].map((key) => value(`Ana-${key}`)),
    ).toEqual(['Ærøskøbing, by Ana', '', 'Initials of Ana', 'Yes', 'Off', '1', 'süd']);
    const states = fields.get('Ana-either')?.widgets.map(({ dict }) => nameOf(dict.entries.get('AS')));
    expect(states).toEqual(['Off', '1']);
    expect(value('Ben-city')).toBe('');
  });

  test('give every locked field new appearance objects, also empty ones, and no other field', async () => {
    const job = prepared();
    const before = opened(job);
    await job.sign(signingOptionsOf('Ana'), ana);
    const after = opened(job);
    for (const [name, field] of after.fields) {
      if (field.type === 'Sig') continue;
      const old = appearancesOf(before.document, before.fields.get(name));
      const now = appearancesOf(after.document, field);
      expect(now, name).toHaveLength(old.length);
      const unchanged = now.filter((number) => old.includes(number));
      expect(unchanged, name).toEqual(name.startsWith('Ana') ? [] : old);
    }
  });

  test('leave a field alone that an earlier signature locked, also when this one names it', async () => {
    const job = createSigningJob(samplePdf());
    const placement = { page: 0, rect: [10, 10, 60, 30] as const };
    job.prepareDocument({
      formFields: [{ ...placement, kind: 'checkbox', name: 'both' }],
      signatureFields: ['Ana', 'Ben'].map((name) => ({ ...placement, name, locks: ['both'] })),
    });
    const bare = { answers: [], appearance: null };
    await job.sign(signingOptionsOf('Ana', bare), ana);
    const before = opened(job);
    await job.sign(signingOptionsOf('Ben', bare), ben);
    const after = opened(job);
    expect(appearancesOf(after.document, after.fields.get('both'))).toEqual(
      appearancesOf(before.document, before.fields.get('both')),
    );
  });

  test('keep the look of a field whose value stays', async () => {
    const job = prepared();
    const empty = lookOf(job, 'Ana-copy');
    const answers: FieldFill[] = [{ name: 'Ana-note', text: '', font: sampleFont }];
    await job.sign(signingOptionsOf('Ana', { answers }), ana);
    expect(lookOf(job, 'Ana-copy')).toEqual(empty);
    expect(lookOf(job, 'Ana-note').content).toBe('');
  });

  test('give a field a look with the same entries as its empty one, as strict validators want', async () => {
    const job = prepared();
    const names = ['Ana', 'Ana-city'];
    const before = names.map((name) => lookOf(job, name));
    await job.sign(signingOptionsOf('Ana'), ana);
    const after = names.map((name) => lookOf(job, name));
    expect(after.map(({ keys }) => keys)).toEqual(before.map(({ keys }) => keys));
    expect([...before, ...after].map(({ filter }) => filter)).toEqual(Array(4).fill('FlateDecode'));
    expect(after.map(({ content }) => content)).not.toContain('');
  });

  test('carry the lock of the field as FieldMDP', async () => {
    const job = prepared();
    const update = Buffer.from(await job.sign(signingOptionsOf('Ana'), ana)).toString('latin1');
    expect(update).toContain('/TransformMethod /DocMDP');
    expect(update).toMatch(
      /\/FieldMDP \/Data \d+ 0 R\s*\/TransformParams << [^>]*\/Include \/Fields \[\(Ana-city\)/,
    );
  });

  test('of the same options are the same bytes each time', () => {
    const job = prepared();
    const once = job.prepare(signingOptionsOf('Ana'), certificate);
    const again = createSigningJob(job.source).prepare(
      signingOptionsOf('Ana'),
      ben.certificates[0] ?? new Uint8Array(),
    );
    expect(Buffer.compare(once.incrementalUpdate, again.incrementalUpdate)).toBe(0);
    const embedded = embedContents(once, new Uint8Array(64).fill(7));
    expect(embedded.length).toBe(once.incrementalUpdate.length);
  });

  test('show the image that the field was prepared with, without another copy of it', async () => {
    const job = createSigningJob(samplePdf());
    const placement = { page: 0, rect: [10, 10, 60, 30] as const };
    const image = sampleSignatureImage(40, 20);
    job.prepareDocument({
      formFields: [
        { ...placement, kind: 'picture', name: 'Stamp', image, isImageHidden: true },
        { ...placement, kind: 'text', name: 'Words', font: sampleFont },
      ],
      signatureFields: [{ ...placement, name: 'Ana', locks: ['Stamp', 'Words'] }],
    });
    const contentOf = (name: string) => lookOf(job, name).content;
    expect(contentOf('Stamp')).not.toContain('Do');
    const answers = ['Stamp', 'Words'].map((name) => ({
      ...{ name, text: 'PAID', font: sampleFont, showsEmbeddedImage: true },
    }));
    const update = await job.sign(signingOptionsOf('Ana', { answers, appearance: null }), ana);
    expect(contentOf('Stamp')).toMatch(/^q 40 0 0 20 5 0 cm \/I1 Do Q$/);
    expect(contentOf('Words')).toContain('Tj');
    expect(opened(job).value('Stamp')).toBe('PAID');
    expect(Buffer.from(update).includes('/Subtype /Image')).toBe(false);
  });

  test('use the size of the text that the field was prepared with', async () => {
    const job = createSigningJob(samplePdf());
    const placement = { page: 0, rect: [10, 10, 400, 60] as const };
    const field = { ...placement, kind: 'text', name: 'Note', font: sampleFont, fontSize: 7.5 } as const;
    job.prepareDocument({ formFields: [field], signatureFields: [{ ...placement, name: 'Ana' }] });
    const answers = [{ name: 'Note', text: 'small', font: sampleFont }];
    await job.sign(signingOptionsOf('Ana', { answers, appearance: null }), ana);
    expect(lookOf(job, 'Note').content).toContain('/F1 7.5 Tf');
  });

  test.each<[string, FieldFill, string]>([
    ['an unknown field', { name: 'Nobody', checked: true }, 'no field Nobody that takes a mark'],
    ['a text for a button', { name: 'Ana-terms', text: 'x', font: sampleFont }, 'takes a text'],
    [
      'a picture for a button',
      { name: 'Ana-terms', text: 'x', picture: sampleSignatureImage() },
      'takes a picture',
    ],
    ['a mark for a text', { name: 'Ana-city', checked: true }, 'no field Ana-city that takes a mark'],
    ['an option for a text', { name: 'Ana-city', chosen: 'x' }, 'takes an option'],
    ['an option that a box has not', { name: 'Ana-terms', chosen: 'x' }, 'no option x'],
    ['an unknown option of a list', { name: 'Ana-place', chosen: 'x', font: sampleFont }, 'no option x'],
    ['an unknown option of a group', { name: 'Ana-either', chosen: 'x' }, 'no option x'],
    ['a label without font', { name: 'Ana-place', chosen: 'süd' }, 'needs a font'],
    [
      'a picture without words',
      { name: 'Ana-initials', text: '', picture: sampleSignatureImage() },
      'another text',
    ],
  ])('refuse %s', (_title, answer, message) => {
    const options = signingOptionsOf('Ana', { answers: [answer] });
    expect(() => prepared().prepare(options, certificate)).toThrow(message);
  });

  test('refuse a field that an earlier signature locked', async () => {
    const job = prepared();
    await job.sign(signingOptionsOf('Ana'), ana);
    const options = signingOptionsOf('Ben', { answers: answersOf('Ana') });
    expect(() => job.prepare(options, certificate)).toThrow('The signature in Ana locked the field Ana-city');
  });
});

test('digest is the SHA-256 of the file with all updates', async () => {
  const job = prepared();
  const whole = (): Uint8Array => createHash('sha256').update(job.source.read(0, job.source.size)).digest();
  expect(job.digest()).toEqual(whole());
  const undo = job.savepoint();
  const first = whole();
  await job.sign(signingOptionsOf('Ana'), ana);
  expect(job.digest()).toEqual(whole());
  undo();
  expect(job.digest()).toEqual(first);
});
