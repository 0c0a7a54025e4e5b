import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from '../api/organization-api.ts';
import { retentionQuery } from '../api/retention-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import type { Organization } from '../api/wire.ts';
import { PeriodForm } from '../organization/retention-periods.tsx';
import { useText } from '../text/start-text.ts';
import { Unloaded } from '../ui/unloaded.tsx';

/** How long what is made of a template is kept, which administrators decide. */
export function TemplateRetention({ ids, name }: { ids: TemplateIds; name: string }) {
  const organizations = useQuery(organizationsQuery).data;
  const organization = organizations?.find(({ workspaceIds }) => workspaceIds.includes(ids.workspaceId));
  if (!organization?.administrator) return null;
  return <Periods organization={organization} templateId={ids.id} name={name} />;
}

type PeriodsProps = { organization: Organization; templateId: number; name: string };

function Periods({ organization, templateId, name }: PeriodsProps) {
  const t = useText('retention');
  const query = useQuery(retentionQuery(organization.id));
  const set = query.data?.templates.find((each) => each.templateId === templateId);
  return (
    <section aria-labelledby="template-retention" className="flex max-w-text flex-col gap-4">
      <div>
        <h2 id="template-retention" className="text-20 font-semibold">
          {t('title')}
        </h2>
        <p className="text-muted">{t('templateLead')}</p>
      </div>
      {query.data ? (
        <PeriodForm
          organization={organization}
          place={{ templateId }}
          name={name}
          policy={set?.policy ?? { signedYears: null, draftDays: null, stoppedMonths: null }}
        />
      ) : (
        <Unloaded query={query} lines={3} />
      )}
    </section>
  );
}
