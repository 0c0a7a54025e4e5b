import { isEmail, LIMITS, readCode } from '@paraph/domain';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { currentLanguage } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import {
  type Entered,
  type Form,
  type FormApi,
  FormError,
  type FormProblem,
  type Proof,
  readAddress,
} from './form-api.ts';
import { type FormText, useFormText } from './form-texts.ts';

interface EntryProps {
  readonly form: Form;
  readonly api: FormApi;
  readonly onProven: (proof: Proof) => void;
  /** The page is not open any more. */
  readonly onChanged: () => void;
}

/** Who the person is, then the code that was mailed to them; it leads to the signing page. */
export function FormEntry({ form, api, onProven, onChanged }: EntryProps) {
  const [people, setPeople] = useState<People>({ name: '', email: '', others: {} });
  const [submission, setSubmission] = useState<string | null>(null);
  const act = useAct(onChanged);
  const begin = () =>
    act.run(async () => setSubmission((await api.begin(enteredOf(form, people))).submission));
  if (submission === null)
    return <PeopleForm form={form} people={people} setPeople={setPeople} act={act} onSubmit={begin} />;
  const prove = (code: string) =>
    act.run(async () => {
      const proof = await api.prove(submission, code);
      if (proof.url === null) onProven(proof);
      else location.assign(proof.url);
    });
  const back = () => {
    act.clear();
    setSubmission(null);
  };
  return <CodeForm form={form} email={people.email} act={act} onCode={prove} onAgain={begin} onBack={back} />;
}

interface Person {
  readonly name: string;
  readonly email: string;
}
interface People extends Person {
  /** Whom the person names for other places, by their ids. */
  readonly others: Readonly<Record<number, Person>>;
}
const NOBODY: Person = { name: '', email: '' };

function enteredOf({ asked }: Form, { name, email, others }: People): Entered {
  const people = asked.map(({ placeholderId }) => ({ placeholderId, ...(others[placeholderId] ?? NOBODY) }));
  const language = currentLanguage() as NonNullable<Entered['language']>;
  return { ...readAddress(location.search), name, email, language, people };
}

type Act = ReturnType<typeof useAct>;

function useAct(onChanged: () => void) {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await send().catch((cause: unknown) => {
      const found: FormProblem = cause instanceof FormError ? cause.problem : { kind: 'failed' };
      if (found.kind === 'changed' || found.kind === 'unknown') onChanged();
      else setProblem(found);
    });
    setBusy(false);
  };
  return { problem, isBusy, run, clear: () => setProblem(null) };
}

/** What no field says: that it was too often, that it failed, or that the address of the page is wrong. */
function ActProblem({ form: { senderName: sender }, problem }: { form: Form; problem: FormProblem | null }) {
  const t = useFormText();
  if (problem?.kind === 'busy') return <Banner tone="waiting" title={t('busy', { sender })} />;
  if (problem?.kind === 'failed') return <Banner tone="stopped" title={t('failed')} />;
  const paths = problem?.kind === 'refused' ? Object.keys(problem.violations) : [];
  if (paths.some((path) => /^(values|signature|reference|metadata|fields)/.test(path)))
    return <Banner tone="stopped" title={t('prefill', { sender })} />;
  return null;
}

interface PeopleFormProps {
  readonly form: Form;
  readonly people: People;
  readonly setPeople: (people: People) => void;
  readonly act: Act;
  readonly onSubmit: () => Promise<void>;
}

