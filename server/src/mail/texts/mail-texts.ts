import { formatMessage, LOCALES, type SigningLanguage, timeLeft } from '@paraph/domain';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

const CATALOGUES: Readonly<Record<SigningLanguage, typeof en>> = { en, fr, de, es, it, pt, nl, pl, ar };

/**
 * An invitation has four wordings: to sign or to review, in the first step or a later one; a reminder has two, and the
 * end of several documents its own.
 */
export type Wording = keyof typeof en.mails;

/** The texts of one language. A button is empty where there is nothing to open. */
export type MailTexts = ReturnType<typeof textsIn>;

interface MailReader {
  recipientId: number | null;
  followerId?: number | null | undefined;
}

/**
 * For a mail about a workflow: the language that the sender chose for who reads it, else that of the sender's account,
 * whose people mostly share it.
 */
export function textsFor(
  { recipientId, followerId = null }: MailReader,
  { creator, recipients, followers }: WorkflowFacts,
): MailTexts {
  const reader =
    followerId === null
      ? recipients.find(({ id }) => id === recipientId)
      : followers.find(({ id }) => id === followerId);
  return textsIn(reader?.language ?? creator.language);
}

/** English where no language was chosen. */
export function textsIn(chosen: SigningLanguage | null) {
  const language = chosen ?? 'en';
  return { ...CATALOGUES[language], language, locale: LOCALES[language] };
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** By locale and zone: to make them takes as long as the rest of a mail. */
const formats = new Map<string, ReturnType<typeof makeFormats>>();

function makeFormats(locale: string, timeZone: string) {
  const named = new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone, timeZoneName: 'short' });
  return {
    day: new Intl.DateTimeFormat(locale, { ...DAY, timeZone }),
    clock: new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone }),
    /** "CET" */
    zoneAt: (time: Date) =>
      named.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  };
}

function formatsIn(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const known = formats.get(key) ?? makeFormats(locale, timeZone);
  formats.set(key, known);
  return known;
}

/**
 * "21 Nov 2026, 14:05 UTC"; where the zone of the reader is known, "21 Nov 2026, 15:05 CET (14:05 UTC)", with the day in
 * UTC where it is another one.
 */
export function formatTime(
  time: Date,
  { locale }: Pick<MailTexts, 'locale'>,
  timeZone: string | null = null,
): string {
  const utc = formatsIn(locale, 'UTC');
  const [day, clock] = [utc.day.format(time), utc.clock.format(time)];
  const there = timeZone === null ? utc : formatsIn(locale, timeZone);
  const [ownDay, ownClock] = [there.day.format(time), there.clock.format(time)];
  if (ownDay === day && ownClock === clock) return `${day}, ${clock} UTC`;
  const beside = ownDay === day ? clock : `${day}, ${clock}`;
  return `${ownDay}, ${ownClock} ${there.zoneAt(time)} (${beside} UTC)`;
}

/** "in 6 days", by the rule of all pages; hours on the last days. Null in the last hour, and once it has passed. */
export function formatWait(until: Date, now: Date, texts: MailTexts): string | null {
  const left = timeLeft(until.getTime() / 1000, now.getTime() / 1000);
  if (left === null || left.unit === 'minute') return null;
  const { unit, count } = left;
  return formatMessage(unit === 'day' ? texts.inDays : texts.inHours, { count }, { language: texts.locale });
}
