import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFonts } from '../../operator/src/doctor/settings.ts';
import { letterFont } from '../../pades/src/testing/letter-font.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { run } from '../conformance/pdf-validators.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

let folder: string;
let instance: TestInstance;
let sender: Session;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-scripts-'));
  writeFileSync(join(folder, 'han.ttf'), letterFont('李', 'M'));
  instance = await openTestInstance({ env: { PARAPH_FONTS: join(folder, 'han.ttf') } });
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The text on the pages of a document signed by a recipient of that name, and the name in its signature. */
async function signedBy(name: string, email: string) {
  const id = await quickSender(() => sender).create({
    steps: [{ type: 'sign', recipients: [{ name, email }] }],
  });
  await instance.runJobs();
  expect((await (await followInvitation(instance, email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  const { blob_key: key } = await instance.deps.database
    .selectFrom('seals')
    .innerJoin('files', 'files.id', 'seals.file_id')
    .innerJoin('workflows', 'workflows.id', 'seals.workflow_id')
    .select('blob_key')
    .where('envelope_id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = await instance.deps.blobs.read(key);
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
