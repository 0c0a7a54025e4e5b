import type { WorkflowType } from '@paraph/domain';
import type { EvidenceView } from './compose-document.ts';

type Record = EvidenceView['record'];

const SEAL = 'and a PAdES seal by which a later change is noticed';

const CLAIMED: Readonly<{ [Level in WorkflowType]: string }> = {
  simple:
    'A simple electronic signature (Regulation (EU) 910/2014, Article 25(1)) with a certificate of this instance for ' +
    `each signer, ${SEAL}`,
  advanced:
    'An advanced electronic signature (Regulation (EU) 910/2014, Article 26) of each signer: a proof bound to the ' +
    `content identified them, their own browser held the key, ${SEAL}`,
  qualified:
    'A qualified electronic signature (Regulation (EU) 910/2014, Article 3(12)) of each signer, as far as the trust ' +
    `service provider in their certificate is one, ${SEAL}`,
};

const NO_ADVANCED =
  'An advanced electronic signature (Article 26): the service holds each key for the moment of signing';
const NO_QUALIFIED =
  'A qualified electronic signature (Article 3(12)): no qualified certificate and no qualified device is used';
const NO_QUALIFIED_TIME = 'A qualified timestamp (Article 42)';

/** What the signatures claim to be: of several the lowest level, and the simple one while nothing is signed. */
export function composeLegal(signers: Record['signers']): Record['legal'] {
  const levels = signers.flatMap(({ reached }) => (reached ? [reached.level] : []));
  const lowest =
    (['simple', 'advanced', 'qualified'] as const).find((each) => levels.includes(each)) ?? 'simple';
  const others = { simple: [NO_ADVANCED, NO_QUALIFIED], advanced: [NO_QUALIFIED], qualified: [] }[lowest];
  return { claimed: CLAIMED[lowest], notClaimed: [...others, NO_QUALIFIED_TIME] };
}
