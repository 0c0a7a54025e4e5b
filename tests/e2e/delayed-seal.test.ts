import { afterAll, expect, test } from 'vitest';
import { DESKTOP } from '../support/browser.ts';
import { openTimestampServer } from '../support/timestamp-server.ts';
import { LOOKS, lookAt } from './looks.ts';
import { sign, typeSignature } from './people.ts';
import { ADA, stageForThisFile } from './stage.ts';

const NAME = 'Lease that waits';

const authority = await openTimestampServer();
afterAll(() => authority.close());
const { url, rootsFile } = authority;
const stage = await stageForThisFile({ PARAPH_TSA_URLS: url, PARAPH_TSA_ROOTS: rootsFile });

test('the sender reads why sealing waits for an authority, and whose timestamp it got in the end', async () => {
  authority.mood = 'refusing';
  await stage.send(NAME);
  const signer = await stage.browser.newPerson();
  await sign(signer.page, await stage.linkFor(ADA, NAME), typeSignature);

  const { page } = await stage.owner({ viewport: DESKTOP });
  await page.goto(`${stage.server.baseUrl}/documents`);
  await page.getByRole('link', { name: NAME }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Sealing is delayed' });
  await banner.waitFor();
  const words = await banner.innerText();
  expect(words).toContain('the document is waiting for its timestamp');
  expect(words).toContain('The time is not certain at the moment.');
  expect(words).toContain('no recipient has to sign again');
  await lookAt(page, 'document-delayed', LOOKS.light);

  authority.mood = 'well';
  const files = page.getByRole('region', { name: 'Files' });
  const isSealed = async () => {
    await stage.skipPauses();
    return files.getByText('Sealed as PAdES B-LTA').count();
  };
  await expect.poll(isSealed, { timeout: 40_000, interval: 500 }).toBe(1);
  await files.getByText('Timestamp by Outside Time').waitFor();
  await files.getByText('An authority apart from this service gave the timestamp').waitFor();
  expect(await banner.count()).toBe(0);
  await lookAt(page, 'document-sealed-outside', LOOKS.light);
});
