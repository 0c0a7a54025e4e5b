import type { FaultyFile } from './mutation.ts';

const certificate = 'tests/api/completion-certificate.test.ts';
const contents = 'domain/src/file-contents.test.ts';
const written = 'server/src/mail/write-mail.test.ts';
const mails = 'tests/api/mail.test.ts';
const ends = 'tests/e2e/link-states.test.ts';
const verdicts = 'web/src/verify/verify-state.test.ts';
const catalogues = 'tests/architecture/catalogues.test.ts';

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
    },
  },
  {
    file: 'server/src/evidence/recipients-record.ts',
    tests: ['server/src/evidence/history-rows.test.ts'],
    faults: {
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
    file: 'server/src/mail/compose-mail.ts',
    tests: [certificate],
    faults: {
      'only-the-completed-get-a-certificate-by-mail': [
        'if (!saysEnd(mail.kind) ||',
        "if (mail.kind !== 'completed' ||",
      ],
      'recipients-mailed-the-certificate-of-the-sender': [
        "isForSender(mail) ? 'sender' : language",
        "mail.kind !== null ? 'sender' : language",
      ],
      'certificate-mailed-where-documents-are-not': [
        ' || !attachesDocument(workflow.preferences)) return null;',
        ') return null;',
      ],
    },
  },
  {
    file: 'web/src/signing/take-home.tsx',
    tests: [ends],
    faults: {
      'end-page-offers-the-first-document': ['{documents.map(', '{documents.slice(0, 1).map('],
      'end-page-without-the-certificate': [
        '{certificateUrl !== null && (',
        '{certificateUrl === undefined && (',
      ],
    },
  },
  {
    file: 'server/src/mail/attach-documents.ts',
    tests: [written, mails],
    faults: {
      'mail-calls-a-signed-file-an-upload': [
        'isSealed ? SEALED : contentsOf(facts)',
        "isSealed ? SEALED : ({ kind: 'upload' } as const)",
      ],
      'mail-speaks-of-one-file-of-several': ['count: attached.length', 'count: 1'],
      'mail-names-files-as-they-were-uploaded': [
        'nameFile(sanitizeFileName(title), contents, texts.language)',
        'sanitizeFileName(title)',
      ],
    },
  },
  {
    file: 'server/src/signing/read-signing.ts',
    tests: [certificate],
    faults: {
      'download-named-as-it-was-uploaded': [
        'return nameFile(name, contentsOf(facts), language);',
        'return facts && name;',
      ],
    },
  },
  {
    file: 'server/src/signing/signing-view.ts',
    tests: [certificate],
    faults: {
      'page-calls-every-file-an-upload': [
        'contents: sayFileContents(contents, language)',
        "contents: sayFileContents({ kind: 'upload' }, language)",
      ],
      'button-named-as-it-was-uploaded': ['nameFile(document.name, contents, language)', 'document.name'],
    },
  },
  {
    file: 'server/src/workflows/reading/find-workflow-facts.ts',
    tests: ['server/src/workflows/reading/find-workflow-facts.test.ts'],
    faults: { 'signers-named-in-any-order': ['orderOf(a) - orderOf(b) || a.id - b.id', 'a.id - b.id'] },
  },
  {
    file: 'domain/src/message-format.ts',
    tests: ['domain/src/message-format.test.ts', catalogues],
    faults: {
      'every-number-in-one-form': ['.select(Number(value))', '.select(1)'],
      'missing-value-is-not-a-bug': ['if (value === undefined) throw', 'if (value === null) throw'],
      'message-ends-anywhere': ['take(/$/y)', 'take(/(?:)/y)'],
      'a-choice-of-others-is-empty': ["?? branches.get('other')", '?? undefined'],
    },
  },
  {
    file: 'server/src/mail/texts/de.json',
    tests: [catalogues],
    faults: {
      'translation-without-a-value': ['{sender} bittet um Ihre Unterschrift', 'Bitte unterschreiben Sie'],
      'translation-without-its-other-form': ['other {in {count} Tagen}', 'many {in {count} Tagen}'],
      'translation-left-in-english': ['Versiegeltes Dokument öffnen', 'Open the sealed document'],
    },
  },
  {
    file: 'domain/src/file-contents.ts',
    tests: [contents],
    faults: {
      'name-of-a-person-as-a-pattern': ['() => list', 'list'],
      'characters-of-paths-in-a-file-name': [
        "sayFileContents(contents, language).replaceAll(/[\\p{Cc}\\p{Cf}/\\\\:*?\"<>|]/gu, '')",
        'sayFileContents(contents, language)',
      ],
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
