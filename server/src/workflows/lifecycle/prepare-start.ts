import { findOptionProblem, Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import { createOptionSizeFinder } from '../../revisions/option-size.ts';
import { checkSlots } from '../store/choice-slots.ts';
import {
  type Examined,
  type MissingSignatures,
  planMissingSignatures,
  type SignatureSource,
  withSignatures,
} from './place-fields.ts';
import { type DocumentForm, type FormSource, prepareForms } from './prepare-forms.ts';

/** A workflow that will be started, of rows or of a plan. */
export type StartSource = Omit<FormSource, 'documents' | 'workflow'> &
  SignatureSource & { workflow: FormSource['workflow'] };

/** What its start adds to it. */
export interface PreparedStart {
  missing: MissingSignatures | null;
  forms: readonly DocumentForm[];
}

/**
 * Places a signature for every signer without one, and makes the forms. Slow; writes no rows.
 *
 * @throws Refusal as `startDraft` does
 */
export async function prepareStart(
  deps: Deps,
  source: StartSource,
  examined?: Examined,
): Promise<PreparedStart> {
  const missing = await planMissingSignatures(deps, source, examined);
  const whole = missing ? withSignatures(source, missing) : source;
  checkOptions(deps, whole);
  checkSlots(source);
  const { document, replacement } = missing ?? {};
  const documents = source.documents.map((each) => {
    if (!replacement || each.id !== document?.id) return each;
    return {
      ...each,
      original: { id: each.original.id, blobKey: replacement.key, sha256: replacement.sha256 },
    };
  });
  return { missing, forms: await prepareForms(deps, { source: whole, documents }) };
}

/**
 * Fields were measured when they were set; the fonts of the instance may be others since.
 *
 * @throws Refusal `VALIDATION_ERROR` naming the fields whose options would not be legible
 */
function checkOptions({ config }: Pick<Deps, 'config'>, { documents, fields }: FormSource): void {
  const findOptionSize = createOptionSizeFinder(config, documents);
  const problems = fields.flatMap((field, index) => {
    const placement = { documentId: field.document_id, posX: field.pos_x, posY: field.pos_y };
    const { options } = field.rules;
    const problem = findOptionProblem(
      { ...field, ...placement, options, fontSize: field.style.fontSize },
      findOptionSize,
    );
    return problem === null ? [] : [[`fields[${index}][options]`, problem] as const];
  });
  if (problems.length === 0) return;
  // Bulk items carry the message alone.
  const message = problems.map(([, problem]) => problem).join(' ');
  throw new Refusal('VALIDATION_ERROR', message, { violations: Object.fromEntries(problems) });
}
