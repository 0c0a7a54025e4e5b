import { createHmac } from 'node:crypto';

// RFC 6238 with what every authenticator app does: HMAC-SHA-1, six digits, steps of thirty seconds from 1970. It is
// written out because it is shorter than the calls of a library would be.

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones are off: the codes of the step before and of the next one count as well. */
const DRIFT_STEPS = 1;
/** RFC 4226 §4, R6: 160 bits. */
export const TOTP_SECRET_BYTES = 20;

/** The code of a step (RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** The newest step within the drift whose code this is; null where it is the code of none. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const current = stepAt(now);
  for (let step = current + DRIFT_STEPS; step >= current - DRIFT_STEPS; step -= 1)
    if (totpCode(secret, step) === code) return step;
  return null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6, without padding, as apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What a QR code says to an authenticator app. */
export function totpUri({ secret, email, issuer }: Record<'secret' | 'email' | 'issuer', string>): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
