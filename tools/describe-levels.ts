import { LIMITS } from '../domain/src/limits.ts';
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
    `A preview, and the proof that is bound to its content, counts for ${LIMITS.previewSeconds / 60} minutes.`,
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
