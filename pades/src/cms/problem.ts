/** What is wrong with a signature; the code decides what may be concluded from it. */
export type ProblemCode =
  /** The signed bytes were changed. */
  | 'hash'
  /** The signature value does not verify. */
  | 'value'
  /** It does not belong to the bytes around it. */
  | 'place'
  /** It binds another certificate than the one that it contains. */
  | 'other-certificate'
  /** Its certificate was issued for another document. */
  | 'other-document'
  /** The record of who signed, which its certificate names, is another or missing. */
  | 'other-record'
  /** It fits, but its algorithm or key could be forged. */
  | 'weak'
  /** Its structure cannot be understood. */
  | 'malformed'
  /** It is of a kind that is not read here. */
  | 'unsupported'
  | 'unsupported-algorithm'
  | 'no-certificate';

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for users. */
  readonly text: string;
}

/**
 * `changed`: proven not to be what was signed. `unknown`: cannot be judged. `weak`: it fits, but proves nothing because
 * its algorithm or key can be forged.
 */
export type IntegrityState = 'intact' | 'weak' | 'unknown' | 'changed';

const STATES: Readonly<Record<ProblemCode, Exclude<IntegrityState, 'intact'>>> = {
  hash: 'changed',
  value: 'changed',
  place: 'changed',
  'other-certificate': 'changed',
  'other-document': 'changed',
  'other-record': 'changed',
  weak: 'weak',
  malformed: 'unknown',
  unsupported: 'unknown',
  'unsupported-algorithm': 'unknown',
  'no-certificate': 'unknown',
};

/** The gravest of the problems; what is proven to be changed is not excused by what else is unknown. */
export function stateOf(problems: readonly Problem[]): IntegrityState {
  const states = problems.map(({ code }) => STATES[code]);
  return (['changed', 'unknown', 'weak'] as const).find((state) => states.includes(state)) ?? 'intact';
}
