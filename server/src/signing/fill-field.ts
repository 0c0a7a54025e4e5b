import { type FieldType, invalid, isEmail, isFilledByService, Refusal } from '@paraph/domain';
import { setFieldValue } from '../workflows/api.ts';
import { type SigningDeps, type SigningSession, withOpenSigningSession } from './signing-session.ts';

/** Saves one answer immediately, so that closing the page loses nothing; an empty value clears the field. */
export async function fillField(
  deps: SigningDeps,
  linkId: string,
  answer: { fieldId: number; value: string | null },
): Promise<{ id: number; value: string | null }> {
  return withOpenSigningSession(deps, linkId, async (tx, session) => {
    const field = session.fields.find((each) => each.id === answer.fieldId);
    if (!field) throw new Refusal('NOT_FOUND', 'There is no such field for you here.');
    const value = answer.value?.trim() || null;
    const problem = value === null ? null : problemOf(field.type, value, session);
    if (problem !== null) throw invalid({ value: problem });
    await setFieldValue(tx, field.id, value);
    return { id: field.id, value };
  });
}

function problemOf(type: FieldType, value: string, session: SigningSession): string | null {
  if (isFilledByService(type)) return 'This field is filled by the service when you finish.';
  switch (type) {
    case 'signature':
    case 'initials':
      return session.signatureImages.some((image) => image.kind === type && image.id === value)
        ? null
        : `Make your ${type} first, then apply it here.`;
    case 'email':
      return isEmail(value) ? null : 'Must be an email address, such as one@example.com.';
    case 'number':
      return Number.isFinite(Number(value.replace(',', '.'))) ? null : 'Must be a number.';
    default:
      return /[\p{Cc}]/u.test(value.replaceAll('\n', '')) ? 'Must not contain control characters.' : null;
  }
}
