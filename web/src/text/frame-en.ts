import type { Texts } from './start-text.ts';

export const frameEnglish = {
  skip: 'Skip to the page',
  navigation: 'Main',
  inbox: 'Inbox',
  documents: 'Documents',
  templates: 'Templates',
  account: 'Account',
  mailbox: 'Mailbox',
  settings: 'Settings',
  docs: 'Docs',
  workspace: 'Workspace',
  waitingForYou: 'waiting for you',
  tryAgain: 'Try again',
  verify: 'Verify a document',
  notFound: {
    title: 'There is no such page',
    lead: 'The address may be mistyped, or what it showed is gone.',
    action: 'Go to your documents',
  },
  error: {
    title: 'This page could not be shown',
    lead: 'Nothing you sent or signed is lost. Load it again; if that fails, tell the operator of this service.',
    action: 'Load again',
  },
  again: {
    title: 'Sign in again',
    lead: 'Your session has ended. What you entered on this page is kept.',
    leave: 'Leave the page and sign in',
  },
  proxies: {
    title: 'Requests arrive through {{addresses}}, which is not named as a proxy',
    lead:
      'All visitors seem to have this address: in the evidence, and for the limits of sign-in. Where it is your proxy, ' +
      'and not a stranger’s, name its address in PARAPH_TRUSTED_PROXIES and start the service again.',
  },
  setUp: {
    title: 'Almost there',
    lead: 'This service is running and has no accounts yet.',
    banner: 'Open the set-up link',
    how: 'It was printed where the service was started, and works once. The person who opens it becomes the owner.',
  },
  keys: {
    title: 'Keys',
    0: 'Search',
    1: 'Send a new document',
    2: 'Move between the rows of a table',
    3: 'Show this list',
    on: 'Use single-letter keys',
  },
} satisfies Texts;
