import { Fault } from '@paraph/domain';
import { parseCertificate, type Signer, signCertificate } from '@paraph/pades';
import type { Pkcs11Token } from '../platform/keys/pkcs11-token.ts';
import {
  type AuthoritySettings,
  BRING_BACK,
  endBelow,
  type Issuer,
  type IssuerUrls,
  nameOfOurs,
  openCertifiedKey,
  ownListOf,
  YEAR_MS,
} from './open-certified-key.ts';
import { findResponder, openResponder } from './open-responder.ts';
import { listGenerations } from './timestamping-keys.ts';

export interface Responding {
  /** Answers OCSP about the certificates of an authority (RFC 6960 §4.2.2.2). */
  responder: Signer;
}

/**
 * While the root key is offline, `crl` is the list that it signed in advance, and `partLists` are those of some of the
 * certificates, by their names: of authorities, and of one key for timestamps each.
 */
export type RootAuthority = Omit<Issuer, 'signer'> &
  Responding & {
    /** The name of its files in the vault and in URLs: `root`, its successor is `root2`. */
    name: string;
  } & ({ signer: Signer; crl: null } | { signer: null; crl: Buffer; partLists: ReadonlyMap<string, Buffer> });

/**
 * The certificates by which a root and its predecessor vouch for each other (RFC 4210 §4.4), so that those who trust
 * one of them accept what the other certified.
 */
export interface RootLink {
  /** The key of the successor, certified by its predecessor. */
  newWithOld: Buffer;
  /** The key of the predecessor, certified by its successor. */
  oldWithNew: Buffer;
}

export interface Roots {
  /** Certifies what is made now. */
  root: RootAuthority;
  /** Its predecessors, the newest first: what they certified is still answered for. */
  formerRoots: readonly RootAuthority[];
  /** The newest first. */
  links: readonly RootLink[];
}

/**
 * The issuing certificate ends with the root: strict validators accept no signature below an expired CA. For twenty
 * years nothing comes from a successor, whose links not all of them follow back (docs/decisions/0013).
 */
export const ROOT_YEARS = 30;
/** No certificate of ten years is cut short by the end of its root. */
const ROOT_AHEAD_MS = 10 * YEAR_MS;

/** Whether the root is so near its end that its successor is wanted. */
export function isRootEnding(certificate: Uint8Array, now: Date): boolean {
  return parseCertificate(certificate).notAfter.getTime() - now.getTime() < ROOT_AHEAD_MS;
}

/** The vault's name of the root of a generation, from 1. */
export function rootName(generation: number): string {
  return generation === 1 ? 'root' : `root${generation}`;
}

/** The list that a root signs when it is exported. */
export function offlineCrlOf(name: string): string {
  return `${name}.crl`;
}

/** The name of the list of a root that speaks of authorities alone. */
export function authoritiesListOf(name: string): string {
  return `${name}-authorities`;
}

/**
 * The roots of this instance, each made when it does not exist yet and is wanted: the first at the first start, a
 * successor at the first start within ten years of an end.
 *
 * @throws Fault when a token cannot be used, or a key is missing
 */
export async function openRoots(
  deps: AuthoritySettings,
  token: Pkcs11Token | null,
  name: string,
): Promise<Roots> {
  const first = await openRoot(deps, { token, name, generation: 1 });
  const roots: [RootAuthority, ...RootAuthority[]] = [first];
  const links: RootLink[] = [];
  for (let generation = 2; ; generation += 1) {
    const [last] = roots;
    const stored = await deps.vault.find(`${rootName(generation)}.cer`);
    if (!stored && !(await maySucceed(deps, last, { token, generation }))) break;
    const { commonName } = parseCertificate(first.certificate);
    const wanted = { token, generation, name: commonName ?? name, first: first.certificate };
    const next = await openRoot(deps, wanted);
    const link = await openLink(deps, last, next);
    if (link) links.unshift(link);
    roots.unshift(next);
  }
  const [root, ...formerRoots] = roots;
  return { root, formerRoots, links };
}

async function maySucceed(
  deps: AuthoritySettings,
  last: RootAuthority,
  { token, generation }: { token: Pkcs11Token | null; generation: number },
): Promise<boolean> {
  if (!isRootEnding(last.certificate, deps.clock.now())) return false;
  const about = { root: last.name };
  if (!last.signer) {
    deps.log?.warn(about, `the root needs a successor: ${BRING_BACK}`);
    return false;
  }
  const label = deps.config.token?.keys.root;
  if (!token || label === undefined) return true;
  const needed = `${label}-${generation}`;
  const hasKey = await token.publicKey(needed).then(
    () => true,
    () => false,
  );
  if (!hasKey)
    deps.log?.warn(about, `the root needs a successor: make a key labelled ${needed} on the token`);
  return hasKey;
}

