import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subsetCff } from '../../pades/src/font/subset-cff.ts';
import { trueTypeFont } from '../../pades/src/font/typeface.ts';
import { createSigningJob, missingCharacters, PdfRefusal } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleSignatureImage } from '../../pades/src/testing/sample-signature-image.ts';
import { openOwnFonts } from '../../server/src/platform/fonts.ts';
import { cffFont, scriptFonts } from '../../tools/programs.mjs';
import { formFieldsOf, run, textOf } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

const authority = sampleAuthority();
const found = scriptFonts.filter((path) => existsSync(path));
const font = [...openOwnFonts('regular'), ...found.map((path) => readFileSync(path))];
const everywhere = ['Zoë Ångström', 'Максим Иванов', 'Γιώργος Παπαδόπουλος', 'محمد بن سلمان', 'דוד כהן'];
const withFonts = ['李小龍', '山田 太郎', '김민수', 'สมชาย ใจดี'];
// Debian's fonts; the test command brings them there, and says so here elsewhere.
if (found.length < scriptFonts.length)
  console.log(`Without ${scriptFonts.join(', ')}: ${withFonts} not tested.`);
const names = found.length < scriptFonts.length ? everywhere : [...everywhere, ...withFonts];
const { at, write } = scratchFiles();

async function signedByAll(options: SampleOptions): Promise<string> {
  const job = createSigningJob(samplePdf(options));
  const signatureFields = names.map((name, index) => ({
    name: `Signer ${index + 1}`,
    page: 0,
    tooltip: `Signature of ${name}`,
    displayed: { posX: 5 + (index % 2) * 47, posY: 10 + Math.floor(index / 2) * 14, width: 42, height: 12 },
  }));
  job.prepareDocument({ signatureFields });
  for (const [index, name] of names.entries()) {
    const look = {
      image: sampleSignatureImage(),
      name,
      timeText: 'Signed 21 Nov 2026',
      code: 'PF-7K2M',
      font,
    };
    const signingTime = new Date('2026-11-21T14:05:00Z');
    const request = { fieldName: `Signer ${index + 1}`, name, signingTime, appearance: look };
    await job.sign(request, authority.signer(name));
  }
  return write('signed.pdf', bytesOf(job));
}

/** Fonts with CFF outlines: one without CIDs, and its subset, which is keyed by them. */
function cffFonts(): [string, Buffer][] {
  if (!existsSync(cffFont)) return [];
  const bytes = readFileSync(cffFont);
  const font = trueTypeFont(bytes);
  const glyphs = Array.from({ length: font.glyphCount }, (_item, glyph) => glyph);
  return [
    ['without CIDs', bytes],
    ['keyed by CIDs', withOutlines(bytes, subsetCff(font.cff ?? new Uint8Array(), glyphs, 'Keyed'))],
  ];
}

/** The font with other outlines in place of its own, at the end of the file. */
function withOutlines(bytes: Buffer, cff: Uint8Array): Buffer {
  const font = Buffer.concat([bytes, cff]);
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) !== 'CFF ') continue;
    font.writeUInt32BE(bytes.length, record + 8);
    font.writeUInt32BE(cff.length, record + 12);
  }
  return font;
}

describe('fonts with CFF outlines', () => {
  const greek = 'Ελληνικά Παπαδόπουλος';
  const drawn: string[] = [];
  if (!existsSync(cffFont)) console.log(`Without ${cffFont}: not tested.`);

  test('are embedded as subsets that every reader draws, and the same whatever their kind', () => {
    for (const [title, bytes] of cffFonts()) {
      const original = samplePdf();
      const displayed = { posX: 10, posY: 30, width: 80, height: 6 };
      const look = { kind: 'text', text: greek, font: bytes, fontSize: 24 } as const;
      const update = createSigningJob(original).prepareDocument({
        stamps: [{ ...look, page: 0, displayed }],
      });
      expect(update.length).toBeLessThan(15_000);
      const path = write('cff.pdf', Buffer.concat([original, update]));
      expect(run('pdffonts', [path]).text, title).toMatch(
        /\+GFSDidot\S+-Identity-H CID Type 0C +Identity-H +yes yes yes/,
      );
      expect(textOf(path)).toContain(greek);
      expect(run('mutool', ['draw', '-q', '-r', '50', '-o', at('cff.ppm'), path]).text).not.toContain(
        'error',
      );
      const byPoppler = run('pdftoppm', ['-r', '50', '-singlefile', path, at('poppler')]);
      expect(byPoppler.text).toBe('');
      const picture = readFileSync(at('poppler.ppm'));
      const dark = picture.filter((part) => part < 60).length;
      expect(dark).toBeGreaterThan(300);
      drawn.push(picture.toString('base64'));
    }
    expect(new Set(drawn).size).toBeLessThanOrEqual(1);
  });

  test('are read or refused whatever is damaged in them', () => {
    const [first] = cffFonts();
    if (!first) return;
    const cff = trueTypeFont(first[1]).cff ?? new Uint8Array();
    fc.assert(
      fc.property(fc.nat(600), fc.nat(255), fc.boolean(), (index, value, isCut) => {
        const damaged = Buffer.from(cff.subarray(0, isCut ? index * 40 : cff.length));
        damaged[index] = value;
        try {
          subsetCff(damaged, [0, 20, 40], 'Damaged');
        } catch (error) {
          expect(error).toBeInstanceOf(PdfRefusal);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('names in many scripts', () => {
  test.each<[string, SampleOptions]>([
    ['as it is', {}],
    ['turned and cropped', { rotate: 90, cropBox: '[40 60 520 760]' }],
  ])('are shown on a page %s, and other readers find them', async (_title, options) => {
    expect(missingCharacters(names.join(''), font)).toEqual([]);
    const path = await signedByAll(options);
    // Poppler marks which way a line runs.
    const text = textOf(path).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
    for (const name of names) expect(text).toContain(name);
    const verdicts = run('pdfsig', [path]).text;
    expect(verdicts.match(/Signature is Valid/g)).toHaveLength(names.length);
    succeed('qpdf', '--check', path);
    // Every font is embedded as a subset, with what its glyphs mean.
    const fonts = run('pdffonts', [path])
      .text.split('\n')
      .filter((line) => line.includes('CID'));
    expect(fonts.length).toBeGreaterThanOrEqual(names.length);
    for (const line of fonts)
      expect(line).toMatch(/^[A-Z]{6}\+\S+\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  test('are found as they were written, also where characters share a glyph or a mark is drawn over its letter', () => {
    // In Inter, each pair has one glyph.
    const texts = ['Oʼ O’Brien ɩι Δ∆', 'Ma\u0308rz q\u0308uer Хӓ'];
    const stamps = texts.map((text, index) => {
      const displayed = { posX: 10, posY: 20 + index * 10, width: 80, height: 6 };
      return { kind: 'text', text, font, fontSize: 24, page: 0, displayed } as const;
    });
    const original = samplePdf();
    const path = at('pairs.pdf');
    const update = createSigningJob(original).prepareDocument({ stamps });
    writeFileSync(path, Buffer.concat([original, update]));
    const text = textOf(path);
    for (const each of texts) expect(text).toContain(each.normalize('NFC'));
  });

  test('are in the fields for screen readers', async () => {
    const path = await signedByAll({});
    const told = formFieldsOf(path).map(({ alternativename }) => alternativename);
    expect(told).toEqual(names.map((name) => `Signature of ${name}`));
  });
});
