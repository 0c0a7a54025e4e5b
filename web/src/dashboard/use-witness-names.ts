import { callUnnamed } from '@paraph/domain';
import { useCallback } from 'react';
import { useText } from '../text/start-text.ts';

/** Calls witnesses whom their signers have still to name in the language of the page. */
export function useWitnessNames() {
  const t = useText('documents');
  return useCallback(
    <P extends { name: string; email: string }, W extends { recipients: P[] }>(workflow: W): W => {
      return { ...workflow, recipients: callUnnamed(workflow.recipients, (of) => t('witnessUnnamed', of)) };
    },
    [t],
  );
}
