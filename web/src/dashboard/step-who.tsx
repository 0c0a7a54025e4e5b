import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import type { SendStep, StepChange } from './send-steps.ts';

interface StepWhoProps {
  step: SendStep;
  index: number;
  change: (change: StepChange) => void;
}

/** How many of the people of a step are enough, where it has several. */
export function StepWho({ step, index, change }: StepWhoProps) {
  const t = useText('send');
  const { people, required } = step;
  // Of a draft in which only some of the step are in a group, the page leaves it as it is.
  if (people.length < 2 || people.some(({ choice }) => choice)) return null;
  const value = required !== undefined && required < people.length ? String(required) : '';
  return (
    <SelectField
      label={t('stepWho', { order: index + 1 })}
      name={`steps[${index}][required]`}
      value={value}
      className="mb-3 max-w-text"
      {...(value === '' ? {} : { hint: t('stepSomeHint') })}
      onChange={({ target }) =>
        change({
          do: 'step-required',
          key: step.key,
          required: target.value === '' ? null : Number(target.value),
        })
      }
    >
      <option value="">{t('stepAll')}</option>
      {people.slice(1).map(({ key }, count) => (
        <option key={key} value={count + 1}>
          {t('stepSome', { count: count + 1 })}
        </option>
      ))}
    </SelectField>
  );
}
