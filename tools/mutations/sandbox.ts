import type { FaultyFile } from './mutation.ts';

const alone = 'sandbox/src/sandbox.test.ts';
const qualified = 'tests/api/qualified-signing.test.ts';
const notice = 'tests/api/sandbox-provider.test.ts';
const levels = 'tests/e2e/levels.test.ts';
const reports = 'pades/src/validate/describe-report.test.ts';

/** Where the level of a signature is named: what it is, and that the sandbox has no legal effect. */
export const sandboxFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/mail/write-mail.ts',
    tests: [notice],
    faults: {
      'sandbox-not-said-in-mails': [
        'isByProvider && usesSandbox(facts',
        'isByProvider && !usesSandbox(facts',
      ],
    },
  },
  {
    file: 'server/src/workspaces/levels.ts',
    tests: [notice],
    faults: {
      'sandbox-said-of-an-own-provider': [
        'sandbox: facts.sandbox && !hasTrustProvider',
        'sandbox: facts.sandbox',
      ],
    },
  },
  {
    file: 'server/src/workspaces/levels.ts',
    tests: [notice],
    faults: {
      'sandbox-not-said-where-levels-are-offered': [
        "sandbox: type === 'qualified' && facts.sandbox",
        "sandbox: type === 'simple' && facts.sandbox",
      ],
    },
  },
  {
    file: 'web/src/dashboard/level-state.ts',
    tests: ['web/src/dashboard/level-state.test.ts'],
    faults: {
      'sandbox-of-a-signed-document-by-todays-settings': [
        'if (transactions.length > 0) return',
        'if (transactions.length < 0) return',
      ],
    },
  },
  {
    file: 'web/src/dashboard/level-field.tsx',
    tests: [levels],
    faults: {
      'sandbox-not-said-where-the-level-is-chosen': [
        "isSandbox ? t('levelBySandbox', { level }) : level",
        'isSandbox ? level : level',
      ],
    },
  },
  {
    file: 'web/src/dashboard/workflow-page.tsx',
    tests: [levels],
    faults: {
      'sandbox-not-said-on-the-page-of-the-document': [
        "isSignedBySandbox(workflow, offers) ? send('levelBySandbox', { level }) : level",
        "isSignedBySandbox(workflow, offers) ? send('level') && level : level",
      ],
    },
  },
  {
    file: 'web/src/organization/levels-page.tsx',
    tests: [levels],
    faults: {
      'sandbox-not-said-on-the-page-of-levels': [
        "sandbox ? send('levelBySandbox', { level }) : level",
        "sandbox ? send('level') && level : level",
      ],
    },
  },
  {
    file: 'sandbox/src/oauth.ts',
    tests: [alone],
    faults: {
      'sandbox-redirects-to-strangers': [
        "!query.get('redirect_uri')?.startsWith(",
        "query.get('redirect_uri') === null && !''.startsWith(",
      ],
      'sandbox-code-without-its-verifier': ['grant?.challenge === challenge &&', 'grant &&'],
    },
  },
  {
    file: 'sandbox/src/store.ts',
    tests: [alone],
    faults: { 'sandbox-grant-without-end': [' and expires_at > $3', ' and $3::timestamptz is not null'] },
  },
  {
    file: 'server/src/trust-services/sandbox-provider.ts',
    tests: ['tests/api/sandbox-provider.test.ts'],
    faults: { 'sandbox-where-others-reach-it': ['if (!hasSandbox({ baseUrl })) return null;\n', ''] },
  },
  {
    file: 'web/src/signing/cover-level.tsx',
    tests: [levels],
    faults: { 'sandbox-not-said-on-the-cover': ['{view.workflow.sandbox && <SandboxNotice />}', ''] },
  },
  {
    file: 'web/src/signing/check-answers.tsx',
    tests: [levels],
    faults: { 'sandbox-not-said-at-the-check': ['{view.workflow.sandbox && <SandboxNotice />}', ''] },
  },
  {
    file: 'server/src/signing/signing-view.ts',
    tests: [qualified],
    faults: { 'sandbox-not-said-to-the-page': ['sandbox: usesSandbox(facts, config)', 'sandbox: false'] },
  },
  {
    file: 'server/src/signing/answers/signature-look.ts',
    tests: [qualified],
    faults: {
      'sandbox-not-in-the-look-of-the-mark': [
        'usesSandbox(session.facts, config) ? SANDBOX_NAME : null',
        'null',
      ],
    },
  },
  {
    file: 'server/src/evidence/draw-completion.ts',
    tests: [qualified],
    faults: {
      'sandbox-not-in-the-title-of-the-certificate': [
        'if (notice !== null) flow',
        'if (notice === undefined) flow',
      ],
      'sandbox-not-in-headings-of-the-certificate': [
        '[signer.name, noticeOf([signer])]',
        '[signer.name, null]',
      ],
    },
  },
  {
    file: 'server/src/evidence/completion-people.ts',
    tests: [qualified],
    faults: {
      'sandbox-not-at-the-level-in-the-certificate': [
        'reached && levelText(reached, texts)',
        'reached && texts.level[reached.level]',
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/finish-with-provider.ts',
    tests: [qualified],
    faults: {
      'sandbox-not-in-the-transaction': ['notice: provider.isSandbox ? SANDBOX_NAME : null', 'notice: null'],
    },
  },
  {
    file: 'server/src/workflows/reading/workflow-view.ts',
    tests: [notice],
    faults: {
      'sandbox-not-in-notifications': ['({ ...action, endDate:', '({ ...action, transaction: null, endDate:'],
    },
  },
  {
    file: 'server/src/trust-services/find-providers.ts',
    tests: [qualified],
    faults: {
      'sandbox-beside-a-provider': [
        'own.length === 0 && deps.sandbox ? [await describeSandbox(deps.sandbox)] : own',
        'deps.sandbox ? [...own, await describeSandbox(deps.sandbox)] : own',
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/choose-credential.ts',
    tests: [qualified],
    faults: {
      'cancel-at-the-provider-shown-as-a-failure': [
        'visit.problem === ACCESS_DENIED',
        "visit.problem === ''",
      ],
    },
  },
  {
    file: 'web/src/signing/use-provider.ts',
    tests: [levels],
    faults: {
      'canceled-release-begins-anew': [
        'if (credential !== null) return choose(credential);',
        'void credential;',
      ],
    },
  },
  {
    file: 'pades/src/validate/describe-report.ts',
    tests: [reports],
    faults: { 'form-called-level': ['`Form (EN 319 142-1): ', '`Level: '] },
  },
  {
    file: 'web/src/text/en/verify.json',
    tests: [levels],
    faults: { 'form-called-level-on-the-page': ['"form": "Long-term form"', '"form": "Level"'] },
  },
  {
    file: 'server/src/verification/verification-view.ts',
    tests: ['tests/api/identification.test.ts'],
    faults: {
      'level-not-said-by-the-verifier': ['...(reached ? [reached.sentence] : []),', ''],
    },
  },
];
