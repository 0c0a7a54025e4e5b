import { setTimeout as sleep } from 'node:timers/promises';
import type { Paraph, WorkflowStatus } from '../../sdk/src/index.ts';
import type { Output } from './output.ts';

const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 10_000;
/** Final statuses. */
const ENDED: readonly WorkflowStatus[] = ['signed', 'declined', 'canceled', 'expired', 'blocked'];

/** With the groups of people of whom some are enough, which the quick family does not name. */
export type FollowedEnvelope = Awaited<ReturnType<Paraph['readEnvelope']>>;

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
}: FollowOptions): Promise<FollowedEnvelope> {
  let said = '';
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(pauseMs * 1.3, PAUSE_MS_MAX)) {
    const envelope = await paraph.readEnvelope({ envelopeId }, { signal });
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

/** Counts who is needed: of a group as many as are enough. */
export function progressText({
  status,
  steps,
  choices,
}: Pick<FollowedEnvelope, 'status' | 'steps' | 'choices'>): string {
  const actions = steps.flatMap((step) => step.actions);
  const groups = choices.map(({ required, members }) => {
    const ids = members.map(({ actionId }) => actionId);
    return { required, members: actions.filter(({ id }) => ids.includes(id)) };
  });
  const grouped = new Set(groups.flatMap(({ members }) => members));
  const alone = actions.filter((action) => !grouped.has(action)).map((action) => [action]);
  const needed = [...alone.map((members) => ({ required: 1, members })), ...groups].map(countOf);
  const sumOf = (key: 'done' | 'required') => needed.reduce((sum, each) => sum + each[key], 0);
  const waiting = needed.flatMap(({ waitsFor }) => waitsFor);
  const waitingFor = waiting.length === 0 ? '' : `, waiting for ${waiting.join(', ')}`;
  return `${status.replaceAll('_', ' ')}: ${sumOf('done')} of ${sumOf('required')} done${waitingFor}`;
}

type Action = FollowedEnvelope['steps'][number]['actions'][number];

function countOf({ required, members }: { required: number; members: readonly Action[] }) {
  const done = members.filter((action) => ['signed', 'approved'].includes(action.status)).length;
  const open = members.filter((action) => action.status === 'started').map((each) => each.recipientEmail);
  const missing = required - done;
  if (open.length <= missing) return { required, done, waitsFor: open };
  return {
    required,
    done,
    waitsFor: [missing === 1 ? open.join(' or ') : `${missing} of ${open.join(', ')}`],
  };
}
