import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { organizationsQuery } from '../api/organization-api.ts';
import { type RetentionIds, workflowRetentionQuery } from '../api/retention-api.ts';
import type { Workflow, WorkflowRetention } from '../api/wire.ts';
import { erasureKey } from '../organization/retention-state.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { ChangeRetention } from './change-retention.tsx';

type Retained = Pick<Workflow, 'id' | 'name' | 'workspaceId' | 'status'>;

/** Until when a document is kept, by whose period, and whether a hold keeps it; administrators set its own period. */
export function WorkflowRetentionSection({ workflow }: { workflow: Retained }) {
  const t = useText('retention');
  const organizations = useQuery(organizationsQuery).data;
  const organization = organizations?.find(({ workspaceIds }) => workspaceIds.includes(workflow.workspaceId));
  if (!organization) return null;
  const ids = { organizationId: organization.id, workflowId: workflow.id };
  return (
    <section aria-labelledby="retention-heading" className="mt-8 flex flex-col gap-2">
      <h2 id="retention-heading" className="text-20 font-semibold">
        {t('title')}
      </h2>
      <RetentionDetails ids={ids} workflow={workflow} />
    </section>
  );
}

function RetentionDetails({ ids, workflow }: { ids: RetentionIds; workflow: Retained }) {
  const t = useText('retention');
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(workflowRetentionQuery(ids, workflow.status));
  if (!data) return <ErrorBanner error={error} />;
  return (
    <>
      {data.hold !== null && (
        <div className="flex flex-col items-start gap-1">
          <StateBadge tone="waiting" word={t('legalHold')} />
          <p className="break-words">{data.hold}</p>
        </div>
      )}
      <ErasureDate retention={data} />
      {data.mayChange && (
        <>
          <Button icon={CalendarClock} isSmall className="self-start" onClick={() => setOpen(true)}>
            {t('changePeriod')}
          </Button>
          {isOpen && (
            <ChangeRetention ids={ids} name={workflow.name} retention={data} onClose={() => setOpen(false)} />
          )}
        </>
      )}
    </>
  );
}

function ErasureDate({ retention }: { retention: WorkflowRetention }) {
  const t = useText('retention');
  const { dueDate, rule } = retention;
  const now = Date.now() / 1000;
  return (
    <p>
      {t(erasureKey(retention, now))}
      {dueDate !== null && (
        <span className="block text-14 text-muted">
          {t(dueDate <= now ? 'dueOver' : 'due')} <TimeText seconds={dueDate} isDeadline />
          {rule === 'drafts' && ` · ${t('dueUnlessChanged')}`}
        </span>
      )}
    </p>
  );
}
