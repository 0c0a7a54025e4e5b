import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { PHONE } from '../support/browser.ts';
import { signByLink } from '../support/http-life.ts';
import { folderForThisFile } from '../support/scratch.ts';
import { lookAt } from './looks.ts';
import { agreeAndStart, downloadBy, finish, saveSignature } from './people.ts';
import { ADA, BOB, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();
const folder = await folderForThisFile();

test('a signer names a witness, who states on a phone what they saw, and both have signed', async ({
  task,
}) => {
  const title = `Witnessed lease ${task.result?.retryCount ?? 0}`;
  const signer = { ...ADA, witness: 'asked' as const };
  await stage.send(title, { steps: [{ type: 'sign', recipients: [signer] }] });
  const { page } = await stage.browser.newPerson();
  const link = await stage.linkFor(ADA, title);
  await page.goto(link);
  const naming = page.getByRole('heading', { name: 'Your witness' });
  await naming.waitFor();
  await page.getByRole('checkbox', { name: /^I agree/ }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Give the name of your witness.').waitFor();
  expect(await page.getByLabel('Name of the witness').evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  await page.getByLabel('Name of the witness').fill(BOB.name);
  await page.getByLabel('Email address of the witness').fill(ADA.email);
  await page.getByText('This is your own address.', { exact: false }).waitFor();
  await page.getByLabel('Email address of the witness').fill(BOB.email);
  await lookAt(page, 'witness-name');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Next' }).waitFor();
  await signByLink(stage.server.baseUrl, link);

  const phone = { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' as const };
  const { page: theirs } = await stage.browser.newPerson(phone);
  await theirs.goto(await stage.linkFor(BOB, title));
  await theirs.getByRole('heading', { name: `You are the witness of ${ADA.name}` }).waitFor();
  await theirs.getByText(`I was present and saw ${ADA.name} sign this document.`, { exact: false }).waitFor();
  await theirs.getByLabel('Your postal address').fill('7 Mill Lane, Oxford');
  await theirs.getByLabel(`How you know ${ADA.name}`).fill('Neighbour');
  await lookAt(theirs, 'witness-statement');
  await agreeAndStart(theirs);
  await saveSignature(theirs);
  await finish(theirs);

  const sealed = theirs.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ });
  await sealed.waitFor();
  const file = join(folder, 'witnessed.pdf');
  await writeFile(file, await (await downloadBy(sealed)).createReadStream());
  const seen = run('pdfsig', ['-nocert', file]).text;
  expect(seen.match(/Signer Certificate Common Name: (Ada Lovelace|Bob Miller)/g)).toHaveLength(2);
  expect(seen.match(/Signature Validation: Signature is Valid/g)?.length).toBeGreaterThanOrEqual(2);
  expect(run('strings', [file]).text).toContain(`(as witness of ${ADA.name})`);

  const { page: owner } = await stage.owner();
  await stage.openDocument(owner, title);
  await owner.getByText(`${BOB.name}, as witness of ${ADA.name}`).waitFor();
  await lookAt(owner, 'witness-document');
});
