import { currentLanguage, useText } from '../text/start-text.ts';
import { formatDistance } from '../ui/format-time.ts';
import { SelectField } from '../ui/text-field.tsx';
import {
  DAYS_DEFAULT,
  type Deadline,
  type DeadlineLimits,
  listDays,
  momentLimits,
  momentOf,
} from './deadline-state.ts';
import { MomentField } from './moment-field.tsx';

type DeadlineFieldProps = {
  deadline: Deadline;
  limits: DeadlineLimits;
  error: string | undefined;
  /** Who has set it, in words. */
  source?: string | null | undefined;
  onChange: (deadline: Deadline) => void;
};

const CUSTOM_MOMENT = 'moment';

export function DeadlineField({ deadline, limits, error, source, onChange }: DeadlineFieldProps) {
  const t = useText('send');
  const language = currentLanguage();
  const isMoment = 'moment' in deadline;
  const offered = listDays(limits);
  const days = isMoment || offered.includes(deadline.days) ? offered : [...offered, deadline.days];
  const now = Math.floor(Date.now() / 1000);
  const inDays = (count: number) => now + count * 86_400;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('deadline')}
        hint={source ? `${t('deadlineHint')} (${source})` : t('deadlineHint')}
        {...(isMoment ? {} : { name: 'expiryDate', error })}
        value={isMoment ? CUSTOM_MOMENT : deadline.days}
        onChange={({ target }) =>
          onChange(
            target.value === CUSTOM_MOMENT
              ? { moment: momentOf(inDays(DAYS_DEFAULT)) }
              : { days: Number(target.value) },
          )
        }
      >
        {days
          .toSorted((one, other) => one - other)
          .map((count) => (
            <option key={count} value={count}>
              {formatDistance(inDays(count), now, language)}
            </option>
          ))}
        <option value={CUSTOM_MOMENT}>{t('anotherMoment')}</option>
      </SelectField>
      {isMoment && (
        <MomentField
          label={t('moment')}
          name="expiryDate"
          limits={momentLimits(now, limits)}
          moment={deadline.moment}
          isEnd
          error={error}
          onChange={(moment) => onChange({ moment })}
        />
      )}
    </div>
  );
}
