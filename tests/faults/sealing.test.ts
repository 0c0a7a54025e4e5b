import { validate } from '@paraph/pades';
import { beforeEach, expect, test } from 'vitest';
import { openDeps } from '../../server/src/app.ts';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { buildJobs } from '../../server/src/build-jobs.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { startWorker } from '../../server/src/jobs/worker.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import type { SealStep } from '../../server/src/sealing/make-seal.ts';
import { forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { killWorker } from '../support/kill-worker.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { until } from '../support/processes.ts';

const STEPS: readonly SealStep[] = ['loaded', 'raised', 'checked', 'written', 'stored', 'committed'];
const contract = buildPdf({ pages: [{ content: textLines(['A contract', 'that must not be lost']) }] });

const { instance, create, sign, workflowOf } = await openInstanceCase();
// Its clock does not advance, and must stay ahead of the database's however long the tests before took.
beforeEach(() => instance.advance(120));

/** The next worker, with connections and a clock of its own. */
async function startNextWorker() {
  const config = readConfig(instance.settings);
  const { deps, close } = await openDeps(config, instance.databaseOptions, { log: openLog('silent') });
  const worker = await startWorker(deps, buildJobs(deps));
  return {
    close: async () => {
      await worker.stop();
      await close();
    },
  };
}

/** A workflow that its signer has signed, waiting to be sealed. */
async function approvedWorkflow(): Promise<{ envelopeId: string; workflowId: number }> {
  const person = { name: 'ada', email: `ada-${Date.now()}@example.com` };
  const envelopeId = await create({ document: contract, steps: [{ type: 'sign', recipients: [person] }] });
  await instance.runJobs();
  await sign(person);
  const { id: workflowId, status } = await workflowOf(envelopeId);
  expect(status).toBe('approved');
  return { envelopeId, workflowId };
}

test.each(STEPS)(
  'a worker killed while it seals at the step "%s" leaves a document that ends sealed exactly once',
  async (step) => {
    const { envelopeId, workflowId } = await approvedWorkflow();
    expect(await killWorker(instance, { does: 'seal', step })).toBe('SIGKILL');

    await forThisTest(startNextWorker());
    const isSigned = async () => (await workflowOf(envelopeId)).status === 'signed';
    await until('the workflow to be signed', isSigned, 50_000);
    const { database, blobs, authority, pool } = instance.deps;
    const events = await database
      .selectFrom('events')
      .select(['name', 'hash'])
      .where('workflow_id', '=', workflowId)
      .execute();
    for (const name of ['document.sealed', 'workflow.sealed', 'workflow.signed']) {
      expect(events.filter((event) => event.name === name)).toHaveLength(1);
    }
    const sealed = await database
      .selectFrom('seals')
      .innerJoin('files', 'files.id', 'seals.file_id')
      .selectAll()
      .where('workflow_id', '=', workflowId)
      .execute();
    expect(sealed).toHaveLength(1);
    const bytes = await blobs.read(sealed[0]?.blob_key ?? '');
    // Its hash is a leaf of the log once, and so is the head of the chain after all of it, whether they have their
    // places already or wait for them.
    const heads = events.filter(({ name }) => name === 'workflow.signed');
    const { rows } = await pool.query(
      'select hash from transparency_pending where hash = any ($1) union all ' +
        'select hash from transparency_leaves where hash = any ($1)',
      [[sealed[0]?.sha256, ...heads.map(({ hash }) => hash)]],
    );
    expect(rows).toHaveLength(2);
    const report = validate(bytes, { anchors: [authority.root.certificate] });
    const signature = { level: 'B-LTA', integrity: { ok: true }, certificate: { ok: true } };
    expect(report.signatures).toMatchObject([signature]);
    expect(report.timestamps.map(({ ok }) => ok)).toEqual([true]);
    expect(report.document.lastCoversWholeFile).toBe(true);
    expect(bytes.subarray(0, contract.length).equals(contract)).toBe(true);
    const signatures = await pool.query(
      'select from signatures join certificates on serial = certificate_serial where workflow_id = $1',
      [workflowId],
    );
    expect(signatures.rowCount).toBe(1);
    expect(await verifyChain(database, instance.deps, workflowId)).toMatchObject({ intact: true });
  },
);
