import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { changesQuery } from '../api/retention-api.ts';
import type { Organization, RetentionChange } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { changedPeriods, periodKey } from './retention-state.ts';

/** Who changed a period, when, and from what to what. */
export function RetentionChanges({ organization: { id } }: { organization: Organization }) {
  const t = useText('retention');
  const [page, setPage] = useState(1);
  const query = useQuery(changesQuery(id, page));
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-20 font-semibold">{t('changes')}</h2>
        <p className="text-muted">{t('changesLead')}</p>
      </div>
      {!query.data && <Unloaded query={query} lines={3} />}
      {query.data?.items.length === 0 && (
        <EmptyState icon={History} title={t('noChanges')}>
          {t('noChangesLead')}
        </EmptyState>
      )}
      {query.data && query.data.items.length > 0 && (
        <>
          <ul className="flex flex-col border-b border-line">
            {query.data.items.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ul>
          <Pager page={page} pages={query.data.pages} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function ChangeRow({ change }: { change: RetentionChange }) {
  const t = useText('retention');
  const { before, after, changedBy, changedDate } = change;
  const of = [change.workspaceId, change.templateId, change.workflowId];
  const isOfOrganization = of.every((id) => id === null);
  const length = (name: Parameters<typeof periodKey>[0], value: number | null) =>
    t(periodKey(name, value, isOfOrganization), { count: value ?? 0 });
  return (
    <li className="flex flex-col gap-1 border-t border-line py-3">
      <p className="font-medium break-words">
        <ChangedPolicy change={change} />
      </p>
      <ul>
        {changedPeriods(before, after).map((period) => (
          <li key={period.name}>
            {t(`changed_${period.name}`, {
              before: length(period.name, period.before),
              after: length(period.name, period.after),
            })}
          </li>
        ))}
      </ul>
      <p className="text-14 break-words text-muted">
        {changerOf(changedBy, t)} <TimeText seconds={changedDate} />
      </p>
    </li>
  );
}

/** Whose policy it is; of an erased document and of a deleted template the number remains. */
function ChangedPolicy({ change }: { change: RetentionChange }) {
  const { workspaceId, templateId, templateName, workflowId, workflowName } = change;
  const t = useText('retention');
  const { data: workspaces } = useQuery(workspacesQuery);
  if (workflowId !== null) return workflowName ?? t('keepsWorkflow', { id: workflowId });
  if (templateId !== null) return t('keepsTemplate', { name: templateName ?? templateId });
  if (workspaceId === null) return t('all');
  const name = workspaces?.find(({ id }) => id === workspaceId)?.name;
  return t('keepsWorkspace', { name: name ?? workspaceId });
}

function changerOf({ name, byKey }: RetentionChange['changedBy'], t: TextOf): string {
  return byKey === null ? t('changedBy', { name }) : t('changedByKey', { name, key: byKey });
}
