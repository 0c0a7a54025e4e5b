import type { BodyOf, Operations } from '@paraph/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workflow } from '../api/wire.ts';
import { actOnWorkflows } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { useToast } from '../ui/toast.tsx';

type ActBody = BodyOf<Operations['actOnWorkflows']>;
export type Act = Omit<ActBody, 'filter' | 'ids'>;
/** Which documents: those that are named, or all that a list finds. */
type Which = Pick<ActBody, 'filter'> | { ids: number[] };

/** One that was refused, and why. */
export interface RefusedAct {
  readonly id: number;
  readonly name: string;
  readonly message: string;
}

/** What undoes it; null for what cannot be undone. */
const REVERSE = { file: 'unfile', unfile: 'file' } as const;

interface Chosen {
  readonly workspaceId: number;
  readonly chosen: readonly Workflow[];
  /** Instead of the chosen ones: all that the list finds, on all of its pages. */
  readonly filter: NonNullable<ActBody['filter']> | null;
}

/** Does the same with the chosen documents; answers those that were refused. */
export function useBulkAct({ workspaceId, chosen, filter }: Chosen) {
  const t = useText('bulk');
  const showToast = useToast();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['workflows', workspaceId] });
  const run = async (act: Act, which: Which) => {
    const items = await actOnWorkflows(workspaceId, { ...act, ...which }).finally(refresh);
    return Map.groupBy(items, ({ result }) => result);
  };
  return useMutation({
    mutationFn: async (act: Act): Promise<RefusedAct[]> => {
      const results = await run(act, filter ? { filter } : { ids: chosen.map(({ id }) => id) });
      const done = (results.get(true) ?? []).map(({ identifier }) => Number(identifier));
      const reverse = act.act === 'file' || act.act === 'unfile' ? REVERSE[act.act] : null;
      const undo =
        reverse &&
        (() => void run({ act: reverse }, { ids: done }).catch(() => showToast({ text: t('undoFailed') })));
      if (done.length > 0)
        showToast({ text: t(`done_${act.act}`, { count: done.length }), ...(undo ? { undo } : {}) });
      return (results.get(false) ?? []).map(({ identifier, error }) => ({
        id: Number(identifier),
        name: chosen.find(({ id }) => id === Number(identifier))?.name ?? String(identifier),
        message: error?.message ?? '',
      }));
    },
  });
}
