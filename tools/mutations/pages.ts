import type { FaultyFile } from './mutation.ts';

const accounts = 'tests/e2e/accounts.test.ts';

/** What people find, and how they get there. */
export const pageFaults: readonly FaultyFile[] = [
  {
    file: 'web/src/frame/navigation.tsx',
    tests: [accounts],
    faults: {
      'rail-without-settings': [
        '<NavigationItem look="rail" to="/account/organization" icon={Settings} label={t(\'settings\')} />',
        '',
      ],
      'rail-without-verifier': [
        '<NavigationItem look="rail" to="/verify" icon={BadgeCheck} label={t(\'verify\')} />',
        '',
      ],
      'rail-without-docs': [
        '<NavigationItem look="rail" to="/docs" icon={BookOpen} label={t(\'docs\')} />',
        '',
      ],
      'rail-marks-two-places': [
        "(look === 'bar' || !location.pathname.startsWith('/account/organization'))",
        'true',
      ],
    },
  },
  {
    file: 'web/src/mailbox/mailbox-page.tsx',
    tests: [accounts],
    faults: {
      'mailbox-search-asks-for-all': ['mailboxQuery({ page, query })', "mailboxQuery({ page, query: '' })"],
    },
  },
  {
    file: 'web/src/docs/scroll-region.tsx',
    tests: ['tests/e2e/docs.test.ts'],
    faults: { 'docs-scroll-by-pointer-alone': ['{ tabIndex: 0 }', '{}'] },
  },
  {
    file: 'server/src/mail/mail-store.ts',
    tests: ['tests/api/mail-calls.test.ts'],
    faults: {
      'mailbox-search-finds-all': ['of words ?? []) mails =', 'of words?.slice(0, 0) ?? []) mails ='],
      'mailbox-search-finds-any-word': ['of words ?? []) mails =', 'of words?.slice(0, 1) ?? []) mails ='],
      'mailbox-search-in-subjects-alone': [
        "search_fold(to_email || ' ' || coalesce(",
        "search_fold(' ' || coalesce(",
      ],
    },
  },
];
