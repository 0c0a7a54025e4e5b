import { isRecord } from '@paraph/domain';

/** Of an actor of the trail who acted by an agent, or did what one had asked for; null for others. */
export function readAgentAct(actor: unknown): { name: string; agent: string; forUser?: string } | null {
  if (!isRecord(actor) || !isRecord(actor.agent) || typeof actor.agent.name !== 'string') return null;
  const { name: agent, forUser } = actor.agent;
  const name = typeof actor.name === 'string' ? actor.name : '';
  return { name, agent, ...(typeof forUser === 'string' ? { forUser } : {}) };
}
