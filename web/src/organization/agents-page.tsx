import { AGENT_MODES } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type AgentSettings, agentSettingsQuery, saveAgentSettings } from '../api/agents-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { OrganizationArea } from './organization-area.tsx';

/** What agents may do in the organization. */
export default function AgentsPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('agents.tab')} lead={({ name }) => t('agents.lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <Settings organization={organization} />
        ) : (
          <p>{t('agents.administrators')}</p>
        )
      }
    </OrganizationArea>
  );
}

function Settings({ organization }: { organization: Organization }) {
  const settings = useQuery(agentSettingsQuery(organization.id));
  if (!settings.data) return <Unloaded query={settings} lines={4} />;
  return <SettingsForm id={organization.id} settings={settings.data} />;
}

function SettingsForm({ id, settings }: { id: number; settings: AgentSettings }) {
  const t = useText('organization');
  const form = useForm({ defaultValues: settings });
  const saving = useAct({
    does: (values: AgentSettings) => saveAgentSettings(id, values),
    answers: agentSettingsQuery(id),
    says: () => t('agents.saved'),
  });
  return (
    <form
      noValidate
      className="flex max-w-text flex-col gap-4"
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
    >
      <ErrorBanner error={saving.error} />
      <SelectField label={t('agents.mode')} hint={t('agents.hint')} {...form.register('mode')}>
        {AGENT_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {t(`agents.${mode}`)}
          </option>
        ))}
      </SelectField>
      <p className="text-14 text-muted">
        {t('agents.address')}: <code className="break-all">{`${window.location.origin}/mcp`}</code>
      </p>
      <Button type="submit" variant="primary" busy={saving.isPending} className="self-start">
        {t('agents.save')}
      </Button>
    </form>
  );
}
