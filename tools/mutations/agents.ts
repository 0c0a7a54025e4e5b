import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/agents.test.ts', 'tests/api/agent-requests.test.ts'];
const ALLOWANCE = ['tests/api/agent-allowance.test.ts'];
const CLIENTS = ['tests/conformance/agent-clients.test.ts'];

export const agentFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/oauth/access-tokens.ts',
    tests: API,
    faults: { 'tokens-of-any-resource': ['access?.resource !== resource', '!access'] },
  },
  {
    file: 'server/src/oauth/token-form.ts',
    tests: API,
    faults: { 'a-token-renewed-for-another-resource': ['stated === resource', 'true'] },
  },
  {
    file: 'domain/src/agent.ts',
    tests: API,
    faults: {
      'agents-where-they-are-off': ["mode === 'off'", 'false'],
      'agents-that-ask-where-they-may-only-draft': ["need === 'ask'", 'false'],
    },
  },
  {
    file: 'server/src/agents/answer-request.ts',
    tests: API,
    faults: { 'tools-without-their-scope': ['tool.scope !== null', 'false'] },
  },
  {
    file: 'server/src/agents/mcp-pages.ts',
    tests: API,
    faults: { 'agents-from-pages-of-other-sites': ['origin === undefined ||', 'true ||'] },
  },
  {
    file: 'server/src/agents/uploads.ts',
    tests: API,
    faults: { 'another-file-than-announced': ['file.size !== awaited.size ||', 'false &&'] },
  },
  {
    file: 'server/src/agents/upload-store.ts',
    tests: API,
    faults: { 'a-file-of-another-agent': [".where('caller', '=', caller)", ''] },
  },
  {
    file: 'server/src/agents/decide-request.ts',
    tests: API,
    faults: {
      'sent-though-it-has-changed': ['digestOf(workflow) !== digest', 'false'],
      'decided-twice-or-late': ["state !== 'waiting'", 'false'],
      'confirmed-where-agents-are-off': ['problem !== null', 'false'],
    },
  },
  {
    file: 'domain/src/untrusted-text.ts',
    tests: ['domain/src/untrusted-text.test.ts'],
    faults: {
      'invisible-words-for-programs': [".replaceAll(UNSEEN, '')", ''],
      'links-of-others': [".replaceAll(LINK, '[link removed]')", ''],
    },
  },
  {
    file: 'domain/src/agent-allowance.ts',
    tests: ['domain/src/agent-allowance.test.ts'],
    faults: {
      'sent-to-domains-that-end-alike': [
        'domains.includes(domain.toLowerCase())',
        'domains.some((each) => domain.toLowerCase().endsWith(each))',
      ],
      'sent-in-the-name-of-others': [
        "isStranger ? 'A person is known here by another name or address.' : null",
        'null',
      ],
      'sent-with-words-of-the-agent': ['draft.message !== template.message', 'false'],
      'sent-of-a-changed-template': [
        'listed !== template.usedVersion || listed !== template.version',
        'false',
      ],
      'copies-beyond-the-domains': ['[...people, ...followers]', 'people'],
    },
  },
  {
    file: 'server/src/agents/send-by-allowance.ts',
    tests: ALLOWANCE,
    faults: {
      'sent-as-it-was-before-the-lock': ['if (late !== null) throw new Uncovered(late);', ''],
      'sent-though-it-was-changed': [' && later.length === 0', ''],
      'drafts-of-other-agents-sent': ['actor.id === call.caller.userId', 'true'],
      'allowed-by-who-has-left': ['member?.administrator === true', 'true'],
    },
  },
  {
    file: 'server/src/agents/allowance-store.ts',
    tests: ALLOWANCE,
    faults: { 'more-than-a-day-allows': ['< daily_cap', '<= daily_cap'] },
  },
  {
    file: 'server/src/agents/allowance-settings.ts',
    tests: ALLOWANCE,
    faults: { 'templates-of-other-organizations': ['if (unknown !== undefined)', 'if (false)'] },
  },
  {
    file: 'server/src/templates/change-template.ts',
    tests: ALLOWANCE,
    faults: {
      'a-document-more-is-no-change': ['[after, idsOf(documents)]', '[after, idsOf(record.documents)]'],
    },
  },
  {
    file: 'server/src/oauth/client-document.ts',
    tests: CLIENTS,
    faults: { 'a-document-that-names-another-app': ['said.client_id !== clientId', 'false'] },
  },
  {
    file: 'server/src/oauth/client-document.ts',
    tests: ['server/src/oauth/client-document.test.ts'],
    faults: {
      'a-document-of-two-spellings': ['url?.href === clientId', 'true'],
      'documents-cached-as-long-as-they-say': [
        'Math.min(max, Math.max(min, Number(stated)))',
        'Number(stated)',
      ],
    },
  },
  {
    file: 'server/src/oauth/read-client.ts',
    tests: ['tests/api/oauth-standard.test.ts'],
    faults: {
      'documents-of-internal-addresses': [
        '...policyForUsers(config),',
        '...policyForUsers(config),\n      isOperators: true,',
      ],
    },
  },
  {
    file: 'server/src/oauth/authorize.ts',
    tests: CLIENTS,
    faults: {
      'unregistered-apps-for-the-api': ["app?.origin === 'made' || isOfAgents", 'true'],
      'documents-read-once-for-good': ['now < app.read_until', 'true'],
    },
  },
  {
    file: 'server/src/oauth/register-client.ts',
    tests: CLIENTS,
    faults: {
      'registration-without-limits': [
        "await countHit(deps, 'clientRegistrations', addressKey(request.ip));",
        '',
      ],
      'clients-that-want-a-secret': ["method !== 'none'", 'false'],
    },
  },
  {
    file: 'server/src/oauth/app-store.ts',
    tests: CLIENTS,
    faults: { 'unused-apps-for-good': ["sql`origin <> 'made' and", "sql`origin = 'none' and"] },
  },
];
