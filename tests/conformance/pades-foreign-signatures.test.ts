import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { embedContents, prepareSignature, validate } from '../../pades/src/index.ts';
import { type VictimOptions, victim } from '../../pades/src/testing/hostile-base.ts';
import { anchors } from '../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { signedIn, withFields } from '../../pades/src/testing/signed-pdf.ts';
import { run } from './pdf-validators.ts';
import { openssl, scratchFiles } from './scratch-files.ts';
import { makeStranger } from './stranger.ts';

const authority = sampleAuthority();
const { folder, at, write } = scratchFiles();
const stranger = makeStranger(folder, 'Foreign Signer');
const anchor: Uint8Array = stranger.der;

const prepared = (): Buffer => withFields(samplePdf(), 'Theirs', 'Ours');

/** Our file around a CMS that OpenSSL made of the signed bytes. */
function signedByOpenssl(...options: string[]): Buffer {
  const pdf = prepared();
  const signingTime = new Date();
  const wanted = { fieldName: 'Theirs', name: 'Foreign Signer', appearance: null, signingTime, docMdp: null };
  const waiting = prepareSignature(pdf, wanted, anchor);
  const [, start, second, length] = waiting.byteRange;
  const whole = Buffer.concat([pdf, waiting.incrementalUpdate]);
  write('signed.bin', Buffer.concat([whole.subarray(0, start), whole.subarray(second, second + length)]));
  const keys = ['-signer', stranger.certificate, '-inkey', stranger.key];
  const files = ['-in', at('signed.bin'), '-out', at('cms.der')];
  openssl('cms', '-sign', '-binary', '-outform', 'DER', ...keys, ...files, ...options);
  return Buffer.concat([pdf, embedContents(waiting, readFileSync(at('cms.der')))]);
}

describe('signatures made by other programs', () => {
  test.each([
    ['SHA-256 and RSA', ['-cades', '-md', 'sha256']],
    ['SHA-512 and RSA', ['-cades', '-md', 'sha512']],
    ['SHA-256 and RSA-PSS', ['-cades', '-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss']],
  ])('are taken for good when OpenSSL makes them with %s', (_title, options) => {
    const [report] = validate(signedByOpenssl(...options), { anchors: [anchor] }).signatures;
    expect(report).toMatchObject({
      signerName: 'Foreign Signer',
      integrity: { ok: true, reasons: [] },
      coverage: 'whole-file',
      certificate: { ok: true, reasons: [] },
    });
  });

  test.each([
    ['SHA-1', ['-cades', '-md', 'sha1'], 'Its hash algorithm (1.3.14.3.2.26) is not accepted.'],
    ['no signed attributes', ['-noattr', '-md', 'sha256'], 'It has no signed attributes.'],
    ['no bound certificate', ['-md', 'sha256'], 'It does not bind the certificate of the signer.'],
    [
      'no certificate',
      ['-cades', '-nocerts', '-md', 'sha256'],
      'The certificate of the signer is not in the signature.',
    ],
    [
      'the content inside',
      ['-cades', '-nodetach', '-md', 'sha256'],
      'It contains content other than the file.',
    ],
  ])('are not taken for good with %s', (_title, options, reason) => {
    const [report] = validate(signedByOpenssl(...options), { anchors: [anchor] }).signatures;
    expect(report?.integrity.reasons).toContain(reason);
  });

  test('stay valid when ours is appended', async () => {
    const theirs = stranger.sign(prepared());
    const both = await signedIn(theirs, 'Ours', { signer: authority.signer('Ana') });
    write('both.pdf', both);
    expect(run('pdfsig', [at('both.pdf')]).text.match(/Signature is Valid/g)).toHaveLength(2);
    const { signatures } = validate(both, { anchors: [anchor, authority.root] });
    expect(signatures.map(({ fieldName, coverage }) => [fieldName, coverage])).toEqual([
      ['Theirs', 'whole-revision'],
      ['Ours', 'whole-file'],
    ]);
    expect(signatures[0]?.changesAfter).toMatchObject([{ revision: 1, kinds: ['signature'], allowed: true }]);
    expect(signatures[1]?.integrity.ok).toBe(true);
  });
});

/** What MuPDF appends when it writes a text into fields of the first page. */
async function filledByMupdf(options: VictimOptions, count: number): Promise<Buffer> {
  const signed = await victim(options);
  write('signed.pdf', signed);
  write(
    'fill.js',
    `var document = new PDFDocument(${JSON.stringify(at('signed.pdf'))});
var widgets = document.loadPage(0).getWidgets();
for (var index = 0; index < ${count}; index += 1) {
  widgets[index].setTextValue("hello");
  widgets[index].update();
}
document.save(${JSON.stringify(at('filled.pdf'))}, "incremental");
`,
  );
  const { status, text } = run('mutool', ['run', at('fill.js')]);
  expect(status, text).toBe(0);
  const filled = readFileSync(at('filled.pdf'));
  expect(filled.subarray(0, signed.length).equals(signed)).toBe(true);
  return filled;
}

describe('what another program appended after our signature', () => {
  test.each([
    ['table', 2],
    ['table', null],
    ['stream', 2],
    ['stream', null],
  ] as const)('raises no alarm when it filled in a form, %s, DocMDP %s', async (xref, docMdp) => {
    const [report] = validate(await filledByMupdf({ xref, docMdp }, 1), { anchors }).signatures;
    expect(report).toMatchObject({
      integrity: { ok: true },
      sinceSigning: 'allowed-changes',
      changesAfter: [{ kinds: ['form-fill'], changes: [{ fieldName: 'Note', page: 0 }] }],
    });
  });

  test('is a field filled in that may not be, where the certification permits nothing', async () => {
    const [report] = validate(await filledByMupdf({ docMdp: 1 }, 1), { anchors }).signatures;
    expect(report?.sinceSigning).toBe('changes-not-allowed');
  });

  test('is a signature taken away when it wrote a text in its place', async () => {
    const { signatures, document } = validate(await filledByMupdf({}, 3), { anchors });
    expect(signatures).toEqual([]);
    expect(document.removedSignatures).toEqual(['One']);
  });
});
