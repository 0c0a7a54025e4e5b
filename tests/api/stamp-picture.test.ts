import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodePng } from '../../intake/src/reading/encode-png.ts';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { good, openDraftClient } from '../support/draft-client.ts';
import { multipart, openTestInstance, type Session } from '../support/instance.ts';
import { expectStatus, folderForThisTest, forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const run = promisify(execFile);
const PICTURE = '/api/v1/organization/picture';

const instance = await forThisFile(openTestInstance());
const ada = await instance.signIn('Ada Lovelace', 'ada@example.com');
const client = await openDraftClient(instance, ada, lease);
beforeEach(async () => {
  await ada.call({ method: 'DELETE', url: PICTURE });
});

type Colour = readonly [red: number, green: number, blue: number];
const RED: Colour = [220, 20, 30];
const BLUE: Colour = [20, 40, 220];

function plain([red, green, blue]: Colour, { width = 40, height = 20, alpha = 255 } = {}): Buffer {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([red, green, blue, alpha], at);
  return encodePng({ width, height, rgba });
}

function put(session: Session, value: Uint8Array, { query = '', name = 'picture' } = {}) {
  const form = multipart([{ name, value, fileName: 'stamp.png', type: 'image/png' }]);
  return session.call({ method: 'PUT', url: PICTURE + query, ...form });
}
const read = (session: Session, query = '') => session.call({ method: 'GET', url: PICTURE + query });
const violationOf = async (bytes: Uint8Array) => {
  const answer = expectStatus(await put(ada, bytes), 400);
  return (answer.json() as { error: { violations: { picture: string } } }).error.violations.picture;
};
const organizationOf = async (session: Session) =>
  (await caller(session)('GET', '/api/v1/organizations')).body[0];

describe('the picture of an organization', () => {
  test('is set, read by members, replaced and removed, and leaves no byte in the store', async () => {
    expect((await read(ada)).statusCode).toBe(404);
    expect((await organizationOf(ada)).hasPicture).toBe(false);
    expect((await put(ada, plain(RED))).statusCode).toBe(204);
    expect((await organizationOf(ada)).hasPicture).toBe(true);
    const answer = await read(ada);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
    });
    expect(answer.rawPayload.equals(plain(RED))).toBe(true);
    const storedKey = async () => {
      const { rows } = await instance.deps.pool.query(
        'select blob_key from files join organizations on picture_file_id = files.id',
      );
      return rows[0].blob_key as string;
    };
    const first = await storedKey();
    expect(await instance.stored.has(first)).toBe(true);
    expect((await put(ada, plain(BLUE))).statusCode).toBe(204);
    expect(await instance.stored.has(first)).toBe(false);
    expect((await read(ada)).rawPayload.equals(plain(BLUE))).toBe(true);
    const second = await storedKey();
    expect((await ada.call({ method: 'DELETE', url: PICTURE })).statusCode).toBe(204);
    expect(await instance.stored.has(second)).toBe(false);
    expect((await read(ada)).statusCode).toBe(404);
    expect((await ada.call({ method: 'DELETE', url: PICTURE })).statusCode).toBe(204);
  });

  test('becomes a PNG of its pixels alone, and a large one smaller', async () => {
    expect((await put(ada, jpegPicture)).statusCode).toBe(204);
    const bytes = (await read(ada)).rawPayload;
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([24, 16]);
    expect((await put(ada, plain(RED, { width: 2_000, height: 1_000 }))).statusCode).toBe(204);
    const smaller = (await read(ada)).rawPayload;
    expect([smaller.readUInt32BE(16), smaller.readUInt32BE(20)]).toEqual([667, 334]);
    const trailing = Buffer.concat([plain(RED), Buffer.from('<script>')]);
    expect((await put(ada, trailing)).statusCode).toBe(204);
    expect((await read(ada)).rawPayload.equals(plain(RED))).toBe(true);
  });

  test('is refused with the remedy where it is no picture, damaged, invisible or too large', async () => {
    expect(await violationOf(Buffer.from('<svg/>'))).toContain('no PNG or JPEG');
    expect(await violationOf(pngPicture({ height: 2 }))).toMatch(/Must be a whole PNG or JPEG/);
    expect(await violationOf(jpegPicture.subarray(0, 200))).toContain('damaged');
    expect(await violationOf(plain(RED, { alpha: 0 }))).toContain('nothing is to be seen');
    expect(await violationOf(plain(RED, { width: 2_049 }))).toContain('2,048 × 2,048');
    expect((await put(ada, plain(RED), { name: 'photo' })).statusCode).toBe(400);
    expectStatus(await put(ada, Buffer.concat([plain(RED), Buffer.alloc(2 * 1024 * 1024)])), 413);
    expect((await read(ada)).statusCode).toBe(404);
  });
});

