import { AGENT_MODES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
import { described, exact, oneOf } from './schemas.ts';

const Mode = described(
  oneOf(AGENT_MODES),
  '`off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel',
);

const settings = { ...ADMINISTERED, path: '/api/v1/organization/agents' } as const;

/** What agents, which speak MCP, may do in an organization. */
export const agentOperations = {
  readAgentSettings: operation({
    ...settings,
    method: 'GET',
    summary: 'What agents may do in an organization; `off` where nobody has allowed anything',
    answer: exact({ mode: Mode }),
  }),
  updateAgentSettings: operation({
    ...settings,
    method: 'PUT',
    summary: 'Set what agents may do in an organization; it counts at once',
    body: Type.Object({ mode: Mode }),
    answer: exact({ mode: Mode }),
  }),
};
