import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  bytesSource,
  createCertificate,
  defaultLimits,
  type Harm,
  type HarmedSignature,
  joinedSource,
  type NewSignatureField,
  PdfRefusal,
  prepareDocument,
  type Rehearsal,
  rehearseSigning,
} from '@paraph/pades';
import { type IntakeAnswer, type RehearseRequest, refusedFor } from '../intake-messages.ts';

/**
 * Tries in memory what will be done to a file that others signed: every signature, and the archive. Runs only in the
 * intake's child process.
 */
export function rehearseFile(
  file: Uint8Array,
  { originalSize, fieldNames }: Pick<RehearseRequest, 'fieldNames' | 'originalSize'>,
): IntakeAnswer {
  const harm = findHarm({ prepared: bytesSource(file), originalSize, fieldNames });
  return harm === null ? { kind: 'unharmed' } : refusedFor(harm);
}

/**
 * The same for an upload before its form is made: in the fields that its plan places, or, while nobody is to sign yet,
 * in any one field; it is enough if one way harms nobody.
 *
 * @returns why the file cannot be used, in words for its sender; null if every earlier signature survives
 */
export function findHarmByFields(
  file: Uint8Array,
  ways: readonly (readonly NewSignatureField[])[],
): string | null {
  let first: string | null = null;
  for (const signatureFields of ways) {
    const harm = findHarmIn(file, signatureFields);
    if (harm === null) return null;
    first ??= harm;
  }
  return first;
}

function findHarmIn(file: Uint8Array, signatureFields: readonly NewSignatureField[]): string | null {
  const fieldNames = signatureFields.map(({ name }) => name);
  try {
    const prepared = joinedSource([file, prepareDocument(file, { signatureFields, limits: defaultLimits })]);
    return findHarm({ prepared, originalSize: file.length, fieldNames });
  } catch (error) {
    if (error instanceof PdfRefusal) return error.message;
    throw error;
  }
}

function findHarm(about: Pick<Rehearsal, 'fieldNames' | 'originalSize' | 'prepared'>): string | null {
  try {
    const [harmed] = rehearseSigning({ ...about, ...throwaway(), limits: defaultLimits });
    return harmed ? REFUSALS[harmed.harm](signedBy(harmed)) : null;
  } catch (error) {
    if (error instanceof PdfRefusal) return `${UNJUDGED} ${error.message}`;
    throw error;
  }
}

const REFUSALS: Readonly<Record<Harm, (signed: string) => string>> = {
  'no-further-signature': (signed) =>
    `The file is signed${signed}, and that signature permits no further one. Send a copy that is not signed.`,
  changed: (signed) =>
    `The file is signed${signed}, and a further signature would break that one. Send a copy that is not signed.`,
  removed: (signed) =>
    `The file is signed${signed}, and a further signature would hide that one. Send a copy that is not signed.`,
};
const UNJUDGED =
  'The file is signed already, and it cannot be judged whether its signatures would stay valid. Send a copy that is ' +
  'not signed.';

const NAME_CHARACTERS_MAX = 100;

/** The name comes from the file: without line breaks and characters that change the direction of text. */
function signedBy({ signerName }: HarmedSignature): string {
  const name = signerName?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() ?? '';
  return name === '' ? '' : ` by ${name.slice(0, NAME_CHARACTERS_MAX)}`;
}

/** Made at the first rehearsal; it outlives every process. */
let made: { key: KeyObject; certificate: Uint8Array } | null = null;

/** A key that signs nothing but copies in memory: one for the life of the process. */
function throwaway(): { key: KeyObject; certificate: Uint8Array } {
  if (made) return made;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = createCertificate({
    subject: { commonName: 'Rehearsal' },
    subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
    issuer: null,
    issuerKey: privateKey,
    serial: Buffer.alloc(8, 1),
    notBefore: new Date('2000-01-01T00:00:00Z'),
    notAfter: new Date('2049-01-01T00:00:00Z'),
    profile: 'root',
  });
  made = { key: privateKey, certificate };
  return made;
}
