import { timestampDetail } from '../../authority/timestamping.ts';
import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { sha256 } from '../../platform/ids.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { type Statement, signerOf } from '../session/witnessing.ts';
import { listMovedSalts } from './salt-store.ts';
import type { SignedDocument } from './sign-checked.ts';

/** What the page showed when the recipient pressed the button, as the page reports it. */
export interface Intent {
  button: string;
  language: string;
  timeZone?: string | null;
}

/** Recorded with every signature and approval: hashes of the shown documents, the hash over all of them, the button. */
export function actEvidence(session: SigningSession, intent: Intent | undefined) {
  return {
    shownHash: session.shownHash,
    documents: session.facts.files.map(({ documentId, current }) => ({
      id: documentId,
      sha256: current.sha256.toString('hex'),
    })),
    intent: intent ? { timeZone: null, ...intent } : null,
  };
}

/** The answered fields with salted hashes of their values: the chain contains no value in clear. */
export function fieldEvidence(
  deps: Pick<Deps, 'vault'>,
  { action, fields, signatureImages }: SigningSession,
) {
  return fields.map(({ id, type, value }) => {
    const image = signatureImages.find((each) => each.id === value);
    const valueHash = value === null ? null : saltedHash(fieldSalt(deps, action.id), value);
    return {
      id,
      type,
      filled: value !== null,
      valueHash,
      ...(image ? { mark: image.id, method: image.method } : {}),
    };
  });
}

/** Of a witness, whose they are, and what they stated: salted as answers are, for the trail says where nobody lives. */
export function witnessEvidence(deps: Pick<Deps, 'vault'>, session: SigningSession) {
  const signer = signerOf(session);
  const { action, statement } = session;
  if (signer === null || statement === null) return {};
  const statementHash = saltedHash(fieldSalt(deps, action.id), statedText(statement));
  return { witnessOf: { recipientId: signer.id, name: signer.name }, statementHash };
}

/** What is hashed of a statement. */
export function statedText({ address, relation }: Statement): string {
  return JSON.stringify([address, relation]);
}

/** The signature images that the fields show, by their hashes. */
export function signatureImageEvidence({ fields, signatureImages }: SigningSession) {
  const used = signatureImages.filter(({ id }) => fields.some(({ value }) => value === id));
  return used.map(({ id, kind, method, file, kept_at: keptAt }) => ({
    id,
    kind,
    method,
    sha256: file?.sha256.toString('hex') ?? null,
    ...(keptAt === null ? {} : { keptTime: keptAt.toISOString() }),
  }));
}

/** The files that the fields name, by their hashes. */
export function attachmentEvidence({ attachments, fields }: Pick<SigningSession, 'attachments' | 'fields'>) {
  return attachments
    .filter(({ fieldId }) => fields.some(({ id, value }) => id === fieldId && value !== null))
    .map(({ fieldId, name, format, size, sha256, addedAt }) => ({
      fieldId,
      name,
      format,
      size,
      sha256,
      addedTime: addedAt.toISOString(),
    }));
}

/** Secret until the evidence shows it with the value, so that values cannot be guessed from their hashes. */
export function fieldSalt({ vault }: Pick<Deps, 'vault'>, actionId: number): string {
  return vault.derive('field-evidence', String(actionId)).toString('hex');
}

/** The salts by which the answers of these actions were hashed, here or on the instance from which they came. */
export async function readFieldSalts(
  reads: Reads,
  { vault }: Pick<Deps, 'vault'>,
  actionIds: readonly number[],
): Promise<Map<number, string>> {
  const salts = new Map(actionIds.map((id) => [id, fieldSalt({ vault }, id)]));
  for (const { actionId, sealedSalt } of await listMovedSalts(reads, actionIds))
    salts.set(actionId, vault.decrypt(sealedSalt, saltBoundTo(actionId)));
  return salts;
}

/** Where the salt of an action that came from another instance can be decrypted. */
export function saltBoundTo(actionId: number): string {
  return `field salt of action ${actionId}`;
}

/** SHA-256 over the salt in hexadecimal, a line feed, and the answer. */
export function saltedHash(salt: string, value: string): string {
  return sha256(`${salt}\n${value}`).toString('hex');
}

/** Which revision a signature made, by which certificate, and whose timestamp it has. */
export function signatureEvidence(documents: readonly SignedDocument[]) {
  return documents.map(({ documentId, number, size, sha256, certificate, code, timestamp }) => ({
    documentId,
    revision: number,
    size,
    sha256: sha256.toString('hex'),
    serial: certificate.serial,
    code,
    timestamp: timestampDetail(timestamp),
  }));
}
