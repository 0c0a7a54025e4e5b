import type { OperationDescriptions } from './description-table.ts';

/** What agents may do. */
export const AGENT_DESCRIPTIONS: OperationDescriptions = {
  readAgentSettings: {
    does:
      'Answers what agents may do in an organization that call `/mcp` in the name of its members. They never sign, approve, ' +
      'decline or change rights, whatever is set. For administrators.',
  },
  updateAgentSettings: {
    does:
      'Sets what agents may do in an organization. `off` ends what they see at once, in all its workspaces; what they have ' +
      'prepared stays. For administrators.',
  },
};
