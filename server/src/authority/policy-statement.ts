import {
  type PolicyName,
  reachedByPolicy,
  SIGNER_POLICIES,
  sayIdentified,
  sayKeyHolder,
  sayWeakestLink,
} from '@paraph/domain';
import { parseCertificate } from '@paraph/pades';
import { sha256 } from '../platform/ids.ts';
import type { Authority } from './open-authority.ts';
import { TIMESTAMP_POLICY } from './open-certified-key.ts';

/** What the policy identifiers in certificates and timestamps of this instance mean. */
export function writePolicyStatement(
  baseUrl: string,
  roots: Pick<Authority, 'formerRoots' | 'links' | 'root'>,
): string {
  const signers = (Object.keys(SIGNER_POLICIES) as PolicyName[]).map(describeSignerPolicy);
  return `${[...opening(baseUrl), ...signers, ...TIMESTAMPS, ...LIMITS, describeRoots(baseUrl, roots)].join('\n\n')}\n`;
}

function opening(baseUrl: string): string[] {
  return [
    `Certificate policies of the authority at ${baseUrl}`,
    'Each certificate of a signer names one of the identifiers below (RFC 5280 §4.2.1.4). What an identifier means never ' +
      'changes: another practice gets another identifier.',
  ];
}

/** Who trusts one of them accepts what the others certified, by the links in the files. */
function describeRoots(
  baseUrl: string,
  { root, formerRoots, links }: Pick<Authority, 'formerRoots' | 'links' | 'root'>,
): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const roots = [root, ...formerRoots].map(({ name, certificate }) => {
    const { commonName, notBefore, notAfter } = parseCertificate(certificate);
    return (
      `  ${commonName}, from ${day(notBefore)} until ${day(notAfter)}, ${baseUrl}/authority/${name}.cer\n` +
      `    SHA-256 ${sha256(certificate).toString('hex')}`
    );
  });
  const linked = `  Each certified the key of the next, and the next that of its predecessor: ${baseUrl}/authority/roots.pem`;
  return ['Roots, the newest first', ...roots, ...(links.length > 0 ? [linked] : [])].join('\n');
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
  'Who has the keys of this instance for certificates, log and timestamps can make any of these signatures. It shows in the ' +
    'log of the instance, and the more surely the more witnesses sign that.',
  'None of these certificates is qualified, and none contains qualified certificate statements. No audited practice is ' +
    'claimed.',
];
