import { createHash } from 'node:crypto';
import { copyFile, open } from 'node:fs/promises';
import {
  augment,
  type ByteSource,
  createSigningJob,
  decodePng,
  type FieldFill,
  type FontFiles,
  missingCharacters,
  type SigningJob,
} from '@paraph/pades';
import { type IssuedCertificate, issueCertificate } from '../authority/issue-certificate.ts';
import { openRevocation } from '../authority/ocsp-responder.ts';
import { type LastTimestamp, readLastTimestamp } from '../authority/read-last-timestamp.ts';
import { openTimestamping } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { openFonts } from '../platform/fonts.ts';
import type { Ids } from '../platform/ids.ts';
import type { PlannedSignature, SealPlan } from './plan-seal.ts';
import { type SealedTrail, trailEntry } from './sealed-trail.ts';

export interface WrittenSignature {
  planned: PlannedSignature;
  certificate: IssuedCertificate;
  code: string;
  signedAt: Date;
}

/** What a run made: the incremental updates to append to the document, and what they contain. */
export interface WrittenSeal {
  source: ByteSource;
  updates: Uint8Array[];
  signatures: WrittenSignature[];
  /** The document timestamp over all of it. */
  timestamp: LastTimestamp;
}

/** What a seal proves: who signed, since when, that no certificate was revoked, and all of it under one timestamp. */
export const SEAL_LEVEL = 'B-LTA';

/**
 * Fills the answers into the document, adds one signature per signer and augments them to the level, in memory and by
 * incremental updates only.
 *
 * @throws PdfRefusal `timestamp` or `revocation` when the level cannot be reached now: there is no lower one.
 */
export async function writeSeal(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'database' | 'ids' | 'log'>,
  work: {
    /** The original with its revisions. */
    document: ByteSource;
    plan: SealPlan;
    signatureImages: ReadonlyMap<string, Uint8Array>;
    organization: string;
    trail: SealedTrail;
    /** Called once all signatures are made, before they are augmented to the level. */
    onSigned?: () => void;
  },
): Promise<WrittenSeal> {
  const { document, plan, signatureImages, organization, trail } = work;
  const timestamping = openTimestamping(deps);
  const job: SigningJob = createSigningJob(document);
  const font = openFonts(deps.config);
  const updates = [job.prepareDocument(answersOf(plan, { font, signatureImages }))];
  warnAboutMissingCharacters(deps, plan, font);
  const signatures: WrittenSignature[] = [];
  for (const planned of plan.signatures) {
    const certificate = await issueCertificate(deps, deps.authority, {
      name: planned.name,
      email: planned.email,
      ...(planned.actionId === null ? { organization } : {}),
    });
    const code = newVerificationCode(deps.ids);
    const signedAt = deps.clock.now();
    const image = planned.imageId === null ? undefined : signatureImages.get(planned.imageId);
    const appearance = planned.isVisible
      ? {
          image: image ? decodePng(image) : null,
          // The certificate contains the name; code points of missing characters would be unreadable.
          name: missingCharacters(planned.name, font).length === 0 ? planned.name : planned.email,
          timeText: `Signed ${formatTime(planned.actedAt)}`,
          code,
          font,
        }
      : null;
    const reason = planned.actionId === null ? 'Reviewed and approved' : 'Signed electronically';
    const options = {
      fieldName: planned.fieldName,
      appearance,
      reason,
      name: planned.name,
      privateEntries: trailEntry(trail),
      signingTime: signedAt,
    };
    updates.push(await job.sign(options, certificate.signer, timestamping));
    signatures.push({ planned, certificate, code, signedAt });
  }
  work.onSigned?.();
  const issued = signatures.map(({ certificate }) => certificate);
  updates.push(
    ...(await augment(job, SEAL_LEVEL, {
      timestamping,
      revocation: openRevocation(deps, issued),
      anchors: [deps.authority.root.certificate],
      // Signatures that strangers brought along are theirs to prove.
      fieldNames: plan.signatures.map(({ fieldName }) => fieldName),
    })),
  );
  const timestamp = readLastTimestamp(deps.authority, job.signatures());
  return {
    source: job.source,
    updates: updates.filter((update) => update.length > 0),
    signatures,
    timestamp,
  };
}

/** Writes the original and the updates to a file; returns the hash of the whole. */
export async function writeSealedFile(
  { originalPath, targetPath }: { originalPath: string; targetPath: string },
  { source, updates }: { source: ByteSource; updates: readonly Uint8Array[] },
): Promise<Buffer> {
  await copyFile(originalPath, targetPath);
  const file = await open(targetPath, 'a');
  try {
    for (const update of updates) await file.appendFile(update);
  } finally {
    await file.close();
  }
  return hashSource(source, source.size);
}

const CHUNK_BYTES = 4 * 1024 * 1024;

/** SHA-256 of the first `size` bytes in memory; the stored file is compared with it later. */
export function hashSource(source: ByteSource, size: number): Buffer {
  const hash = createHash('sha256');
  for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
    hash.update(source.read(offset, Math.min(CHUNK_BYTES, size - offset)));
  }
  return hash.digest();
}

/** Warns the operator, who can install a font, that answers will be drawn as code points. */
function warnAboutMissingCharacters(
  { log }: Pick<Deps, 'log'>,
  plan: SealPlan,
  font: readonly Uint8Array[],
): void {
  const names = plan.signatures.filter(({ isVisible }) => isVisible).map(({ name }) => name);
  const answers = plan.answers.flatMap((answer) => (answer.kind === 'text' ? [answer.text] : []));
  const missing = missingCharacters([...names, ...answers].join(''), font);
  if (missing.length > 0)
    log.warn({ characters: missing.join('') }, 'no font has these characters; name one in PARAPH_FONTS');
}

function answersOf(
  { answers, pictures }: SealPlan,
  { font, signatureImages }: { font: FontFiles; signatureImages: ReadonlyMap<string, Uint8Array> },
) {
  const fill = answers.map((answer): FieldFill => {
    const { name } = answer;
    if (answer.kind === 'checkbox') return { name, checked: true };
    if (answer.kind === 'option') return { name, chosen: answer.value, font, fontSize: answer.fontSize };
    return { name, text: answer.text, font, fontSize: answer.fontSize };
  });
  const stamps = pictures.flatMap(({ page, displayed, imageId }) => {
    const image = signatureImages.get(imageId);
    return image ? [{ page, displayed, kind: 'image' as const, image: decodePng(image) }] : [];
  });
  return { fill, stamps };
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
function newVerificationCode(ids: Ids): string {
  const letters = [...ids.bytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
