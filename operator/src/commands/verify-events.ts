import { type Finding, verifyTrails } from '@paraph/server/audit/verify-trails.ts';
import { type RecordFinding, verifyRecord } from '@paraph/server/organization-record/verify-record.ts';
import { listIdsAfter } from '@paraph/server/workflows/api.ts';
import { defineCommand } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

const FINDINGS_MAX = 1_000;

export const verifyEventsCommand = defineCommand({
  name: 'verify-events',
  about:
    'Verify the events of every workflow and the record of every organization; report what is changed or missing.',
  options: {},
  run: async () => {
    const broken: Finding[] = [];
    const onFinding = (finding: Finding) => {
      if (broken.length < FINDINGS_MAX) broken.push(finding);
    };
    const brokenRecords: RecordFinding[] = [];
    const { report, record } = await withDatabase(async (deps) => ({
      report: await verifyTrails(deps.database, deps, { listIdsAfter, onFinding }),
      record: await verifyRecord(deps.database, deps, (finding) => {
        if (brokenRecords.length < FINDINGS_MAX) brokenRecords.push(finding);
      }),
    }));
    const { workflows, events, deleted } = report;
    const findings = report.findings + record.findings;
    const lines = broken.map(
      ({ workflowId, problem }) =>
        `${workflowId === null ? 'Ledger' : `Workflow ${workflowId}`}: ${problem}.`,
    );
    lines.push(
      ...brokenRecords.map(
        ({ organizationId, problem }) => `Record of organization ${organizationId}: ${problem}.`,
      ),
    );
    if (findings > lines.length) lines.push(`… and ${findings - lines.length} more.`);
    if (findings === 0)
      lines.push(
        `The ${events} events of ${workflows} workflows are intact; ${deleted} deleted workflows have their tombstones.`,
        `The ${record.events} events in the records of ${record.organizations} organizations are intact.`,
      );
    return {
      text: lines.join('\n'),
      data: { ...report, broken, record: { ...record, broken: brokenRecords } },
      isFailure: findings > 0,
    };
  },
});
