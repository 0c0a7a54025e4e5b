import type { RefusalReason } from '@paraph/domain';
import type { SigningErrorKind } from './signing-error.ts';
import type { PagePoint } from './signing-state.ts';
import type { SigningDocument, SigningPreview } from './signing-view.ts';

/** A preview, the hash of what it was made from, and when it was asked for by the clock of this device. */
export interface MadePreview extends SigningPreview {
  readonly shownHash: string;
  readonly askedAtMs: number;
}

/** The time that a signature shows is less than a minute before the press of Finish. */
const freshMs = 60_000;
/** Leaves time for the request before the minute is over. */
const renewAfterMs = 45_000;
const retryMs = 10_000;

/** Whether it may still be signed; also not where the device's clock was set back or the day has changed. */
export function isFresh({ askedAtMs }: Pick<MadePreview, 'askedAtMs'>, nowMs: number): boolean {
  const ageMs = nowMs - askedAtMs;
  return ageMs >= 0 && ageMs < freshMs && isSameDay(askedAtMs, nowMs);
}

/** How long until the next one is made, after so many attempts to do so have failed; at midnight at the latest. */
export function renewDelayMs(
  made: Pick<MadePreview, 'askedAtMs'> | null,
  nowMs: number,
  failures: number,
): number {
  if (failures > 0) return retryMs * Math.min(failures, 6);
  if (made === null) return 0;
  const { askedAtMs } = made;
  if (!isSameDay(askedAtMs, nowMs) || nowMs < askedAtMs) return 0;
  const midnight = new Date(nowMs);
  midnight.setHours(24, 0, 0, 0);
  return Math.max(0, Math.min(askedAtMs + renewAfterMs, midnight.getTime()) - nowMs);
}

/** Whether one may be made later without an act of the person, because only the attempt has failed. */
export function isWorthRepeating(kind: SigningErrorKind): boolean {
  return kind !== 'refused' && kind !== 'unknown';
}

function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
}

/** Why what was checked has to be checked once more. */
export type ChangeCause = 'answer' | 'person' | 'day' | 'old' | 'used' | 'unknown';

/** Whether the pages differ from the pages that were checked. */
export function isOtherContent(cause: ChangeCause): boolean {
  return cause !== 'old' && cause !== 'used';
}

interface Checked extends Pick<MadePreview, 'askedAtMs'> {
  readonly recipient: Person;
}
type Person = { readonly name: string; readonly email: string };

/** Why the content of the same file is another one than that which was checked. */
export function findChangeCause(before: Checked, now: Checked): ChangeCause {
  if (isOtherPerson(before.recipient, now.recipient)) return 'person';
  return isSameDay(before.askedAtMs, now.askedAtMs) ? 'answer' : 'day';
}

/** The same for a Finish that the server refused; null where the check is not the cause. */
export function causeOfRefusal(
  reason: RefusalReason | null,
  { before, now }: { before: Person; now: Person },
): ChangeCause | null {
  switch (reason) {
    case 'answers_changed':
      return isOtherPerson(before, now) ? 'person' : 'answer';
    case 'day_changed':
      return 'day';
    case 'check_too_old':
      return 'old';
    case 'check_used':
      return 'used';
    case null:
      return 'unknown';
    default:
      return null;
  }
}

function isOtherPerson(one: Person, other: Person): boolean {
  return one.name !== other.name || one.email !== other.email;
}

/** The pages of a document that are among these points, in order; its first page where none is. */
export function checkedPages(
  { id, pages }: Pick<SigningDocument, 'id' | 'pages'>,
  points: readonly PagePoint[],
): number[] {
  const wanted = new Set(points.filter(({ documentId }) => documentId === id).map(({ page }) => page));
  const wantedPages = pages.map((_, index) => index + 1).filter((page) => wanted.has(page));
  return wantedPages.length > 0 ? wantedPages : [1];
}
