import { isExportOpen } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2, X } from 'lucide-react';
import { archiveAddress, cancelExport } from '../api/exports-api.ts';
import type { Export } from '../api/wire.ts';
import { useShown, useText } from '../text/start-text.ts';
import { useSayer } from '../text/use-sayer.ts';
import { buttonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';

interface ItemProps {
  readonly workspaceId: number;
  readonly job: Export;
}

const TONES: Readonly<Record<Export['state'], StateTone>> = {
  waiting: 'waiting',
  running: 'waiting',
  done: 'done',
  failed: 'stopped',
  canceled: 'stopped',
  expired: 'draft',
};

/** One export; read anew every second while it is written, so that a reload loses nothing. */
export function ExportItem({ workspaceId, job }: ItemProps) {
  const t = useText('exports');
  const { language } = useShown();
  const say = useSayer(job.problem !== null);
  const { state, workflows, done, skipped, bytes, expiresDate, problem } = job;
  const size = formatBytes(bytes, language);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{t('count', { count: workflows })}</span>
          <StateBadge tone={TONES[state]} word={t(`state.${state}`)} />
        </p>
        <p className="text-13 text-muted">
          {job.contents.map((content) => t(content)).join(', ')} · <TimeText seconds={job.createDate} />
        </p>
        {isExportOpen(state) && (
          <>
            <ProgressBar label={t('progress')} done={done} total={workflows} />
            <p className="text-14 text-muted tabular-nums">{t('says', { done, total: workflows, size })}</p>
          </>
        )}
        {state === 'done' && (
          <p className="text-14 text-muted">
            {size}
            {expiresDate !== null && (
              <>
                {' · '}
                {t('expires')} <TimeText seconds={expiresDate} isDeadline />
              </>
            )}
          </p>
        )}
        {state === 'done' && skipped > 0 && (
          <p className="text-14 text-waiting">{t('skipped', { count: skipped })}</p>
        )}
        {problem !== null && <p className="text-14 text-stopped">{say(problem)}</p>}
      </div>
      <Acts workspaceId={workspaceId} job={job} />
    </li>
  );
}

function Acts({ workspaceId, job: { id, state } }: ItemProps) {
  const t = useText('exports');
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => cancelExport(workspaceId, id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['exports', workspaceId] }),
  });
  const act = { ...ending, mutate: (_none: undefined, options: object) => ending.mutate(undefined, options) };
  if (isExportOpen(state))
    return (
      <ConfirmButton
        icon={X}
        act={act}
        label={t('cancel')}
        title={t('cancelTitle')}
        description={t('cancelWhat')}
        confirmLabel={t('cancelAct')}
      />
    );
  if (state !== 'done') return null;
  return (
    <div className="flex flex-wrap gap-3">
      <a href={archiveAddress(workspaceId, id)} download className={buttonClass('primary')}>
        <Download aria-hidden size={18} />
        {t('download')}
      </a>
      <ConfirmButton
        icon={Trash2}
        act={act}
        label={t('remove')}
        title={t('removeTitle')}
        description={t('removeWhat')}
        confirmLabel={t('removeAct')}
      />
    </div>
  );
}
