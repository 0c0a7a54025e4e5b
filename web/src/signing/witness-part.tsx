import { emailKey, isEmail, LIMITS } from '@paraph/domain';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';
import type { SigningView } from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';
import { useWitnessText } from './witness-texts.ts';

export interface Statement {
  readonly address: string;
  readonly relation: string;
  readonly isAdult: true;
}

/** Called when the person goes on: false keeps them here; a statement is saved with their consent. */
export type ReadWitness = () => Promise<Statement | null | false>;

interface WitnessPartProps {
  readonly view: SigningView;
  readonly readRef: RefObject<ReadWitness | null>;
  readonly onName: (witness: { name: string; email: string }) => Promise<void>;
}

/** What a witness states, and whom a signer names as theirs. */
export function WitnessPart({ view, readRef, onName }: WitnessPartProps) {
  const say = useWitnessText();
  const { of, own } = view.witness;
  if (of !== null) return <StatementForm view={view} of={of} readRef={readRef} />;
  const named = own.filter(({ asked }) => !asked);
  return (
    <>
      {named.map(({ name, email }) => (
        <p key={email} className="mt-6 max-w-text">
          {say('afterYou', { name })}
        </p>
      ))}
      {named.length < own.length && <NameForm view={view} readRef={readRef} onName={onName} />}
    </>
  );
}

function StatementForm({ view, of, readRef }: Pick<WitnessPartProps, 'readRef' | 'view'> & { of: string }) {
  const say = useWitnessText();
  const { stated } = view.witness;
  const form = useForm({ address: stated?.address ?? '', relation: stated?.relation ?? '' }, (values) => ({
    address: values.address === '' ? say('addressNeeded') : undefined,
    relation: values.relation === '' ? say('relationNeeded') : undefined,
  }));
  useEffect(() => {
    readRef.current = async () => {
      const values = form.check();
      if (values === null) return false;
      const isSame = values.address === stated?.address && values.relation === stated.relation;
      return isSame ? null : { ...values, isAdult: true };
    };
  });
  return (
    <section ref={form.ref} className="mt-8">
      <h2 className="text-16 font-semibold">{say('title', { name: of })}</h2>
      <p className="mt-1 max-w-text">{say('lead', { name: of })}</p>
      <div className="mt-4 flex max-w-text flex-col gap-4">
        <TextArea
          {...form.inputOf('address')}
          label={say('address')}
          hint={say('addressHint')}
          maxLength={LIMITS.witnessAddressCharactersMax}
          autoComplete="street-address"
        />
        <TextField
          {...form.inputOf('relation')}
          label={say('relation', { name: of })}
          hint={say('relationHint')}
          maxLength={LIMITS.witnessRelationCharactersMax}
        />
      </div>
    </section>
  );
}

function NameForm({ view, readRef, onName }: WitnessPartProps) {
  const t = useText('signing');
  const say = useWitnessText();
  const act = useSubmit();
  const named = view.witness.own.find(({ asked, named: isNamed }) => asked && isNamed);
  const form = useForm({ name: named?.name ?? '', email: named?.email ?? '' }, ({ name, email }) => ({
    name: name === '' ? say('nameNeeded') : undefined,
    email: !isEmail(email)
      ? t('error.email')
      : emailKey(email) === emailKey(view.recipient.email)
        ? say('ownEmail')
        : undefined,
  }));
  useEffect(() => {
    readRef.current = async () => {
      const witness = form.check();
      if (witness === null) return false;
      if (witness.name === named?.name && witness.email === named.email) return null;
      let isSaved = false;
      await act.run(async () => {
        await onName(witness);
        isSaved = true;
      });
      return isSaved ? null : false;
    };
  });
  return (
    <section ref={form.ref} className="mt-8">
      <h2 className="text-16 font-semibold">{say('nameTitle')}</h2>
      <p className="mt-1 max-w-text">{say('nameLead', { sender: view.workflow.senderName })}</p>
      <SubmitError error={act.error} />
      <div className="mt-4 flex max-w-text flex-col gap-4">
        <TextField
          {...form.inputOf('name')}
          label={say('name')}
          maxLength={LIMITS.nameCharactersMax}
          autoComplete="off"
        />
        <TextField {...form.inputOf('email')} label={say('email')} type="email" autoComplete="off" />
      </div>
    </section>
  );
}

/** Texts by their names, which are checked when the person goes on: the first that is wrong gets the focus. */
function useForm<Values extends Record<string, string>>(
  initial: Values,
  findProblems: (values: Values) => Partial<Record<keyof Values, string | undefined>>,
) {
  const ref = useRef<HTMLElement>(null);
  const [values, setValues] = useState(initial);
  const [hasTried, setTried] = useState(false);
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, text.trim()]),
  ) as Values;
  const problems = findProblems(trimmed);
  const check = (): Values | null => {
    setTried(true);
    const first = Object.keys(values).find((key) => problems[key] !== undefined);
    if (first === undefined) return trimmed;
    ref.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return null;
  };
  const inputOf = (key: keyof Values & string) => ({
    name: key,
    value: values[key] ?? '',
    error: hasTried ? problems[key] : undefined,
    required: true,
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [key]: target.value })),
  });
  return { ref, check, inputOf };
}
