import { isEmail, LIMITS, type SigningLanguage } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { type FormEvent, useMemo, useReducer, useState } from 'react';
import {
  applyTemplate,
  type TemplateIds,
  type TemplateUse,
  templateFollowersQuery,
} from '../api/templates-api.ts';
import type { LevelOffers, Template } from '../api/wire.ts';
import { ContactField } from '../dashboard/contact-field.tsx';
import { isSandboxOffered } from '../dashboard/level-state.ts';
import { type ContactChoice, PersonContact } from '../dashboard/person-contact.tsx';
import { changeDraft, contactOf, isIdentified, type SendDraft } from '../dashboard/send-state.ts';
import type { SendPerson } from '../dashboard/send-steps.ts';
import { useFirstValues } from '../dashboard/use-first-values.ts';
import { useLevels } from '../dashboard/use-levels.ts';
import { WorkflowAnnexes } from '../dashboard/workflow-annexes.tsx';
import { forgetInput, useLeftInput, useRememberedInput } from '../frame/unfinished-form.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { TemplateLink } from './template-links.tsx';
import { tasksOf } from './template-state.ts';
import { furtherFollowers, OptionFields, optionsOf, useTemplateOptions } from './use-template-options.tsx';
import { WithTemplate } from './with-template.tsx';

