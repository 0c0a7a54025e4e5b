import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { Pkcs11Token } from '../platform/keys/pkcs11-token.ts';
import {
  type AuthoritySettings,
  BRING_BACK,
  fileOf,
  type Issuer,
  type KeyAndCertificate,
  listCertificates,
  openCertifiedKey,
  useOf,
  type Wanted,
} from './open-certified-key.ts';

export interface TimestampingKey extends KeyAndCertificate {
  /** No timestamp is made with the key after it. */
  usedUntil: Date;
}

const role = 'timestamping';
/** Every process has read the keys again by the time that a new one is used. */
const ANNOUNCED_MS = 86_400_000;
const CERTIFICATE_YEARS = 10;

interface WantedKey {
  token: Pkcs11Token | null;
  issuer: Issuer;
  name: string;
  /** How many keys shall follow the one in use already; they begin when they are due. */
  ahead?: number;
}

/**
 * The key for timestamps that is in use, with the certificates of all that were and will be. Each is used for less than
 * half of its certificate's life, so that its timestamps can be judged long after; then a new one follows, and the
 * private key is destroyed (ETSI EN 319 421 §7.6). A step that a kill cut short is taken by the next call.
 */
export async function openTimestampingKey(
  deps: AuthoritySettings,
  { ahead = 0, ...below }: WantedKey,
): Promise<TimestampingKey> {
  const { vault, clock } = deps;
  const now = clock.now();
  const wanted = { ...below, role, profile: role, years: CERTIFICATE_YEARS } as const;
  const generations = await listGenerations(vault);
  if (generations.length === 0) generations.push(certificatesIn(await openCertifiedKey(deps, wanted)));
  for (let inUse = await findInUse(deps, generations); ; ) {
    const last = useOf(firstOf(generations));
    const isWanted = last.successorFrom <= now || generations.length < inUse + ahead;
    if (!isWanted || !(await mayMake(deps, below, generations.length + 1))) break;
    const isUsable = useOf(firstOf(generations, inUse)).until.getTime() > now.getTime() + ANNOUNCED_MS;
    const soonest = new Date(now.getTime() + ANNOUNCED_MS);
    const due = last.successorFrom > soonest ? last.successorFrom : soonest;
    const begins = isUsable ? { notBefore: due } : {};
    const names = { generation: generations.length + 1, first: firstOf(generations, 1) };
    const next = certificatesIn(await openCertifiedKey(deps, { ...wanted, ...names, ...begins }));
    deps.log?.info({ key: fileOf({ role, ...names }) }, 'a new key for timestamps was made');
    generations.push(next);
    inUse = await findInUse(deps, generations);
  }
  return useKey(deps, wanted, generations);
}

/** The key in use by its number, and no more those before it. */
async function useKey(
  deps: AuthoritySettings,
  wanted: Omit<Wanted, 'first' | 'generation'>,
  generations: readonly Buffer[][],
): Promise<TimestampingKey> {
  const inUse = await findInUse(deps, generations);
  const first = firstOf(generations, 1);
  const key = await openCertifiedKey(deps, { ...wanted, first, ...numbered(inUse) });
  for (let former = 1; former < inUse; former += 1) {
    const file = `${fileOf({ role, ...numbered(former) })}.key`;
    if (await deps.vault.find(file)) await deps.vault.remove(file);
  }
  const others = generations.filter((_each, index) => index !== inUse - 1).flat();
  const { until } = useOf(firstOf(generations, inUse));
  return { ...key, earlier: [...key.earlier, ...others], usedUntil: until };
}

/** The certificates of each key for timestamps, DER: of the first one first, and of each the earliest first. */
export async function listGenerations(vault: Pick<KeyVault, 'find'>): Promise<Buffer[][]> {
  const generations: Buffer[][] = [];
  for (;;) {
    const file = fileOf({ role, ...numbered(generations.length + 1) });
    const certificates = await listCertificates(vault, file);
    if (certificates.length === 0) return generations;
    generations.push(certificates);
  }
}

/** The number of the newest key that has begun; where it is not here, of the next one that is. */
async function findInUse(
  { config, vault, clock }: Pick<AuthoritySettings, 'clock' | 'config' | 'vault'>,
  generations: readonly Buffer[][],
): Promise<number> {
  const isOnToken = config.token?.keys[role] !== undefined;
  const present: number[] = [];
  for (let number = 1; number <= generations.length; number += 1) {
    const file = `${fileOf({ role, ...numbered(number) })}.key`;
    if (isOnToken || (await vault.find(file)) !== null) present.push(number);
  }
  const now = clock.now();
  const begun = present.filter((number) => useOf(firstOf(generations, number)).from <= now);
  return begun.at(-1) ?? present[0] ?? generations.length;
}

async function mayMake(
  { config, log }: AuthoritySettings,
  { issuer, token }: Omit<WantedKey, 'ahead'>,
  generation: number,
): Promise<boolean> {
  if (!issuer.signer) {
    log?.warn({ key: role }, `the key for timestamps needs a successor and that the root: ${BRING_BACK}`);
    return false;
  }
  const label = config.token?.keys[role];
  if (!token || label === undefined) return true;
  const needed = `${label}-${generation}`;
  const hasKey = await token.publicKey(needed).then(
    () => true,
    () => false,
  );
  if (!hasKey)
    log?.warn(
      { key: role },
      `the key for timestamps needs a successor: make a key labelled ${needed} on the token`,
    );
  return hasKey;
}

function numbered(generation: number): Pick<Wanted, 'generation'> {
  return generation === 1 ? {} : { generation };
}

/** The first certificate of a key, by its number; default: of the newest. */
function firstOf(generations: readonly Buffer[][], number = generations.length): Buffer {
  return generations[number - 1]?.[0] ?? Buffer.alloc(0);
}

function certificatesIn({ certificate, earlier }: KeyAndCertificate): Buffer[] {
  return [certificate, ...earlier].toReversed();
}

/** Whether the newest key should have a successor, and until when the one in use may be used. */
export async function timestampingUse(
  deps: Pick<AuthoritySettings, 'clock' | 'config' | 'vault'>,
): Promise<(ReturnType<typeof useOf> & { number: number; made: number; isSuccessorWanted: boolean }) | null> {
  const generations = await listGenerations(deps.vault);
  if (generations.length === 0) return null;
  const number = await findInUse(deps, generations);
  const isSuccessorWanted = useOf(firstOf(generations)).successorFrom <= deps.clock.now();
  return { number, made: generations.length, ...useOf(firstOf(generations, number)), isSuccessorWanted };
}
