import { accountEnglish } from './account-en.ts';
import { authorizeEnglish } from './authorize-en.ts';
import { developersEnglish } from './developers-en.ts';
import { documentsEnglish } from './documents-en.ts';
import { frameEnglish } from './frame-en.ts';
import { mailboxEnglish } from './mailbox-en.ts';
import { sendEnglish } from './send-en.ts';
import { uiEnglish } from './ui-en.ts';

/** The app's sentences, one namespace an area. The signing page brings its own. */
export const english = {
  ui: uiEnglish,
  frame: frameEnglish,
  account: accountEnglish,
  documents: documentsEnglish,
  send: sendEnglish,
  developers: developersEnglish,
  authorize: authorizeEnglish,
  mailbox: mailboxEnglish,
};
