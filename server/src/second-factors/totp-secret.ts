import type { Deps } from '../deps.ts';
import type { StoredTotp } from './factor-store.ts';

export const boundTo = (userId: number) => `totp of user ${userId}`;

/** As the table stores it. */
export function sealSecret({ vault }: Pick<Deps, 'vault'>, userId: number, secret: Uint8Array): string {
  return vault.encrypt(Buffer.from(secret).toString('hex'), boundTo(userId));
}

export function readSecret({ vault }: Pick<Deps, 'vault'>, totp: StoredTotp): Buffer {
  return Buffer.from(vault.decrypt(totp.sealed_secret, boundTo(totp.user_id)), 'hex');
}
