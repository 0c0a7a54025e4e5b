import { isFinal, mayCancel } from '@paraph/domain';
import { Archive, ArchiveRestore, Ban, BellRing, CalendarClock, Download, Tags } from 'lucide-react';
import { useState } from 'react';
import type { Workflow } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { CancelSeveral, ExtendSeveral, TagSeveral } from './selection-dialogs.tsx';
import { type Act, useBulkAct } from './use-bulk-act.ts';
import { hasDeadline } from './workflow-state.ts';

interface SelectionBarProps {
  readonly workspaceId: number;
  readonly chosen: readonly Workflow[];
  readonly onClear: () => void;
}

type Asked = 'cancel' | 'extend' | 'tag' | null;

/** What can be done with the chosen documents; each is told by itself where it was refused. */
export function SelectionBar({ workspaceId, chosen, onClear }: SelectionBarProps) {
  const t = useText('bulk');
  const [asked, setAsked] = useState<Asked>(null);
  const acting = useBulkAct(workspaceId, chosen);
  const act = (request: Act) =>
    acting.mutate(request, {
      onSuccess: (refused) => {
        setAsked(null);
        if (refused.length === 0) onClear();
      },
    });
  const form = {
    count: chosen.length,
    error: acting.error,
    busy: acting.isPending,
    onClose: () => setAsked(null),
    onAct: act,
  };
  const refused = acting.data ?? [];
  return (
    <section aria-label={t('label')} className="mb-4 flex flex-col gap-3 rounded-paper bg-accent-wash p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="me-2 font-medium">
          {t('chosen', { count: chosen.length })}
        </p>
        <ActButtons
          workspaceId={workspaceId}
          chosen={chosen}
          busy={acting.isPending}
          onAct={act}
          onAsk={setAsked}
        />
        <Button variant="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      </div>
      {asked === null && <ErrorBanner error={acting.error} />}
      {refused.length > 0 && (
        <Banner tone="waiting" title={t('refused', { count: refused.length })}>
          <ul>
            {refused.map(({ id, name, message }) => (
              <li key={id}>
                <bdi>{name}</bdi>: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {asked === 'cancel' && <CancelSeveral {...form} />}
      {asked === 'extend' && <ExtendSeveral {...form} />}
      {asked === 'tag' && <TagSeveral {...form} workspaceId={workspaceId} />}
    </section>
  );
}

interface ActButtonsProps extends Pick<SelectionBarProps, 'workspaceId' | 'chosen'> {
  readonly busy: boolean;
  readonly onAct: (act: Act) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** Those that make sense for at least one of them. */
function ActButtons({ workspaceId, chosen, busy, onAct, onAsk }: ActButtonsProps) {
  const t = useText('bulk');
  const some = (test: (workflow: Workflow) => boolean) => chosen.some(test);
  const ids = chosen.map(({ id }) => id).join(',');
  return (
    <>
      {some(({ status }) => status === 'started') && (
        <Button icon={BellRing} busy={busy} onClick={() => onAct({ act: 'remind' })}>
          {t('remind')}
        </Button>
      )}
      {some(({ status }) => hasDeadline(status)) && (
        <Button icon={CalendarClock} onClick={() => onAsk('extend')}>
          {t('extend')}
        </Button>
      )}
      <Button icon={Tags} onClick={() => onAsk('tag')}>
        {t('tag')}
      </Button>
      {chosen.every(({ status }) => isFinal(status)) && (
        <a
          href={`/api/v1/workspaces/${workspaceId}/workflows/archive?ids=${ids}`}
          download
          className={buttonClass()}
        >
          <Download aria-hidden size={18} />
          {t('download')}
        </a>
      )}
      {some(({ status, filedDate }) => isFinal(status) && filedDate === null) && (
        <Button icon={Archive} busy={busy} onClick={() => onAct({ act: 'file' })}>
          {t('file')}
        </Button>
      )}
      {some(({ filedDate }) => filedDate !== null) && (
        <Button icon={ArchiveRestore} busy={busy} onClick={() => onAct({ act: 'unfile' })}>
          {t('unfile')}
        </Button>
      )}
      {some((workflow) => mayCancel(workflow)) && (
        <Button icon={Ban} variant="danger" onClick={() => onAsk('cancel')}>
          {t('cancel')}
        </Button>
      )}
    </>
  );
}
