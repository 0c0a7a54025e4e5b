import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerOf, Operations } from '@paraph/contract';
import { describe, expect, it } from 'vitest';
import { openAuditKeys } from '../../server/src/audit/audit-keys.ts';
import { entryMac, hashOf, linkOf, macOf } from '../../server/src/audit/chain-link.ts';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { findWorkflowFacts } from '../../server/src/workflows/reading/find-workflow-facts.ts';
import { expectStatus, firstWorkspace, openInstanceCase } from '../support/instance-case.ts';
import { ann, bob } from '../support/quick-sender.ts';
import { folderForThisTest } from '../support/scratch.ts';
import { followInvitation } from '../support/signer.ts';
import { workflowTables } from '../support/workflow-tables.ts';

type Evidence = AnswerOf<Operations['readEvidence']>;

const { instance, sender, create, workflowOf, get } = await openInstanceCase();
const workspace = await firstWorkspace(sender);

const { query } = workflowTables(() => instance);
const pathOf = (id: number) => `${workspace}/workflows/${id}`;
const read = (id: number) => get(`${pathOf(id)}/evidence`);
const evidenceOf = async (id: number): Promise<Evidence> =>
  expectStatus(await read(id), 200).json() as Evidence;

async function send(people: { name: string; email: string }[]): Promise<number> {
  const steps = people.map((person) => ({ type: 'sign', recipients: [person] }));
  const envelopeId = await create({ name: 'Lease of flat 1', steps });
  await instance.runJobs();
  return (await workflowOf(envelopeId)).id;
}

async function complete(): Promise<number> {
  const id = await send([ann, bob]);
  for (const { email } of [ann, bob]) {
    await (await followInvitation(instance, email)).sign();
    await instance.runJobs();
  }
  return id;
}

describe('a trail that was changed outside the service', () => {
  it('is not sealed: the workflow is blocked, and the sender reads why', async () => {
    const id = await send([ann]);
    const signer = await followInvitation(instance, ann.email);
    await signer.sign();
    await query(
      `update events set detail = detail || '{"name":"x"}' where workflow_id = $1 and sequence = 1`,
      [id],
    );
    await instance.runJobs();
    const [{ status, cause }] = await query(
      'select status, blocked_cause as cause from workflows where id = $1',
      [id],
    );
    expect(status).toBe('blocked');
    expect(cause).toContain('The event trail of this workflow does not verify: event 1 was changed');
    const timeline = await get(`${pathOf(id)}/timeline`);
    expect(timeline.body).toContain('event 1 was changed');
  });

  it('does not agree with the sealed file, even where it was rewritten with the key', async () => {
    const id = await complete();
    const [document] = (await evidenceOf(id)).record.documents;
    const [sealing] = await query(
      `select detail from events where workflow_id = $1 and name = 'document.sealed'`,
      [id],
    );
    const { events: count } = sealing.detail.trail;
    const facts = await findWorkflowFacts(instance.deps.database, id);
    const key = facts?.files[0]?.sealed?.blobKey ?? '';
    const bytes = await instance.deps.blobs.read(key);
    // Each signature carries the head that its signer's press found.
    const counts = [...bytes.toString('latin1').matchAll(/\/XXParaphTrail \((\d+) [0-9a-f]{64}\)/g)].map(
      ([, events]) => Number(events),
    );
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBe(2);
    expect(counts.at(-1)).toBeLessThan(count);
    expect(document?.sealed?.signatures).toHaveLength(2);
    const dir = await folderForThisTest();
    await writeFile(join(dir, 'sealed.pdf'), bytes);
    const judge = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: dir, encoding: 'utf8' });
    expect(judge('pdfsig', '-nocert', 'sealed.pdf').match(/Signature is Valid/g)).toHaveLength(2);
    judge('qpdf', '--check', 'sealed.pdf');
    expect(judge('mutool', 'show', 'sealed.pdf', 'grep')).toContain('XXParaphTrail');

    await rewriteWithKey(id);
    expect(await verifyChain(instance.deps.database, instance.deps, id)).toMatchObject({ intact: true });
    const answer = expectStatus(await read(id), 500);
    expect(answer.body).toContain(`event ${counts[0]} is not the one in the sealed file`);
  });

  /** Requires the database and the key. */
  async function rewriteWithKey(id: number): Promise<void> {
    await query(
      `update events set detail = detail || '{"name":"Promissory note"}' where workflow_id = $1 and sequence = 1`,
      [id],
    );
    const keys = openAuditKeys(instance.deps.vault);
    const events = await query('select * from events where workflow_id = $1 order by sequence', [id]);
    let end: { hash: Buffer | null; mac: Buffer | null } = { hash: null, mac: null };
    for (const event of events) {
      const link = linkOf(event);
      const { version, snapshot_sha256: snapshotSha256 } = event;
      const hash = hashOf(end.hash, link, snapshotSha256);
      const mac = macOf(keys, end.mac, { link, version, hash, snapshotSha256 });
      const changed = [event.id, end.hash, hash, mac];
      await query('update events set previous_hash = $2, hash = $3, mac = $4 where id = $1', changed);
      end = { hash, mac };
    }
    const [entry] = await query('select * from workflow_ledger where workflow_id = $1', [id]);
    const next = { ...entry, head: end.hash, head_mac: end.mac };
    await query('update workflow_ledger set head = $2, head_mac = $3, mac = $4 where workflow_id = $1', [
      id,
      end.hash,
      end.mac,
      entryMac(keys, next),
    ]);
  }
});

const rename = async (id: number, name: string) => {
  expectStatus(await sender.call({ method: 'PUT', url: pathOf(id), payload: { name } }), 200);
};
const NOTE = 'Promissory note over 1,000,000 EUR';

it('a rename after the start is a label of lists: signers, mails and evidence keep the title, and the trail has both', async () => {
  const id = await send([ann]);
  await rename(id, NOTE);
  const list = await get(`${workspace}/workflows?limit=1`);
  expect(list.json()).toMatchObject({ items: [{ id, name: NOTE }] });
  const signer = await followInvitation(instance, ann.email);
  expect((await signer.call('GET', '')).body).toContain('Lease of flat 1');
  expect((await signer.call('GET', '')).body).not.toContain('Promissory');
  await signer.sign();
  await instance.runJobs();
  await rename(id, 'Another');

  const { record } = await evidenceOf(id);
  expect(record.workflow).toMatchObject({
    name: 'Lease of flat 1',
    renames: [
      { from: 'Lease of flat 1', to: NOTE },
      { from: NOTE, to: 'Another' },
    ],
  });
  const mails = await query(
    `select detail ->> 'subject' as subject from mails where workflow_id = $1 and kind = 'completed'`,
    [id],
  );
  const subject = 'Lease of flat 1 is signed by everyone';
  expect(mails).toEqual([{ subject }, { subject }]);
  const timeline = await get(`${pathOf(id)}/timeline`);
  expect(timeline.body).toContain(`Lease of flat 1 → ${NOTE}`);

  // Nor does another title in the row of the workflow get into evidence.
  await query('update workflows set title = $2 where id = $1', [id, NOTE]);
  expect((await read(id)).body).toContain('the title is not the one in the trail');
});
