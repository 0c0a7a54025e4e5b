import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '../conformance/pdf-validators.ts';
import { PHONE } from '../support/browser.ts';
import { pressLast, signatureFields, startSigning, typeSignature } from './people.ts';
import { ADA, openStage, type Stage } from './stage.ts';

let stage: Stage;
let folder = '';
let database: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-e2e-advanced-'));
  stage = await openStage();
  database = new pg.Client(stage.server.database.options);
  await database.connect();
});
afterEach(({ task }) => stage.browser.sendAllHome(task.result?.state === 'fail'));
afterAll(async () => {
  await database?.end();
  await stage?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page sends to the server, but for its files. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

test('a person signs on a phone with a key of their own browser, and others find it valid', async () => {
  const id = await stage.send('Advanced lease');
  await database.query("update workflows set type = 'advanced' where envelope_id = $1", [id]);
  const { page } = await stage.browser.newPerson({ viewport: PHONE, hasTouch: true, isMobile: true });
  const sent = listenTo(page);
  const previews: { contentHash: string }[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/preview') && response.ok()) previews.push(await response.json());
  });
  await startSigning(page, await stage.linkFor(ADA, 'Advanced lease'));
  await signatureFields(page).tap();
  await typeSignature(page);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('advanced electronic signature').waitFor();
  await page.getByRole('button', { name: 'Finish', disabled: false }).waitFor();
  await expect.poll(() => previews.length).toBe(1);
  await database.query(
    `insert into proofs (workflow_id, action_id, link_id, method, content_hash, proven_at, expires_at, detail)
     select p.workflow_id, p.action_id, p.link_id, 'code-mail', p.content_hash, now(), now() + '9 minutes', '{}'
     from (select a.workflow_id, v.action_id, v.link_id, v.content_hash from previews v join actions a on a.id = v.action_id) p`,
  );
  await pressLast(page);
  await page.getByRole('link', { name: 'Download the sealed document' }).waitFor();
  expect(sent.filter((line) => /\/certificate |\/finish /.test(line))).toHaveLength(2);
  // PKCS #8 and JWK of a private key.
  expect(sent.filter((line) => /"d":|PRIVATE|MIGHAgEA/.test(line))).toEqual([]);
  const { documents } = await stage.app.readEnvelope(id);
  const sealed = await stage.app.download(documents[0]?.file.file ?? '');
  writeFileSync(join(folder, 'sealed.pdf'), sealed);
  expect(run('pdfsig', [join(folder, 'sealed.pdf')]).text).toContain('Signature is Valid');
  const root = await fetch(`${stage.server.baseUrl}/authority/ca.cer`);
  const anchors = [new Uint8Array(await root.arrayBuffer())];
  const [report] = validate(sealed, { anchors }).signatures;
  expect(report).toMatchObject({ signerName: ADA.name, level: 'B-LTA', integrity: { ok: true } });
});
