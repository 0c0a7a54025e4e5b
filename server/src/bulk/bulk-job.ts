import { Refusal } from '@paraph/domain';
import type { BulkCaller } from '../database/column-types.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { authorizeTemplate, type TemplateAddress } from '../templates/read-template.ts';
import { requirePermission, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { findJob, type StoredJob } from './bulk-store.ts';

/** Bulk jobs send in people’s names: who may not do that by single calls may not by many. */
export async function authorizeBulk(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<WorkspaceAccess> {
  const access = await authorizeTemplate(deps, { caller, operation: 'view', ...address });
  requireSending(access);
  return access;
}

export function requireSending(access: WorkspaceAccess): void {
  requirePermission(access, 'create_workflow_out_of_template');
  requirePermission(access, 'create_workflow');
}

export type JobAddress = TemplateAddress & { bulkId: number };

/** @throws Refusal `NOT_FOUND`, and those of `authorizeBulk` */
export async function getAuthorizedJob(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { bulkId, ...address }: JobAddress,
): Promise<StoredJob> {
  await authorizeBulk(deps, caller, address);
  const job = await findJob(deps.database, bulkId);
  if (!job || job.template_id !== address.templateId) throw noJob();
  return job;
}

export function noJob(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such bulk job of this template.');
}

/** For the row of the job, and of its workflows and their trails. */
export function describeCaller(caller: Caller, { ip, userAgent }: Visitor): BulkCaller {
  const { kind, organizationId, onBehalf, byKey = null, appClientId, credentialName = null } = caller;
  return { kind, organizationId, onBehalf, byKey, appClientId, credentialName, ip, userAgent };
}

/** Who made the job: what their role allows is read anew for each row. */
export function callerOf(job: Pick<StoredJob, 'caller' | 'creator_id' | 'id'>): {
  caller: Caller;
  visitor: Visitor;
} {
  const { ip, userAgent, byKey, credentialName, ...stored } = job.caller;
  const named = { ...(byKey ? { byKey } : {}), ...(credentialName ? { credentialName } : {}) };
  const key = `bulk:${job.id}`;
  const caller: Caller = {
    ...{ ...stored, ...named, userId: job.creator_id, key },
    scopes: 'all',
    sessionHash: null,
  };
  return { caller, visitor: { ip, userAgent } };
}

/** Of its documents, what they were made of, and its annexes. */
export function filesOfFrozen({ documents, annexes }: StoredJob['template']): number[] {
  const ofDocuments = documents.flatMap(({ original_file_id: original, source_file_id: source }) =>
    source === null ? [original] : [original, source],
  );
  return [...ofDocuments, ...annexes.map(({ file_id: fileId }) => fileId)];
}
