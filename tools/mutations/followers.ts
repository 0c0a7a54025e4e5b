import type { FaultyFile } from './mutation.ts';

const followers = ['tests/api/followers.test.ts'];

/** Who is copied gets what they were named for, and nothing else. */
export const followerFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/mail/handle-mail-event.ts',
    tests: followers,
    faults: {
      'copies-who-else-is-asked': ['({ recipient_id: id }) => id === detail.recipientId', '() => true'],
      'copies-of-what-never-started': ['workflow.started_at === null || reading', 'reading'],
      'copies-of-the-end-for-all': ["({ copied_when: when }) => when !== 'start'", '() => true'],
    },
  },
  {
    file: 'server/src/followers/follower-link.ts',
    tests: followers,
    faults: {
      'follower-page-without-its-cookie': ['if (age < LIFE_SECONDS * 1000 && equal', 'if (age > -1 || equal'],
      'follower-of-the-end-sees-before-it': [
        "if (follower.copied_when === 'end' && follower.recipient_id === null) return 'waiting';",
        '',
      ],
    },
  },
  {
    file: 'server/src/workflows/drafts/set-followers.ts',
    tests: followers,
    faults: {
      'followers-replaced-after-the-end': ['if (isFinal(status))', 'if (status === null)'],
      'same-followers-are-a-change': ['if (JSON.stringify(namesOf(record)) ===', 'if (null ==='],
    },
  },
  {
    file: 'server/src/workflows/store/draft-store.ts',
    tests: followers,
    faults: {
      'follower-who-goes-keeps-the-link': ['if (gone.length > 0)', 'if (gone.length > 99)'],
    },
  },
];
