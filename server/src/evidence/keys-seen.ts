import type { KeysSeenBy } from '@paraph/domain';
import { parseCertificate, parseNote } from '@paraph/pades';

interface Proofs {
  /** Certificates of this instance with their chains, DER in base64. */
  certificates: readonly { chain: readonly string[] }[];
  /** Of the sealed documents, as far as the log has them. */
  documents: readonly { sealed: { log: { checkpoint: string } | null } | null }[];
}

/** Who could have noticed signatures that were made with copies of the keys of this instance. */
export function keysSeenBy({ certificates, documents }: Proofs): KeysSeenBy {
  // A certificate that names what it may sign is one that was logged before.
  const isLogged = certificates.every(
    ({ chain: [own = ''] }) => parseCertificate(Buffer.from(own, 'base64')).boundTo,
  );
  if (!isLogged) return 'nobody';
  const isSeen =
    documents.length > 0 &&
    documents.every(({ sealed }) => sealed?.log && parseNote(sealed.log.checkpoint).signatures.length > 1);
  return isSeen ? 'witnesses' : 'log';
}
