import { LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, BellRing, CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { type BulkIds, listSentRows } from '../api/bulk-api.ts';
import type { BulkJob } from '../api/wire.ts';
import { actOnWorkflows } from '../api/workflows-api.ts';
import { CancelSeveral, ConfirmSeveral, ExtendSeveral } from '../dashboard/selection-dialogs.tsx';
import type { Act } from '../dashboard/use-bulk-act.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

type Asked = 'remind' | 'extend' | 'cancel';
const ACTS = [
  ['remind', BellRing],
  ['extend', CalendarClock],
  ['cancel', Ban],
] as const;

/** Reminds, extends or cancels all of its documents that wait for people: each by itself, and told where refused. */
export function OpenActs({ ids, job }: { ids: BulkIds; job: BulkJob }) {
  const t = useText('many');
  const words = useText('bulk');
  const [asked, setAsked] = useState<{ act: Asked; open: readonly number[] } | null>(null);
  const finding = useMutation({
    mutationFn: async (act: Asked) => ({ act, open: await findOpen(ids, job.sent) }),
    onSuccess: setAsked,
  });
  const acting = useOpenAct(ids, () => setAsked(null));
  const form = {
    ...{ count: asked?.open.length ?? 0, error: acting.error, busy: acting.isPending },
    onClose: () => setAsked(null),
    onAct: (act: Act) => acting.mutate({ act, open: asked?.open ?? [] }),
  };
  return (
    <section aria-labelledby="bulk-open" className="flex flex-col gap-3">
      <h2 id="bulk-open" className="text-20 font-semibold">
        {t('open')}
      </h2>
      <p className="text-14 text-muted">{t('openLead')}</p>
      <div className="flex flex-wrap gap-3">
        {ACTS.map(([act, icon]) => (
          <Button
            key={act}
            icon={icon}
            variant={act === 'cancel' ? 'danger' : 'plain'}
            busy={finding.isPending && finding.variables === act}
            onClick={() => finding.mutate(act)}
          >
            {words(act)}
          </Button>
        ))}
      </div>
      <ErrorBanner error={finding.error} />
      {acting.progress && <ProgressBar label={t('acting')} {...acting.progress} />}
      {asked === null && acting.data && <Outcome {...acting.data} />}
      {asked?.act === 'remind' && <ConfirmSeveral {...form} act={{ act: 'remind' }} />}
      {asked?.act === 'extend' && <ExtendSeveral {...form} />}
      {asked?.act === 'cancel' && <CancelSeveral {...form} />}
    </section>
  );
}

interface OpenOutcome {
  readonly done: number;
  /** Why the others were left as they are, and how many for each reason. */
  readonly refused: ReadonlyMap<string, number>;
}

function Outcome({ done, refused }: OpenOutcome) {
  const t = useText('many');
  const words = useText('bulk');
  const left = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Banner tone={left > 0 ? 'waiting' : 'done'} title={t('acted', { count: done })}>
      {left > 0 && (
        <>
          <p>{words('refused', { count: left })}</p>
          <ul>
            {[...refused].map(([message, count]) => (
              <li key={message}>
                {message} ({count})
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}

/** As many at once as a page of rows has: each answer moves the progress on. */
const CHUNK = LIMITS.pageLimitMax;

async function findOpen(ids: BulkIds, sent: number): Promise<number[]> {
  const open: number[] = [];
  for (let page = 1; (page - 1) * CHUNK < sent; page += 1) {
    const { items } = await listSentRows(ids, page, CHUNK);
    open.push(...items.flatMap(({ workflowId, status }) => (status === 'started' && workflowId) || []));
  }
  return open;
}

function useOpenAct(ids: BulkIds, onDone: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const acting = useMutation({
    mutationFn: async ({ act, open }: { act: Act; open: readonly number[] }): Promise<OpenOutcome> => {
      const refused = new Map<string, number>();
      let done = 0;
      for (let from = 0; from < open.length; from += CHUNK) {
        setProgress({ done: from, total: open.length });
        const chunk = open.slice(from, from + CHUNK);
        for (const { result, error } of await actOnWorkflows(ids.workspaceId, { ...act, ids: chunk })) {
          if (result) done += 1;
          else refused.set(error?.message ?? '', (refused.get(error?.message ?? '') ?? 0) + 1);
        }
      }
      return { done, refused };
    },
    onSuccess: onDone,
    onSettled: () => {
      setProgress(null);
      void client.invalidateQueries({ queryKey: ['bulk-rows', ids] });
      void client.invalidateQueries({ queryKey: ['bulk-job', ids] });
    },
  });
  return { ...acting, progress };
}
