/** What agents may do in an organization, from nothing to asking people to send. */
export const AGENT_MODES = ['off', 'drafts', 'confirmation'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

/** What a tool needs of the organization: to read, to prepare, or to ask a person and to reach recipients. */
export type AgentNeed = 'read' | 'draft' | 'ask';

/** Why a tool is refused, with the remedy; null where it is not. */
export function findAgentProblem(mode: AgentMode, need: AgentNeed): string | null {
  if (mode === 'off') return 'Agents are off in this organization; its administrators can allow them.';
  if (mode === 'drafts' && need === 'ask')
    return 'This organization lets agents prepare drafts only; a person has to do this in the app.';
  return null;
}