function PeopleForm({ form, people, setPeople, act, onSubmit }: PeopleFormProps) {
  const t = useFormText();
  const element = useRef<HTMLFormElement>(null);
  const [hasTried, setTried] = useState(false);
  const violations = act.problem?.kind === 'refused' ? act.problem.violations : {};
  const own = hasTried ? problemsOf(t, form, people) : {};
  const errorOf = (path: string) => own[path] ?? (violations[path] && sayViolation(t, path));
  const isRefused = Object.keys(violations).length > 0;
  useEffect(() => {
    if (isRefused) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isRefused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problemsOf(t, form, people));
    if (first === undefined) void onSubmit();
    else event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const change = (next: Partial<People>) => {
    act.clear();
    setPeople({ ...people, ...next });
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex max-w-text flex-col gap-4">
      <h2 className="text-16 font-semibold">{t('yours')}</h2>
      <ActProblem form={form} problem={act.problem} />
      <PersonFields
        person={people}
        names={['name', 'email']}
        labels={[t('name'), t('email')]}
        hint={t('emailHint')}
        errors={[errorOf('name'), errorOf('email')]}
        isOwn
        onChange={change}
      />
      {form.asked.length > 0 && (
        <>
          <h2 className="mt-4 text-16 font-semibold">{t('others')}</h2>
          <p className="text-14 text-muted">{t('othersHint')}</p>
        </>
      )}
      {form.asked.map(({ placeholderId, name: place }, index) => (
        <PersonFields
          key={placeholderId}
          person={people.others[placeholderId] ?? NOBODY}
          names={[`people[${index}][name]`, `people[${index}][email]`]}
          labels={[t('personName', { place }), t('personEmail', { place })]}
          errors={[errorOf(`people[${index}][name]`), errorOf(`people[${index}][email]`)]}
          onChange={(next) => {
            const person = { ...(people.others[placeholderId] ?? NOBODY), ...next };
            change({ others: { ...people.others, [placeholderId]: person } });
          }}
        />
      ))}
      <Button type="submit" variant="primary" busy={act.isBusy} className="mt-2 self-start">
        {t('send')}
      </Button>
    </form>
  );
}

interface PersonFieldsProps {
  readonly person: Person;
  readonly names: readonly [string, string];
  readonly labels: readonly [string, string];
  readonly errors: readonly [string | undefined, string | undefined];
  readonly hint?: string;
  readonly isOwn?: boolean;
  readonly onChange: (next: Partial<Person>) => void;
}

function PersonFields({ person, names, labels, errors, hint, isOwn = false, onChange }: PersonFieldsProps) {
  return (
    <>
      <TextField
        name={names[0]}
        label={labels[0]}
        error={errors[0]}
        value={person.name}
        autoComplete={isOwn ? 'name' : 'off'}
        maxLength={LIMITS.strangerNameCharactersMax}
        required
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        name={names[1]}
        label={labels[1]}
        hint={hint}
        error={errors[1]}
        type="email"
        value={person.email}
        autoComplete={isOwn ? 'email' : 'off'}
        maxLength={LIMITS.emailCharactersMax}
        dir="ltr"
        required
        onChange={({ target }) => onChange({ email: target.value })}
      />
    </>
  );
}

/** In the order of the form. */
function problemsOf(t: FormText, { asked }: Form, people: People): Record<string, string> {
  const all = asked.map(
    ({ placeholderId }, index) => [`people[${index}]`, people.others[placeholderId] ?? NOBODY] as const,
  );
  return Object.fromEntries(
    [['', people] as const, ...all].flatMap(([at, { name, email }]) => [
      ...(name.trim() === '' ? [[at === '' ? 'name' : `${at}[name]`, t('nameNeeded')]] : []),
      ...(isEmail(email.trim()) ? [] : [[at === '' ? 'email' : `${at}[email]`, t('emailNeeded')]]),
    ]),
  );
}

/** In the language of the page: there is one thing that can be wrong with each. */
function sayViolation(t: FormText, path: string): string {
  return path.endsWith('email') || path.endsWith('email]') ? t('emailNeeded') : t('nameNeeded');
}

interface CodeFormProps {
  readonly form: Form;
  readonly email: string;
  readonly act: Act;
  readonly onCode: (code: string) => Promise<void>;
  readonly onAgain: () => Promise<void>;
  readonly onBack: () => void;
}

function CodeForm({ form, email, act, onCode, onAgain, onBack }: CodeFormProps) {
  const t = useFormText();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [hasTried, setTried] = useState(false);
  const isWrong = act.problem?.kind === 'refused' && 'code' in act.problem.violations;
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (isWrong) input.current?.select();
  }, [isWrong]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const digits = readCode(code);
    if (digits === null) input.current?.focus();
    else void onCode(digits);
  };
  const again = () => {
    setCode('');
    setTried(false);
    void onAgain().then(() => input.current?.focus());
  };
  const missing = hasTried && readCode(code) === null ? t('codeNeeded') : undefined;
  return (
    <form noValidate onSubmit={submit} className="flex max-w-text flex-col gap-4">
      <h2 className="text-16 font-semibold">{t('codeTitle')}</h2>
      <p role="status" className="break-words">
        {t('codeLead', { email })}
      </p>
      <ActProblem form={form} problem={act.problem} />
      <TextField
        ref={input}
        label={t('code')}
        error={missing ?? (isWrong ? t('codeWrong') : undefined)}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        dir="ltr"
        required
        className="max-w-56"
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={act.isBusy}>
          {t('enter')}
        </Button>
        <Button disabled={act.isBusy} onClick={again}>
          {t('again')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
