import { useText } from '../text/start-text.ts';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { dayFromNow } from './deadline-state.ts';
import { DEADLINE_DAYS, type Deadline } from './send-state.ts';

type DeadlineFieldProps = {
  deadline: Deadline;
  error: string | undefined;
  onChange: (deadline: Deadline) => void;
};

const OWN_DATE = 'date';

export function DeadlineField({ deadline, error, onChange }: DeadlineFieldProps) {
  const t = useText('send');
  const isDate = 'date' in deadline;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('deadline')}
        hint={t('deadlineHint')}
        {...(isDate ? {} : { name: 'expiryDate', error })}
        value={isDate ? OWN_DATE : deadline.days}
        onChange={({ target }) =>
          onChange(target.value === OWN_DATE ? { date: dayFromNow(14) } : { days: Number(target.value) })
        }
      >
        {DEADLINE_DAYS.map((days) => (
          <option key={days} value={days}>
            {t('days', { count: days })}
          </option>
        ))}
        <option value={OWN_DATE}>{t('anotherDay')}</option>
      </SelectField>
      {isDate && (
        <TextField
          label={t('day')}
          type="date"
          name="expiryDate"
          min={dayFromNow(7)}
          max={dayFromNow(90)}
          value={deadline.date}
          error={error}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      )}
    </div>
  );
}
