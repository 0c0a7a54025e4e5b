import type { FaultyFile } from './mutation.ts';

const certificate = 'tests/api/completion-certificate.test.ts';
const contents = 'domain/src/file-contents.test.ts';
const verdicts = 'web/src/verify/verify-state.test.ts';

/** What people take home of a workflow, and what the verifier says of it. */
export const takeHomeFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/evidence/draw-completion.ts',
    tests: [certificate],
    faults: {
      'recipients-read-traces-of-others': [
        'isForSender ? evidence.record : recordForRecipients(evidence.record)',
        'isForSender || evidence.record ? evidence.record : recordForRecipients(evidence.record)',
      ],
      'recipients-get-the-record': [
        'attachment: isForSender ? attachmentOf(evidence, texts) : null',
        'attachment: attachmentOf(evidence, texts)',
      ],
    },
  },
  {
    file: 'server/src/evidence/recipients-record.ts',
    tests: [certificate],
    faults: {
      'recipients-read-addresses': ["    email: '',\n", ''],
      'recipients-read-what-others-opened': ['.filter(({ name }) => SHARED_EVENTS.has(name))', ''],
      'recipients-read-network-addresses': ['actor: nameOf(event.actor)', 'actor: event.actor'],
    },
  },
  {
    file: 'server/src/evidence/completion-certificate.ts',
    tests: [certificate],
    faults: {
      'recipients-get-a-certificate-early': ['if (!isFinal(workflow.status)) throw', 'if (!workflow) throw'],
      'recipients-get-the-certificate-of-the-sender': ['edition: language }', "edition: 'sender' }"],
    },
  },
  {
    file: 'server/src/evidence/evidence-routes.ts',
    tests: [certificate],
    faults: {
      'certificate-without-a-link': ['await authenticateSigner(deps, request, params.link);', ''],
    },
  },
  {
    file: 'domain/src/file-contents.ts',
    tests: [contents],
    faults: {
      'signature-said-that-is-not-there': [" && act.status === 'signed'", ''],
    },
  },
  {
    file: 'web/src/verify/verify-state.ts',
    tests: [verdicts],
    faults: {
      'name-green-in-a-changed-file': ["if (verdictOf(report).tone === 'stopped')", 'if (document === null)'],
      'name-green-in-an-unsure-file': ["if (verdict.state !== 'as-signed')", 'if (document === null)'],
      'certificate-green-in-a-changed-file': [
        "isOfSandbox(signature) ? 'waiting' : fileToneOf(signature)",
        "isOfSandbox(signature) ? 'waiting' : 'done'",
      ],
    },
  },
];
