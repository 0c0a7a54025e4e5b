import { assertPresent, Fault } from '@paraph/domain';
import { createSigningJob } from '@paraph/pades';
import { verifyChain } from '../../audit/verify-chain.ts';
import type { Deps } from '../../deps.ts';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';

/** How far the trail of a workflow went when its document was sealed: number of events, and hash of the last one. */
export interface SealedTrail {
  events: number;
  head: string;
}

/** The name in a signature's dictionary: "12 HASH", in every signature of a sealed file. */
const ENTRY = 'XXParaphTrail';

/**
 * The trail as it is now, verified: nothing is sealed over events that were changed outside the service. `ledger`: its
 * entry, if it was just read.
 *
 * @throws Fault naming what does not verify
 */
export async function readTrail(
  deps: Pick<Deps, 'database' | 'vault'>,
  workflowId: number,
  ledger: WorkflowFacts['ledger'] = null,
): Promise<SealedTrail> {
  const { database, vault } = deps;
  let chain = await verifyChain(database, { vault, entry: ledger ?? null }, workflowId);
  // What is intact although an event was added between two reads is intact; only a finding takes a snapshot to believe.
  if (!chain.intact)
    chain = await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => verifyChain(tx, { vault }, workflowId));
  if (chain.intact) return { events: chain.events, head: chain.head?.toString('hex') ?? '' };
  throw new Fault(
    `The event trail of this workflow does not verify: ${chain.problem}. It was changed outside the service, so ` +
      'nothing is sealed over it. The operator of this instance has to run "paraph verify-events" and restore it.',
  );
}

export function trailEntry({ events, head }: SealedTrail): Record<string, string> {
  return { [ENTRY]: `${events} ${head}` };
}

/** The trail as a signer's press of Finish finds it; it is verified when the document is sealed. */
export function trailHeadOf({ workflow, ledger }: Pick<WorkflowFacts, 'ledger' | 'workflow'>): SealedTrail {
  const { events, head } = assertPresent(ledger, `the trail of workflow ${workflow.id}`);
  return {
    events,
    head: assertPresent(head, `the head of the trail of workflow ${workflow.id}`).toString('hex'),
  };
}

/** The trail heads in the signatures of a sealed file, in their order; none in files of versions without them. */
export function readSealedTrails(bytes: Uint8Array): SealedTrail[] {
  const texts = createSigningJob(bytes)
    .signatures()
    .flatMap(({ privateEntries }) => privateEntries.get(ENTRY) ?? []);
  return texts.map((text) => {
    const [, events = '0', head = ''] = /^(\d{1,9}) ([0-9a-f]{64})$/.exec(text) ?? [];
    return { events: Number(events), head };
  });
}
