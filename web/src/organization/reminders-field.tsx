import { NO_REMINDERS, PROPOSED_REMINDERS, REMINDER_RANGES } from '@paraph/domain';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { isWrong, NUMBERS, planText, planValueOf, textsOf } from './reminder-state.ts';

type RemindersFieldProps = {
  /** Null where the wider one counts, which `inherited` says; that is null where the reader may not know it. */
  value: string | null;
  inherited?: string | null;
  /** Who says the wider one; usually the organization. */
  isOfWorkspace?: boolean;
  /** Who has set it, in words. */
  source?: string | null | undefined;
  onChange: (value: string | null) => void;
};

/** Whether people are reminded by themselves, and how often. */
export function RemindersField(props: RemindersFieldProps) {
  const { value, inherited, isOfWorkspace = false, source, onChange } = props;
  const t = useText('reminders');
  const kind = value === null ? 'inherited' : value === NO_REMINDERS ? NO_REMINDERS : 'plan';
  const choose = (chosen: string) =>
    onChange(chosen === 'inherited' ? null : chosen === 'plan' ? PROPOSED_REMINDERS : chosen);
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t('label')}
        hint={t('hint')}
        value={kind}
        onChange={({ target }) => choose(target.value)}
      >
        {inherited !== undefined && (
          <option value="inherited">{t(isOfWorkspace ? 'inheritedFromWorkspace' : 'inherited')}</option>
        )}
        <option value={NO_REMINDERS}>{t('none')}</option>
        <option value="plan">{t('byPlan')}</option>
      </SelectField>
      {source && <p className="text-14 text-muted">{source}</p>}
      {value === null && inherited && (
        <p className="text-14 text-muted">{t('inheritedPlan', { plan: planText(inherited, t) })}</p>
      )}
      {kind === 'plan' && value !== null && <PlanFields value={value} onChange={onChange} />}
    </div>
  );
}

function PlanFields({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('reminders');
  const texts = textsOf(value);
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        {NUMBERS.map((name) => {
          const [least, most] = REMINDER_RANGES[name];
          return (
            <TextField
              key={name}
              inputMode="numeric"
              autoComplete="off"
              label={t(name)}
              name={`reminders.${name}`}
              value={texts[name]}
              error={isWrong(name, texts[name]) ? t('wrong', { least, most }) : undefined}
              onChange={({ target }) => onChange(planValueOf({ ...texts, [name]: target.value }))}
            />
          );
        })}
      </div>
      <Checkbox
        label={t('weekdays')}
        checked={texts.weekdaysOnly}
        onChange={({ target }) => onChange(planValueOf({ ...texts, weekdaysOnly: target.checked }))}
      />
    </>
  );
}
