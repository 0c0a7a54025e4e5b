import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../api/templates-api.ts';
import type { Organization } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { workspacesIn } from './workspace-state.ts';

export interface ChosenTemplate {
  id: number;
  name: string;
  /** Whether it is as it was when it was listed. */
  isCurrent: boolean;
  isChosen: boolean;
}

interface ChoiceProps {
  organization: Organization;
  chosen: readonly ChosenTemplate[];
  onChoose: (template: ChosenTemplate) => void;
}

/** Finds a template in a workspace of the organization. */
export function AgentTemplates({ organization, ...choice }: ChoiceProps) {
  const t = useText('organization');
  const [workspaceId, setWorkspaceId] = useState<number | null>(null);
  const workspaces = workspacesIn(organization, useQuery(workspacesQuery).data ?? []);
  if (workspaces.length === 0) return null;
  return (
    <div className="mt-2 flex flex-col gap-3">
      <SelectField
        label={t('agents.addTemplate')}
        value={workspaceId ?? ''}
        onChange={({ target: { value } }) => setWorkspaceId(value === '' ? null : Number(value))}
      >
        <option value="">{t('agents.chooseWorkspace')}</option>
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {workspaceId !== null && <TemplatesOf workspaceId={workspaceId} {...choice} />}
    </div>
  );
}

function TemplatesOf({
  workspaceId,
  chosen,
  onChoose,
}: Omit<ChoiceProps, 'organization'> & { workspaceId: number }) {
  const t = useText('organization');
  const [query, setQuery] = useState('');
  const templates = useQuery(templatesQuery(workspaceId, { page: 1, query }));
  if (!templates.data) return <Unloaded query={templates} lines={3} />;
  const offered = templates.data.items.filter(({ id }) => !chosen.some((each) => each.id === id));
  return (
    <>
      <SearchField label={t('agents.findTemplate')} value={query} onChange={setQuery} />
      <ul className="flex flex-col divide-y divide-line">
        {offered.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span id={`agent-template-${id}`} className="min-w-0 break-words">
              {name}
            </span>
            <Button
              isSmall
              aria-describedby={`agent-template-${id}`}
              onClick={() => onChoose({ id, name, isCurrent: true, isChosen: true })}
            >
              {t('agents.add')}
            </Button>
          </li>
        ))}
      </ul>
      {offered.length === 0 && <p className="text-14 text-muted">{t('agents.noneFound')}</p>}
    </>
  );
}
