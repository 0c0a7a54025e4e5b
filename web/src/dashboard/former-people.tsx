import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useId } from 'react';
import { workflowsQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { type FormerPeople as Former, formerPeople, namesOf } from './former-people-state.ts';
import { isChoosable } from './level-state.ts';
import { useLevels } from './use-levels.ts';

type FormerPeopleProps = {
  workspaceId: number;
  /** `type` is absent where their level cannot be asked for any more. */
  onChoose: (former: Omit<Former, 'type'> & Partial<Former>) => void;
};

/** Offers the people of the latest documents with their level, all of it by one press. */
export function FormerPeople({ workspaceId, onChoose }: FormerPeopleProps) {
  const t = useText('send');
  const id = useId();
  const latest = { page: 1, query: '', statuses: [] };
  const query = useQuery({ ...workflowsQuery(workspaceId, latest), refetchInterval: false });
  const offers = useLevels(workspaceId);
  const offered = formerPeople(query.data?.items ?? []);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="text-14 font-medium">
        {t('formerPeople')}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {offered.map(({ type, steps }) => {
          const level = isChoosable(type, offers) ? { type } : {};
          return (
            <li key={steps[0]?.key} className="min-w-0">
              <Button
                isSmall
                icon={Users}
                className="max-w-full"
                onClick={() => onChoose({ steps, ...level })}
              >
                <bdi className="min-w-0 truncate">{namesOf(steps)}</bdi>
                {level.type && level.type !== 'simple' && <span>· {t(`levels.${level.type}`)}</span>}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
