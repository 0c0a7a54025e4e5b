import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, Inbox, Mail, RotateCw } from 'lucide-react';
import type { MailState, WorkflowMail } from '../api/wire.ts';
import { retryMail, type WorkflowIds, workflowKey, workflowSectionQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { mailKey } from './event-text.ts';

type WorkflowMailsProps = { ids: WorkflowIds; mayChange: boolean; mayRetry: boolean };

/** The mails of the workflow and whether each was sent. */
export function WorkflowMails({ ids, mayChange, mayRetry }: WorkflowMailsProps) {
  const t = useText('documents');
  const mails = useQuery(workflowSectionQuery(ids, 'mails', mayChange));
  if (!mails.data) return <Unloaded query={mails} />;
  if (mails.data.length === 0) {
    return (
      <EmptyState icon={Mail} title={t('noMails')}>
        {t('noMailsLead')}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line">
      {mails.data.map((mail) => (
        <MailLine key={mail.id} ids={ids} mail={mail} mayRetry={mayRetry} />
      ))}
    </ul>
  );
}

type MailLineProps = { ids: WorkflowIds; mail: WorkflowMail; mayRetry: boolean };

function MailLine({ ids, mail, mayRetry }: MailLineProps) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryMail(ids, mail.id),
    onSuccess: () => showToast({ text: t('mailRetried') }),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(ids) }),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p id={`mail-${mail.id}`} className="font-medium">
          {t(mailKey(mail.kind))}
        </p>
        <p className="text-14 text-muted">
          {mail.to} · <TimeText seconds={mail.sentDate ?? mail.createDate} />
          {mail.attempts > 1 && ` · ${t('attempts', { count: mail.attempts })}`}
        </p>
        {mail.lastError && mail.state !== 'sent' && <p className="text-14 text-stopped">{mail.lastError}</p>}
        <ErrorBanner error={retry.error} />
      </div>
      <StateBadge {...MAIL_LOOK[mail.state]} word={t(`mailState.${mail.state}`)} />
      {mayRetry && mail.state === 'failed' && (
        <Button
          icon={RotateCw}
          busy={retry.isPending}
          aria-describedby={`mail-${mail.id}`}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
      )}
    </li>
  );
}

const MAIL_LOOK: Record<MailState, { tone: StateTone; icon?: typeof Mail }> = {
  queued: { tone: 'waiting', icon: Clock },
  sent: { tone: 'done', icon: CircleCheck },
  failed: { tone: 'stopped' },
  kept: { tone: 'draft', icon: Inbox },
};
