import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import { type Deadline, momentOf, secondsOf, startLimits } from './deadline-state.ts';
import { MomentField } from './moment-field.tsx';

const DAY = 86_400;

type StartFieldProps = {
  /** Null: at once. */
  start: string | null;
  deadline: Deadline;
  error: string | undefined;
  onChange: (start: string | null) => void;
};

/** When the document is sent: at once, or by itself at a day and hour. */
export function StartField({ start, deadline, error, onChange }: StartFieldProps) {
  const t = useText('send');
  const now = Math.floor(Date.now() / 1000);
  const end = 'moment' in deadline ? secondsOf(deadline.moment) : null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('start')}
        hint={start === null ? undefined : t('startHint')}
        value={start === null ? 'now' : 'later'}
        onChange={({ target }) => onChange(target.value === 'now' ? null : nextMorning(now))}
      >
        <option value="now">{t('startNow')}</option>
        <option value="later">{t('startLater')}</option>
      </SelectField>
      {start !== null && (
        <MomentField
          label={t('startMoment')}
          name="scheduledStartDate"
          limits={startLimits(now, end)}
          moment={start}
          error={error}
          onChange={onChange}
        />
      )}
    </div>
  );
}

/** Nine o'clock of tomorrow. */
export function nextMorning(nowSeconds: number): string {
  return `${momentOf(nowSeconds + DAY).slice(0, 10)}T09:00`;
}
