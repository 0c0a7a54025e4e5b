import { toSeconds } from '../../platform/clock.ts';
import type { ViewedWorkflow } from '../store/workflow-record.ts';
import { type ViewDeps, viewEnvelope } from './workflow-view.ts';

/** What a notification is about. */
export interface NotifiedEvent {
  name: string;
  detail?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * What notifications carry (interface.md §9): the envelope, and after its members, in the object that is signed, what
 * happened and when people acted. Receivers compare the members of the envelope, so none of them differs.
 */
export function viewNotifications(
  viewed: ViewedWorkflow,
  deps: ViewDeps,
  { events, now }: { events: readonly NotifiedEvent[]; now: Date },
) {
  const envelope = viewEnvelope(viewed, deps);
  const actedAt = new Map(viewed.actions.map(({ id, acted_at: acted }) => [id, acted]));
  const steps = envelope.steps.map((step) => ({
    ...step,
    actions: step.actions.map((action) => ({ ...action, endDate: secondsOf(actedAt.get(action.id)) })),
  }));
  const body = { ...envelope, steps, endDate: secondsOf(viewed.workflow.ended_at) };
  return events.map(({ name, detail }) => {
    const { actionId } = detail ?? {};
    const acted = typeof actionId === 'number' ? { actionId } : {};
    return { ...body, event: { name, ...acted, time: toSeconds(now) } };
  });
}

function secondsOf(time: Date | null | undefined): number | null {
  return time ? toSeconds(time) : null;
}
