import { createSigningJob } from '@paraph/pades';
import { verifyChain } from '../audit/verify-chain.ts';
import type { Deps } from '../deps.ts';
import { Fault } from '../platform/fault.ts';

/** How far the trail of a workflow went when its document was sealed: number of events, and hash of the last one. */
export interface SealedTrail {
  events: number;
  head: string;
}

/** The name in a signature's dictionary: "12 HASH", in every signature of a sealed file. */
const ENTRY = 'XXParaphTrail';

/**
 * The trail as it is now, verified: nothing is sealed over events that were changed outside the service.
 *
 * @throws Fault naming what does not verify
 */
export async function readTrail(
  deps: Pick<Deps, 'database' | 'vault'>,
  workflowId: number,
): Promise<SealedTrail> {
  const chain = await deps.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => verifyChain(tx, deps, workflowId));
  if (chain.intact) return { events: chain.events, head: chain.head?.toString('hex') ?? '' };
  throw new Fault(
    `The event trail of this workflow does not verify: ${chain.problem}. It was changed outside the service, so ` +
      'nothing is sealed over it. The operator of this instance has to run "paraph verify-events" and restore it.',
    { retryable: false },
  );
}

export function trailEntry({ events, head }: SealedTrail): Record<string, string> {
  return { [ENTRY]: `${events} ${head}` };
}

/** The trail head in the signatures of a sealed file; null if they contain none or differ. */
export function readSealedTrail(bytes: Uint8Array): SealedTrail | null {
  const texts = new Set(
    createSigningJob(bytes)
      .signatures()
      .flatMap(({ privateEntries }) => privateEntries.get(ENTRY) ?? []),
  );
  const [text, ...others] = texts;
  const [, events, head] = /^(\d{1,9}) ([0-9a-f]{64})$/.exec(text ?? '') ?? [];
  return events === undefined || head === undefined || others.length > 0
    ? null
    : { events: Number(events), head };
}
