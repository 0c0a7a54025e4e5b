import { ERASED_NAME } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import type { CollectorState } from './manage-collector.ts';
import type { NamedEvent } from './read-record.ts';

export function viewCollector({ collector, behind }: CollectorState) {
  if (collector === null) return { collector };
  const { url, format, position, attempts, status, cause, changed_at: changedAt } = collector;
  const dateOf = (date: Date | null) => (date === null ? null : toSeconds(date));
  return {
    collector: {
      ...{ url, format, position, behind, attempts, status, cause },
      authorization: collector.sealed_authorization !== null,
      nextAttemptDate: dateOf(collector.next_attempt_at),
      deliveryDate: dateOf(collector.delivered_at),
      changeDate: toSeconds(changedAt),
    },
  };
}

export function viewEvent({ event, about, to }: NamedEvent) {
  const { id, sequence, name, actor_id: actorId, actor, source, before, after } = event;
  const { userId: _userId, toUserId: _toUserId, ...detail } = event.detail;
  return {
    ...{ id, sequence, name, before, after, about, to },
    date: toSeconds(event.occurred_at),
    by: source === null && actorId !== null ? ERASED_NAME : (source?.name ?? null),
    actor: {
      kind: actor.kind,
      id: actorId,
      email: source?.email ?? null,
      ip: source?.ip ?? null,
      userAgent: source?.userAgent ?? null,
      through: actor.through ?? null,
      credential: actor.credential ?? null,
    },
    detail: detail as Record<string, string | number>,
  };
}