interface WantedRoot {
  token: Pkcs11Token | null;
  name: string;
  generation: number;
  /** Of the first root: all have one name, so that a link counts as no further authority (RFC 5280 §6.1). */
  first?: Buffer;
}

async function openRoot(deps: AuthoritySettings, wanted: WantedRoot): Promise<RootAuthority> {
  const { config, vault } = deps;
  const { token, generation, first } = wanted;
  const name = rootName(generation);
  const urls = urlsOfRoot(deps, generation);
  const isOnToken = token !== null && config.token?.keys.root !== undefined;
  const certificate = isOnToken ? null : await vault.find(`${name}.cer`);
  if (certificate && !(await vault.find(`${name}.key`)))
    return { name, urls, certificate, signer: null, ...(await openOfflineRoot(deps, name)) };
  const root = await openCertifiedKey(deps, {
    token,
    role: 'root',
    profile: 'root',
    years: ROOT_YEARS,
    name: wanted.name,
    ...(generation === 1 ? {} : { generation }),
    first,
  });
  const { signer } = root;
  const responder = await openResponder(deps, name, root);
  return { name, urls, certificate: root.certificate, signer, responder, crl: null };
}

async function openOfflineRoot(
  { config, vault }: AuthoritySettings,
  name: string,
): Promise<Responding & { crl: Buffer; partLists: ReadonlyMap<string, Buffer> }> {
  const [stored, crl] = await Promise.all([
    findResponder({ config, vault }, name),
    vault.find(offlineCrlOf(name)),
  ]);
  if (!stored || !crl)
    throw new Fault(`The key ${name}.key is missing. Restore it from a backup, or ${BRING_BACK}`);
  const partLists = new Map<string, Buffer>();
  const ofKeys = (await listGenerations(vault)).flat().flatMap((each) => ownListOf(each)?.name ?? []);
  for (const part of [authoritiesListOf(name), ...ofKeys.filter((each) => each.startsWith(`${name}-`))]) {
    const list = await vault.find(offlineCrlOf(part));
    if (list) partLists.set(part, list);
  }
  return { responder: stored.signer, crl, partLists };
}

/** Null where it was not made while both keys were here, which only a start that was killed leaves behind. */
async function openLink(
  deps: AuthoritySettings,
  older: RootAuthority,
  newer: RootAuthority,
): Promise<RootLink | null> {
  const newWithOld = await openCross(deps, { issuer: older, subject: newer });
  const oldWithNew = await openCross(deps, { issuer: newer, subject: older });
  return newWithOld && oldWithNew ? { newWithOld, oldWithNew } : null;
}

async function openCross(
  deps: AuthoritySettings,
  { issuer, subject }: { issuer: RootAuthority; subject: RootAuthority },
): Promise<Buffer | null> {
  const file = `${subject.name}-by-${issuer.name}.cer`;
  const { signer } = issuer;
  if (!signer) return deps.vault.find(file);
  const { publicKey, commonName, country, notBefore, notAfter } = parseCertificate(subject.certificate);
  return deps.vault.secret(file, () =>
    signCertificate(
      {
        subject: nameOfOurs(commonName ?? '', country),
        subjectPublicKey: publicKey,
        issuer: issuer.certificate,
        serial: deps.ids.bytes(16),
        // RFC 4210 §4.4.1: from the making of the key that it certifies, though the issuer's may be younger.
        notBefore,
        notAfter: endBelow(issuer.certificate, notAfter),
        profile: 'link',
        ...issuer.urls,
      },
      signer,
    ),
  );
}

function urlsOfRoot({ config }: AuthoritySettings, generation: number): IssuerUrls {
  const base = `${config.baseUrl.replace(/\/$/, '')}/authority`;
  const name = rootName(generation);
  // Certificates of the first root name this address since there is a second.
  const issuerUrl = generation === 1 ? `${base}/ca.cer` : `${base}/${name}.cer`;
  return { crlUrl: `${base}/${name}-crl`, ocspUrl: `${base}/ocsp`, issuerUrl };
}
