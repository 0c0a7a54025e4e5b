import type { Deps } from '../deps.ts';
import { equalSecrets } from '../platform/ids.ts';

const LIFE_SECONDS = 24 * 3_600;

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** One cookie per link, so that two documents can be open at the same time. */
export function signingCookieName(config: { baseUrl: string }, linkId: string): string {
  return `${config.baseUrl.startsWith('https:') ? '__Host-' : ''}paraph-sign-${linkId}`;
}

/** `Set-Cookie` for a visitor who presented the link's token: proves that for one day. */
export function writeSigningCookie(deps: Slice, linkId: string): string {
  const issuedAt = deps.clock.now().getTime();
  const secure = deps.config.baseUrl.startsWith('https:') ? '; Secure' : '';
  const name = signingCookieName(deps.config, linkId);
  const value = `${issuedAt}.${proofOf(deps, linkId, issuedAt)}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE_SECONDS}${secure}`;
}

export function isSigningCookie(deps: Slice, linkId: string, value: string | undefined): boolean {
  const [time = '', proof = ''] = (value ?? '').split('.');
  if (!/^\d{1,15}$/.test(time)) return false;
  const age = deps.clock.now().getTime() - Number(time);
  return age < LIFE_SECONDS * 1000 && equalSecrets(proof, proofOf(deps, linkId, Number(time)));
}

function proofOf({ vault }: Slice, linkId: string, issuedAt: number): string {
  return vault.derive('signing-cookie', `${linkId}.${issuedAt}`).toString('base64url');
}
