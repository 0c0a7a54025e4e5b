import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useId } from 'react';
import { workflowsQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formerPeople, namesOf } from './former-people-state.ts';
import type { SendStep } from './send-steps.ts';

type FormerPeopleProps = { workspaceId: number; onChoose: (steps: SendStep[]) => void };

/** Offers the people of the latest documents, all of them by one press. */
export function FormerPeople({ workspaceId, onChoose }: FormerPeopleProps) {
  const t = useText('send');
  const id = useId();
  const latest = { page: 1, query: '', statuses: [] };
  const query = useQuery({ ...workflowsQuery(workspaceId, latest), refetchInterval: false });
  const offered = formerPeople(query.data?.items ?? []);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="text-14 font-medium">
        {t('formerPeople')}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {offered.map((steps) => (
          <li key={steps[0]?.key} className="min-w-0">
            <Button isSmall icon={Users} className="max-w-full" onClick={() => onChoose(steps)}>
              <bdi className="min-w-0 truncate">{namesOf(steps)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
