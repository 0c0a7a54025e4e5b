import { LIMITS, RATES } from '../domain/src/limits.ts';
import {
  type PolicyName,
  type ReachedLevel,
  reachedByPolicy,
  SIGNER_POLICIES,
  sayIdentified,
  sayKeyHolder,
  sayWeakestLink,
} from '../domain/src/reached-level.ts';

/** The table of levels in the guide, in the words that certificates and evidence use. */
export function describeLevels(): string[] {
  const ours = (Object.keys(SIGNER_POLICIES) as PolicyName[]).map((name) =>
    rowOf(reachedByPolicy(name), `\`${SIGNER_POLICIES[name]}\``),
  );
  const provider = {
    level: 'qualified',
    identification: 'trust-service-provider',
    keyHolder: 'provider',
  } as const;
  return [
    '| Level | The signer is identified | The key is held by | Weakest link | Policy |',
    '|---|---|---|---|---|',
    ...ours,
    rowOf(provider, 'the provider’s'),
    '',
    `A preview counts for ${LIMITS.previewSeconds / 60} minutes. A code counts for ${LIMITS.signingCodeSeconds / 60} minutes and ` +
      `${LIMITS.signingCodeTriesMax} tries, for one content; a signer is sent at most ${RATES.signingCodes.hits} codes an hour for ` +
      `one task, ${RATES.signingCodePause.seconds} seconds apart, and one phone or mailbox at most ${RATES.signingCodesTo.hits} an hour.`,
  ];
}

function rowOf(reached: ReachedLevel, policy: string): string {
  const cells = [
    reached.level,
    sayIdentified(reached),
    sayKeyHolder(reached),
    sayWeakestLink(reached),
    policy,
  ];
  return `| ${cells.join(' | ')} |`;
}
