import { ListChecks, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/text-field.tsx';
import type { EditorPerson } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';
import {
  badTags,
  fieldAt,
  groupSuggestions,
  openSuggestions,
  type Suggestion,
  type SuggestionGroup,
  suggestionKey,
} from './suggestion-state.ts';
import type { BoardEditor } from './use-board.ts';
import type { Suggestions } from './use-suggestions.ts';

interface SuggestedPlacesProps {
  readonly suggestions: Suggestions;
  readonly editor: BoardEditor;
  readonly people: readonly EditorPerson[];
  /** Selects a field that was placed, and shows it. */
  readonly onPlaced: (key: string) => void;
}

/** Offers the tags of the text and the printed places: all at once, or one by one, each an act that can be undone. */
export function SuggestedPlaces({ suggestions, editor, people, onPlaced }: SuggestedPlacesProps) {
  const t = useText('design');
  const announce = useAnnounce();
  const { board, change } = editor;
  const open = openSuggestions(suggestions.places, board.fields);
  const place = (wanted: readonly Owned[]) => {
    const fields = wanted.map((each) => fieldAt(each.place, { role: each.role, key: `new-${randomKey()}` }));
    const [first] = fields;
    if (!first) return;
    change({ do: 'import', fields });
    announce(t('said.suggested', { count: fields.length }));
    if (fields.length === 1) onPlaced(first.key);
  };
  // Unseen, because what comes and goes again would move the pages twice.
  if (suggestions.isPending) return <p className="sr-only">{t('suggested.looking')}</p>;
  if (suggestions.hasFailed) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-13">
        <span>{t('suggested.failed')}</span>
        <Button isSmall icon={RefreshCw} onClick={suggestions.retry}>
          {t('tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <BadTags places={suggestions.places} />
      <OpenPlaces kind="tags" open={open.filter(({ tag }) => tag)} people={people} onPlace={place} />
      <OpenPlaces kind="printed" open={open.filter(({ tag }) => !tag)} people={people} onPlace={place} />
    </div>
  );
}

/** Tags that become no fields: nothing is left out in silence. */
function BadTags({ places }: Pick<Suggestions, 'places'>) {
  const t = useText('design');
  const bad = badTags(places);
  if (bad.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 rounded-paper border border-line p-3 text-13">
      <h3 className="text-14 font-medium">{t('suggested.badTags', { count: bad.length })}</h3>
      <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto">
        {bad.map(({ place, problem }) => (
          <li key={suggestionKey(place)}>
            <span dir="auto" className="block truncate font-medium">
              {place.reason}
            </span>
            <span className="text-muted">
              {t('page')} {place.page} · {t(`suggested.problem.${problem}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Owned {
  readonly place: Suggestion;
  readonly role: number;
}

interface OpenPlacesProps {
  readonly kind: 'printed' | 'tags';
  readonly open: readonly Suggestion[];
  readonly people: readonly EditorPerson[];
  readonly onPlace: (wanted: readonly Owned[]) => void;
}

function OpenPlaces({ kind, open, people, onPlace }: OpenPlacesProps) {
  const t = useText('design');
  const [chosen, setChosen] = useState<ReadonlyMap<string, number | null>>(new Map());
  const groups = groupSuggestions(open);
  const roleOf = ({ key, role }: SuggestionGroup) =>
    chosen.get(key) ?? role ?? (people.length === 1 ? (people[0]?.role ?? null) : null);
  const owned = groups.flatMap((group) => {
    const role = roleOf(group);
    return role === null ? [] : group.places.map((place) => ({ place, role }));
  });
  if (open.length === 0) return null;
  const words = { title: t('suggested.title', { count: open.length }), help: t('suggested.help') };
  const ofTags = { title: t('suggested.titleTags', { count: open.length }), help: t('suggested.helpTags') };
  const { title, help } = kind === 'tags' ? ofTags : words;
  return (
    <section className="flex flex-col gap-2 rounded-paper border border-line bg-accent-wash p-3">
      <h3 className="text-14 font-medium">{title}</h3>
      {groups.map((group) => (
        <GroupOwner
          key={group.key}
          group={group}
          role={roleOf(group)}
          people={people}
          onRole={(role) => setChosen(new Map([...chosen, [group.key, role]]))}
        />
      ))}
      {owned.length > 0 && (
        <Button isSmall icon={ListChecks} onClick={() => onPlace(owned)}>
          {t('suggested.all', { count: owned.length })}
        </Button>
      )}
      <p className="text-13">{owned.length < open.length ? t('suggested.choose') : help}</p>
      <OneByOne owned={owned} people={people} onPlace={(each) => onPlace([each])} />
    </section>
  );
}

interface GroupOwnerProps {
  readonly group: SuggestionGroup;
  readonly role: number | null;
  readonly people: readonly EditorPerson[];
  readonly onRole: (role: number | null) => void;
}

function GroupOwner({ group, role, people, onRole }: GroupOwnerProps) {
  const t = useText('design');
  const count = group.places.length;
  const label =
    group.party === null
      ? t('suggested.unnamed', { count })
      : t('suggested.party', { count, party: group.party });
  return (
    <SelectField
      label={label}
      value={role ?? ''}
      onChange={({ target }) => onRole(target.value === '' ? null : Number(target.value))}
    >
      {role === null && <option value="">{t('suggested.nobody')}</option>}
      {people.map((person) => (
        <option key={person.role} value={person.role}>
          {people.some((each) => each.role !== person.role && each.name === person.name)
            ? `${person.name} (${person.stepText})`
            : person.name}
        </option>
      ))}
    </SelectField>
  );
}

interface OneByOneProps {
  readonly owned: readonly Owned[];
  readonly people: readonly EditorPerson[];
  readonly onPlace: (each: Owned) => void;
}

function OneByOne({ owned, people, onPlace }: OneByOneProps) {
  const t = useText('design');
  if (owned.length < 2) return null;
  return (
    <details>
      <summary className="cursor-pointer py-3 text-13 font-medium">{t('suggested.each')}</summary>
      <ul className="max-h-60 overflow-y-auto">
        {owned.map((each) => {
          const { place, role } = each;
          const Icon = FIELD_ICONS[place.type];
          const person = people.find((other) => other.role === role);
          return (
            <li key={suggestionKey(place)}>
              <button
                type="button"
                onClick={() => onPlace(each)}
                className="touch flex w-full items-center gap-2 rounded-paper text-start text-13 hover:bg-wash"
              >
                <span aria-hidden className="design-who" style={{ backgroundColor: person?.color }} />
                <Icon aria-hidden size={16} className="shrink-0" />
                <span className="min-w-0">
                  <span className="block truncate">{t(`kind.${place.type}`)}</span>
                  <span dir="auto" className="block truncate text-muted">
                    {place.reason}
                  </span>
                </span>
                <span className="ms-auto shrink-0 text-muted">
                  {t('page')} {place.page}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
