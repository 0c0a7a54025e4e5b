import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { SANDBOX_POLICY } from '@paraph/domain';
import { type QcStatements, shortenedName, signCertificate } from '@paraph/pades';
import { openSandboxAuthority } from './authority.ts';
import { SandboxError, type SandboxPorts, sandboxUrl } from './ports.ts';
import { findHolder, findHolderByName, type Holder, insertHolder } from './store.ts';

/** How a kind of credential behaves. */
interface CredentialKind {
  scal: 1 | 2;
  mode: 'explicit' | 'implicit' | 'oauth2code';
  multisign: number;
  statements: QcStatements | null;
  /** The signatures are handed over some seconds later. */
  isSlow?: boolean;
}

const WHOLE: QcStatements = { isQualified: true, isOnDevice: true, isForSignatures: true, isForSeals: false };
const SEALS: QcStatements = { ...WHOLE, isForSignatures: false, isForSeals: true };
const PAGE = { scal: 2, mode: 'oauth2code', multisign: 20, statements: WHOLE } as const;

/** People have one of each but the last two; the first is what they try. */
const KINDS = {
  page: PAGE,
  pin: { ...PAGE, scal: 1, mode: 'explicit' },
  slow: { ...PAGE, isSlow: true },
  single: { ...PAGE, multisign: 1 },
  revoked: PAGE,
  plain: { ...PAGE, statements: null },
  seal: { ...PAGE, mode: 'explicit', statements: SEALS },
  company: { ...PAGE, mode: 'implicit', statements: null },
} as const satisfies Record<string, CredentialKind>;

type KindName = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as KindName[];
const OF_ORGANIZATION: readonly KindName[] = ['seal', 'company', 'pin', 'page'];

/** The organization that seals; no person signs in under its name. */
export const SANDBOX_ORGANIZATION = 'Sandbox Organization';

/** What the sandbox takes; it sends no messages. */
export const SANDBOX_PIN = '123456';
export const SANDBOX_OTP = '654321';

const YEAR_MS = 365.25 * 86_400_000;
const SKEW_MS = 3_600_000;
const newKeyPair = promisify(generateKeyPair);

export interface SandboxCredential extends CredentialKind {
  id: string;
  /** Its words are in `texts.ts`. */
  kind: KindName;
  holder: Holder;
  isRevoked: boolean;
  certificate: Buffer;
}

/** The holder of a name, with their certificates; made at the first sign-in. */
export async function openHolder(ports: SandboxPorts, name: string): Promise<Holder> {
  const holder = await findHolderByName(ports, name);
  if (holder) return holder;
  const id = Buffer.from(ports.randomBytes(16)).toString('hex');
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificates: Record<string, string> = {};
  const isPerson = name !== SANDBOX_ORGANIZATION;
  const ofPeople = KIND_NAMES.filter((kind) => kind !== 'seal' && kind !== 'company');
  for (const kind of isPerson ? ofPeople : OF_ORGANIZATION)
    certificates[kind] = (await certify(ports, { name, kind, publicKey })).toString('base64');
  await insertHolder(ports, {
    id,
    name,
    sealed_key: ports.vault.encrypt(pem, boundTo(id)),
    certificates,
    created_at: ports.now(),
  });
  const stored = await findHolderByName(ports, name);
  if (!stored) throw new Error('the holder was not stored');
  return stored;
}

export function listCredentials(holder: Holder): SandboxCredential[] {
  return KIND_NAMES.flatMap((kind) => credentialOf(holder, kind) ?? []);
}

/** @throws SandboxError for one that is unknown */
export async function getCredential(ports: SandboxPorts, id: unknown): Promise<SandboxCredential> {
  const [holderId = '', kind = ''] = typeof id === 'string' ? id.split('.') : [];
  const holder = holderId === '' ? null : await findHolder(ports, holderId);
  const credential = holder && credentialOf(holder, kind);
  if (!credential) throw new SandboxError('invalid_request', 'There is no such credential.');
  return credential;
}

function credentialOf(holder: Holder, name: string): SandboxCredential | null {
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

/** The key of a holder. It never leaves the sandbox. */
export function openKey({ vault }: Pick<SandboxPorts, 'vault'>, { id, sealed_key }: Holder): KeyObject {
  return createPrivateKey(vault.decrypt(sealed_key, boundTo(id)));
}

function boundTo(holderId: string): string {
  return `sandbox-holder:${holderId}`;
}

async function certify(
  ports: SandboxPorts,
  { name, kind, publicKey }: { name: string; kind: KindName; publicKey: KeyObject },
): Promise<Buffer> {
  const authority = await openSandboxAuthority(ports);
  const now = ports.now();
  const { statements } = KINDS[kind];
  const der = await signCertificate(
    {
      subject: { commonName: shortenedName(name), serialNumber: 'SANDBOX', organization: 'Sandbox' },
      subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
      issuer: authority.certificates[0] ?? null,
      serial: ports.randomBytes(16),
      notBefore: new Date(now.getTime() - SKEW_MS),
      notAfter: new Date(now.getTime() + 2 * YEAR_MS),
      profile: 'signer',
      crlUrl: sandboxUrl(ports, '/authority.crl'),
      issuerUrl: sandboxUrl(ports, '/authority.cer'),
      policyOid: SANDBOX_POLICY,
      ...(statements ? { qcStatements: statements } : {}),
    },
    authority,
  );
  return Buffer.from(der);
}
