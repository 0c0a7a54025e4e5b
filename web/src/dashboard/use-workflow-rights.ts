import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/account-api.ts';
import type { Workflow } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { rightsOf, type WorkflowRights } from './workflow-state.ts';

const NONE: WorkflowRights = { mayEdit: false, mayDelete: false, mayDuplicate: false };

/** None until the role is known: a button that the service would refuse is not shown. */
export function useWorkflowRights({ workspaceId, creator }: Workflow): WorkflowRights {
  const profile = useQuery(profileQuery).data;
  const workspace = useQuery(workspacesQuery).data?.find(({ id }) => id === workspaceId);
  if (!profile || !workspace) return NONE;
  return rightsOf({ permissions: workspace.permissions, userId: profile.id }, creator.id);
}
