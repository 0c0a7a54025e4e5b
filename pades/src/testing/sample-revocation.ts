import type { KeyObject } from 'node:crypto';
import { localSigner } from '../certificates/signer.ts';
import { createCrl } from '../revocation/create-crl.ts';
import { createOcspResponse, type OcspStatus } from '../revocation/create-ocsp-response.ts';
import { createOcspRequest } from '../revocation/ocsp-request.ts';
import type { RevocationSource } from '../revocation/revocation-source.ts';
import type { SampleAuthority } from './sample-authority.ts';

const DAY_MS = 86_400_000;

/** Revocation data of the sample authority: OCSP responses or CRLs, valid for a day. */
export function sampleRevocation(authority: SampleAuthority, now: () => Date, kind: 'ocsp' | 'crl' = 'ocsp') {
  /** Serial numbers in hexadecimal, and when they were revoked. */
  const revoked = new Map<string, Date>();
  /** Names of the certificates that were requested. */
  const asked: string[] = [];
  const issuers: readonly [Uint8Array, KeyObject][] = [
    [authority.issuing, authority.issuingKey],
    [authority.root, authority.rootKey],
  ];
  const authorities = issuers.map(([issuer, key]) => ({
    issuer,
    signer: localSigner(key, [issuer]),
    statusOf: async (serial: string): Promise<OcspStatus> => {
      const revokedAt = revoked.get(serial);
      return revokedAt ? { status: 'revoked', revokedAt } : { status: 'good' };
    },
  }));
  const source: RevocationSource = {
    revocation: async (certificate, issuer) => {
      asked.push(certificate.commonName ?? '');
      const time = now();
      const nextUpdate = new Date(time.getTime() + DAY_MS);
      if (kind === 'ocsp') {
        const request = createOcspRequest({ certificate, issuer });
        const answer = await createOcspResponse({ request, authorities, time, nextUpdate });
        return { crls: [], ocsps: [answer] };
      }
      const authority = authorities.find(({ issuer: der }) => Buffer.compare(der, issuer.der) === 0);
      if (!authority) throw new Error('A CRL of an unknown authority was requested.');
      const list = [...revoked].map(([serial, at]) => ({
        serial: Buffer.from(serial, 'hex'),
        revokedAt: at,
      }));
      const options = { signer: authority.signer, number: 1, thisUpdate: time, nextUpdate, revoked: list };
      return { crls: [await createCrl(options)], ocsps: [] };
    },
  };
  return { revoked, asked, ...source };
}
