import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AgentAllowance, agentAllowanceQuery, saveAgentAllowance } from '../api/agents-api.ts';
import { violationsOf } from '../api/violations.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { AgentTemplates, type ChosenTemplate } from './agent-templates.tsx';

/** What agents may send by themselves: nothing, until an administrator lists templates and domains. */
export function AgentAllowanceSection({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const allowance = useQuery(agentAllowanceQuery(organization.id));
  return (
    <section aria-labelledby="agent-allowance" className="flex max-w-text flex-col gap-4">
      <div>
        <h2 id="agent-allowance" className="text-20 font-semibold">
          {t('agents.allowance')}
        </h2>
        <p className="mt-1 text-14 text-muted">{t('agents.allowanceLead')}</p>
      </div>
      {allowance.data ? (
        <AllowanceForm
          key={allowance.data.changeDate}
          organization={organization}
          allowance={allowance.data}
        />
      ) : (
        <Unloaded query={allowance} lines={4} />
      )}
    </section>
  );
}

interface FormProps {
  organization: Organization;
  allowance: AgentAllowance;
}

function AllowanceForm({ organization, allowance }: FormProps) {
  const t = useText('organization');
  const { sentToday, setBy } = allowance;
  // One that has changed since is allowed by ticking it anew.
  const [templates, setTemplates] = useState<readonly ChosenTemplate[]>(
    allowance.templates.map((each) => ({ ...each, isChosen: each.isCurrent })),
  );
  const [domains, setDomains] = useState(allowance.domains.join('\n'));
  const [dailyCap, setDailyCap] = useState(String(allowance.dailyCap));
  const query = agentAllowanceQuery(organization.id);
  const saving = useAct({
    does: () =>
      saveAgentAllowance(organization.id, {
        templates: templates.filter(({ isChosen }) => isChosen).map(({ id }) => id),
        domains: domains.split(/[\s,;]+/).filter((each) => each !== ''),
        dailyCap: Number(dailyCap),
      }),
    answers: query,
    says: () => t('agents.saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const errorOf = (field: 'domains' | 'dailyCap' | 'templates') =>
    violationsOf(saving.error, [field])[0]?.sentence;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ListedTemplates organization={organization} templates={templates} onChange={setTemplates} />
      <TextArea
        label={t('agents.domains')}
        hint={t('agents.domainsHint')}
        name="domains"
        autoComplete="off"
        spellCheck={false}
        value={domains}
        error={errorOf('domains')}
        onChange={({ target }) => setDomains(target.value)}
      />
      <TextField
        label={t('agents.dailyCap')}
        hint={t('agents.dailyCapHint')}
        name="dailyCap"
        type="number"
        min={0}
        inputMode="numeric"
        value={dailyCap}
        error={errorOf('dailyCap')}
        onChange={({ target }) => setDailyCap(target.value)}
      />
      {setBy !== null && (
        <p className="text-14 text-muted">
          {t('agents.setBy', { name: setBy })} {t('agents.sentToday', { count: sentToday })}
        </p>
      )}
      <ErrorBanner error={saving.error} shownFields={['domains', 'dailyCap']} />
      <Button type="submit" busy={saving.isPending} className="self-start">
        {t('agents.saveAllowance')}
      </Button>
    </form>
  );
}

interface ListedProps {
  organization: Organization;
  templates: readonly ChosenTemplate[];
  onChange: (templates: readonly ChosenTemplate[]) => void;
}

function ListedTemplates({ organization, templates, onChange }: ListedProps) {
  const t = useText('organization');
  const choose = (chosen: ChosenTemplate, isChosen: boolean) =>
    onChange(templates.map((each) => (each === chosen ? { ...each, isChosen } : each)));
  return (
    <fieldset className="flex flex-col">
      <legend className="text-14 font-medium">{t('agents.templates')}</legend>
      {templates.map((template) => (
        <Checkbox
          key={template.id}
          label={template.name}
          hint={template.isCurrent ? undefined : t('agents.changedSince')}
          checked={template.isChosen}
          onChange={({ target }) => choose(template, target.checked)}
        />
      ))}
      {templates.length === 0 && <p className="py-2 text-14 text-muted">{t('agents.noTemplates')}</p>}
      <AgentTemplates
        organization={organization}
        chosen={templates}
        onChoose={(template) => onChange([...templates, template])}
      />
    </fieldset>
  );
}
