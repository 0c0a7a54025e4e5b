import { isRecord } from '@paraph/domain';

interface AgentAct {
  name: string;
  agent: string;
  forUser?: string;
  allowance?: { organization: string; setBy: string };
}

/** Of an actor of the trail who acted by an agent, or did what one had asked for; null for others. */
export function readAgentAct(actor: unknown): AgentAct | null {
  if (!isRecord(actor) || !isRecord(actor.agent) || typeof actor.agent.name !== 'string') return null;
  const { name: agent, forUser, allowance } = actor.agent;
  const name = typeof actor.name === 'string' ? actor.name : '';
  return {
    ...{ name, agent },
    ...(typeof forUser === 'string' ? { forUser } : {}),
    ...(isRecord(allowance)
      ? { allowance: { organization: String(allowance.organization), setBy: String(allowance.setBy) } }
      : {}),
  };
}