export default function UseTemplatePage() {
  const params = useParams({ from: '/app/templates/$workspaceId/$id/use' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  return <WithTemplate ids={ids}>{(template) => <UseForm ids={ids} template={template} />}</WithTemplate>;
}

type Person = Omit<SendPerson, 'key' | 'id'>;

const NO_PERSON: Person = { name: '', email: '' };

interface UseInput {
  readonly name: string;
  readonly people: readonly Person[];
  readonly options: SendDraft;
}

/** Names a person for every placeholder, then sends the workflow or keeps it as a draft. */
function UseForm({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  const { name, setName, people, setPeople, options, changeOptions } = useInput(ids, template);
  const [hasTried, setTried] = useState(false);
  const making = useMaking(ids);
  const { offers, language } = useContactFacts(ids, template);
  const set = (index: number, change: Partial<Person>) =>
    setPeople(people.map((person, each) => (each === index ? { ...person, ...change } : person)));
  const asked = useAsked(ids);
  const chosen = useTemplateOptions({ ids, template, options, people, name });
  const link = <TemplateLink ids={ids} name={template.name} />;
  const errors = new Map([...validateUse(name, people), ...asked.errors]);
  const errorAt = (path: string) => {
    const error = hasTried ? errors.get(path) : undefined;
    return error === undefined ? making.fieldErrors.get(path) : t(error);
  };
  const submit = (hasToBeStarted: boolean) => (event: FormEvent | null) => {
    event?.preventDefault();
    setTried(true);
    if (errors.size === 0 && chosen.errors.length === 0)
      making.make({
        name: name.trim(),
        recipients: recipientsOf(template, people, language),
        followers: [...asked.followers.map(({ key: _key, ...each }) => each), ...furtherFollowers(options)],
        ...chosen.sent(),
        hasToBeStarted,
      });
  };
  return (
    <>
      <PageHeader title={t('useTitle', { name: template.name })} above={link} />
      <form noValidate onSubmit={submit(true)} className="flex max-w-text flex-col gap-6">
        <TextField
          label={t('documentName')}
          value={name}
          maxLength={LIMITS.nameCharactersMax}
          error={errorAt('name')}
          onChange={(event) => setName(event.target.value)}
        />
        {template.type !== 'simple' && <LevelOfTemplate type={template.type} offers={offers} />}
        {template.recipients.length === 0 && <NoRecipients />}
        {template.recipients.map((placeholder, index) => (
          <PersonFields
            key={placeholder.id}
            placeholder={placeholder.name}
            tasks={tasksOf(placeholder, template.steps)}
            person={people[index] ?? NO_PERSON}
            at={`recipients[${index}]`}
            errorAt={errorAt}
            onChange={(change) => set(index, change)}
            choice={{ isIdentified: isIdentified(actionOf(template, index)), offers, language }}
            workspaceId={ids.workspaceId}
          />
        ))}
        {asked.followers.map((follower) => (
          <AskedAddress key={follower.key} {...{ follower, errorAt }} onChange={asked.enter} />
        ))}
        <OptionFields
          {...{ options, chosen, people, hasTried, asked }}
          error={making.error}
          workspaceId={ids.workspaceId}
          change={changeOptions}
        />
        <WorkflowAnnexes owner={{ kind: 'templates', ...ids }} />
        <ErrorBanner error={making.error} shownFields={[...making.fieldErrors.keys()]} />
        <UseButtons isPending={making.isPending} onKeep={() => submit(false)(null)} />
      </form>
    </>
  );
}

/** How people may identify themselves, and the language of whom none is chosen for. */
function useContactFacts({ workspaceId }: TemplateIds, template: Template) {
  const first = useFirstValues(workspaceId);
  return { offers: useLevels(workspaceId), language: template.language ?? first?.language ?? null };
}

function recipientsOf(
  template: Template,
  people: readonly Person[],
  language: SigningLanguage | null,
): TemplateUse['recipients'] {
  return people.map((person, index) => ({
    name: person.name.trim(),
    email: person.email.trim(),
    ...contactOf(
      { key: '', ...person, language: person.language || (language ?? '') },
      actionOf(template, index),
    ),
  }));
}

function NoRecipients() {
  const t = useText('templates');
  return (
    <Banner tone="waiting" title={t('noRecipients')}>
      {t('noRecipientsHelp')}
    </Banner>
  );
}

function UseButtons({ isPending, onKeep }: { isPending: boolean; onKeep: () => void }) {
  const t = useText('templates');
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" icon={Send} busy={isPending}>
        {t('sendNow')}
      </Button>
      <Button disabled={isPending} onClick={onKeep}>
        {t('keepDraft')}
      </Button>
    </div>
  );
}

/** Those whom the template asks for, with the addresses that were entered. */
function useAsked(ids: TemplateIds) {
  const kept = useQuery(templateFollowersQuery(ids)).data ?? [];
  const [addresses, setAddresses] = useState<Record<string, string>>({});
  const followers = kept
    .filter(({ email }) => email === null)
    .map(({ name, language, when }, index) => {
      // They have no id, and their order does not change.
      const key = `followers[${index}][email]`;
      return { key, name, language, when, email: addresses[key] ?? '' };
    });
  const wrong = followers.filter(({ email }) => !isEmail(email.trim()));
  const named = kept.filter(({ email }) => email !== null).map(({ name }) => name);
  return {
    followers,
    kept: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(named),
    errors: wrong.map(({ key }) => [key, 'emailWrong'] as [string, UseError]),
    enter: (key: string, email: string) => setAddresses({ ...addresses, [key]: email }),
  };
}

interface AskedAddressProps {
  readonly follower: { key: string; name: string; email: string };
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (key: string, email: string) => void;
}

function AskedAddress({ follower: { key, name, email }, errorAt, onChange }: AskedAddressProps) {
  const t = useText('templates');
  return (
    <TextField
      label={t('followerEmail', { name })}
      hint={t('followerHint')}
      type="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      error={errorAt(key)}
      onChange={({ target }) => onChange(key, target.value)}
    />
  );
}

/** What is entered, which stays when the page is left. */
function useInput(ids: TemplateIds, template: Template) {
  const form = `use-template ${ids.id}` as const;
  const left = useLeftInput<UseInput>(form);
  const [name, setName] = useState(left?.name ?? template.name);
  const [people, setPeople] = useState<Person[]>(
    template.recipients.map((_each, index) => left?.people[index] ?? NO_PERSON),
  );
  const [first] = useState(() => optionsOf(template));
  const [options, changeOptions] = useReducer(changeDraft, left?.options ?? first);
  const isUntouched =
    name === template.name && options === first && people.every((person) => person === NO_PERSON);
  useRememberedInput<UseInput>(
    form,
    useMemo(() => (isUntouched ? null : { name, people, options }), [isUntouched, name, people, options]),
  );
  return { name, setName, people, setPeople, options, changeOptions };
}

/** What a placeholder does: a signer of any step has to be identified as one. */
function actionOf({ type: level, recipients }: Template, index: number) {
  const isSigner = recipients[index]?.roles.some(({ type }) => type === 'sign');
  return { level, type: isSigner ? ('sign' as const) : ('review' as const) };
}

/** What the level of the template asks of the people who are named. */
function LevelOfTemplate({
  type,
  offers,
}: {
  type: 'advanced' | 'qualified';
  offers: LevelOffers | undefined;
}) {
  const t = useText('send');
  const level = t(`levels.${type}`);
  return (
    <p className="text-14 text-muted">
      <span className="font-medium text-ink">
        {t('level')}: {isSandboxOffered(type, offers) ? t('levelBySandbox', { level }) : level}.
      </span>{' '}
      {t(`levelEffect.${type}`)} {t(`levelCost.${type}`)}
    </p>
  );
}

interface PersonFieldsProps {
  readonly placeholder: string;
  readonly tasks: ReturnType<typeof tasksOf>;
  readonly person: Person;
  readonly at: string;
  readonly errorAt: (path: string) => string | undefined;
  readonly choice: ContactChoice;
  /** Whose contacts are suggested. */
  readonly workspaceId: number;
  readonly onChange: (change: Partial<Person>) => void;
}

function PersonFields(props: PersonFieldsProps) {
  const { placeholder, tasks, person, at, errorAt, choice, workspaceId, onChange } = props;
  const t = useText('templates');
  const errorTexts = new Map(
    (['identification', 'phone', 'language'] as const).flatMap((name) => {
      const error = errorAt(`${at}[${name}]`);
      return error === undefined ? [] : [[`${at}[${name}]`, error] as const];
    }),
  );
  return (
    <fieldset>
      <legend className="mb-2">
        <span className="block text-20 font-semibold">{placeholder}</span>
        {tasks.map(({ type, order }) => (
          <span key={`${type} ${order}`} className="block text-14 text-muted">
            {t(`doesIn.${type}`, { order })}
          </span>
        ))}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['name', 'email'] as const).map((kind) => (
          <ContactField
            key={kind}
            kind={kind}
            label={t(kind === 'name' ? 'personName' : 'personEmail')}
            name={`${at}[${kind}]`}
            person={{ key: at, ...person }}
            error={errorAt(`${at}[${kind}]`)}
            onChange={onChange}
            onPeople={([first]) => first && onChange(first)}
            workspaceId={workspaceId}
          />
        ))}
        <PersonContact
          person={{ key: at, ...person }}
          at={at}
          errorTexts={errorTexts}
          choice={choice}
          onChange={onChange}
        />
      </div>
    </fieldset>
  );
}

