import { describe, expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { validate } from '../validate/validate.ts';
import { prepareDocument } from '../write/prepare-document.ts';
import { resumeSignature } from './resume-signature.ts';
import { createSigningJob, finishSignature } from './signing-job.ts';

const authority = sampleAuthority();
const ana = authority.signer('Ana');
const [certificate = new Uint8Array()] = ana.certificates;
const contentsBytes = 2_048;

/** A prepared signature after an answer, with the job over its file. */
function prepared(text: string) {
  const pdf = samplePdf();
  const placement = (posY: number) => ({ page: 0, displayed: { posX: 10, posY, width: 30, height: 6 } });
  const file = Buffer.concat([
    pdf,
    prepareDocument(pdf, {
      formFields: [{ ...placement(30), kind: 'text', name: 'City', font: sampleFont }],
      signatureFields: [{ ...placement(60), name: 'Ana', locks: ['City'] }],
    }),
  ]);
  const job = createSigningJob(file);
  const answers = [{ name: 'City', text, font: sampleFont }];
  const options = { fieldName: 'Ana', appearance: null, name: 'Ana', signingTime: new Date(), answers };
  return {
    file,
    hashState: job.hashState(),
    stored: job.prepare({ ...options, contentsBytes }, certificate),
  };
}

describe('resumeSignature', () => {
  test('signs the stored bytes without the file', async () => {
    const { file, hashState, stored } = prepared('Ærøskøbing');
    const resumed = resumeSignature(stored, { hashState, certificate });
    expect(resumed.placeholderOffset).toBe(stored.placeholderOffset);
    expect(resumed.signedAttributes).toEqual(stored.signedAttributes);
    const update = await finishSignature(resumed, ana);
    const { signatures } = validate(Buffer.concat([file, update]), { anchors: [authority.root] });
    expect(signatures.map(({ integrity }) => integrity.state)).toEqual(['intact']);
  });

  test('takes no answer for the place of the signature', () => {
    const { hashState, stored } = prepared(`<${'0'.repeat(contentsBytes * 2)}>`);
    const update = Buffer.from(stored.incrementalUpdate).toString('latin1');
    expect(update.split(`<${'0'.repeat(contentsBytes * 2)}>`)).toHaveLength(3);
    const { placeholderOffset } = resumeSignature(stored, { hashState, certificate });
    expect(placeholderOffset).toBe(stored.placeholderOffset);
  });

  test.each([
    [
      'other bytes',
      ({ incrementalUpdate: [...bytes] }: { incrementalUpdate: Uint8Array }) => {
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        return { incrementalUpdate: Uint8Array.from(bytes) };
      },
    ],
    ['another room', () => ({ contentsBytes: contentsBytes + 1 })],
    ['another digest', () => ({ digest: new Uint8Array(32) })],
  ])('refuses %s', (_what, change) => {
    const { hashState, stored } = prepared('Marstal');
    const changed = { ...stored, ...change(stored) };
    expect(() => resumeSignature(changed, { hashState, certificate })).toThrow(PdfRefusal);
  });

  test('refuses another file', () => {
    const { hashState, stored } = prepared('Marstal');
    const longer = hashState.copy().update('%');
    expect(() => resumeSignature(stored, { hashState: longer, certificate })).toThrow('another file');
  });
});
