/** The version of the CSC API that a service speaks, by the first number of `specs`. */
export type CscVersion = 1 | 2;

/** In what a version differs, as far as signing needs it. */
export interface CscDialect {
  /** The name of hashes to sign, in calls and on the page that releases a key. */
  readonly hashes: 'hash' | 'hashes';
  /** The name of their algorithm in `signHash`. */
  readonly hashAlgorithm: 'hashAlgo' | 'hashAlgorithmOID';
  /** Version 1 names the algorithm neither when a key is released nor where `signAlgo` implies it. */
  readonly namesHashOnce: boolean;
  /** Parameters of `credentials/list`; some services insist on the optional one of version 1. */
  readonly list: Readonly<Record<string, number>>;
  /** What a person types to release a key has parameters of these names; null: a list `authData`. */
  readonly typed: readonly string[] | null;
  /** A token for a credential is sent as `SAD` beside the token of the person, whatever type it says it has. */
  readonly isTokenActivation: boolean;
  /** Signatures may be asked for later: `operationMode`. */
  readonly hasModes: boolean;
  /** The encoding of hashes in an address (RFC 4648 §5): services of version 1 show it padded. */
  readonly padsHashes: boolean;
}

/** CSC API 1.0.4.0 §11; CSC API 2.0.0.2 §8.4.2, §11, which version 2.1 has left as they are. */
export const cscDialects: Readonly<Record<CscVersion, CscDialect>> = {
  1: {
    hashes: 'hash',
    hashAlgorithm: 'hashAlgo',
    namesHashOnce: true,
    list: { maxResults: 20 },
    typed: ['PIN', 'OTP'],
    isTokenActivation: true,
    hasModes: false,
    padsHashes: true,
  },
  2: {
    hashes: 'hashes',
    hashAlgorithm: 'hashAlgorithmOID',
    namesHashOnce: false,
    list: {},
    typed: null,
    isTokenActivation: false,
    hasModes: true,
    padsHashes: false,
  },
};

/** Null for one that nothing is known of. */
export function cscVersionOf(specification: string): CscVersion | null {
  const [, major] = /^([12])\./.exec(specification) ?? [];
  return major === undefined ? null : major === '1' ? 1 : 2;
}
