import { Fault } from '@paraph/domain';
import { type EmbeddedSignature, readTimestampToken } from '@paraph/pades';
import { type Authority, certificatesOf } from './open-authority.ts';

export interface LastTimestamp {
  time: Date;
  /** Hexadecimal, assigned by the authority. */
  serial: string;
  /** Its common name. */
  authority: string;
  /** Issued by this instance: proves order and integrity, but no time to parties that do not trust it. */
  isInternal: boolean;
  /** When its certificate expires: another timestamp must cover it by then. */
  expiresAt: Date;
}

/** The newest document timestamp of a file, read from the token itself, not from the settings. */
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
