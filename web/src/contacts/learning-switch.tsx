import { useQuery } from '@tanstack/react-query';
import { contactSettingsQuery, saveContactSettings } from '../api/contacts-api.ts';
import { organizationsQuery } from '../api/organization-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useAct } from '../ui/use-act.ts';

/** Whether workspaces of the organization learn contacts; said to all, set by administrators. */
export function LearningSwitch({ workspaceId }: { workspaceId: number }) {
  const organizations = useQuery(organizationsQuery).data ?? [];
  const organization = organizations.find(({ workspaceIds }) => workspaceIds.includes(workspaceId));
  return organization ? <SwitchOf key={organization.id} organization={organization} /> : null;
}

function SwitchOf({ organization: { id, administrator } }: { organization: Organization }) {
  const t = useText('contacts');
  const query = contactSettingsQuery(id);
  const settings = useQuery(query).data;
  const saving = useAct({
    does: (learning: boolean) => saveContactSettings(id, { learning }),
    answers: query,
  });
  if (!settings) return null;
  return (
    <div className="mt-10 border-t border-line pt-6">
      <Checkbox
        label={t('learning')}
        hint={t(administrator ? 'learningHint' : 'learningAdministrators')}
        checked={settings.learning}
        disabled={!administrator || saving.isPending}
        onChange={({ target }) => saving.mutate(target.checked)}
      />
      <ErrorBanner error={saving.error} />
    </div>
  );
}
