import { stepAt, totpCode } from '../../server/src/second-factors/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for this secret at a time, or so many steps later. */
export function codeAt(time: Date, secret: string, later = 0): string {
  const bits = Array.from(secret, (each) => BASE32.indexOf(each).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(bytes, stepAt(time) + later);
}
