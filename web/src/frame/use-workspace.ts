import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';

const KEY = 'paraph.workspace';
const listeners = new Set<() => void>();

/** The workspace that is looked at: the one this browser remembers, or else the first. */
export function useWorkspace() {
  const query = useQuery(workspacesQuery);
  const remembered = useSyncExternalStore(subscribe, readRemembered);
  const workspaces = query.data ?? [];
  const workspace = workspaces.find(({ id }) => String(id) === remembered) ?? workspaces[0];
  return { workspaces, workspace, isPending: query.isPending, error: query.error, refetch: query.refetch };
}

export function rememberWorkspace({ id }: Pick<Workspace, 'id'>): void {
  try {
    window.localStorage.setItem(KEY, String(id));
  } catch {
    // Storage is switched off: the choice lasts as long as the page then.
    memory = String(id);
  }
  for (const listener of listeners) listener();
}

let memory: string | null = null;

function readRemembered(): string | null {
  try {
    return window.localStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
