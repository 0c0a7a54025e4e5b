import { type Certificate, PdfRefusal, parseCertificate } from '@paraph/pades';

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const ANCHORS_MAX = 20;

/** The certificates of a PEM text. */
export function readAnchors(pem: string): Certificate[] {
  return [...pem.matchAll(BLOCK)].map(([, base64 = '']) =>
    parseCertificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')),
  );
}

/** Why a text cannot be the trust anchors of a provider; null if it can. */
export function checkAnchors(pem: string): string | null {
  try {
    const anchors = readAnchors(pem);
    if (anchors.length === 0) return 'Paste the certificates of the provider’s authorities as PEM.';
    if (anchors.length > ANCHORS_MAX) return `At most ${ANCHORS_MAX} certificates are allowed.`;
    const bad = anchors.find(({ isAuthority }) => !isAuthority);
    return bad ? `The certificate of ${bad.commonName ?? 'an unnamed holder'} is not an authority’s.` : null;
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return 'One of the certificates cannot be read; paste it as the provider publishes it.';
  }
}