let people = 0;
/** A draft with a stamp in the middle of the page and, below, one that is shown with an answer. */
async function stampedDraft() {
  people += 1;
  const email = `signer-${people}@example.com`;
  const person = { name: 'Signer', email, roles: [{ type: 'sign' }] };
  const { id, roles, documentId } = await client.filled([person]);
  const at = { documentId, role: roles[0], page: 1, posX: 20 };
  const box = { width: 30, height: 10 };
  const answer = { id: 900, type: 'text' };
  const showIf = { fieldId: answer.id, isFilled: true };
  const fields = [
    { ...at, type: 'stamp', label: 'Seal of the mill', value: 'MILL', posY: 60, style: box },
    { ...at, ...answer, label: 'Pet', required: false, posY: 75, style: { width: 20, height: 4 } },
    { ...at, type: 'stamp', label: 'Pets', value: 'PETS', posY: 82, style: box, showIf },
    { ...at, type: 'signature', posX: 60, posY: 85, style: box },
  ];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  return { id, email };
}

async function fileOf(id: number): Promise<Buffer> {
  const [document] = (await client.read(id)).documents;
  const url = new URL(document?.file.file ?? '').pathname;
  return (await ada.call({ method: 'GET', url })).rawPayload;
}

const start = async (id: number) => good(await client.send('PUT', `/${id}/start`));
const programs = {
  pdftoppm: (pdf: string, out: string) => ['-r', '72', '-singlefile', pdf, out.replace(/\.ppm$/, '')],
  mutool: (pdf: string, out: string) => ['draw', '-q', '-r', '72', '-o', out, pdf, '1'],
} as const;

