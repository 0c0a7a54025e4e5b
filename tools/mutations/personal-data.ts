import type { FaultyFile } from './mutation.ts';

const erasing = 'tests/api/erasing.test.ts';
const erasure = 'tests/api/account-erasure.test.ts';
const archive = 'tests/api/account-export.test.ts';

/** What may be erased, and what a person gets of what is kept about them. */
export const personalDataFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/workflows/lifecycle/delete-workflow.ts',
    tests: [erasing],
    faults: { 'deleting-by-hand-beats-a-hold': ['await requireUnheld(tx, record);', ''] },
  },
  {
    file: 'server/src/workflows/lifecycle/require-unheld.ts',
    tests: [erasing],
    faults: {
      'technical-rows-of-held-workflow': ['onHold.add(subject.workflowId);', 'onHold.clear();'],
    },
  },
  {
    file: 'server/src/signing/reassign-recipient.ts',
    tests: [erasure],
    faults: {
      'replacement-discards-what-is-held': ["record.workflow.status !== 'not_started'", 'false'],
      'signer-is-told-why-there-is-a-hold': ['.catch(withoutReason)', ''],
    },
  },
  {
    file: 'server/src/accounts/change-password.ts',
    tests: [erasure],
    faults: {
      'account-erased-without-password': [
        '!(await isPassword(currentPassword, user.password_hash)))\n',
        '(await isPassword(currentPassword, user.password_hash)))\n',
      ],
    },
  },
  {
    file: 'server/src/personal-data/erase-account.ts',
    tests: [erasure],
    faults: {
      'held-account-is-erased': ['if (plan.isHeld)', 'if (plan.isHeld && plan.obstacles.length > 1)'],
      'account-erased-in-spite-of-obstacles': ['if (plan.obstacles.length > 0)', 'if (plan.isHeld)'],
      'kept-signature-of-an-erased-account-stays': ['...(await releaseKept(tx, user.id)), ', ''],
      'unfinished-document-of-an-erased-account-stays': [', ...(await deleteUnfinished(tx, user.id))', ''],
      'contact-of-an-erased-account-stays': [
        'await deleteContactsOf(tx, user.email_key);',
        'void deleteContactsOf;',
      ],
    },
  },
  {
    file: 'server/src/audit/record-erased-account.ts',
    tests: [erasure],
    faults: { 'forged-tombstone-of-account': ['!macOf(deps, tombstone).equals(mac)', 'mac.length === 0'] },
  },
  {
    file: 'server/src/personal-data/archive-files.ts',
    tests: [archive],
    faults: { 'former-member-exports-documents': ['if (!maySee(record)) continue;', ''] },
  },
  {
    file: 'server/src/personal-data/export-account.ts',
    tests: [archive],
    faults: {
      'unverified-address-exports-received': ['if (user.email_proven_at === null) return;', ''],
    },
  },
];
