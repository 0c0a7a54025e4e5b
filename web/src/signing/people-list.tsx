import { useText } from '../text/start-text.ts';
import { PersonRing } from '../ui/people-rings.tsx';
import type { StateTone } from '../ui/state-badge.tsx';
import { wordForPerson } from './cover-state.ts';
import type { SigningView } from './signing-view.ts';

/** Ends at which people whose turn was open or to come did not act. */
const STOPPED = new Set(['declined', 'canceled', 'expired']);

interface PeopleListProps {
  readonly view: Pick<SigningView, 'people'> & { workflow: Pick<SigningView['workflow'], 'status'> };
}

/** The people in step order, each with action and state as text. */
export function PeopleList({ view }: PeopleListProps) {
  const t = useText('signing');
  const hasStopped = STOPPED.has(view.workflow.status);
  const people = [...view.people]
    .sort((a, b) => a.stepOrder - b.stepOrder)
    // People have no id here, and their order never changes.
    .map((person, index) => ({ ...person, key: `${person.stepOrder}.${index}` }));
  return (
    <ol className="flex flex-col gap-3">
      {people.map((person) => (
        <li key={person.key} className="flex items-center gap-3">
          <PersonRing person={{ name: person.name, tone: toneOf(person.status) }} />
          <span className="min-w-0">
            <span dir="auto">{person.name}</span>
            <span className="text-muted">
              {' '}
              {t('people.actAndState', {
                act: t(`people.${person.type}`),
                state: t(`people.${wordForPerson(person.status, hasStopped)}`),
              })}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function toneOf(status: string): StateTone {
  if (status === 'signed' || status === 'approved') return 'done';
  if (status === 'declined') return 'stopped';
  return status === 'started' ? 'waiting' : 'draft';
}
