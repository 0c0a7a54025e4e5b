import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { expectStatus, folderForThisTest, openInstanceCase } from '../support/instance-case.ts';
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

const { instance, create, read, get, fileUrl, statusOf, timelineOf, workflowOf } = await openInstanceCase();

describe('a contract that two people sign and one reviews', () => {
  test('goes from one request to a sealed PDF that others find valid', { timeout: 60_000 }, async () => {
    const id = await create({
      document: contract,
      steps: [
        { type: 'review', recipients: [rex] },
        { type: 'sign', recipients: [ada] },
        { type: 'sign', recipients: [bob] },
      ],
    });
    expect(id).toMatch(/^\d{8}[0-9a-f]{32}$/);
    await instance.runJobs();
    const { steps } = (await read(id)).envelope;
    expect(steps.map(({ status }) => status)).toEqual(['started', 'not_started', 'not_started']);

    const reviewer = await followInvitation(instance, rex.email);
    expectStatus(await reviewer.approve('Looks right'), 200);
    await instance.runJobs();
    for (const person of [ada, bob]) {
      const signer = await followInvitation(instance, person.email);
      expect((await signer.view()).state).toBe('open');
      expectStatus(await signer.sign(), 200);
      await instance.runJobs();
    }
    expect(await statusOf(id)).toBe('signed');
    const url = await fileUrl(id);
    expect(url).toContain('/api/v1/storage/archive/');
    const sealed = expectStatus(await get(url), 200);
    const bytes = sealed.rawPayload;
    expect(bytes.subarray(0, contract.length).equals(contract)).toBe(true);
    const verdict = await judge(bytes);
    expect(verdict.match(/Signature is Valid/g)).toHaveLength(2);
    expect(verdict).toContain('Ada Lovelace');
    expect(verdict).toContain('Total document signed');
    const timeline = await timelineOf(id);
    const events = [
      'workflow.created',
      'consent.given',
      'action.signed',
      'document.sealed',
      'workflow.signed',
    ];
    expect(timeline.map(({ event }) => event)).toEqual(expect.arrayContaining(events));
    const approved = timeline.find(({ event }) => event === 'action.approved');
    expect(approved?.actor).toEqual({ ...rex, byKey: null });
    const { deps } = instance;
    const chain = await verifyChain(deps.database, deps, (await workflowOf(id)).id);
    expect(chain).toMatchObject({ intact: true });
  });
});

async function judge(bytes: Uint8Array): Promise<string> {
  const path = join(await folderForThisTest(), 'sealed.pdf');
  await writeFile(path, bytes);
  execFileSync('qpdf', ['--check', path]);
  return execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
}
