import { type AnswerProblem, drawnValue, FIELD_LABELS, readMissingCharacters } from '@paraph/domain';
import type { TextOf } from '../text/start-text.ts';
import { signatureKindOf } from './cover-state.ts';
import { isEmpty, isTick } from './signing-state.ts';
import type { SigningDocument, SigningField } from './signing-view.ts';

/** The sender's label; a default label is translated. */
export function labelOf(t: TextOf, field: SigningField): string {
  const label = field.label.trim();
  return label === '' || label === FIELD_LABELS[field.type] ? t(`fieldName.${field.type}`) : label;
}

/** The accessible name: label, required or optional, filled or empty, page. */
export function nameOf(t: TextOf, field: SigningField, value: string | null): string {
  return t('field.named', {
    label: labelOf(t, field),
    need: t(field.required ? 'field.required' : 'field.optional'),
    state: t(isEmpty(value) ? 'field.empty' : 'field.filled'),
    page: field.page,
  });
}

export function errorText(t: TextOf, field: SigningField, problem: AnswerProblem): string {
  const label = labelOf(t, field);
  if ('limit' in problem) return t(`error.${problem.rule}`, { limit: problem.limit, count: problem.limit });
  if (problem.rule !== 'required') return t(`error.${problem.rule}`);
  if (field.type === 'radio' || field.type === 'dropdown') return t('error.required_choice', { label });
  if (signatureKindOf(field.type) !== null) return t('error.required_signature', { label });
  if (field.type === 'attachment') return t('error.required_file', { label });
  return t(isTick(field.type) ? 'error.required_tick' : 'error.required_text', { label });
}

/** The service's sentence for a refused answer; in the language of the page where it is about characters. */
export function refusedText(t: TextOf, sentence: string): string {
  const characters = readMissingCharacters(sentence);
  if (characters.length > 0) return t('error.missing', { characters: characters.join(' ') });
  return sentence === '' ? t('save.refusedHelp') : sentence;
}

/** An answer in words, as the signed document shows it. */
export function answerText(t: TextOf, field: SigningField, value: string | null): string {
  const drawn = drawnValue({ ...field, value });
  if (drawn === null) return t('review.nothing');
  if (drawn.kind === 'tick') return t('review.ticked');
  if (drawn.kind === 'dot') return drawn.options[drawn.option]?.label ?? '';
  return drawn.kind === 'text' ? drawn.text : t('field.filled');
}

/** The page of a field, with the document's name where there are several. */
export function locationText(t: TextOf, field: SigningField, documents: readonly SigningDocument[]): string {
  const name = documents.find((document) => document.id === field.documentId)?.name ?? '';
  if (documents.length < 2) return t('field.inForm', { page: field.page });
  return t('field.inFormDocument', { page: field.page, document: name });
}

export function nextFieldText(t: TextOf, field: SigningField, documents: readonly SigningDocument[]): string {
  const name = documents.find((document) => document.id === field.documentId)?.name ?? '';
  const values = { field: labelOf(t, field), page: field.page, document: name };
  return t(documents.length < 2 ? 'bar.upNext' : 'bar.upNextDocument', values);
}

export function namesOf(people: readonly { readonly name: string }[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(people.map((person) => person.name));
}
