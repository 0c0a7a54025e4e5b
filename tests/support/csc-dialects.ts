import type { SampleKey } from '../../pades/src/testing/sample-authority.ts';

/** What one provider asks of its clients, as the CSC API and providers' own documents say it. */
export interface CscDialect {
  specs: string;
  base: string;
  infoBy: 'GET' | 'POST';
  /** How `info` names the OAuth server: its base, its page (version 1), or an issuer with metadata. */
  oauth: 'base' | 'issuer' | 'page';
  authentication: 'body' | 'header';
  /** Restricted to one account, of which `account_token` tells. */
  accountId: string | null;
  /** Requests that must be pushed: all, or those with an address above 2,000 characters. */
  push: 'all' | 'long' | null;
  mode: 'explicit' | 'implicit' | 'oauth2code';
  /** What is typed for mode explicit, by its id. */
  factors: Readonly<Record<string, 'challenge' | 'otp' | 'password'>>;
  key: SampleKey;
  /** `key.algo`, `signAlgorithms.algos`, and the hash that signatures must have. */
  algo: readonly string[];
  offered: readonly string[];
  hash: 'sha256' | 'sha384' | 'sha512';
  multisign: number;
  tokenType: 'Bearer' | 'SAD';
  /** A credential is made for a visit, signs once and is gone. */
  isOneTime: boolean;
  /** Its certificates say where can be asked whether they were revoked. */
  namesRevocation: boolean;
  /** Its certificates are of an organization, for seals, and clients get tokens without a person. */
  isForSeals: boolean;
  /** Signatures are promised, and handed over when they are asked for the second time. */
  isLater: boolean;
}

export const oid = {
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaSha384: '1.2.840.113549.1.1.12',
  rsaSha512: '1.2.840.113549.1.1.13',
  pss: '1.2.840.113549.1.1.10',
  ecSha256: '1.2.840.10045.4.3.2',
  ecSha384: '1.2.840.10045.4.3.3',
} as const;

const common: CscDialect = {
  specs: '2.0.0.2',
  base: '/csc/v2',
  infoBy: 'POST',
  oauth: 'base',
  authentication: 'body',
  accountId: null,
  push: null,
  mode: 'oauth2code',
  factors: {},
  key: 'rsa',
  algo: [oid.rsaSha256],
  offered: [],
  hash: 'sha256',
  multisign: 20,
  tokenType: 'Bearer',
  isOneTime: false,
  isLater: false,
  namesRevocation: true,
  isForSeals: false,
};
const first: CscDialect = { ...common, specs: '1.0.4.0', base: '/csc/v1' };

export const cscDialects: Readonly<Record<string, CscDialect>> = {
  '1.0.4.0 on its page, for one account': {
    ...first,
    oauth: 'page',
    accountId: 'acme-42',
    tokenType: 'SAD',
  },
  // The printed text of 1.0.4.0 says 1.0.3.0, and some providers do as well.
  '1.0.3.0 by PIN and one-time password': {
    ...first,
    specs: '1.0.3.0',
    base: '/rssp/csc/v1',
    authentication: 'header',
    mode: 'explicit',
    factors: { PIN: 'password', OTP: 'otp' },
    algo: [oid.rsa],
  },
  '1.0.4.0 released by the provider alone, with SHA-384': {
    ...first,
    mode: 'implicit',
    key: 'p384',
    algo: [oid.ecSha256, oid.ecSha384],
    hash: 'sha384',
  },
  '2.0.0.2 by metadata, with every request pushed, with SHA-384': {
    ...common,
    oauth: 'issuer',
    authentication: 'header',
    push: 'all',
    key: 'p384',
    algo: [oid.ecSha384],
    hash: 'sha384',
  },
  '2.1.0.1 with a challenge, asked by GET': {
    ...common,
    specs: '2.1.0.1',
    infoBy: 'GET',
    mode: 'explicit',
    factors: { PIN: 'password', question: 'challenge' },
    algo: [oid.pss],
    offered: [oid.rsaSha384, oid.pss],
    hash: 'sha384',
  },
  '2.0.0.2 with credentials for one signature, many hashes and SHA-512': {
    ...common,
    accountId: 'acme-42',
    push: 'long',
    algo: [oid.rsaSha512],
    hash: 'sha512',
    isOneTime: true,
    isLater: true,
  },
};
