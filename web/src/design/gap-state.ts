import type { DesignGap } from '@paraph/contract';
import type { SendProblem } from './send-check.ts';

/**
 * What the page around is told of what is missing: no names or addresses, which it knows by their roles. Options that
 * have no room for their words are found by the server alone, when it saves them: an error says so.
 */
export function gapsOf(problems: readonly SendProblem[]): DesignGap[] {
  return problems.flatMap((problem): DesignGap[] => {
    const { kind } = problem;
    if (kind === 'noSigners') return [{ kind }];
    if (kind === 'noSignature') return [{ kind, role: problem.role }];
    if (kind === 'offPage') return [{ kind, page: problem.field.page }];
    return kind === 'duplicate' ? [{ kind, step: problem.order }] : [];
  });
}
