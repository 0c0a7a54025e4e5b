import { useQuery } from '@tanstack/react-query';
import { workspacesQuery } from '../api/workflows-api.ts';
import { rememberedChoice } from '../ui/remembered-choice.ts';

const choice = rememberedChoice('paraph.workspace');

export const rememberWorkspace = choice.remember;

/** The selected workspace: the remembered one, else the first. */
export function useWorkspace() {
  const query = useQuery(workspacesQuery);
  const workspaces = query.data ?? [];
  const workspace = choice.useChosen(workspaces);
  return { workspaces, workspace, isPending: query.isPending, error: query.error, refetch: query.refetch };
}
