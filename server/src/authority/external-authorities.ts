import { onlineRevocation, type RevocationSource, type TimestampAuthority } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { Fault } from '../platform/fault.ts';
import { callGuarded } from '../platform/http-client.ts';

type Slice = Pick<Deps, 'config'>;

interface Question {
  url: string;
  /** Null: fetched. */
  body: Uint8Array | null;
  type: string;
  bytesMax: number;
}

/**
 * Timestamps and OCSP responses have a few kilobytes; CRLs of large authorities some megabytes, embedded in the file.
 */
const RESPONSE_BYTES_MAX = 64 * 1024;
const CRL_BYTES_MAX = 4 * 1024 * 1024;

/** The authorities for timestamps that the operator named, in their order. */
export function externalAuthorities({ config }: Slice): TimestampAuthority[] {
  return config.timestamps.urls.map((url) => ({
    name: new URL(url).host,
    timestamp: async (request) => {
      const type = 'application/timestamp-query';
      return fetchBytes({ config }, { url, body: request, type, bytesMax: RESPONSE_BYTES_MAX });
    },
  }));
}

/**
 * Fetches revocation data of those authorities' certificates from the URLs in the certificates. A certificate is only
 * followed once it chains to a root that the operator configured.
 */
export function externalRevocation({ config }: Slice): RevocationSource {
  return onlineRevocation({
    fetchCrl: (url) =>
      fetchBytes({ config }, { url, body: null, type: 'application/pkix-crl', bytesMax: CRL_BYTES_MAX }),
    askOcsp: (url, request) => {
      const type = 'application/ocsp-request';
      return fetchBytes({ config }, { url, body: request, type, bytesMax: RESPONSE_BYTES_MAX });
    },
  });
}

async function fetchBytes({ config }: Slice, { url, body, type, bytesMax }: Question): Promise<Uint8Array> {
  const answer = await callGuarded({
    url,
    body,
    headers: {
      'user-agent': `Paraph/${config.version}`,
      ...(body === null ? { accept: type } : { 'content-type': type }),
    },
    verifyCertificate: true,
    timeoutMs: config.timestamps.timeoutMs,
    responseBytesMax: bytesMax,
    allowLoopback: true,
    ownHosts: [new URL(config.baseUrl).host],
    isOperators: true,
  });
  const host = new URL(url).host;
  if (answer.status !== 200) throw new Fault(`${host} answered ${answer.status}.`, { retryable: true });
  if (!answer.isWhole)
    throw new Fault(`The answer of ${host} was too long or broke off.`, { retryable: true });
  return answer.bytes;
}
