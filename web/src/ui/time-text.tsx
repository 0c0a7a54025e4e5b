import { useShown } from '../text/start-text.ts';
import { formatDistance, formatMoment, formatMomentWithZone } from './format-time.ts';

/** A moment in the user's time zone; a deadline also shows its distance. */
export function TimeText({ seconds, isDeadline }: { seconds: number; isDeadline?: boolean }) {
  const { language } = useShown();
  const moment = formatMoment(seconds, language);
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={formatMomentWithZone(seconds, language)}>
      <span className="whitespace-nowrap">{moment}</span>
      {isDeadline && (
        <>
          {' '}
          <span className="whitespace-nowrap">({formatDistance(seconds, Date.now() / 1000, language)})</span>
        </>
      )}
    </time>
  );
}
