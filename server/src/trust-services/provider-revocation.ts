import { onlineRevocation, type RevocationSource } from '@paraph/pades';
import { Fault } from '../platform/fault.ts';
import { callGuarded } from '../platform/http-client.ts';
import { hasSandbox, publishSandboxCrl } from '../sandbox-provider/sandbox-authority.ts';
import type { TrustDeps } from './find-providers.ts';
import { providerPolicy } from './provider-client.ts';

const OCSP_BYTES_MAX = 64 * 1024;
const CRL_BYTES_MAX = 4 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/** Revocation data of providers' certificates, from the addresses in them; the sandbox's without the network. */
export function openProviderRevocation(deps: TrustDeps): RevocationSource {
  const outside = onlineRevocation({
    fetchCrl: (url) =>
      fetchBytes(deps, { url, body: null, type: 'application/pkix-crl', bytesMax: CRL_BYTES_MAX }),
    askOcsp: (url, request) =>
      fetchBytes(deps, { url, body: request, type: 'application/ocsp-request', bytesMax: OCSP_BYTES_MAX }),
  });
  return {
    revocation: async (certificate, issuer) => {
      const isSandbox = hasSandbox(deps.config) && (await isSandboxRoot(deps, issuer.der));
      return isSandbox
        ? { crls: [await publishSandboxCrl(deps)], ocsps: [] }
        : outside.revocation(certificate, issuer);
    },
  };
}

/** Whether the sandbox issued; without making its key. */
async function isSandboxRoot({ vault }: TrustDeps, der: Uint8Array): Promise<boolean> {
  const root = await vault.find('sandbox-root.cer');
  return root?.equals(der) === true;
}

interface Question {
  url: string;
  /** Null: fetched. */
  body: Uint8Array | null;
  type: string;
  bytesMax: number;
}

async function fetchBytes(
  { config }: TrustDeps,
  { url, body, type, bytesMax }: Question,
): Promise<Uint8Array> {
  const answer = await callGuarded({
    ...providerPolicy(config),
    // Revocation data are signed, and served over http (RFC 5280 §8).
    allowHttp: true,
    url,
    body,
    headers: {
      'user-agent': `Paraph/${config.version}`,
      ...(body === null ? { accept: type } : { 'content-type': type }),
    },
    verifyCertificate: true,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: bytesMax,
  });
  const { host } = new URL(url);
  if (answer.status !== 200) throw new Fault(`${host} answered ${answer.status}.`, { retryable: true });
  if (!answer.isWhole)
    throw new Fault(`The answer of ${host} was too long or broke off.`, { retryable: true });
  return answer.bytes;
}
