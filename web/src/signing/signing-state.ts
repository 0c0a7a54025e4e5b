import {
  type AnswerProblem,
  assertPresent,
  computeFields,
  type FieldType,
  findAnswerProblems,
  findValueProblem,
  isAnswered,
  isReference,
  readAnswer,
} from '@paraph/domain';
import {
  type Answers,
  isAsked,
  type Progress,
  questionsOf,
  signatureKindOf,
  withAnswers,
} from './cover-state.ts';
import type { SigningDocument, SigningField, SigningView } from './signing-view.ts';

/** Reading order: by document, page, row, then left to right. */
export function inReadingOrder<F extends SigningField>(
  fields: readonly F[],
  documents: readonly Pick<SigningDocument, 'id'>[],
): F[] {
  const documentOrder = new Map(documents.map((document, index) => [document.id, index]));
  const from = (field: F) => documentOrder.get(field.documentId) ?? documents.length;
  const down = [...fields].sort(
    (a, b) => from(a) - from(b) || a.page - b.page || a.posY - b.posY || a.posX - b.posX || a.id - b.id,
  );
  return rowsOf(down, from).flatMap((row) => row.sort((a, b) => a.posX - b.posX || a.id - b.id));
}

/** The answers, with what formulas make of them, by the rules of the service. */
export function withComputed(
  { fields, inputs }: Pick<SigningView, 'fields' | 'inputs'>,
  answers: Answers,
): Answers {
  return new Map([...answers, ...computeFields(withAnswers(fields, answers), inputs)]);
}

/** One document's fields by page, in the order given; pages without any are absent. */
export function fieldsByPage<F extends SigningField>(
  fields: readonly F[],
  documentId: number,
): ReadonlyMap<number, readonly F[]> {
  const pages = new Map<number, F[]>();
  for (const field of fields) {
    if (field.documentId !== documentId) continue;
    const page = pages.get(field.page);
    if (page === undefined) pages.set(field.page, [field]);
    else page.push(field);
  }
  return pages;
}

export function isTick(type: FieldType): boolean {
  return type === 'checkbox' || type === 'radio';
}

export function isEmpty(value: string | null | undefined): boolean {
  return readAnswer(value ?? null) === null;
}

/** The rule that a value breaks which was written; null when it is empty or fits. */
export function findWrittenProblem(field: SigningField, value: string | null): AnswerProblem | null {
  const text = readAnswer(value);
  if (text === null || !isAnswered(field) || isReference(field.type)) return null;
  return findValueProblem(field, text);
}

/** The fields that block finishing (empty, invalid or refused), in the order given. */
export function findIncompleteFields(
  fields: readonly SigningField[],
  answers: Answers,
  refused: Pick<ReadonlySet<number>, 'has'> = new Set(),
): SigningField[] {
  const problems = findAnswerProblems(withAnswers(fields, answers));
  return fields.filter(({ id }) => refused.has(id) || problems.has(id));
}

/** Counts what is required of the shown fields; where nothing is, what is optional. A group counts once. */
export function progressOf(fields: readonly SigningField[], answers: Answers): Progress {
  const problems = findAnswerProblems(withAnswers(fields, answers));
  const units = questionsOf(fields);
  const required = units.filter((unit) => unit.some(isAsked));
  const counted = required.length > 0 ? required : units;
  const done = counted.filter(
    (unit) =>
      !unit.some(({ id }) => problems.has(id)) &&
      (required.length > 0 || unit.some(({ id }) => !isEmpty(answers.get(id)))),
  );
  return { done: done.length, total: counted.length };
}

/** The next incomplete field after the current one, wrapping around; null when all are complete. */
export function nextIncompleteField(
  fields: readonly SigningField[],
  incomplete: readonly SigningField[],
  currentId: number | null,
): SigningField | null {
  const at = indexOfField(fields, currentId);
  return incomplete.find((field) => indexOfField(fields, field.id) > at) ?? incomplete[0] ?? null;
}

/** The field before the current one, filled or not, wrapping around. */
export function previousField(
  fields: readonly SigningField[],
  currentId: number | null,
): SigningField | null {
  const fillable = fields.filter(isAnswered);
  const at = indexOfField(fields, currentId);
  const before = at === -1 ? [] : fillable.filter((field) => indexOfField(fields, field.id) < at);
  return before.at(-1) ?? fillable.at(-1) ?? null;
}

/** The server's values, overridden by unsaved changes. */
export function mergeAnswers(fields: readonly SigningField[], unsaved: Answers): Answers {
  return new Map(
    fields.map((field) => [field.id, unsaved.has(field.id) ? (unsaved.get(field.id) ?? null) : field.value]),
  );
}

/** The people of the lowest step that is not finished. */
export function nextPeople<P extends { stepOrder: number; status: string }>(people: readonly P[]): P[] {
  const open = people.filter((person) => person.status === 'not_started' || person.status === 'started');
  const order = Math.min(...open.map((person) => person.stepOrder));
  return open.filter((person) => person.stepOrder === order);
}

/** A page of one document. */
export interface PagePoint {
  readonly documentId: number;
  readonly page: number;
}

/** The pages of all documents in order, with what is needed to draw each. */
export function pagesOf(documents: readonly SigningDocument[]) {
  return documents.flatMap(({ id, url, sha256, pages }) =>
    pages.map(({ width, height }, index) => ({
      documentId: id,
      page: index + 1,
      url,
      sha256,
      width,
      height,
    })),
  );
}

/** The page of this number, counted through all documents; the first or last one where there is none. */
export function pageAt<P extends PagePoint>(pages: readonly P[], number: number): P {
  const index = Math.min(Math.max(number, 1), pages.length) - 1;
  return assertPresent(pages[index], `page ${number}`);
}

export function incompleteOnPage(
  incomplete: readonly SigningField[],
  { documentId, page }: PagePoint,
): number {
  return incomplete.filter((field) => field.documentId === documentId && field.page === page).length;
}

/** The fields that take the same signature image, and which of them are still empty. */
export function sameMarkFields<F extends SigningField>(
  fields: readonly F[],
  answers: Answers,
  type: FieldType,
) {
  const kind = signatureKindOf(type);
  const all = fields.filter((field) => kind !== null && signatureKindOf(field.type) === kind);
  return { all, empty: all.filter((field) => isEmpty(answers.get(field.id))) };
}

function indexOfField(fields: readonly SigningField[], id: number | null): number {
  return id === null ? -1 : fields.findIndex((field) => field.id === id);
}

/** Groups fields into rows: a field belongs to a row while its top is above the middle of the row's first field. */
function rowsOf<F extends SigningField>(down: readonly F[], from: (field: F) => number): F[][] {
  const rows: F[][] = [];
  for (const field of down) {
    const row = rows.at(-1);
    const first = row?.[0];
    const sameRow =
      first !== undefined &&
      from(first) === from(field) &&
      first.page === field.page &&
      field.posY < first.posY + first.height / 2;
    if (row !== undefined && sameRow) row.push(field);
    else rows.push([field]);
  }
  return rows;
}
