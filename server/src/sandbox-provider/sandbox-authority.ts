import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  createCrl,
  localKey,
  localSigner,
  parseCertificate,
  type Signer,
  signCertificate,
} from '@paraph/pades';
import { newKeyPem } from '../authority/new-key-pem.ts';
import { isLoopback } from '../config/base-url.ts';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { listHolders } from './sandbox-store.ts';

export type SandboxDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** In every certificate, and on every page. */
export const SANDBOX_NAME = 'Sandbox, no legal effect';
export const SANDBOX_PATH = '/sandbox-provider';

const YEAR_MS = 365.25 * 86_400_000;
const SKEW_MS = 3_600_000;

/** Whether this instance has the sandbox: it can only be reached from its own machine. */
export function hasSandbox({ baseUrl }: Pick<Deps['config'], 'baseUrl'>): boolean {
  return isLoopback(baseUrl);
}

function requireSandbox(config: Deps['config']): void {
  if (!hasSandbox(config)) throw new Error('the sandbox provider was called on an instance that has none');
}

/** The address of a page or a list of the sandbox. */
export function sandboxUrl({ baseUrl }: Pick<Deps['config'], 'baseUrl'>, path: string): string {
  return `${baseUrl}${SANDBOX_PATH}${path}`;
}

/** The key and certificate of the sandbox, made at first use. */
export async function openSandboxAuthority(deps: Omit<SandboxDeps, 'database'>): Promise<Signer> {
  requireSandbox(deps.config);
  const { vault, clock, ids } = deps;
  const key = createPrivateKey((await vault.secret('sandbox-root.key', newKeyPem)).toString());
  const certificate = await vault.secret('sandbox-root.cer', async () => {
    const now = clock.now().getTime();
    const subjectPublicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
    return signCertificate(
      {
        subject: { commonName: SANDBOX_NAME, organization: 'Paraph' },
        subjectPublicKey,
        issuer: null,
        serial: ids.bytes(16),
        notBefore: new Date(now - SKEW_MS),
        notAfter: new Date(now + 20 * YEAR_MS),
        profile: 'root',
      },
      localKey(key),
    );
  });
  return localSigner(key, [certificate]);
}

/** The certificates that the sandbox revoked, as a list; also what proves that others were not. */
export async function publishSandboxCrl(deps: SandboxDeps): Promise<Uint8Array> {
  const signer = await openSandboxAuthority(deps);
  const now = deps.clock.now();
  const holders = await listHolders(deps.database);
  return createCrl({
    signer,
    number: toSeconds(now),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + YEAR_MS),
    revoked: holders.flatMap(({ certificates, created_at: revokedAt }) => {
      const der = certificates.revoked;
      return der ? [{ serial: parseCertificate(Buffer.from(der, 'base64')).serial, revokedAt }] : [];
    }),
  });
}
