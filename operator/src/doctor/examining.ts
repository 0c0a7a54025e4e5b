import type { Finding, Patient } from './finding.ts';

/** What `paraph doctor` finds, for the page of the instance's owner; its code is loaded once it is asked for. */
export function examining({ config, clock }: Patient) {
  return {
    examine: async (): Promise<Finding[]> => {
      const { findProblems } = await import('./find-problems.ts');
      return findProblems({ config, clock });
    },
  };
}
