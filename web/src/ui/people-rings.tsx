import { classNames } from './class-names.ts';
import { initialsOf } from './initials.ts';
import { STATE_ICON, type StateTone } from './state-badge.tsx';

export type Person = {
  key: string;
  name: string;
  tone: StateTone;
  /** The state as text: "has signed", "has not been asked yet". */
  state: string;
};

/** People as initials with a ring for their state, which screen readers get as text. */
export function PeopleRings({ people, label, most = 4 }: { people: Person[]; label: string; most?: number }) {
  const shown = people.length > most ? people.slice(0, most - 1) : people;
  return (
    <ul aria-label={label} className="relative flex w-fit gap-1.5">
      {shown.map((person) => (
        <li key={person.key} title={`${person.name}: ${person.state}`}>
          <PersonRing person={person} />
          <span className="sr-only">
            {person.name}: {person.state}
          </span>
        </li>
      ))}
      {people.length > shown.length && (
        <li
          title={people
            .slice(shown.length)
            .map((person) => `${person.name}: ${person.state}`)
            .join('\n')}
          className="flex size-8 items-center justify-center text-13 font-medium text-muted"
        >
          +{people.length - shown.length}
        </li>
      )}
    </ul>
  );
}

export function PersonRing({ person }: { person: Pick<Person, 'name' | 'tone'> }) {
  const Icon = STATE_ICON[person.tone];
  return (
    <span
      aria-hidden
      className={classNames(
        'relative flex size-8 shrink-0 items-center justify-center rounded-round border-2 bg-surface',
        'text-13 font-semibold',
        RING[person.tone],
      )}
    >
      <span className="text-ink">{initialsOf(person.name)}</span>
      <Icon size={13} className="absolute -end-1 -bottom-1 rounded-round bg-surface" />
    </span>
  );
}

const RING: Record<StateTone, string> = {
  waiting: 'border-waiting text-waiting',
  done: 'border-done text-done',
  stopped: 'border-stopped text-stopped',
  draft: 'border-edge border-dashed text-draft',
};
