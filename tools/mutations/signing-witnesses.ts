import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/witnesses.test.ts'];

/** A witness signs after their signer, is no party, and states what they saw. */
export const signingWitnessFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/workflow.ts',
    tests,
    faults: {
      'witness-before-the-signer': ['if (action.witnessOf != null) return action;', ''],
      'step-ends-without-the-witness': [
        "if (witnesses.includes(each)) return { ...each, status: 'started' as const };",
        '',
      ],
    },
  },
  {
    file: 'domain/src/witness.ts',
    tests,
    faults: {
      'witness-of-themselves': ['if (!isAsked && signer === position)', 'if (signer < -1)'],
      'witness-of-a-witness': ['if (named.witnessOf)', 'if (signer < -1)'],
      'witness-in-a-group': ['if (named.choice || people[position]?.choice)', 'if (signer < -1)'],
      'party-as-witness': ['if (witnessOf == null || !parties.has(emailKey(email))) continue;', 'continue;'],
    },
  },
  {
    file: 'server/src/signing/session/witnessing.ts',
    tests,
    faults: {
      'signed-without-naming-a-witness': [
        'if (witnessesOf(session).some(({ witness }) => isUnnamed(witness)))',
        'if (session.action.id < 0)',
      ],
    },
  },
  {
    file: 'server/src/signing/session/consent-texts.ts',
    tests,
    faults: {
      'witness-agrees-as-anyone': ['if (version.endsWith(WITNESS) !== (signer !== null)) return null;', ''],
    },
  },
  {
    file: 'server/src/signing/answers/preview-signing.ts',
    tests,
    faults: {
      'statement-changed-after-the-check': ['statement ? [statement.address, statement.relation] : []', '[]'],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/replace-recipient.ts',
    tests,
    faults: { 'witness-of-who-was-replaced': ['await callAskedWitness(tx, before.id, next);', ''] },
  },
  {
    file: 'server/src/mail/write-mail.ts',
    tests: ['server/src/mail/write-mail.test.ts'],
    faults: {
      'unnamed-witness-in-english': [
        '{ ...read, facts: { ...read.facts, recipients } }',
        '{ ...read, facts: { ...read.facts, recipients: recipients && read.facts.recipients } }',
      ],
    },
  },
  {
    file: 'server/src/signing/reassign-recipient.ts',
    tests,
    faults: { 'anyone-names-a-witness': ['find(({ isAsked }) => isAsked)', 'find(() => true)'] },
  },
  {
    file: 'domain/src/level.ts',
    tests: ['domain/src/level.test.ts'],
    faults: {
      'asked-witness-gets-a-code-without-a-number': ['if (recipient.isToBeNamed && ', 'if (false && '],
    },
  },
  {
    file: 'server/src/templates/create-template.ts',
    tests,
    faults: {
      'template-forgets-witnesses': [
        'const witness = signer ? { witnessOf: signer.role_id } : {};',
        'const witness = {};',
      ],
    },
  },
  {
    file: 'server/src/templates/clone-template.ts',
    tests,
    faults: {
      'document-of-a-template-has-no-witness': [
        'witnessOf === undefined ? null :',
        'witnessOf !== 0 ? null :',
      ],
    },
  },
  {
    file: 'server/src/personal-data/archive-files.ts',
    tests,
    faults: {
      'statement-is-not-taken-home': [
        'return { version, language, timeZone, givenAt, ...witness };',
        'return { version, language, timeZone, givenAt, ...(witness && {}) };',
      ],
    },
  },
];
