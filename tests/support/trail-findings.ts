import { verifyTrails } from '../../server/src/audit/verify-trails.ts';
import type { Deps } from '../../server/src/deps.ts';
import { verifyRecord } from '../../server/src/organization-record/verify-record.ts';
import { listIdsAfter } from '../../server/src/workflows/api.ts';

/** What is wrong with the trails of all workflows and the records of all organizations. */
export async function trailFindings(deps: Deps): Promise<{ problem: string }[]> {
  const findings: { problem: string }[] = [];
  const onFinding = (finding: { problem: string }) => findings.push(finding);
  await verifyTrails(deps.database, deps, { listIdsAfter, onFinding });
  await verifyRecord(deps.database, deps, onFinding);
  return findings;
}
