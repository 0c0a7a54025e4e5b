import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RATES } from '@paraph/domain';
import { validate } from '@paraph/pades';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkFonts } from '../../operator/src/doctor/settings.ts';
import { letterFont } from '../../pades/src/testing/sample-font.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { run } from '../conformance/pdf-validators.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { expectStatus, folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { drawnSignature, followInvitation, type SigningView } from '../support/signer.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });

let count = 0;

const folder = await folderForThisFile();
writeFileSync(join(folder, 'han.ttf'), letterFont('李', 'M'));
const env = { PARAPH_FONTS: join(folder, 'han.ttf') };
const { instance, sender, create, sendSigned, download } = await openInstanceCase({ env });
const client = await openDraftClient(instance, sender, lease);

/** Sends a lease that one person is to sign in so many steps; answers their address. */
async function send(steps = 1): Promise<string> {
  count += 1;
  const ann = { name: 'Ann', email: `ann-${count}@example.com` };
  await create({ document: lease, steps: Array(steps).fill({ type: 'sign', recipients: [ann] }) });
  await instance.runJobs();
  return ann.email;
}

type Signer = Awaited<ReturnType<typeof followInvitation>>;
const save = (signer: Signer, png = drawnSignature()) =>
  signer.call('PUT', '/marks/signature', { method: 'draw', png });
const marked = async (signer: Signer) => expectStatus(await save(signer), 200).json() as SigningView;

async function storedSignatureImages(email: string) {
  return instance.deps.database
    .selectFrom('signature_images')
    .innerJoin('recipients', 'recipients.id', 'signature_images.recipient_id')
    .innerJoin('files', 'files.id', 'signature_images.file_id')
    .select(['signature_images.id', 'files.blob_key'])
    .where('recipients.email', '=', email)
    .execute();
}
const isStored = (key: string) => instance.stored.has(key);

test('a picture is decoded in the processes that look into files, and waits there as its link', async () => {
  const { blobs, intake } = instance.deps;
  const [run, written] = [intake.run.bind(intake), [] as string[]];
  const runs = vi.spyOn(intake, 'run').mockImplementation(async (...given) => {
    written.push(...(await readdir(blobs.incomingDir)));
    return run(...given);
  });
  onTestFinished(() => runs.mockRestore());
  const signer = await followInvitation(instance, await send());
  runs.mockClear();
  written.length = 0;
  const { link } = await marked(signer);
  expect(runs.mock.calls.map(([{ kind }, { requester }]) => [kind, requester.caller])).toEqual([
    ['picture', `link:${link}`],
  ]);
  // Only what comes back is written to disk.
  expect(written).toEqual([]);
  // What does not come back from there is not kept.
  runs.mockResolvedValueOnce({ kind: 'refused', reasons: ['it is damaged.'], isRepairable: false });
  const { error } = (await save(signer)).json() as { error: { violations: { png: string } } };
  expect(error.violations.png).toContain('it is damaged');
});

test('twelve a minute are taken of one person, and those of another are counted apart', async () => {
  const signer = await followInvitation(instance, await send());
  const other = await followInvitation(instance, await send());
  for (let each = 0; each < RATES.signatureImages.hits; each += 1) {
    expect((await save(signer, 'no picture')).statusCode).toBe(400);
  }
  const refused = expectStatus(await save(signer), 429);
  expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMIT_REACHED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await marked(other);
});

test('a replaced signature image is gone at once, with its bytes, and fields show the new one', async () => {
  const email = await send();
  const signer = await followInvitation(instance, email);
  const first = await marked(signer);
  await signer.call('PUT', `/fields/${first.fields[0]?.id}`, { value: first.marks.signature?.id });
  const [former] = await storedSignatureImages(email);
  expect(await isStored(former?.blob_key ?? '')).toBe(true);
  const second = await marked(signer);
  expect((await storedSignatureImages(email)).map(({ id }) => id)).toEqual([second.marks.signature?.id]);
  expect(await isStored(former?.blob_key ?? '')).toBe(false);
  expect(second.fields[0]?.value).toBe(second.marks.signature?.id);
});

test('a signature image replaced while it is read is not found, and nothing is wrong with it', async () => {
  const signer = await followInvitation(instance, await send());
  await marked(signer);
  const { blobs } = instance.deps;
  vi.spyOn(blobs, 'open').mockImplementationOnce(async (key) => {
    vi.restoreAllMocks();
    await marked(signer);
    return blobs.open(key);
  });
  expect((await signer.call('GET', '/marks/signature')).statusCode).toBe(404);
  expect((await signer.call('GET', '/marks/signature')).statusCode).toBe(200);
});

test('a signature image that was signed with stays when its owner makes another one later', async () => {
  const email = await send(2);
  const signer = await followInvitation(instance, email);
  expect((await signer.sign()).statusCode).toBe(200);
  const signed = await storedSignatureImages(email);
  await instance.runJobs();
  await marked(signer);
  await marked(signer);
  const after = await storedSignatureImages(email);
  expect(after).toHaveLength(2);
  expect(after).toContainEqual(signed[0]);
  expect(await isStored(signed[0]?.blob_key ?? '')).toBe(true);
});

describe('the page of a signer', () => {
  interface Look {
    width: number;
    height: number;
    picture: { x: number; y: number; width: number; height: number; isMiddle: boolean };
    texts: { role: string; text: string | null; y: number }[];
  }

  /** The looks of the fields of a signer. */
  async function looksFor(name: string, email: string) {
    const person = { name, email, roles: [{ type: 'sign' }] };
    const { id, roles, documentId } = await client.filled([person]);
    const fields = ['signature', 'signature', 'initials', 'text'].map((type, index) => ({
      ...{ type, documentId, role: roles[0], page: 1, posX: 10, posY: 10 + index * 20 },
      style: { width: 40, height: index === 0 ? 10 : 6 },
    }));
    good(await client.send('PUT', `/${id}/fields`, { fields }));
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const view = (await (await followInvitation(instance, email)).view()) as unknown as {
      fields: { look: Look | null }[];
      documents: { pages: { width: number; height: number }[] }[];
    };
    return { looks: view.fields.map(({ look }) => look), page: view.documents[0]?.pages[0] };
  }

  test('a signature field says where the document will show picture, name, time and code', async () => {
    const { looks, page } = await looksFor('Ann Example', 'ann@example.com');
    const [look, ...others] = looks;
    // A second signature in the same document is drawn as its picture alone.
    expect(others).toEqual([null, null, null]);
    expect(look?.width).toBeCloseTo((page?.width ?? 0) * 0.4, 1);
    expect(look?.height).toBeCloseTo((page?.height ?? 0) * 0.1, 1);
    expect((look?.picture.height ?? 0) / (look?.height ?? 1)).toBeGreaterThanOrEqual(0.6);
    expect(look?.texts.map(({ role, text }) => [role, text])).toEqual([
      ['name', 'Ann Example'],
      ['detail', null],
    ]);
    const foot = (look?.picture.y ?? 0) + (look?.picture.height ?? 0);
    for (const { y } of look?.texts ?? []) expect(y).toBeGreaterThan(foot);
  });

  test('a name that no font can draw gives way to the address, as in the document', async () => {
    const { looks } = await looksFor('नाम', 'naam@example.com');
    expect(looks[0]?.texts[0]?.text).toBe('naam@example.com');
  });
});

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
