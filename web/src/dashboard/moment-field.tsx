import type { Ref } from 'react';
import { currentLanguage, shownTimeZone, type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formatClock, formatDay, formatDistance } from '../ui/format-time.ts';
import { TextField } from '../ui/text-field.tsx';
import { momentOf } from './deadline-state.ts';
import { type Instant, instantOf, offsetText } from './local-time.ts';

const DAY = 86_400;
const CHOICES = [7, 14, 30];

type MomentFieldProps = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  name?: string;
  moment: string;
  limits: { min: string; max: string };
  error: string | undefined;
  /** Whether it is an end: then it is said in words as one. */
  isEnd?: boolean;
  /** Whether moments that are chosen often are offered below it. */
  hasChoices?: boolean;
  onChange: (moment: string) => void;
};

/** A day and an hour in the time zone of the account, which is named; in words too, against mistyping. */
export function MomentField(props: MomentFieldProps) {
  const { moment, limits, isEnd = false, hasChoices = false, onChange, ...field } = props;
  const t = useText('acts');
  const now = Math.floor(Date.now() / 1000);
  const zone = shownTimeZone();
  const instant = instantOf(moment, zone);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...field}
        type="datetime-local"
        {...limits}
        value={moment}
        hint={
          <>
            {instant && instant.seconds > now && (
              <span className="block">{momentInWords({ seconds: instant.seconds, now, isEnd }, t)}</span>
            )}
            {isClockChanged(instant) && <ChangedClocks instant={instant} moment={moment} />}
            <bdi className="block">{`${zone}, ${offsetText(instant?.seconds ?? now, zone)}`}</bdi>
          </>
        }
        onChange={({ target }) => onChange(target.value)}
      />
      {hasChoices && <Choices now={now} limits={limits} onChange={onChange} />}
    </div>
  );
}

function isClockChanged(instant: Instant | null): instant is Instant {
  return instant !== null && instant.kind !== 'once';
}

/** An hour that the clocks of the zone skip, or show twice. */
function ChangedClocks({ instant: { seconds, kind }, moment }: { instant: Instant; moment: string }) {
  const t = useText('acts');
  const time = moment.slice(11);
  return (
    <span className="block text-ink">
      {kind === 'gap'
        ? t('momentSkipped', { time, counts: formatClock(seconds, currentLanguage()) })
        : t('momentTwice', { time })}
    </span>
  );
}

function Choices({ now, limits, onChange }: Pick<MomentFieldProps, 'limits' | 'onChange'> & { now: number }) {
  const t = useText('acts');
  const offered = CHOICES.map((days) => now + days * DAY).filter((seconds) => {
    const moment = momentOf(seconds);
    return moment >= limits.min && moment <= limits.max;
  });
  if (offered.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('momentChoices')}</legend>
      {offered.map((seconds) => (
        <Button key={seconds} isSmall onClick={() => onChange(momentOf(seconds))}>
          {formatDistance(seconds, now, currentLanguage())}
        </Button>
      ))}
    </fieldset>
  );
}

/** "Friday, 4 December 2026, until 23:59 GMT+1 (in 13 days)" */
export function momentInWords(
  { seconds, now, isEnd = false }: { seconds: number; now: number; isEnd?: boolean },
  t: TextOf,
): string {
  const language = currentLanguage();
  return t(isEnd ? 'deadlineInWords' : 'momentInWords', {
    day: formatDay(seconds, language),
    time: formatClock(seconds, language),
    zone: offsetText(seconds, shownTimeZone()),
    distance: formatDistance(seconds, now, language),
  });
}
