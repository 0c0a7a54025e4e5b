import { isDeletable, isFinal, LIMITS, mayCancel } from '@paraph/domain';
import { Archive, ArchiveRestore, Ban, BellRing, CalendarClock, Download, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Workflow } from '../api/wire.ts';
import type { actFilterOf } from '../api/workflows-api.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import {
  CancelSeveral,
  ConfirmSeveral,
  DeleteSeveral,
  ExtendSeveral,
  type SeveralProps,
  TagSeveral,
} from './selection-dialogs.tsx';
import { type Act, type RefusedAct, useBulkAct } from './use-bulk-act.ts';
import { hasDeadline } from './workflow-state.ts';

export interface SelectionBarProps {
  readonly workspaceId: number;
  readonly chosen: readonly Workflow[];
  /** Whether they are all of this page; then all that the list finds can be chosen, on all of its pages. */
  readonly isPageChosen: boolean;
  readonly total: number;
  readonly filter: ReturnType<typeof actFilterOf>;
  readonly onClear: () => void;
}

/** What is asked before it is done; an act of its own is confirmed where it is for more than one sees. */
type Asked = 'cancel' | 'delete' | 'extend' | 'tag' | Act | null;

/** What can be done with the chosen documents; each is told by itself where it was refused. */
export function SelectionBar(props: SelectionBarProps) {
  const { workspaceId, chosen, isPageChosen, total, onClear } = props;
  const t = useText('bulk');
  const [asked, setAsked] = useState<Asked>(null);
  const [wantsAll, setAll] = useState(false);
  const isAll = wantsAll && isPageChosen;
  const acting = useBulkAct({ workspaceId, chosen, filter: isAll ? props.filter : null });
  const count = isAll ? total : chosen.length;
  const act = (request: Act) =>
    acting.mutate(request, {
      onSuccess: (refused) => {
        setAsked(null);
        if (refused.length === 0) onClear();
      },
    });
  const form = {
    count,
    error: acting.error,
    busy: acting.isPending,
    onClose: () => setAsked(null),
    onAct: act,
  };
  return (
    <section aria-label={t('label')} className="mb-4 flex flex-col gap-3 rounded-paper bg-accent-wash p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="me-2 font-medium">
          {t('chosen', { count })}
        </p>
        {isPageChosen && !isAll && total > chosen.length && total <= LIMITS.actsMax && (
          <Button onClick={() => setAll(true)}>{t('chooseFound', { count: total })}</Button>
        )}
        <ActButtons
          {...{ workspaceId, chosen, isAll, count }}
          filter={props.filter}
          busy={acting.isPending}
          onAct={isAll ? setAsked : act}
          onAsk={setAsked}
        />
        <Button variant="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      </div>
      {asked === null && <ErrorBanner error={acting.error} />}
      <Refused refused={acting.data ?? []} />
      <AskedForm {...form} asked={asked} workspaceId={workspaceId} />
    </section>
  );
}

function Refused({ refused }: { refused: readonly RefusedAct[] }) {
  const t = useText('bulk');
  if (refused.length === 0) return null;
  return (
    <Banner tone="waiting" title={t('refused', { count: refused.length })}>
      <ul className="max-h-64 overflow-y-auto">
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function AskedForm({ asked, ...form }: SeveralProps & { asked: Asked; workspaceId: number }) {
  switch (asked) {
    case null:
      return null;
    case 'cancel':
      return <CancelSeveral {...form} />;
    case 'delete':
      return <DeleteSeveral {...form} />;
    case 'extend':
      return <ExtendSeveral {...form} />;
    case 'tag':
      return <TagSeveral {...form} />;
    default:
      return <ConfirmSeveral {...form} act={asked} />;
  }
}

interface ActButtonsProps extends Pick<SelectionBarProps, 'workspaceId' | 'chosen' | 'filter'> {
  readonly count: number;
  /** Of those on other pages nothing is known: all that can be done is offered. */
  readonly isAll: boolean;
  readonly busy: boolean;
  readonly onAct: (act: Act) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** Those that make sense for at least one of them. */
function ActButtons(props: ActButtonsProps) {
  const { workspaceId, chosen, isAll, count, filter, busy, onAct, onAsk } = props;
  const t = useText('bulk');
  const some = (test: (workflow: Workflow) => boolean) => isAll || chosen.some(test);
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
      {!isAll && chosen.every(({ status }) => isFinal(status)) && (
        <a
          href={`/api/v1/workspaces/${workspaceId}/workflows/archive?ids=${ids}`}
          download
          className={buttonClass()}
        >
          <Download aria-hidden size={18} />
          {t('download')}
        </a>
      )}
      <ExportButton
        workspaceId={workspaceId}
        which={isAll ? { filter } : { ids: chosen.map(({ id }) => id) }}
        count={count}
      />
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
      {some(({ status }) => isDeletable(status)) && (
        <Button icon={Trash2} variant="danger" onClick={() => onAsk('delete')}>
          {t('delete')}
        </Button>
      )}
    </>
  );
}
