import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keyNonce } from '../../server/src/signing/answers/preview-signing.ts';
import type { TestInstance } from './instance.ts';
import { type followInvitation, INTENT } from './signer.ts';

export type InvitedSigner = Awaited<ReturnType<typeof followInvitation>>;

export interface Certified {
  certificate: string;
  documents: { id: number; signedAttributes: string }[];
}

/** What the page of a signer does with a key of its own, made here. */
export function openOwnKey(instance: TestInstance, signer: Pick<InvitedSigner, 'call'>) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const certify = (previewId: string) =>
    signer.call('POST', '/certificate', {
      previewId,
      publicKey: spki.toString('base64'),
      proof: proofOf(previewId).toString('base64'),
    });
  const proofOf = (previewId: string, encoded: Buffer = spki) =>
    rawSignature(
      Buffer.concat([Buffer.from('paraph-own-key-v1\0'), keyNonce(instance.deps, previewId), encoded]),
      privateKey,
    );
  const signAll = ({ documents }: Certified) =>
    documents.map(({ id, signedAttributes }) => ({
      documentId: id,
      value: rawSignature(Buffer.from(signedAttributes, 'base64'), privateKey).toString('base64'),
    }));
  return {
    privateKey,
    spki,
    proofOf,
    certify,
    signAll,
    /** Certifies, signs and presses; answers the first refusal. */
    press: async (previewId: string) => {
      const certified = await certify(previewId);
      if (certified.statusCode !== 200) return certified;
      const signatures = signAll(certified.json() as Certified);
      return signer.call('POST', '/finish', { previewId, intent: INTENT, signatures });
    },
  };
}

export function rawSignature(bytes: Uint8Array, key: KeyObject): Buffer {
  return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
}
