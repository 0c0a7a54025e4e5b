import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/attachments.test.ts'];

/** What signers attach: examined, theirs until they finish, signed by name and hash, then the sender's. */
export const attachmentFaults: readonly FaultyFile[] = [
  {
    file: 'intake/src/reading/check-attachment.ts',
    tests,
    faults: {
      'attached-program': ['if (!isPicture(file)) return refusedFor(OTHER_KIND);', ''],
      'attached-active-content': ['if (first) return refusedFor(first.message);', ''],
      'attached-bomb': ['pixelsMax: all', 'pixelsMax: 1e12'],
    },
  },
  {
    file: 'intake/src/pool/scan-intake.ts',
    tests,
    faults: {
      'upload-is-not-scanned': ['return !isStored && ', 'return isStored && '],
      'recognized-file-is-read': [
        'if (finding === null) return intake.run',
        'if (finding !== undefined) return intake.run',
      ],
      'unscanned-file-is-accepted': [
        "throw new Refusal('SERVICE_UNAVAILABLE', NOT_SCANNED, { retryAfterSeconds: RETRY_AFTER_SECONDS });",
        'return null;',
      ],
    },
  },
  {
    file: 'server/src/platform/outside/clamd.ts',
    tests: ['server/src/platform/outside/clamd.test.ts'],
    faults: {
      'any-answer-of-a-scanner-is-clean': [
        "if (answer === 'stream: OK') return null;",
        "if (!answer.endsWith('FOUND')) return null;",
      ],
      'clean-by-the-start-of-an-answer': ["answer === 'stream: OK'", "answer.startsWith('stream: OK')"],
    },
  },
  {
    file: 'server/src/signing/answers/signer-files.ts',
    tests,
    faults: {
      'infected-file-is-not-recorded': [
        "events: [{ name: 'file.refused'",
        "events: [{ name: 'file.restored'",
      ],
    },
  },
  {
    file: 'server/src/signing/answers/attachments.ts',
    tests,
    faults: {
      'attached-in-field-of-another-signer': ['id === fieldId && type', 'id !== 0 && type'],
      'attached-in-field-of-another-kind': [" && type === 'attachment'", ''],
      'attached-files-without-limit': [
        'if (sum <= LIMITS.attachmentsBytesMax) return;',
        'if (sum > 0) return;',
      ],
      'attached-file-of-undrawable-name': ["drawn.replaceAll(each, '_')", 'drawn + each.slice(1)'],
      'replaced-file-stays': ['await removeBlobs(deps, replaced);', ''],
    },
  },
  {
    file: 'server/src/signing/signing-routes.ts',
    tests,
    faults: {
      'attached-files-at-any-rate': ["await countHit(deps, 'attachments', link);", ''],
    },
  },
  {
    file: 'server/src/files/serve-file.ts',
    tests: [...tests, 'tests/api/annexes.test.ts'],
    faults: {
      'attached-file-shown-as-page': [
        "fileName: name, disposition: 'attachment' }",
        "fileName: name, disposition: 'inline' }",
      ],
      'attached-file-without-sandbox': ["'content-security-policy': \"default-src 'none'; sandbox\",", ''],
    },
  },
  {
    file: 'server/src/signing/answers/attachments.ts',
    tests,
    faults: { 'attached-file-read-before-finish': [" && status === 'signed'", ''] },
  },
  {
    file: 'server/src/signing/answers/fill-field.ts',
    tests,
    faults: {
      'attachment-without-a-file': ["if (type === 'attachment') return", "if (type === 'date') return"],
    },
  },
  {
    file: 'server/src/signing/finish/store-signed.ts',
    tests,
    faults: { 'hidden-file-stays': ['[...unused, ...spare]', 'spare'] },
  },
  {
    file: 'server/src/evidence/find-inconsistencies.ts',
    tests,
    faults: {
      'exchanged-file-is-not-noticed': ['stored?.sha256 !== sha256 || stored.name !== name', 'false'],
    },
  },
  {
    file: 'web/src/signing/use-attachments.ts',
    tests: ['tests/e2e/fields.test.ts'],
    faults: {
      'file-never-sent-again': [
        'timers.current.set(id, setTimeout(again,',
        'timers.current.set(id, setTimeout(() => {},',
      ],
    },
  },
];
