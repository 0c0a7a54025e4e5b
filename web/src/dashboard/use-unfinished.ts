import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import {
  addUnfinishedFile,
  deleteUnfinished,
  readUnfinished,
  readUnfinishedFile,
  saveUnfinished,
  unfinishedQuery,
} from '../api/unfinished-api.ts';
import { type KeepState, type Known, UnfinishedKeeper } from './keep-unfinished.ts';
import { emptyDraft, type SendChange, type SendDraft } from './send-state.ts';
import { draftOf } from './unfinished-state.ts';

export interface Restored extends Known {
  /** Null where nothing was left. */
  draft: SendDraft | null;
  savedAt: number | null;
}

const UNKNOWN: Restored = { version: null, files: new Map(), draft: null, savedAt: null };

/** What a page that was left still saves, so that the next one reads it. */
const leaving = new WeakMap<QueryClient, Promise<void>>();

async function restore(): Promise<Restored> {
  const { version, content, files, savedDate } = await readUnfinished();
  const read = await Promise.all(
    files.map(async (file) => [file.id, await readUnfinishedFile(file)] as const),
  );
  return {
    version,
    files: new Map(read.map(([id, file]) => [file, id])),
    draft: draftOf(content, new Map(read)),
    savedAt: savedDate,
  };
}

/** What was left, on this device or another one; undefined until it is known, and of no version where it cannot be. */
export function useRestored(): Restored | undefined {
  const client = useQueryClient();
  const [key] = useState(randomKey);
  const { data, isError } = useQuery({
    queryKey: ['restored', key],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      await leaving.get(client);
      return restore();
    },
  });
  return data ?? (isError ? UNKNOWN : undefined);
}

interface Keeping {
  restored: Restored;
  draft: SendDraft;
  workspaceId: number | undefined;
  change: (change: SendChange) => void;
}

/** Saves what is entered as long as the page is open. */
export function useUnfinished({ restored, draft, workspaceId, change }: Keeping) {
  const client = useQueryClient();
  const [state, setState] = useState<KeepState>(() =>
    restored.savedAt === null ? { is: 'unsaved' } : { is: 'saved', at: restored.savedAt },
  );
  const newKeeper = (known: Known) =>
    new UnfinishedKeeper(
      {
        read: readUnfinished,
        addFile: addUnfinishedFile,
        save: saveUnfinished,
        remove: deleteUnfinished,
        onState: setState,
      },
      known,
    );
  const [keeper, setKeeper] = useState(() => newKeeper(restored));
  useEffect(() => {
    if (workspaceId !== undefined) keeper.note({ draft, workspaceId }, draft === restored.draft);
  }, [keeper, draft, workspaceId, restored]);
  useEffect(() => {
    const again = () => void keeper.flush();
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      const left = keeper.flush();
      leaving.set(client, left);
      void left.then(() => client.invalidateQueries(unfinishedQuery));
    };
  }, [keeper, client]);
  /** What the other window has instead of what is entered here. */
  const takeOther = async () => {
    const other = await restore();
    const next = newKeeper(other);
    if (other.draft && workspaceId !== undefined) next.note({ draft: other.draft, workspaceId }, true);
    setKeeper(next);
    setState(other.savedAt === null ? { is: 'unsaved' } : { is: 'saved', at: other.savedAt });
    change({ do: 'replace', draft: other.draft ?? emptyDraft(randomKey()) });
  };
  return { state, keeper, takeOther: () => void takeOther().catch(() => {}) };
}
