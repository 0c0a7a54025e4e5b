import { isPeopleList, readPeopleText } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import type { ClipboardEvent } from 'react';
import { suggestionsQuery } from '../api/contacts-api.ts';
import type { Contact } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { TextField } from '../ui/text-field.tsx';
import { useLater } from '../ui/use-later.ts';
import { ComboField } from './combo-field.tsx';
import { type EnteredPerson, enteredPeople, type SendPerson } from './send-steps.ts';

type ContactFieldProps = {
  label: string;
  name: string;
  person: SendPerson;
  error: string | undefined;
  kind: 'name' | 'email';
  onChange: (change: Partial<Omit<SendPerson, 'key' | 'id'>>) => void;
  /** A pasted list of people; absent where one person is asked for. */
  onPeople: (people: EnteredPerson[]) => void;
  /** Whose contacts are suggested; without one it is a plain field. */
  workspaceId: number | undefined;
};

/** Name or address of a person: suggests contacts, and takes a pasted list of people. */
export function ContactField(props: ContactFieldProps) {
  const { label, name, person, error, kind, onChange, onPeople, workspaceId } = props;
  const t = useText('contacts');
  const value = person[kind];
  const typed = useLater(value.trim(), TYPING_PAUSE_MS);
  const isAsked = workspaceId !== undefined && typed.length >= TYPED_MIN && typed === value.trim();
  const query = useQuery({ ...suggestionsQuery(workspaceId ?? 0, typed), enabled: isAsked });
  // What is entered already need not be suggested.
  const isEntered = ({ email }: Contact) => email.toLowerCase() === person.email.trim().toLowerCase();
  const contacts = isAsked ? (query.data?.items ?? []).filter((each) => !isEntered(each)) : [];
  const paste = (event: ClipboardEvent) => {
    const people = readPeopleText(event.clipboardData.getData('text'));
    const [first] = people;
    // One address alone is what the field is for.
    if (!first || !isPeopleList(people) || (people.length === 1 && first.name === '')) return;
    event.preventDefault();
    onPeople(enteredPeople(people));
  };
  const input = {
    name,
    autoComplete: 'off',
    value,
    onPaste: paste,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [kind]: target.value }),
    ...(kind === 'email' ? ({ type: 'email', autoCapitalize: 'none', spellCheck: false } as const) : {}),
  };
  if (workspaceId === undefined) return <TextField label={label} error={error} {...input} />;
  return (
    <ComboField
      label={label}
      error={error}
      {...input}
      options={contacts.map((contact) => ({
        key: contact.id,
        content: (
          <>
            <span className="block truncate font-medium">{contact.name}</span>
            <span className="block truncate text-13 text-muted">{contact.email}</span>
          </>
        ),
      }))}
      listLabel={t('suggested')}
      listCount={t('suggestions', { count: contacts.length })}
      onChoose={(index) => {
        const [chosen] = enteredPeople(contacts.slice(index, index + 1));
        if (chosen) onChange(chosen);
      }}
    />
  );
}

const TYPED_MIN = 2;
const TYPING_PAUSE_MS = 150;
