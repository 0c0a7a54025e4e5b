import type { Texts } from './start-text.ts';

/** The texts of `ui`, used by the app and by the signing page. */
export const uiEnglish = {
  close: 'Close',
  keep: 'Keep it',
  typeName: 'Type “{{name}}” to go on',
  requestId: 'Request {{requestId}}',
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not possible here. Select the text and copy it by hand.',
  undo: 'Undo',
  pages: 'Pages',
  pageBefore: 'Previous',
  pageAfter: 'Next',
  pageOf: 'Page {{page}} of {{pages}}',
  saving: 'Saving',
  saved: 'Saved',
  unreachable:
    'The server cannot be reached. Check your connection, and whether the change was made, before you try again.',
  unexpected: 'Something unexpected happened here. Load the page again.',
} satisfies Texts;
