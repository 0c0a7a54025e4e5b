import { describe, expect, test } from 'vitest';
import { createSigningJob } from '../../pades/src/index.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { prepareForTurns, signingOptionsOf } from '../../pades/src/testing/signing-in-turn.ts';
import { formFieldsOf, run, textOf } from './pdf-validators.ts';
import { type Drawing, scratchFiles, succeed } from './scratch-files.ts';

const authority = sampleAuthority();
const { write, drawPage } = scratchFiles();

const plan = prepareForTurns(['Ana', 'Ben']);

/** The original, the prepared file, and the file after each of two signers. */
async function turns(rotate = 0): Promise<string[]> {
  const job = createSigningJob(samplePdf({ rotate }));
  const paths: string[] = [];
  const save = (): void => {
    const path = write(`turn-${paths.length}.pdf`, job.source.read(0, job.source.size));
    paths.push(path);
  };
  save();
  job.prepareDocument(plan);
  save();
  for (const name of ['Ana', 'Ben']) {
    await job.sign(signingOptionsOf(name), authority.signer(name));
    save();
  }
  return paths;
}

/** Share of dark pixels in a field, in percent. */
function inkIn({ pixels, width, height }: Drawing, fieldName: string, option = 0): number {
  const field = plan.formFields?.find(({ name }) => name === fieldName);
  const place = field?.kind === 'radio' ? field.options[option] : field;
  if (!place || !('displayed' in place)) throw new Error(`There is no field ${fieldName}.`);
  const { posX, posY, width: across, height: down } = place.displayed;
  let [dark, all] = [0, 0];
  for (let y = Math.ceil((posY / 100) * height); y < ((posY + down) / 100) * height; y += 1)
    for (let x = Math.ceil((posX / 100) * width); x < ((posX + across) / 100) * width; x += 1) {
      all += 1;
      if ((pixels[(y * width + x) * 3] ?? 255) < 128) dark += 1;
    }
  return (dark / all) * 100;
}

describe('a file that people fill in turn', () => {
  test.each([
    ['mutool', 0],
    ['mutool', 90],
    ['pdftoppm', 0],
    ['pdftoppm', 270],
  ] as const)('shows each answer from its turn on, drawn by %s, turned by %i', async (program, rotate) => {
    const paths = await turns(rotate);
    const drawings = paths.slice(1).map((path) => drawPage(path, program));
    const [empty, one, both] = drawings as [Drawing, Drawing, Drawing];
    for (const key of ['city', 'initials', 'terms', 'place']) {
      const inkOf = (page: Drawing, name: string): number => inkIn(page, `${name}-${key}`);
      expect(inkOf(one, 'Ana'), key).toBeGreaterThan(inkOf(empty, 'Ana') + 1);
      expect(inkOf(both, 'Ana'), key).toBe(inkOf(one, 'Ana'));
      expect(inkOf(one, 'Ben'), key).toBe(inkOf(empty, 'Ben'));
      expect(inkOf(both, 'Ben'), key).toBeGreaterThan(inkOf(one, 'Ben') + 1);
    }
    // A box without tick and a circle without dot are drawn, too.
    for (const name of ['Ana-terms', 'Ana-copy', 'Ana-either'])
      expect(inkIn(empty, name), name).toBeGreaterThan(1);
    expect(inkIn(one, 'Ana-either', 1)).toBeGreaterThan(inkIn(one, 'Ana-either', 0) + 3);
  });

  test('can be read in the text of the page, and as values of fields', async () => {
    const [, , , path = ''] = await turns();
    const text = textOf(path);
    for (const answer of ['Ærøskøbing, by Ana', 'Ærøskøbing, by Ben', 'The South'])
      expect(text).toContain(answer);
    const values = new Map(formFieldsOf(path).map(({ fullname, value }) => [fullname, value]));
    expect(values.get('Ana-city')).toBe('u:Ærøskøbing, by Ana');
    expect(values.get('Ana-initials')).toBe('u:Initials of Ana');
    expect(values.get('Ana-terms')).toBe('/Yes');
    expect(values.get('Ana-copy')).toBe('/Off');
    expect(values.get('Ana-place')).toBe('u:süd');
  });

  test('is intact for pdfsig, MuPDF and qpdf at every turn', async () => {
    const [, , ...signed] = await turns();
    for (const [index, path] of signed.entries()) {
      expect(run('pdfsig', [path]).text.match(/Signature is Valid/g)).toHaveLength(index + 1);
      expect(run('mutool', ['sign', '-v', path]).text).not.toContain('Digest Mismatch');
      succeed('qpdf', '--check', path);
    }
  });
});
