import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/agents.test.ts', 'tests/api/agent-requests.test.ts'];

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
];
