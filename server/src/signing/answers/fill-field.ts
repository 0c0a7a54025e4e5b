import {
  type AnsweredField,
  describeAnswerProblem,
  describeMissingCharacters,
  findValueProblem,
  invalid,
  isAnswered,
  listExcludedRadios,
  Refusal,
  readAnswer,
} from '@paraph/domain';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { setFieldValues } from '../../workflows/api.ts';
import { loadAnswerAccess } from '../session/signing-access.ts';
import {
  answeredFieldsOf,
  findUndrawableAnswers,
  requireOpen,
  type ShownSession,
  type SigningDeps,
  type SigningSession,
  withDrawableNames,
  withLocked,
} from '../session/signing-session.ts';

/**
 * Saves one answer immediately, so that closing the page loses nothing; an empty value clears the field. The other
 * radios of a group lose their value.
 */
export async function fillField(
  deps: SigningDeps,
  linkId: string,
  answer: { fieldId: number; value: string | null },
): Promise<{ id: number; value: string | null }> {
  const findMissing = createMissingCharacterFinder(deps.config);
  return withLocked(deps, { linkId, load: loadAnswerAccess }, async (tx, access) => {
    requireOpen(access);
    const { fields: own, recipient, signatureImages } = access;
    const session = { signatureImages, findMissing };
    const fields = answeredFieldsOf({ fields: withDrawableNames(own, recipient, findMissing) });
    const field = fields.find((each) => each.id === answer.fieldId);
    if (!field) throw new Refusal('NOT_FOUND', 'There is no such field for you here.');
    const value = readAnswer(answer.value);
    const problem = findProblem(field, value, session) ?? findUndrawable(session, { ...field, value });
    if (problem !== null) throw invalid({ value: problem });
    const excluded = value === null ? [] : listExcludedRadios(fields, field);
    const cleared = excluded.map(({ id }) => ({ id, value: null }));
    await setFieldValues(tx, [{ id: field.id, value }, ...cleared]);
    return { id: field.id, value };
  });
}

function findUndrawable(
  { findMissing }: Pick<SigningSession, 'findMissing'>,
  field: AnsweredField,
): string | null {
  const [characters] = findUndrawableAnswers([{ ...field, showIf: null }], findMissing).values();
  return characters ? describeMissingCharacters(characters) : null;
}

function findProblem(
  field: AnsweredField,
  value: string | null,
  {
    signatureImages,
  }: { signatureImages: readonly Pick<ShownSession['signatureImages'][number], 'id' | 'kind'>[] },
): string | null {
  const { type } = field;
  if (!isAnswered(field)) {
    return type === 'date'
      ? 'This field is filled by the service when you finish.'
      : 'The sender has filled in this field; only they can change it.';
  }
  if (type === 'attachment') return 'Send the file itself, to the attachment of this field.';
  if (value === null) return null;
  if (type === 'signature' || type === 'initials') {
    return signatureImages.some((image) => image.kind === type && image.id === value)
      ? null
      : `Make your ${type} first, then apply it here.`;
  }
  const problem = findValueProblem(field, value);
  return problem === null ? null : describeAnswerProblem(problem);
}
