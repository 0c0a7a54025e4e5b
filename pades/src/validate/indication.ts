import type { Problem, ProblemCode } from '../cms/problem.ts';
import type { ProvenPath } from '../revocation/prove-path.ts';
import type { ChangesAfter } from './changes-after.ts';
import type { EvaluatedSignature } from './evaluate-signature.ts';

/** EN 319 102-1 §5.1.3, Tables 5 and 6; only those that this validation can reach. */
export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'TRY_LATER';

export interface Indication {
  readonly main: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  /** Null for TOTAL-PASSED. */
  readonly sub: SubIndication | null;
}

const failed = (sub: SubIndication): Indication => ({ main: 'TOTAL-FAILED', sub });
const open = (sub: SubIndication): Indication => ({ main: 'INDETERMINATE', sub });

/** The gravest first. */
const BY_PROBLEM: readonly (readonly [ProblemCode, Indication])[] = [
  ['place', failed('FORMAT_FAILURE')],
  ['hash', failed('HASH_FAILURE')],
  ['value', failed('SIG_CRYPTO_FAILURE')],
  ['malformed', failed('FORMAT_FAILURE')],
  ['other-document', open('SIG_CONSTRAINTS_FAILURE')],
  ['other-record', open('SIG_CONSTRAINTS_FAILURE')],
  ['other-certificate', open('NO_SIGNING_CERTIFICATE_FOUND')],
  ['no-certificate', open('NO_SIGNING_CERTIFICATE_FOUND')],
  ['unsupported', open('SIG_CONSTRAINTS_FAILURE')],
  ['unsupported-algorithm', open('CRYPTO_CONSTRAINTS_FAILURE')],
  ['weak', open('CRYPTO_CONSTRAINTS_FAILURE')],
];

/**
 * The result in the words of EN 319 102-1 §5.1.3. That a file shows nothing but what may follow the signature is a
 * constraint of ours on the signature, as that clause allows.
 */
export function indicationOf(
  { facts, path, log }: EvaluatedSignature,
  changes: readonly ChangesAfter[],
): Indication {
  const indication = byProblem(facts.problems);
  if (indication) return indication;
  if (facts.coverage === 'partial') return failed('FORMAT_FAILURE');
  const isRepaired = facts.signedDocument?.isRepaired === true || isDamaged(changes);
  if (isRepaired || changes.some(({ allowed }) => !allowed)) return open('SIG_CONSTRAINTS_FAILURE');
  const proven = byPath(path);
  // What a witness has seen may be known later.
  return proven.main === 'TOTAL-PASSED' && log?.state === 'unwitnessed' ? open('TRY_LATER') : proven;
}

/** Whether a later revision can only be read as viewers repair it. */
export function isDamaged(changes: readonly ChangesAfter[]): boolean {
  return changes.some(({ kinds }) => kinds.includes('repaired'));
}

function byProblem(problems: readonly Problem[]): Indication | null {
  const codes = new Set(problems.map(({ code }) => code));
  return BY_PROBLEM.find(([code]) => codes.has(code))?.[1] ?? null;
}

function byPath(path: ProvenPath | null): Indication {
  // Without any time there is no proof that the certificate was valid.
  if (!path) return open('OUT_OF_BOUNDS_NO_POE');
  if (path.revoked !== null) return open(path.revoked === 0 ? 'REVOKED_NO_POE' : 'REVOKED_CA_NO_POE');
  if (!path.isAnchored) return open('NO_CERTIFICATE_CHAIN_FOUND');
  const [signer] = path.chain;
  if (signer && (path.at < signer.notBefore || path.at > signer.notAfter))
    return open('OUT_OF_BOUNDS_NO_POE');
  if (!path.ok) return open('CHAIN_CONSTRAINTS_FAILURE');
  return path.revocation === 'good' ? { main: 'TOTAL-PASSED', sub: null } : open('TRY_LATER');
}
