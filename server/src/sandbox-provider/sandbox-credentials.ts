import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type QcStatements, shortenedName, signCertificate } from '@paraph/pades';
import { newKey, newSerial } from '../platform/ids.ts';
import { openSandboxAuthority, type SandboxDeps, sandboxUrl } from './sandbox-authority.ts';
import { SandboxError } from './sandbox-error.ts';
import { SANDBOX_POLICY } from './sandbox-policy.ts';
import { findHolder, findHolderByName, insertHolder, type StoredHolder } from './sandbox-store.ts';

/** How a kind of credential behaves. */
interface CredentialKind {
  scal: 1 | 2;
  mode: 'explicit' | 'oauth2code';
  multisign: number;
  statements: QcStatements | null;
  /** The signatures are handed over some seconds later. */
  isSlow?: boolean;
}

const WHOLE: QcStatements = { isQualified: true, isOnDevice: true, isForSignatures: true };
const PAGE = { scal: 2, mode: 'oauth2code', multisign: 20, statements: WHOLE } as const;

/** Every holder has one of each; the first is what people try. */
const KINDS = {
  page: PAGE,
  pin: { ...PAGE, scal: 1, mode: 'explicit' },
  slow: { ...PAGE, isSlow: true },
  single: { ...PAGE, multisign: 1 },
  revoked: PAGE,
  plain: { ...PAGE, statements: null },
} as const satisfies Record<string, CredentialKind>;

type KindName = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** What the sandbox takes; it sends no messages. */
export const SANDBOX_PIN = '123456';
export const SANDBOX_OTP = '654321';

const YEAR_MS = 365.25 * 86_400_000;
const SKEW_MS = 3_600_000;
const newKeyPair = promisify(generateKeyPair);

export interface SandboxCredential extends CredentialKind {
  id: string;
  /** Its words are in `sandbox-texts.ts`. */
  kind: KindName;
  holder: StoredHolder;
  isRevoked: boolean;
  certificate: Buffer;
}

/** The holder of a name, with their certificates; made at the first sign-in. */
export async function openHolder(deps: SandboxDeps, name: string): Promise<StoredHolder> {
  const found = await findHolderByName(deps.database, name);
  if (found) return found;
  const id = newKey(deps.ids);
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificates: Record<string, string> = {};
  for (const kind of KIND_NAMES)
    certificates[kind] = (await certify(deps, { name, kind, publicKey })).toString('base64');
  await insertHolder(deps.database, {
    id,
    name,
    sealed_key: deps.vault.encrypt(pem, boundTo(id)),
    certificates: JSON.stringify(certificates),
    created_at: deps.clock.now(),
  });
  const stored = await findHolderByName(deps.database, name);
  if (!stored) throw new Error('the holder was not stored');
  return stored;
}

export function listCredentials(holder: StoredHolder): SandboxCredential[] {
  return KIND_NAMES.flatMap((kind) => credentialOf(holder, kind) ?? []);
}

/** @throws SandboxError for one that is unknown */
export async function getCredential(deps: SandboxDeps, id: unknown): Promise<SandboxCredential> {
  const [holderId = '', kind = ''] = typeof id === 'string' ? id.split('.') : [];
  const holder = holderId === '' ? null : await findHolder(deps.database, holderId);
  const found = holder && credentialOf(holder, kind);
  if (!found) throw new SandboxError('invalid_request', 'There is no such credential.');
  return found;
}

function credentialOf(holder: StoredHolder, name: string): SandboxCredential | null {
  const kind = KIND_NAMES.find((each) => each === name);
  const der = kind && holder.certificates[kind];
  if (!kind || der === undefined) return null;
  return {
    ...KINDS[kind],
    id: `${holder.id}.${kind}`,
    kind,
    holder,
    isRevoked: kind === 'revoked',
    certificate: Buffer.from(der, 'base64'),
  };
}

/** The key of a holder. It never leaves this room. */
export function openKey({ vault }: Pick<SandboxDeps, 'vault'>, { id, sealed_key }: StoredHolder): KeyObject {
  return createPrivateKey(vault.decrypt(sealed_key, boundTo(id)));
}

function boundTo(holderId: string): string {
  return `sandbox-holder:${holderId}`;
}

async function certify(
  deps: SandboxDeps,
  { name, kind, publicKey }: { name: string; kind: KindName; publicKey: KeyObject },
): Promise<Buffer> {
  const authority = await openSandboxAuthority(deps);
  const now = deps.clock.now();
  const { statements } = KINDS[kind];
  const der = await signCertificate(
    {
      subject: { commonName: shortenedName(name), serialNumber: 'SANDBOX', organization: 'Sandbox' },
      subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
      issuer: authority.certificates[0] ?? null,
      serial: newSerial(deps.ids, now),
      notBefore: new Date(now.getTime() - SKEW_MS),
      notAfter: new Date(now.getTime() + 2 * YEAR_MS),
      profile: 'signer',
      crlUrl: sandboxUrl(deps.config, '/authority.crl'),
      issuerUrl: sandboxUrl(deps.config, '/authority.cer'),
      policyOid: SANDBOX_POLICY,
      ...(statements ? { qcStatements: statements } : {}),
    },
    authority,
  );
  return Buffer.from(der);
}
