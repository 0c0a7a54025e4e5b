import {
  describeAnswerProblem,
  describeMissingCharacters,
  findAnswerProblems,
  invalid,
  isAnswered,
  isFilledByService,
  listShownFields,
  Refusal,
} from '@paraph/domain';
import { sha256 } from '../../platform/ids.ts';
import { answeredFieldsOf, requireOpen, type SigningSession } from '../session/signing-session.ts';
import { dayOf } from './zoned-time.ts';

/** What a person signs. */
export interface SigningContent {
  /** All of theirs, with the values that the service adds or clears at the end: to be stored. */
  fields: SigningSession['fields'];
  /** Those of them that no condition hides: to be signed. */
  shown: SigningSession['fields'];
}

/** Requires that the recipient may sign now, and has answered and consented. */
export function requireFinishable(session: SigningSession): void {
  requireOpen(session);
  if (session.action.type !== 'sign') {
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'Your part is to review this, not to sign it.');
  }
  if (session.consentVersion === null) {
    throw invalid({ consent: 'Agree to sign electronically before you finish.' });
  }
  requireComplete(session);
}

/** Requires that every answer is given and can be drawn. */
export function requireComplete(session: Pick<SigningSession, 'fields' | 'undrawable'>): void {
  const violations: Record<string, string> = {};
  for (const [id, characters] of session.undrawable)
    violations[`fields[${id}]`] = describeMissingCharacters(characters);
  for (const [id, problem] of findAnswerProblems(answeredFieldsOf(session)))
    violations[`fields[${id}]`] = describeAnswerProblem(problem);
  if (Object.keys(violations).length > 0) throw invalid(violations);
}

/** The content at a time, whose day in the zone the date fields show. */
export function contentAt(
  session: Pick<SigningSession, 'fields'>,
  { at, timeZone }: { at: Date; timeZone: string },
): SigningContent {
  const value = dayOf(at, timeZone);
  const shown = new Set(listShownFields(answeredFieldsOf(session)).map(({ id }) => id));
  const fields = session.fields.map((field) => {
    if (shown.has(field.id)) return isFilledByService(field.type) ? { ...field, value } : field;
    // What the sender filled in stays theirs.
    const isOwn = isAnswered({ type: field.type, readOnly: field.read_only });
    return isOwn ? { ...field, value: null } : field;
  });
  return { fields, shown: fields.filter(({ id }) => shown.has(id)) };
}

/** Stays the same from preview to preview as long as file, answers and person do: proofs are bound to it. */
export function contentHashOf(session: SigningSession, { fields }: SigningContent): Buffer {
  const { recipient, action, shownHash } = session;
  const { id, name, email } = recipient;
  const answers = fields.map((field) => [field.id, field.value]);
  return sha256(JSON.stringify([shownHash, action.id, id, name, email, answers]));
}
