import { beforeEach, expect, it } from 'vitest';
import { jpegPicture, pngPicture } from '../../intake/src/testing/pictures.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, forThisTest } from '../support/instance-case.ts';
import { openStoredBytes } from '../support/stored-bytes.ts';
import {
  type AccountsInstance,
  addUser,
  Browser,
  openAccountsInstance,
  signedIn,
} from './accounts-instance.ts';

let instance: AccountsInstance;
let browser: Browser;

beforeEach(async () => {
  instance = await forThisTest(openAccountsInstance());
  browser = await signedIn(instance);
});

const PNG = pngPicture();

const upload = (value: Uint8Array, name = 'picture') => {
  const { payload, headers } = multipart([{ name, value, fileName: 'me.png', type: 'image/png' }]);
  return browser.call('PUT', '/api/v1/account/picture', payload, headers);
};

it('is shown at an absolute address that every caller who was given it can read', async () => {
  const { picture } = (await upload(PNG)).json();
  expect(picture).toMatchObject({ format: 'png', size: PNG.length, thumb: picture.file });
  expect(picture.file).toMatch(
    /^https:\/\/sign\.example\.com\/api\/v1\/storage\/picture\/1\/[0-9]{8}[0-9a-f]{32}$/,
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

it('leaves no byte in the store once it is replaced', async () => {
  await upload(PNG);
  const { blob_key: key } = await instance.deps.database
    .selectFrom('files')
    .select('blob_key')
    .executeTakeFirstOrThrow();
  const stored = openStoredBytes(instance.deps.config);
  expect(await stored.has(key)).toBe(true);
  await upload(jpegPicture);
  expect(await stored.has(key)).toBe(false);
});

it('is refused when it is damaged, before it is kept, with the field and the remedy', async () => {
  const answer = expectStatus(await upload(pngPicture({ height: 2 })), 400);
  expect(answer.json().error).toMatchObject({
    code: 'VALIDATION_ERROR',
    violations: { picture: expect.stringMatching(/damaged.* Save it again/) },
  });
  expect(await instance.deps.database.selectFrom('files').selectAll().execute()).toEqual([]);
});

it('is gone from its address once it is replaced or removed', async () => {
  const first = (await upload(PNG)).json().picture.file;
  const second = (await upload(PNG)).json().picture.file;
  expect((await browser.call('GET', new URL(first).pathname)).statusCode).toBe(404);
  const answer = await browser.call('DELETE', '/api/v1/account/picture');
  expect(answer.json().picture).toEqual({ file: null, thumb: null, format: ' ', size: 0 });
  expect((await browser.call('GET', new URL(second).pathname)).statusCode).toBe(404);
});

it('is refused when it is missing, no picture, or too large, and names the remedy', async () => {
  expect((await upload(PNG, 'photo')).json().error.violations).toHaveProperty('picture');
  expect((await upload(Buffer.from('<svg/>'))).json().error.violations.picture).toContain('PNG or JPEG');
  expectStatus(await upload(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])), 413);
});
