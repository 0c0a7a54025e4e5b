import type { FaultyFile } from './mutation.ts';

/** Addresses of accounts, members who leave, and mails to senders. */
export const memberFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/accounts/change-address.ts',
    tests: ['tests/api/address-change.test.ts'],
    faults: {
      'address-confirmed-by-another-account': ['change?.user_id !== user.id', '!change'],
      'sessions-survive-a-change-of-address': [
        'await deleteSessionsOf(tx, user.id, caller.sessionHash);',
        '',
      ],
      'password-of-who-asked-still-counts': [
        'await updateUser(tx, user.id, { password_hash: unknownHash });',
        '',
      ],
      'later-change-outlives-the-first-refusal': ['await deleteChangesSince(tx, change);', ''],
    },
  },
  {
    file: 'server/src/workspaces/manage-members.ts',
    tests: ['tests/api/leavers.test.ts'],
    faults: {
      'removed-member-stays-signed-in': ['if (userId !== actorId) await deleteSessionsOf(tx, userId);', ''],
    },
  },
  {
    file: 'server/src/succession/hand-over.ts',
    tests: ['tests/api/leavers.test.ts'],
    faults: {
      'handed-over-to-who-may-not-work-with-it': ['if (missing.length === 0) return;', 'return;'],
      'handed-over-by-any-member': [
        'if (own.memberId !== memberId) await',
        'if (own.memberId === memberId) await',
      ],
    },
  },
  {
    file: 'server/src/mail/choose-mails.ts',
    tests: ['tests/api/mail-settings.test.ts'],
    faults: {
      'failures-stopped-by-a-link': [" && topic !== 'failures'", ''],
      'link-stops-mails-of-others': [
        ' || !equalSecrets(token, stopToken(deps.vault, { userId, topic }))',
        '',
      ],
    },
  },
];
