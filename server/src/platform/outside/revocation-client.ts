import { Fault } from '@paraph/domain';
import { onlineRevocation, type RevocationSource } from '@paraph/pades';
import { callGuarded, type UrlPolicy } from './http-client.ts';

/** Timestamps and OCSP responses have a few kilobytes; CRLs of large authorities some megabytes. */
const RESPONSE_BYTES_MAX = 64 * 1024;
const CRL_BYTES_MAX = 4 * 1024 * 1024;

/** How authorities of one kind are called. */
export interface AuthorityCalls {
  /** Of this software, for the user agent. */
  version: string;
  policy: UrlPolicy;
  timeoutMs: number;
}

export function fetchedRevocation(calls: AuthorityCalls): RevocationSource {
  return onlineRevocation({
    fetchCrl: (url) =>
      call(calls, { url, body: null, type: 'application/pkix-crl', bytesMax: CRL_BYTES_MAX }),
    askOcsp: (url, body) => askAuthority(calls, { url, body, type: 'application/ocsp-request' }),
  });
}

/** Posts a request of a few bytes, such as that for a timestamp. */
export function askAuthority(
  calls: AuthorityCalls,
  request: { url: string; body: Uint8Array; type: string },
): Promise<Uint8Array> {
  return call(calls, { ...request, bytesMax: RESPONSE_BYTES_MAX });
}

interface Question {
  url: string;
  /** Null: fetched. */
  body: Uint8Array | null;
  type: string;
  bytesMax: number;
}

async function call(
  { version, policy, timeoutMs }: AuthorityCalls,
  { url, body, type, bytesMax }: Question,
): Promise<Uint8Array> {
  const answer = await callGuarded({
    ...policy,
    url,
    body,
    headers: {
      'user-agent': `Paraph/${version}`,
      ...(body === null ? { accept: type } : { 'content-type': type }),
    },
    timeoutMs,
    responseBytesMax: bytesMax,
  });
  const { host } = new URL(url);
  if (answer.status !== 200) throw new Fault(`${host} answered ${answer.status}.`, { retryable: true });
  if (!answer.isWhole)
    throw new Fault(`The answer of ${host} was too long or broke off.`, { retryable: true });
  return answer.bytes;
}
