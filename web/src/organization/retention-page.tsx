import { ShieldOff } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { RetentionChanges } from './retention-changes.tsx';
import { RetentionHolds } from './retention-holds.tsx';
import { RetentionPeriods } from './retention-periods.tsx';
import { RetentionRuns } from './retention-runs.tsx';

/** How long documents are kept, what may not be erased, and what was. */
export default function RetentionPage() {
  const t = useText('retention');
  return (
    <OrganizationArea title={t('title')} lead={({ name }) => t('lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <div className="flex max-w-text flex-col gap-12">
            <RetentionPeriods organization={organization} />
            <RetentionHolds organization={organization} />
            <RetentionRuns organization={organization} />
            <RetentionChanges organization={organization} />
          </div>
        ) : (
          <EmptyState icon={ShieldOff} title={t('notYours')}>
            {t('notYoursLead')}
          </EmptyState>
        )
      }
    </OrganizationArea>
  );
}
