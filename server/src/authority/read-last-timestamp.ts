import { type EmbeddedSignature, readTimestampToken } from '@paraph/pades';
import { Fault } from '../platform/fault.ts';
import { type Authority, certificatesOf } from './open-authority.ts';

export interface LastTimestamp {
  time: Date;
  /** Hexadecimal, given by the authority. */
  serial: string;
  /** Its common name. */
  authority: string;
  /** Ours: proof of order and integrity, of no time to those who do not trust this instance. */
  isInternal: boolean;
  /** When its certificate runs out: by then another timestamp has to stand over it. */
  expiresAt: Date;
}

/** The newest document timestamp of a file that has one; told by the token itself, not by the settings. */
export function readLastTimestamp(authority: Authority, held: readonly EmbeddedSignature[]): LastTimestamp {
  const last = held.findLast(({ kind }) => kind === 'timestamp');
  const token = last && readTimestampToken(last.contents);
  const signer = token?.cms.signer;
  if (!token || !signer)
    throw new Fault('The sealed file holds no timestamp of an authority.', { retryable: false });
  return {
    time: token.time,
    serial: token.serial,
    authority: signer.commonName ?? 'an unnamed authority',
    isInternal: certificatesOf(authority.timestamping).some((each) => each.equals(signer.der)),
    expiresAt: signer.notAfter,
  };
}