function useMaking(ids: TemplateIds) {
  const t = useText('templates');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const making = useMutation({
    mutationFn: (use: TemplateUse) => applyTemplate(ids, use),
    onSuccess: async ({ id, workspaceId }, { hasToBeStarted }) => {
      forgetInput(client, `use-template ${ids.id}`);
      showToast({ text: t(hasToBeStarted ? 'sent' : 'kept') });
      await client.invalidateQueries({ queryKey: ['workflows'] });
      const params = { workspaceId: String(workspaceId), id: String(id) };
      await navigate({ to: '/documents/$workspaceId/$id', params });
    },
  });
  const violations = making.error && 'violations' in making.error ? making.error.violations : {};
  return {
    make: making.mutate,
    isPending: making.isPending,
    error: making.error,
    fieldErrors: new Map(Object.entries(violations as Record<string, string>)),
  };
}

type UseError = 'nameShort' | 'nameMissing' | 'emailWrong';

function validateUse(name: string, people: readonly Person[]): Map<string, UseError> {
  const errors = new Map<string, UseError>();
  if ([...name.trim()].length < LIMITS.nameCharactersMin) errors.set('name', 'nameShort');
  people.forEach((person, index) => {
    if (person.name.trim() === '') errors.set(`recipients[${index}][name]`, 'nameMissing');
    if (!isEmail(person.email.trim())) errors.set(`recipients[${index}][email]`, 'emailWrong');
  });
  return errors;
}
