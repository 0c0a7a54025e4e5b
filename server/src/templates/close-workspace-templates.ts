import type { Tx } from '../platform/database.ts';
import type { WorkspaceClosure } from '../workspaces/workspace-ports.ts';
import { carryTemplateTags } from './tag-template.ts';
import { moveTemplates } from './template-store.ts';

/** Takes the templates of a workspace that closes to another one. */
export async function closeWorkspaceTemplates(
  tx: Tx,
  { workspaceId, newWorkspaceId }: WorkspaceClosure,
): Promise<void> {
  const templateIds = await moveTemplates(tx, { from: workspaceId, to: newWorkspaceId });
  await carryTemplateTags(tx, { templateIds, workspaceId, newWorkspaceId });
}
