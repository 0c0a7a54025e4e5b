import { AGENT_MODES, ALLOWANCE_LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { AppOrigin } from './oauth-operations.ts';
import { operation } from './operation.ts';
import { ADMINISTERED, OrganizationQuery } from './organization-operations.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';
import { ActionType, WorkflowStatus, WorkflowType } from './workflow-schemas.ts';

const Mode = described(
  oneOf(AGENT_MODES),
  '`off`: nothing. `drafts`: read and prepare. `confirmation`: also remind, and ask a member to send or cancel',
);

const settings = { ...ADMINISTERED, path: '/api/v1/organization/agents' } as const;

const DailyCap = described(
  Type.Integer({ minimum: 0, maximum: ALLOWANCE_LIMITS.dailyCap }),
  'How many workflows agents may send by themselves in a day of UTC, for all members together; 0: none',
);

const Allowance = exact({
  templates: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the template'),
        name: described(Text, 'The name of the template'),
        workspaceId: described(Id, 'Id of its workspace'),
        isCurrent: described(
          Type.Boolean(),
          'Whether it is as it was when it was listed; one that has changed since is not covered',
        ),
      }),
    ),
    'The templates whose workflows agents may send by themselves',
  ),
  domains: described(Type.Array(Text), 'The domains in which the addresses of all its people have to be'),
  dailyCap: DailyCap,
  sentToday: described(Type.Integer(), 'How many agents have sent by themselves today'),
  setBy: described(nullable(Text), 'The name of the administrator who set it last; null where nobody has'),
  changeDate: described(nullable(Timestamp), 'When it was set last, in seconds since 1970; null before'),
});

const allowance = { ...ADMINISTERED, path: '/api/v1/organization/agents/allowance' } as const;

const apps = {
  access: 'session',
  internal: true,
  query: OrganizationQuery,
} as const;

const RequestPath = Type.Object({
  requestId: described(Type.String({ pattern: '^[0-9a-f]{32}$' }), 'Id of what an agent asks for'),
});
const Person = exact({
  name: described(Text, 'The name of the person'),
  email: described(Text, 'The address of the person'),
});

/** What an agent asks a person to do, with all that would be sent. */
const AgentRequest = exact({
  id: described(Text, 'Id of the request'),
  act: described(oneOf(['send', 'cancel']), 'What the agent asks for'),
  state: described(
    oneOf(['waiting', 'confirmed', 'denied', 'expired']),
    'Whether it waits for a person, or how it ended',
  ),
  agent: described(
    exact({
      name: described(Text, 'The name of its app or key'),
      clientId: described(nullable(Text), 'The client id of its app; null for a key'),
    }),
    'The agent that asks',
  ),
  forUser: described(Person, 'In whose name the agent acts'),
  reason: described(nullable(Text), 'Why it should be canceled; null where it should be sent'),
  expiryDate: described(Timestamp, 'Until when it can be confirmed, in seconds since 1970'),
  digest: described(Text, 'Of all that would be sent; a decision repeats it'),
  workflow: described(
    exact({
      id: described(Id, 'Id of the workflow'),
      workspaceId: described(Id, 'Id of its workspace'),
      organizationName: described(Text, 'The name of the organization that sends it'),
      name: described(Text, 'The name of the workflow'),
      status: described(WorkflowStatus, 'The status of the workflow'),
      type: described(WorkflowType, 'The level of the signatures'),
      senderMessage: described(nullable(Text), 'What the invitations would say'),
      expiryDate: described(Timestamp, 'The deadline, in seconds since 1970'),
      documents: described(
        Type.Array(
          exact({
            id: described(Id, 'Id of the document'),
            name: described(Text, 'The name of the file'),
            size: described(Type.Integer(), 'Bytes'),
          }),
        ),
        'The files, in their order',
      ),
      steps: described(
        Type.Array(
          exact({
            type: described(ActionType, 'What its people do: sign or review'),
            recipients: described(Type.Array(Person), 'The people of the step'),
          }),
        ),
        'One after another',
      ),
      followers: described(Type.Array(Person), 'Who would get copies'),
    }),
    'What it is about, as it is now',
  ),
});

const request = {
  access: 'session',
  internal: true,
  path: '/api/v1/agent-requests/{requestId}',
  params: RequestPath,
  answer: AgentRequest,
} as const;

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
  readAgentAllowance: operation({
    ...allowance,
    method: 'GET',
    summary: 'What agents may send by themselves; nothing, where nobody has allowed it',
    answer: Allowance,
  }),
  updateAgentAllowance: operation({
    ...allowance,
    method: 'PUT',
    summary: 'Set what agents may send by themselves, without a person; it counts at once',
    body: Type.Object({
      templates: described(
        Type.Array(Id, { maxItems: ALLOWANCE_LIMITS.templates }),
        'Ids of templates of the organization; each is listed as it is now',
      ),
      domains: described(
        Type.Array(Type.String({ maxLength: 300 }), { maxItems: ALLOWANCE_LIMITS.domains }),
        'Domains such as example.com; what is below one is another domain',
      ),
      dailyCap: DailyCap,
    }),
    answer: Allowance,
  }),
  listAgentApps: operation({
    ...apps,
    method: 'GET',
    path: '/api/v1/organization/agents/apps',
    summary: 'The apps that members of an organization let act as agents',
    refusals: ['NOT_FOUND', 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'],
    answer: Type.Array(
      exact({
        id: described(Id, 'Its id'),
        name: described(Text, 'What it calls itself'),
        clientId: described(Text, 'Its client id'),
        origin: described(AppOrigin, 'How it became known here'),
        members: described(Type.Integer(), 'How many members allow it'),
        lastUseDate: described(nullable(Timestamp), 'When it was used last, in seconds since 1970'),
      }),
    ),
  }),
  endAgentApp: operation({
    ...apps,
    method: 'DELETE',
    path: '/api/v1/organization/agents/apps/{appId}',
    summary: 'End what all members of an organization allow an app',
    params: Type.Object({ appId: described(Id, 'Id of the app') }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  readAgentRequest: operation({
    ...request,
    method: 'GET',
    summary: 'What an agent asks a person to send or cancel',
    refusals: ['NOT_FOUND', 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'],
  }),
  decideAgentRequest: operation({
    ...request,
    path: '/api/v1/agent-requests/{requestId}/decision',
    method: 'POST',
    summary: 'Do what an agent asks for, or refuse it; once',
    body: Type.Object({
      decision: described(oneOf(['confirm', 'deny']), 'Whether it is done'),
      digest: described(Type.String({ pattern: '^[0-9a-f]{64}$' }), 'As the request was read'),
    }),
    refusals: [
      'NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
      'DOCUMENT_NOT_ACCEPTED',
      'RATE_LIMIT_REACHED',
      'STORAGE_QUOTA_REACHED',
    ],
  }),
};
