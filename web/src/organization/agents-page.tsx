import { AGENT_MODES } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type AgentSettings, agentSettingsQuery, saveAgentSettings } from '../api/agents-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { AgentAllowanceSection } from './agent-allowance.tsx';
import { AgentApps } from './agent-apps.tsx';
import { OrganizationArea } from './organization-area.tsx';

/** What agents may do in the organization. */
export default function AgentsPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('agents.tab')} lead={({ name }) => t('agents.lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <div className="flex flex-col gap-10">
            <Settings organization={organization} />
            <AgentAllowanceSection organization={organization} />
            <AgentApps organizationId={organization.id} />
          </div>
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
      <fieldset>
        <legend className="text-14 font-medium">{t('agents.mode')}</legend>
        {AGENT_MODES.map((mode) => (
          <label key={mode} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              value={mode}
              className="size-5 shrink-0 accent-accent"
              {...form.register('mode')}
            />
            {t(`agents.${mode}`)}
          </label>
        ))}
        <p className="text-13 text-muted">{t('agents.hint')}</p>
      </fieldset>
      <CopyField label={t('agents.address')} value={`${window.location.origin}/mcp`} />
      <Button type="submit" variant="primary" busy={saving.isPending} className="self-start">
        {t('agents.save')}
      </Button>
    </form>
  );
}
