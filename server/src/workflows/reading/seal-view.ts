import { sealStatusOf } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import { toSeconds } from '../../platform/clock.ts';
import type { WorkflowWith } from '../store/workflow-record.ts';

/** What its view is made of. */
export const SEAL_SECTIONS = { files: true } as const;

/** A seal of the organization in its format on the wire. `cause`: what it waits for, where it does. */
export function viewSeal(
  { workflow, documents, files }: WorkflowWith<'files'>,
  { config }: Pick<Deps, 'config'>,
  cause: string | null = null,
) {
  const { envelope_id: id, ended_at: endedAt, metadata } = workflow;
  const [file] = files;
  const status = sealStatusOf(workflow.status);
  const link = (name: string) =>
    status === 'completed' ? `${config.baseUrl}/api/v1/seals/${id}/${name}` : null;
  const describe = (stored: { sha256: Buffer; size: number } | null | undefined) =>
    stored ? { sha256: stored.sha256.toString('hex'), size: stored.size } : null;
  return {
    id,
    workspaceId: workflow.workspace_id,
    name: workflow.name,
    fileName: documents[0]?.name ?? '',
    status,
    cause: workflow.blocked_cause ?? (status === 'pending' ? cause : null),
    createDate: toSeconds(workflow.created_at),
    endDate: endedAt && toSeconds(endedAt),
    createdBy: workflow.sender_name ?? '',
    original: describe(file?.original) ?? { sha256: '', size: 0 },
    sealed: status === 'completed' ? describe(file?.sealed) : null,
    content: link('content'),
    certificate: link('certificate'),
    metadata: Object.keys(metadata).length === 0 ? [] : metadata,
  };
}

/** What notifications about it carry: the seal, and what happened (interface.md §9). */
export function viewSealNotifications(
  seal: WorkflowWith<'files'>,
  deps: Pick<Deps, 'config'>,
  { events, now }: { events: readonly { name: string }[]; now: Date },
) {
  const viewed = viewSeal(seal, deps);
  return events.map(({ name }) => ({ ...viewed, event: { name, time: toSeconds(now) } }));
}
