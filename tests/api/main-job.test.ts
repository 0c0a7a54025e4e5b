import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { quickForm } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { followInvitation } from '../support/signer.ts';

const contract = buildPdf({
  pages: [
    { content: textLines(['Lease', 'Page one']) },
    { content: textLines(['Page two', 'The parties agree.']) },
  ],
});
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
const bob = { name: 'Bob Бобов', email: 'bob@example.com' };
const rex = { name: 'Rex Reviewer', email: 'rex@example.com' };

const { instance, sender } = await openInstanceCase();

describe('a contract that two people sign and one reviews', () => {
  test('goes from one request to a sealed PDF that others find valid', { timeout: 60_000 }, async () => {
    const form = quickForm({
      document: contract,
      steps: [
        { type: 'review', recipients: [rex] },
        { type: 'sign', recipients: [ada] },
        { type: 'sign', recipients: [bob] },
      ],
    });
    const created = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
    expect(created.statusCode, created.body).toBe(200);
    const { id } = created.json() as { id: string };
    expect(id).toMatch(/^\d{8}[0-9a-f]{32}$/);
    await instance.runJobs();
    const read = async () =>
      (await sender.call({ method: 'GET', url: `/api/v1/quick/envelopes/${id}` })).json() as {
        status: string;
        documents: { file: { file: string; thumb: string } }[];
        steps: { status: string }[];
      };
    expect((await read()).steps.map((step) => step.status)).toEqual([
      'started',
      'not_started',
      'not_started',
    ]);

    const reviewer = await followInvitation(instance, rex.email);
    const approved = await reviewer.approve('Looks right');
    expect(approved.statusCode, approved.body).toBe(200);
    await instance.runJobs();
    for (const person of [ada, bob]) {
      const signer = await followInvitation(instance, person.email);
      expect((await signer.view()).state).toBe('open');
      const finished = await signer.sign();
      expect(finished.statusCode, finished.body).toBe(200);
      await instance.runJobs();
    }
    const done = await read();
    expect(done.status).toBe('signed');

    const file = done.documents[0]?.file.file ?? '';
    expect(file).toContain('/api/v1/storage/archive/');
    const sealed = await sender.call({ method: 'GET', url: new URL(file).pathname });
    expect(sealed.statusCode).toBe(200);
    const bytes = sealed.rawPayload;
    expect(bytes.subarray(0, contract.length).equals(contract)).toBe(true);
    const verdict = await judge(bytes);
    expect(verdict.match(/Signature is Valid/g)).toHaveLength(2);
    expect(verdict).toContain('Ada Lovelace');
    expect(verdict).toContain('Total document signed');
    const { id: workflowId } = await instance.deps.database
      .selectFrom('workflows')
      .select('id')
      .where('envelope_id', '=', id)
      .executeTakeFirstOrThrow();
    const [workspace] = (await sender.call({ method: 'GET', url: '/api/v1/workspaces' })).json() as {
      id: number;
    }[];
    const url = `/api/v1/workspaces/${workspace?.id}/workflows/${workflowId}/timeline`;
    const timeline = (await sender.call({ method: 'GET', url })).json() as {
      event: string;
      actor: object | null;
    }[];
    expect(timeline.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'workflow.created',
        'consent.given',
        'action.signed',
        'document.sealed',
        'workflow.signed',
      ]),
    );
    expect(timeline.find(({ event }) => event === 'action.approved')?.actor).toEqual({
      ...rex,
      byKey: null,
    });
    expect(await verifyChain(instance.deps.database, instance.deps, workflowId)).toMatchObject({
      intact: true,
    });
  });
});

async function judge(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-judge-'));
  try {
    await writeFile(join(folder, 'sealed.pdf'), bytes);
    execFileSync('qpdf', ['--check', join(folder, 'sealed.pdf')]);
    return execFileSync('pdfsig', ['-nocert', join(folder, 'sealed.pdf')], { encoding: 'utf8' });
  } finally {
    await rm(folder, { recursive: true });
  }
}
