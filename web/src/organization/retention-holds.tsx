import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { holdsQuery, liftHold } from '../api/retention-api.ts';
import type { LegalHold, Organization } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { HoldDialog } from './hold-dialog.tsx';

/** What may not be erased, and why. */
export function RetentionHolds({ organization }: { organization: Organization }) {
  const t = useText('retention');
  const [isPlacing, setPlacing] = useState(false);
  const holdButton = <Button onClick={() => setPlacing(true)}>{t('place')}</Button>;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-20 font-semibold">{t('holds')}</h2>
          <p className="text-muted">{t('holdsLead')}</p>
        </div>
        {holdButton}
      </div>
      <HoldList organizationId={organization.id} />
      <HoldDialog organizationId={organization.id} isOpen={isPlacing} onClose={() => setPlacing(false)} />
    </section>
  );
}

function HoldList({ organizationId }: { organizationId: number }) {
  const t = useText('retention');
  const [page, setPage] = useState(1);
  const query = useQuery(holdsQuery(organizationId, page));
  if (!query.data) return <Unloaded query={query} lines={3} />;
  const { items, pages } = query.data;
  if (items.length === 0) {
    return (
      <EmptyState icon={Scale} title={t('noHolds')}>
        {t('noHoldsLead')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="flex flex-col border-b border-line">
        {items.map((hold) => (
          <HoldRow key={hold.id} organizationId={organizationId} hold={hold} />
        ))}
      </ul>
      <Pager page={page} pages={pages} onPage={setPage} />
    </>
  );
}

function HoldRow({ organizationId, hold }: { organizationId: number; hold: LegalHold }) {
  const t = useText('retention');
  const [isAsking, setAsking] = useState(false);
  const { data: workspaces } = useQuery(workspacesQuery);
  const lifting = useAct({
    does: () => liftHold(organizationId, hold.id),
    done: () => setAsking(false),
    says: () => t('nowLifted'),
    stale: [{ queryKey: ['holds', organizationId] }],
  });
  const workspace = workspaces?.find(({ id }) => id === hold.workspaceId)?.name;
  const what = holdTarget(hold, workspace, t);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium break-words">{what}</p>
        <p className="break-words">{hold.reason}</p>
        <p className="text-14 text-muted">
          {t('placedBy', { name: hold.placedBy.name })} <TimeText seconds={hold.placedDate} />
          {hold.liftedBy !== null && hold.liftedDate !== null && (
            <>
              {' · '}
              {t('liftedBy', { name: hold.liftedBy.name })} <TimeText seconds={hold.liftedDate} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-3">
        {hold.liftedDate === null ? (
          <>
            <StateBadge tone="waiting" word={t('inForce')} />
            <Button onClick={() => setAsking(true)}>{t('lift')}</Button>
          </>
        ) : (
          <StateBadge tone="draft" word={t('lifted')} />
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={lifting}
        title={t('liftTitle')}
        description={
          <>
            <p className="break-words text-ink">
              {what}: {hold.reason}
            </p>
            <p className="mt-2">{t('liftWhat')}</p>
          </>
        }
        confirmLabel={t('liftAct')}
      />
    </li>
  );
}

function holdTarget(
  { email, workspaceId, workflowId, workflowName }: LegalHold,
  workspace: string | undefined,
  t: TextOf,
): string {
  if (email !== null) return t('keepsPerson', { email });
  return workspaceId === null
    ? (workflowName ?? t('keepsWorkflow', { id: workflowId ?? '' }))
    : t('keepsWorkspace', { name: workspace ?? workspaceId });
}
