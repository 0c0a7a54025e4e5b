import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCw, ScrollText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSeal, retrySeal, sealsKey } from '../api/seals-api.ts';
import type { OrganizationSeal } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';

const TONE: Record<OrganizationSeal['status'], StateTone> = {
  pending: 'waiting',
  completed: 'done',
  failed: 'stopped',
};

/** A seal: what it is, what it waits for, and its files. */
export function SealRow({ seal }: { seal: OrganizationSeal }) {
  const t = useText('seals');
  const { id, name, fileName, status, cause, createdBy, createDate } = seal;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id={`seal-${id}`} className="font-medium break-words">
          {name}
        </h2>
        <p className="text-14 break-words text-muted">{fileName}</p>
        <p className="text-13 text-muted">
          {t('by', { name: createdBy })} <TimeText seconds={createDate} />
        </p>
        {cause !== null && (
          <p className={status === 'failed' ? 'mt-1 text-14 text-stopped' : 'mt-1 text-14 text-waiting'}>
            {cause}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StateBadge tone={TONE[status]} word={t(`status.${status}`)} />
        <Files seal={seal} />
        <Acts seal={seal} />
      </div>
    </li>
  );
}

function Files({ seal: { id, content, certificate } }: { seal: OrganizationSeal }) {
  const t = useText('seals');
  const link = { download: true, 'aria-describedby': `seal-${id}`, className: buttonClass('plain', true) };
  return (
    <>
      {content !== null && (
        <a href={pathOf(content)} {...link}>
          <Download aria-hidden size={16} />
          {t('file')}
        </a>
      )}
      {certificate !== null && (
        <a href={pathOf(certificate)} {...link}>
          <ScrollText aria-hidden size={16} />
          {t('certificate')}
        </a>
      )}
    </>
  );
}

/** On this origin, where the session is, whatever name the browser reached the instance by. */
function pathOf(address: string): string {
  return new URL(address).pathname;
}

function Acts({ seal }: { seal: OrganizationSeal }) {
  const t = useText('seals');
  const client = useQueryClient();
  const showToast = useToast();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, status, workspaceId } = seal;
  const refresh = () => client.invalidateQueries({ queryKey: sealsKey(workspaceId) });
  const retry = useMutation({ mutationFn: () => retrySeal(id), onSuccess: refresh });
  const deletion = useMutation({
    mutationFn: () => deleteSeal(id),
    onSuccess: async () => {
      setDeleting(false);
      showToast({ text: t('deleted', { name }) });
      await refresh();
    },
  });
  return (
    <>
      {status === 'failed' && (
        <Button
          isSmall
          icon={RotateCw}
          busy={retry.isPending}
          aria-describedby={`seal-${id}`}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
      )}
      {status !== 'pending' && (
        <IconButton icon={Trash2} label={t('deleteNamed', { name })} onClick={() => setDeleting(true)} />
      )}
      <ErrorBanner error={retry.error} isFormless />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        act={deletion}
        title={t('deleteTitle', { name })}
        description={t('deleteWhat')}
        confirmLabel={t('delete')}
      />
    </>
  );
}
