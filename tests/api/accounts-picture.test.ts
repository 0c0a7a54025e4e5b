import { beforeEach, expect, it } from 'vitest';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { openStoredBytes } from '../support/stored-bytes.ts';
import { addUser, Browser, openAccountsInstance, signedIn } from './accounts-instance.ts';

const instance = await forThisFile(openAccountsInstance());
let browser: Browser;
let people = 0;

beforeEach(async () => {
  people += 1;
  browser = await signedIn(instance, `ada-${people}@example.com`);
});

const listFiles = () =>
  instance.deps.database.selectFrom('files').select('blob_key').orderBy('id', 'desc').execute();

const PNG = pngPicture();

const upload = (value: Uint8Array, name = 'picture') => {
  const { payload, headers } = multipart([{ name, value, fileName: 'me.png', type: 'image/png' }]);
  return browser.call('PUT', '/api/v1/account/picture', payload, headers);
};

it('is shown at an absolute address that every caller who was given it can read', async () => {
  const { picture } = (await upload(PNG)).json();
  expect(picture).toMatchObject({ format: 'png', size: PNG.length, thumb: picture.file });
  const { id } = (await browser.call('GET', '/api/v1/profile')).json();
  expect(picture.file).toMatch(
    new RegExp(`^https://sign\\.example\\.com/api/v1/storage/picture/${id}/[0-9]{8}[0-9a-f]{32}$`),
  );
  const path = new URL(picture.file).pathname;
  await addUser(instance, 'other@example.com');
  const other = new Browser(instance);
  await other.signIn('other@example.com');
  const answer = await other.call('GET', path);
  expect(answer.rawPayload.equals(PNG)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect((await new Browser(instance).call('GET', path)).statusCode).toBe(401);
  expect((await other.call('GET', path.replace(/.{32}$/, '0'.repeat(32)))).statusCode).toBe(404);
});

it('is gone from its address and the store once it is replaced or removed', async () => {
  const first = (await upload(PNG)).json().picture.file;
  const [{ blob_key: key } = { blob_key: '' }] = await listFiles();
  const stored = openStoredBytes(instance.deps.config);
  expect(await stored.has(key)).toBe(true);
  const second = (await upload(jpegPicture)).json().picture.file;
  expect(await stored.has(key)).toBe(false);
  expect((await browser.call('GET', new URL(first).pathname)).statusCode).toBe(404);
  const answer = await browser.call('DELETE', '/api/v1/account/picture');
  expect(answer.json().picture).toEqual({ file: null, thumb: null, format: ' ', size: 0 });
  expect((await browser.call('GET', new URL(second).pathname)).statusCode).toBe(404);
});

it('is refused when it is damaged, missing, no picture, or too large, and names the remedy', async () => {
  const before = await listFiles();
  const damaged = expectStatus(await upload(pngPicture({ height: 2 })), 400);
  expect(damaged.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    violations: { picture: expect.stringMatching(/damaged.* Save it again/) },
  });
  expect((await upload(PNG, 'photo')).json().error.violations).toHaveProperty('picture');
  expect((await upload(Buffer.from('<svg/>'))).json().error.violations.picture).toContain('PNG or JPEG');
  expectStatus(await upload(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])), 413);
  // Each before it is kept.
  expect(await listFiles()).toEqual(before);
});
