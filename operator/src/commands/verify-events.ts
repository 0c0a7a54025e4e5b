import { type Finding, verifyTrails } from '@paraph/server/audit/verify-trails.ts';
import { listIdsAfter } from '@paraph/server/workflows/api.ts';
import { defineCommand } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

const FINDINGS_MAX = 1_000;

export const verifyEventsCommand = defineCommand({
  name: 'verify-events',
  about: 'Verify the events of every workflow, and that no workflow is missing; report changes.',
  options: {},
  run: async () => {
    const broken: Finding[] = [];
    const onFinding = (finding: Finding) => {
      if (broken.length < FINDINGS_MAX) broken.push(finding);
    };
    const report = await withDatabase((deps) =>
      verifyTrails(deps.database, deps, { listIdsAfter, onFinding }),
    );
    const { workflows, events, deleted, findings } = report;
    const lines = broken.map(
      ({ workflowId, problem }) =>
        `${workflowId === null ? 'Ledger' : `Workflow ${workflowId}`}: ${problem}.`,
    );
    if (findings > broken.length) lines.push(`… and ${findings - broken.length} more.`);
    if (findings === 0)
      lines.push(
        `The ${events} events of ${workflows} workflows are intact; ${deleted} deleted workflows have their tombstones.`,
      );
    return { text: lines.join('\n'), data: { ...report, broken }, isFailure: findings > 0 };
  },
});
