import { Refusal } from '@paraph/domain';
import { openIntakeBudget, requesterWithoutClient } from '@paraph/intake';
import {
  type ByteSource,
  joinedSource,
  PdfRefusal,
  type Pixels,
  type PrepareOptions,
  prepareUpdate,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { openHashedBlob } from '../files/read-stored-file.ts';
import { openFonts } from '../platform/fonts.ts';
import { type FormPlan, planForm } from './plan-form.ts';

/** Revision 0 of a document, without a row yet. */
export interface PreparedForm {
  update: Uint8Array;
  size: number;
  sha256: Buffer;
}

export type FormDeps = Pick<Deps, 'blobs' | 'config' | 'intake'>;

/**
 * Makes the form of a document as an incremental update of its original, whose hash is compared on the way. For a file
 * that others signed, signing and archiving are tried as well: their signatures must survive it. Slow; writes nothing.
 *
 * @returns null if the original is missing or damaged
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` saying why the file cannot have this form
 */
export async function prepareForm(
  { blobs, config, intake }: FormDeps,
  original: Parameters<typeof openHashedBlob>[1],
  { plan, stampPicture }: { plan: FormPlan; stampPicture: Pixels | null },
): Promise<PreparedForm | null> {
  const opened = await openHashedBlob({ blobs }, original);
  if (!opened) return null;
  const { source, hash } = opened;
  try {
    const form = planForm(plan, { font: openFonts(config), stampPicture });
    const { update, isSigned } = prepareUpdate(source, form);
    if (isSigned) await rehearse({ intake }, { source, update, form });
    return { update, size: source.size + update.length, sha256: hash.update(update).digest() };
  } catch (error) {
    if (error instanceof PdfRefusal)
      throw notAccepted(`Its fields cannot be added to the file: ${error.message}`);
    throw error;
  } finally {
    opened.close();
  }
}

/** @throws Refusal `DOCUMENT_NOT_ACCEPTED`, `SERVICE_UNAVAILABLE` when the machine is too busy */
async function rehearse(
  { intake }: Pick<Deps, 'intake'>,
  { source, update, form }: { source: ByteSource; update: Uint8Array; form: PrepareOptions },
): Promise<void> {
  const prepared = joinedSource([source, update]);
  const fieldNames = (form.signatureFields ?? []).map(({ name }) => name);
  const answer = await intake.run(
    { kind: 'rehearse', source: prepared, originalSize: source.size, fieldNames },
    { requester: requesterWithoutClient('rehearsal'), budget: openIntakeBudget() },
  );
  if (answer.kind === 'refused') throw notAccepted(answer.reasons.join(' '));
  if (answer.kind !== 'unharmed') throw new Error(`the intake answered ${answer.kind} to a rehearsal`);
}

/** The row of revision 0, but for its document. */
export function formRow({ update, size, sha256 }: PreparedForm, now: Date) {
  const row = { number: 0, kind: 'fields' as const, action_id: null };
  return { ...row, bytes: Buffer.from(update), size, sha256, made_at: now };
}

function notAccepted(sentence: string): Refusal {
  return new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be used. ${sentence}`, {
    violations: { document: sentence },
  });
}
