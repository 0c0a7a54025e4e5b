import { setTimeout as sleep } from 'node:timers/promises';
import type { Paraph, QuickEnvelope, WorkflowStatus } from '../../sdk/src/index.ts';
import type { Output } from './output.ts';

const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 10_000;
/** Final statuses. */
const ENDED: readonly WorkflowStatus[] = ['signed', 'declined', 'canceled', 'expired', 'blocked'];

export interface FollowOptions {
  paraph: Paraph;
  envelopeId: string;
  output: Output;
  signal: AbortSignal;
}

/** Polls with growing intervals until the document has a final status. */
export async function followToEnd({
  paraph,
  envelopeId,
  output,
  signal,
}: FollowOptions): Promise<QuickEnvelope> {
  let said = '';
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(pauseMs * 1.3, PAUSE_MS_MAX)) {
    const envelope = await paraph.readQuickEnvelope({ envelopeId }, { signal });
    if (ENDED.includes(envelope.status)) return envelope;
    const words = progressText(envelope);
    if (words !== said) {
      output.note(words);
      pauseMs = PAUSE_MS_MIN;
    }
    said = words;
    await sleep(pauseMs, undefined, { signal });
  }
}

export function progressText({ status, steps }: Pick<QuickEnvelope, 'status' | 'steps'>): string {
  const actions = steps.flatMap((step) => step.actions);
  const done = actions.filter((action) => ['signed', 'approved'].includes(action.status)).length;
  const waiting = actions
    .filter((action) => action.status === 'started')
    .map((action) => action.recipientEmail);
  const waitingFor = waiting.length === 0 ? '' : `, waiting for ${waiting.join(', ')}`;
  return `${status.replaceAll('_', ' ')}: ${done} of ${actions.length} done${waitingFor}`;
}
