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
  readAgentAllowance: {
    does:
      'Answers what agents may send by themselves, without a person who confirms it: workflows of which templates, to people ' +
      'in which domains, and how many a day. For administrators.',
  },
  updateAgentAllowance: {
    does:
      'Sets what agents may send by themselves: what they make of a listed template, as it was listed and with its own name and ' +
      'message, to people whose addresses are all in the domains. All else waits for a person. A cap of 0 switches it off. ' +
      'For administrators.',
  },
};