/** Page 1 as a viewer draws it. */
async function draw(pdf: Buffer, program: keyof typeof programs) {
  const folder = await folderForThisTest();
  const [path, out] = [join(folder, 'a.pdf'), join(folder, 'a.ppm')];
  await writeFile(path, pdf);
  await run(program, programs[program](path, out));
  const ppm = await readFile(out);
  const [head = '', width = '', height = ''] =
    /^P6\s(?:#.*\s)?(\d+) (\d+)\s255\s/.exec(ppm.toString('latin1', 0, 200)) ?? [];
  return { pixels: ppm.subarray(head.length), width: Number(width), height: Number(height) };
}

/** The colour at a place of page 1, in percent. */
async function colourAt(
  pdf: Buffer,
  program: keyof typeof programs,
  place: { x: number; y: number },
): Promise<number[]> {
  const { pixels, width, height } = await draw(pdf, program);
  const at = (Math.floor((height * place.y) / 100) * width + Math.floor((width * place.x) / 100)) * 3;
  return [...pixels.subarray(at, at + 3)];
}

/** Whether anything is drawn in a box of page 1, in percent. */
async function hasInk(pdf: Buffer, box: { x: number; y: number; width: number; height: number }) {
  const { pixels, width, height } = await draw(pdf, 'pdftoppm');
  const share = (size: number, percent: number) => Math.floor((size * percent) / 100);
  for (let row = share(height, box.y); row < share(height, box.y + box.height); row += 1) {
    const from = row * width + share(width, box.x);
    if (pixels.subarray(from * 3, (from + share(width, box.width)) * 3).some((part) => part < 128))
      return true;
  }
  return false;
}

/** The answer that the stamp with a condition waits for. */
async function answerPet(signer: Awaited<ReturnType<typeof followInvitation>>) {
  const { fields } = (await signer.view()) as unknown as { fields: { id: number; label: string }[] };
  const pet = fields.find(({ label }) => label === 'Pet')?.id;
  expect((await signer.call('PUT', `/fields/${pet}`, { value: 'Cat' })).statusCode).toBe(200);
}

const near = ([red, green, blue]: Colour) => [red, green, blue].map((share) => expect.closeTo(share, -0.7));
const MIDDLE = { x: 35, y: 65 };
const CONDITIONAL = { x: 35, y: 87 };

describe('a stamp', () => {
  test('shows the picture as it is at the start, in whatever reads the file', async () => {
    const plainOne = await stampedDraft();
    await start(plainOne.id);
    await put(ada, plain(RED));
    const red = await stampedDraft();
    await start(red.id);
    const before = await fileOf(red.id);
    await put(ada, plain(BLUE));
    const blue = await stampedDraft();
    await start(blue.id);
    const text = await fileOf(plainOne.id);
    for (const program of ['pdftoppm', 'mutool'] as const) {
      expect(await colourAt(before, program, MIDDLE)).toEqual(near(RED));
      expect(await colourAt(await fileOf(blue.id), program, MIDDLE)).toEqual(near(BLUE));
      // The picture fills the height of the box and keeps its shape; nothing is beside it.
      expect(await colourAt(before, program, { x: 20.5, y: 65 })).toEqual([255, 255, 255]);
      expect(await colourAt(text, program, { x: 48, y: 61 })).toEqual([255, 255, 255]);
    }
    expect((await fileOf(red.id)).equals(before)).toBe(true);
    // The value stays the text.
    for (const file of [before, text]) expect(file.toString('latin1')).toContain('/V (MILL)');
  });

  test('keeps its picture through the signature, and one with a condition shows it once that is met', async () => {
    await put(ada, plain(RED));
    const { id, email } = await stampedDraft();
    await start(id);
    expect(await colourAt(await fileOf(id), 'pdftoppm', CONDITIONAL)).toEqual([255, 255, 255]);
    await instance.runJobs();
    await put(ada, plain(BLUE));
    const signer = await followInvitation(instance, email);
    await answerPet(signer);
    await signer.sign();
    await instance.runJobs();
    const sealed = await fileOf(id);
    expect(await colourAt(sealed, 'pdftoppm', MIDDLE)).toEqual(near(RED));
    for (const program of ['pdftoppm', 'mutool'] as const)
      expect(await colourAt(sealed, program, CONDITIONAL)).toEqual(near(RED));
    const source = sealed.toString('latin1');
    expect(source).toContain('/V (PETS)');
    expect(source.match(/\/Subtype \/Image \/Width 40 /g)).toHaveLength(1);
  });

  test('with a condition shows its text where the organization had no picture at the start', async () => {
    const { id, email } = await stampedDraft();
    await start(id);
    await put(ada, plain(RED));
    await instance.runJobs();
    const signer = await followInvitation(instance, email);
    await answerPet(signer);
    await signer.sign();
    await instance.runJobs();
    const sealed = await fileOf(id);
    expect(sealed.toString('latin1')).toContain('/V (PETS)');
    expect(await colourAt(sealed, 'pdftoppm', CONDITIONAL)).not.toEqual(near(RED));
    expect(await hasInk(sealed, { x: 20, y: 82, width: 30, height: 10 })).toBe(true);
  });
});
