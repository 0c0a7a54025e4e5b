import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSigningJob, missingCharacters } from '../../pades/src/index.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { sampleFont } from '../../pades/src/testing/sample-font.ts';
import { sampleMark } from '../../pades/src/testing/sample-mark.ts';
import { type SampleOptions, samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { scriptFonts } from '../../tools/programs.mjs';
import { run } from './pdf-judges.ts';

const authority = sampleAuthority();
const found = scriptFonts.filter((path) => existsSync(path));
const font = [sampleFont, ...found.map((path) => readFileSync(path))];
const everywhere = ['Zoë Ångström', 'Максим Иванов', 'Γιώργος Παπαδόπουλος', 'محمد بن سلمان', 'דוד כהן'];
const withFonts = ['李小龍', '山田 太郎', '김민수', 'สมชาย ใจดี'];
// Debian's fonts; the test command brings them there, and says so here elsewhere.
if (found.length < scriptFonts.length)
  console.log(`Without ${scriptFonts.join(', ')}: ${withFonts} not tested.`);
const names = found.length < scriptFonts.length ? everywhere : [...everywhere, ...withFonts];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-scripts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function signedByAll(options: SampleOptions): Promise<string> {
  const original = samplePdf(options);
  const job = createSigningJob(original);
  const signatureFields = names.map((name, index) => ({
    name: `Signer ${index + 1}`,
    page: 0,
    tooltip: `Signature of ${name}`,
    displayed: { posX: 5 + (index % 2) * 47, posY: 10 + Math.floor(index / 2) * 14, width: 42, height: 12 },
  }));
  const parts = [original, job.prepareDocument({ signatureFields })];
  for (const [index, name] of names.entries()) {
    const look = { mark: sampleMark(), name, timeText: 'Signed 21 Nov 2026', code: 'PF-7K2M', font };
    const signingTime = new Date('2026-11-21T14:05:00Z');
    const request = { fieldName: `Signer ${index + 1}`, name, signingTime, appearance: look };
    parts.push(await job.sign(request, authority.signer(name)));
  }
  const path = join(folder, 'signed.pdf');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

describe('names in many scripts', () => {
  test.each<[string, SampleOptions]>([
    ['as it is', {}],
    ['turned and cropped', { rotate: 90, cropBox: '[40 60 520 760]' }],
  ])('are shown on a page %s, and other readers find them', async (_title, options) => {
    expect(missingCharacters(names.join(''), font)).toEqual([]);
    const path = await signedByAll(options);
    // Poppler marks which way a line runs.
    const text = utf8(run('pdftotext', [path, '-']).text).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
    for (const name of names) expect(text).toContain(name);
    const verdicts = run('pdfsig', [path]).text;
    expect(verdicts.match(/Signature is Valid/g)).toHaveLength(names.length);
    expect(run('qpdf', ['--check', path]).status).toBe(0);
    // Every font is embedded as a subset, with what its glyphs mean.
    const fonts = run('pdffonts', [path])
      .text.split('\n')
      .filter((line) => line.includes('CID'));
    expect(fonts.length).toBeGreaterThanOrEqual(names.length);
    for (const line of fonts)
      expect(line).toMatch(/^[A-Z]{6}\+\S+\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  test('are told by the fields to whoever cannot see them', async () => {
    const path = await signedByAll({});
    const json = JSON.parse(utf8(run('qpdf', ['--json=2', '--json-key=acroform', path]).text)) as {
      acroform: { fields: { alternativename: string }[] };
    };
    const told = json.acroform.fields.map(({ alternativename }) => alternativename);
    expect(told).toEqual(names.map((name) => `Signature of ${name}`));
  });
});
