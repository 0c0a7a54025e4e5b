import type { Certificate } from '../certificates/parse-certificate.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { createOcspRequest } from './ocsp-request.ts';

/** DER of CRLs and OCSP responses as received; not verified. */
export interface RevocationData {
  readonly crls: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
}

/** Port for revocation data: the network, a store, or an authority in this process. */
export interface RevocationSource {
  revocation(certificate: Certificate, issuer: Certificate): Promise<RevocationData>;
}

export interface RevocationTransport {
  /** Fetches a DER CRL. */
  fetchCrl(url: string): Promise<Uint8Array>;
  /** Posts a DER OCSPRequest (application/ocsp-request) and returns the DER response. */
  askOcsp(url: string, request: Uint8Array): Promise<Uint8Array>;
}

/**
 * Fetches revocation data from the URLs in the certificate: OCSP responders in order, then CRLs, until one succeeds.
 * @throws PdfRefusal `revocation` with every reason when all fail.
 */
export function onlineRevocation(transport: RevocationTransport): RevocationSource {
  return {
    revocation: async (certificate, issuer) => {
      const request = createOcspRequest({ certificate, issuer });
      const ways = [
        ...certificate.ocspUrls.map((url) => async (): Promise<RevocationData> => {
          return { crls: [], ocsps: [await transport.askOcsp(url, request)] };
        }),
        ...certificate.crlUrls.map((url) => async (): Promise<RevocationData> => {
          return { crls: [await transport.fetchCrl(url)], ocsps: [] };
        }),
      ];
      const reasons: string[] = [];
      for (const ask of ways) {
        try {
          return await ask();
        } catch (error) {
          reasons.push(error instanceof Error ? error.message : String(error));
        }
      }
      const who = certificate.commonName ?? 'an unnamed holder';
      const why =
        reasons.length === 0
          ? 'the certificate names neither an OCSP responder nor a CRL'
          : reasons.join('; ');
      throw new PdfRefusal(
        'revocation',
        `No source gave the revocation status of the certificate of ${who} (${why}).`,
      );
    },
  };
}
