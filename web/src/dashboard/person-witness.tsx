import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import type { SendPerson, SendStep, StepChange } from './send-steps.ts';

interface PersonWitnessProps {
  step: SendStep;
  person: SendPerson;
  /** Of the person in the request. */
  at: string;
  /** A placeholder of a template: who is a witness is named when it is used. */
  isPlaceholder: boolean;
  errorTexts: ReadonlyMap<string, string>;
  change: (change: StepChange) => void;
}

/** Whether a signer has a witness whom they name, or is the witness of another one of the step. */
export function PersonWitness({ step, person, at, isPlaceholder, errorTexts, change }: PersonWitnessProps) {
  const t = useText('send');
  // Who may be stood in for has no witness, and is none.
  if (step.type !== 'sign' || step.required !== undefined || person.choice) return null;
  const signers = step.people.filter((each) => {
    return each !== person && (!each.witness || each.witness === 'asked') && each.name.trim() !== '';
  });
  const isWitnessed = step.people.some(({ witness }) => witness === person.key);
  return (
    <SelectField
      label={t('witness')}
      name={`${at}[witnessOf]`}
      value={person.witness ?? ''}
      error={errorTexts.get(`${at}[witnessOf]`) ?? errorTexts.get(`${at}[witness]`)}
      onChange={({ target }) => change({ do: 'person', key: person.key, change: { witness: target.value } })}
    >
      <option value="">{t('witnessNone')}</option>
      {!isPlaceholder && <option value="asked">{t('witnessAsked')}</option>}
      {!isWitnessed &&
        signers.map(({ key, name }) => (
          <option key={key} value={key}>
            {t('witnessOf', { name })}
          </option>
        ))}
    </SelectField>
  );
}
