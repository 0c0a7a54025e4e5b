import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@paraph/pades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { run } from '../conformance/pdf-validators.ts';
import { openEarlierInstance } from '../support/earlier-version.ts';
import type { Session, TestInstance } from '../support/instance.ts';
import type { Envelope } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

// tests/fixtures/README.md: the data of the version before revisions, with a workflow in each state.
let instance: TestInstance;
let envelopes: Record<string, string>;
let applied: string[];
let sender: Session;
const folder = mkdtempSync(join(tmpdir(), 'paraph-update-'));
beforeAll(async () => {
  const fixture = 'data-before-revisions.json.gz';
  ({ instance, envelopes, applied } = await openEarlierInstance(fixture, '0032-signature-images'));
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(async () => {
  await instance?.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (state: string) => {
  const url = `/api/v1/envelopes/${envelopes[state]}`;
  return (await sender.call({ method: 'GET', url })).json() as Envelope;
};
const download = async (state: string) => {
  const [document] = (await read(state)).documents;
  const { pathname } = new URL(document?.file.file ?? '');
  return (await sender.call({ method: 'GET', url: pathname })).rawPayload;
};
const judge = (file: Uint8Array) => {
  const { authority, clock } = instance.deps;
  return validate(file, { anchors: [authority.root.certificate], at: clock.now() });
};
const addressOf = (state: string, name: string) =>
  `${name.toLowerCase()}@${state.replaceAll(' ', '-')}.example`;

/** What people do who open the new page: those who had filled it in before only finish. */
async function sign(state: string, name: string): Promise<void> {
  const signer = await followInvitation(instance, addressOf(state, name));
  await signer.fill();
  const { fields, shownHash } = await signer.view();
  for (const { id, type, value } of fields)
    if (type === 'title' && value === null)
      await signer.call('PUT', `/fields/${id}`, { value: `Written after by ${name}` });
  const finished = await signer.finish(shownHash);
  expect(finished.statusCode, finished.body).toBe(200);
  await instance.runJobs();
}

/** `before`: how many of the answers were written before the update. */
async function expectSealed(state: string, names: readonly string[], before = 0): Promise<void> {
  expect((await read(state)).status).toBe('signed');
  const file = await download(state);
  const path = join(folder, 'sealed.pdf');
  writeFileSync(path, file);
  const { text } = run('pdftotext', [path, '-']);
  expect(text.match(/Written (before|after)/g)).toHaveLength(names.length);
  expect(text.match(/Written before/g) ?? []).toHaveLength(before);
  const { signatures, timestamps } = judge(file);
  expect(signatures.map(({ signerName }) => signerName)).toEqual(names);
  for (const { integrity, certificate, sinceSigning, level } of signatures)
    expect([integrity.ok, certificate.ok, sinceSigning, level]).toEqual([
      true,
      true,
      'allowed-changes',
      'B-LTA',
    ]);
  expect(timestamps.map(({ ok }) => ok)).toEqual([true]);
  const { database } = instance.deps;
  const row = await database
    .selectFrom('workflows')
    .select('id')
    .where('envelope_id', '=', envelopes[state] ?? '')
    .executeTakeFirstOrThrow();
  expect(await verifyChain(database, instance.deps, row.id)).toMatchObject({ intact: true });
}

describe('a workflow of the version before revisions', () => {
  test('is migrated with its tables', () => {
    expect(applied).toContain('0033-revisions');
    expect(Object.keys(envelopes)).toHaveLength(10);
  });

  test('that was sealed stays as it was', () => expectSealed('signed', ['Ann', 'Ben'], 2));

  test('that everyone had signed is sealed', async () => {
    expect((await read('approved')).status).toBe('approved');
    await instance.runJobs();
    await expectSealed('approved', ['Ann', 'Ben'], 2);
  });

  test('that was blocked is sealed after Retry', async () => {
    const { workspaceId } = (await read('blocked')) as Envelope & { workspaceId: number };
    const url = `/api/v1/workspaces/${workspaceId}/workflows/${envelopes.blocked}/retry`;
    expect((await sender.call({ method: 'POST', url, payload: {} })).statusCode).toBe(200);
    await instance.runJobs();
    await expectSealed('blocked', ['Ann', 'Ben'], 2);
  });

  test('that was a draft is started, signed and sealed', async () => {
    const url = `/api/v1/envelopes/${envelopes.draft}/start`;
    expect((await sender.call({ method: 'PUT', url })).statusCode).toBe(200);
    await instance.runJobs();
    await sign('draft', 'Ann');
    await sign('draft', 'Ben');
    await expectSealed('draft', ['Ann', 'Ben']);
  });

  test.each([
    ['started', ['Ann', 'Ben'], 0],
    ['filled', ['Ann', 'Ben'], 1],
    ['half in turn', ['Ben'], 1],
    ['half beside', ['Ben'], 1],
    ['reviewed', ['Ann'], 0],
  ] as const)('that was %s is signed and sealed', async (state, names, before) => {
    expect((await read(state)).status).toBe('started');
    for (const name of names) await sign(state, name);
    await expectSealed(state, state === 'reviewed' ? ['Ann'] : ['Ann', 'Ben'], before);
  });

  test('that was declined is read as it was', async () => {
    expect((await read('declined')).status).toBe('declined');
    expect(judge(await download('declined')).signatures).toEqual([]);
  });
});
