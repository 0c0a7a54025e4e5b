import {
  type PolicyName,
  reachedByPolicy,
  SIGNER_POLICIES,
  sayIdentified,
  sayKeyHolder,
  sayWeakestLink,
} from '@paraph/domain';
import { TIMESTAMP_POLICY } from './policies.ts';

/** What the policy identifiers in certificates and timestamps of this instance mean, as plain text. */
export function writePolicyStatement(baseUrl: string): string {
  const signers = (Object.keys(SIGNER_POLICIES) as PolicyName[]).map(describeSignerPolicy);
  return `${[...opening(baseUrl), ...signers, ...TIMESTAMPS, ...LIMITS].join('\n\n')}\n`;
}

function opening(baseUrl: string): string[] {
  return [
    `Certificate policies of the authority at ${baseUrl}`,
    'Each certificate of a signer names one of the identifiers below (RFC 5280 §4.2.1.4). What an identifier means never ' +
      'changes: another practice gets another identifier.',
  ];
}

function describeSignerPolicy(name: PolicyName): string {
  const reached = reachedByPolicy(name);
  return [
    `${SIGNER_POLICIES[name]}  (level ${reached.level})`,
    `  The holder was identified ${sayIdentified(reached)}.`,
    `  The key was held by ${sayKeyHolder(reached)}.`,
    `  Weakest link: ${sayWeakestLink(reached)}.`,
  ].join('\n');
}

const TIMESTAMPS = [
  [
    `${TIMESTAMP_POLICY}  (timestamps)`,
    '  The time of the instance’s own clock, from a key that signs nothing else.',
  ].join('\n'),
];

const LIMITS = [
  'The name in a certificate is what the sender of the document gave. The serial number in the name of the subject is a ' +
    'number of this authority for the email address, and no number of a register.',
  'None of these certificates is qualified, and none contains qualified certificate statements. No audited practice is ' +
    'claimed.',
];
