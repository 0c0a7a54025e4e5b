import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { checkFonts } from '../../operator/src/doctor/settings.ts';
import { letterFont } from '../../pades/src/testing/sample-font.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { run } from '../conformance/pdf-validators.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';

const folder = await folderForThisFile();
writeFileSync(join(folder, 'han.ttf'), letterFont('李', 'M'));
const env = { PARAPH_FONTS: join(folder, 'han.ttf') };
const { instance, sendSigned, download } = await openInstanceCase({ env });

/** The text on the pages of a document signed by a recipient of that name, and the name in its signature. */
async function signedBy(name: string, email: string) {
  const id = await sendSigned({ name, email });
  await instance.runJobs();
  const bytes = await download(id);
  const path = join(folder, 'sealed.pdf');
  writeFileSync(path, bytes);
  const text = Buffer.from(run('pdftotext', [path, '-']).text, 'latin1').toString('utf8');
  return { text, signerName: validate(bytes, { anchors: [] }).signatures[0]?.signerName };
}

describe('names on pages', () => {
  test('are written in the fonts that the operator named', async () => {
    const { text, signerName } = await signedBy('李 Ångström', 'li@example.com');
    expect(text).toContain('李 Ångström');
    expect(signerName).toBe('李 Ångström');
  });

  test('give way to the email address where no font has them, and remain in the signature', async () => {
    const { text, signerName } = await signedBy('山田 太郎', 'yamada@example.com');
    expect(text).toContain('yamada@example.com');
    expect(text).not.toContain('[U+');
    expect(signerName).toBe('山田 太郎');
  });

  test('are looked after by the doctor and the settings', async () => {
    const [finding] = await checkFonts(instance.deps);
    expect(finding).toMatchObject({ name: 'fonts', state: 'warning' });
    expect(finding?.detail).toContain('Chinese, Japanese, Korean');
    writeFileSync(join(folder, 'none.ttf'), 'no font');
    const paths = `${join(folder, 'han.ttf')}, ${join(folder, 'none.ttf')},/nowhere.ttf`;
    expect(() => readConfig({ PARAPH_FONTS: paths })).toThrow(
      /none\.ttf cannot be used: The font cannot be used: it is cut off[\s\S]+nowhere\.ttf cannot be used/,
    );
  });
});
