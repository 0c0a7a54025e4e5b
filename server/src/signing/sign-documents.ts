import {
  createSigningJob,
  decodePng,
  type FieldFill,
  type FontFiles,
  finishSignature,
  missingCharacters,
  PdfRefusal,
  type PreparedSignature,
  type SignatureOptions,
} from '@paraph/pades';
import { type IssuedCertificate, issueCertificate } from '../authority/issue-certificate.ts';
import { openTimestamping } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { openFonts } from '../platform/fonts.ts';
import type { Ids } from '../platform/ids.ts';
import { openLatestRevision } from '../revisions/open-revised-file.ts';
import type { FactFiles, WorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';
import { planSignature, type SignaturePlan } from './plan-signature.ts';
import { type SealedTrail, trailEntry } from './sealed-trail.ts';
import { readSignatureImageFiles } from './signature-image-files.ts';

export type SignDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'
>;

/** A revision with the signature of one person in one document, without a row yet. */
export interface SignedDocument {
  documentId: number;
  number: number;
  update: Uint8Array;
  size: number;
  sha256: Buffer;
  certificate: IssuedCertificate;
  code: string;
  signedAt: Date;
}

export interface SignedDocuments {
  documents: SignedDocument[];
  /** Why the signatures lack their timestamp; null if they have it. */
  missingTimestamp: PdfRefusal | null;
}

export interface SigningWork {
  facts: WorkflowFacts;
  action: WorkflowFacts['actions'][number];
  /** The fields of the signer, with the values to sign. */
  answers: WorkflowFacts['fields'];
  /** Shown with the signature. */
  actedAt: Date;
  trail: SealedTrail;
}

/**
 * Signs every document of a workflow for one person: answers, signature and timestamp as one revision each. Slow;
 * writes nothing. Each key is used once and forgotten.
 *
 * @throws PdfRefusal if a document cannot be signed; StoredFileFault
 */
export async function signDocuments(deps: SignDeps, work: SigningWork): Promise<SignedDocuments> {
  const images = await readImages(deps, work);
  const signed: SignedDocuments = { documents: [], missingTimestamp: null };
  for (const file of work.facts.files) {
    if (file.revisions.length === 0) continue;
    const made = await signDocument(deps, work, { file, images, signed });
    signed.documents.push(made);
  }
  return signed;
}

type Images = ReadonlyMap<string, Uint8Array>;

async function signDocument(
  deps: SignDeps,
  work: SigningWork,
  { file, images, signed }: { file: FactFiles; images: Images; signed: SignedDocuments },
): Promise<SignedDocument> {
  const { facts, action, answers, actedAt, trail } = work;
  const { documentId } = file;
  const recipient = facts.recipients.find(({ id }) => id === action.recipient_id);
  if (!recipient) throw new Error(`action ${action.id} has lost its person`);
  const plan = planSignature(facts, { actionId: action.id, documentId, answers });
  const font = openFonts(deps.config);
  warnAboutMissingCharacters(deps, plan, { name: recipient.name, font });
  const current = await openLatestRevision(deps, file);
  try {
    const job = createSigningJob(current.source);
    if (!current.latest.sha256.equals(job.digest()))
      throw new Error(`document ${documentId} is not the file that was shown`);
    const { name, email } = recipient;
    const certificate = await issueCertificate(deps, deps.authority, { name, email });
    const code = newVerificationCode(deps.ids);
    const signedAt = deps.clock.now();
    const options: SignatureOptions = {
      fieldName: plan.fieldName,
      appearance: plan.isVisible ? appearanceOf(plan, { name, email, actedAt, code, font, images }) : null,
      answers: plan.answers.flatMap((answer) => fillOf(answer, { font, images })),
      reason: 'Signed electronically',
      name,
      privateEntries: trailEntry(trail),
      signingTime: signedAt,
    };
    const update = await finish(deps, job.prepare(options, certificate.der), { certificate, signed });
    job.append(update);
    const sha256 = Buffer.from(job.digest());
    const number = current.latest.number + 1;
    return { documentId, number, update, size: job.source.size, sha256, certificate, code, signedAt };
  } catch (error) {
    throw (await current.findDamage()) ?? error;
  } finally {
    current.close();
  }
}

/** Without a timestamp where none is to be had: the signature is kept, and gets it later. */
async function finish(
  deps: SignDeps,
  prepared: PreparedSignature,
  { certificate, signed }: { certificate: IssuedCertificate; signed: SignedDocuments },
): Promise<Uint8Array> {
  if (signed.missingTimestamp) return finishSignature(prepared, certificate.signer);
  try {
    return await finishSignature(prepared, certificate.signer, openTimestamping(deps));
  } catch (error) {
    if (!(error instanceof PdfRefusal) || error.code !== 'timestamp') throw error;
    signed.missingTimestamp = error;
    return finishSignature(prepared, certificate.signer);
  }
}

/** The pictures that the answers name, as PNG. */
async function readImages(deps: SignDeps, { answers }: SigningWork): Promise<Images> {
  const ids = answers
    .filter(({ type }) => type === 'signature' || type === 'initials')
    .flatMap(({ value }) => (value === null ? [] : [value]));
  const images = new Map<string, Uint8Array>();
  for (const [id, fileId] of await readSignatureImageFiles(deps.database, ids))
    images.set(id, await readFileBytes(deps, fileId));
  return images;
}

interface Look {
  name: string;
  email: string;
  actedAt: Date;
  code: string;
  font: FontFiles;
  images: Images;
}

function appearanceOf({ imageId }: SignaturePlan, { name, email, actedAt, code, font, images }: Look) {
  const image = imageId === null ? undefined : images.get(imageId);
  return {
    image: image ? decodePng(image) : null,
    // The certificate contains the name; code points of missing characters would be unreadable.
    name: missingCharacters(name, font).length === 0 ? name : email,
    timeText: `Signed ${formatTime(actedAt)}`,
    code,
    font,
  };
}

function fillOf(
  answer: SignaturePlan['answers'][number],
  { font, images }: { font: FontFiles; images: Images },
): FieldFill[] {
  const { name } = answer;
  switch (answer.kind) {
    case 'text':
      return [{ name, text: answer.text, font, fontSize: answer.fontSize }];
    case 'checkbox':
      return [{ name, checked: true }];
    case 'option':
      return [{ name, chosen: answer.value, font, fontSize: answer.fontSize }];
    case 'picture': {
      const image = images.get(answer.imageId);
      return image ? [{ name, picture: decodePng(image), text: answer.text }] : [];
    }
  }
}

/** Warns the operator, who can install a font, that answers will be drawn as code points. */
function warnAboutMissingCharacters(
  { log }: Pick<Deps, 'log'>,
  { answers, isVisible }: SignaturePlan,
  { name, font }: { name: string; font: FontFiles },
): void {
  const texts = answers.flatMap((answer) => (answer.kind === 'text' ? [answer.text] : []));
  const missing = missingCharacters([...(isVisible ? [name] : []), ...texts].join(''), font);
  if (missing.length > 0)
    log.warn({ characters: missing.join('') }, 'no font has these characters; name one in PARAPH_FONTS');
}

/** "21 Nov 2026 14:05 UTC" */
function formatTime(date: Date): string {
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day} ${date.toISOString().slice(11, 16)} UTC`;
}

// Without digits and letters that are easily confused on paper.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Eight characters printed with a signature, to identify it: "K7QF-2M9X". */
export function newVerificationCode(ids: Ids): string {
  const letters = [...ids.bytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
