import type { DialectGrant } from './csc-dialect-oauth.ts';
import type { CscDialect } from './csc-dialects.ts';

/** An error as the CSC API says it. */
export class CscRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, words: string) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

export interface CscRequest {
  method: string;
  path: string;
  /** The header; empty without one. */
  authorization: string;
  contentType: string;
  body: string;
}

/** What a provider remembers. */
export interface CscState {
  /** Where it sends browsers back, as its client has registered. */
  redirects: string[];
  dialect: CscDialect;
  url: () => string;
  now: () => Date;
  hashOid: string;
  /** Id to the certificate, DER. */
  credentials: Map<string, Uint8Array>;
  makeCredential: () => void;
  codes: Map<string, { grant: DialectGrant; challenge: string }>;
  pushed: Map<string, URLSearchParams>;
  tokens: Map<string, DialectGrant>;
  /** By activation data. */
  releases: Map<string, DialectGrant>;
  /** Ids of account tokens. */
  used: Set<string>;
  /** Factors that were begun: a one-time password that was sent, a challenge that was asked for. */
  begun: Set<string>;
  /** Promised signatures, and how often they were asked for. */
  answers: Map<string, { signatures: readonly string[]; asked: number }>;
  sign: (hash: Buffer) => string;
  root: Uint8Array;
}

export function isVersion1({ specs }: Pick<CscDialect, 'specs'>): boolean {
  return specs.startsWith('1.');
}

export function digestBytes({ hash }: Pick<CscDialect, 'hash'>): number {
  return Number(hash.slice(3)) / 8;
}
