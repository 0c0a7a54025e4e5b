import { accountEnglish } from './account-en.ts';
import { actsEnglish } from './acts-en.ts';
import { authorizeEnglish } from './authorize-en.ts';
import { designEnglish } from './design-en.ts';
import { developersEnglish } from './developers-en.ts';
import { docsEnglish } from './docs-en.ts';
import { documentsEnglish } from './documents-en.ts';
import { frameEnglish } from './frame-en.ts';
import { identityEnglish } from './identity-en.ts';
import { keysEnglish } from './keys-en.ts';
import { mailboxEnglish } from './mailbox-en.ts';
import { organizationEnglish } from './organization-en.ts';
import { providersEnglish } from './providers-en.ts';
import { retentionEnglish } from './retention-en.ts';
import { sendEnglish } from './send-en.ts';
import { templatesEnglish } from './templates-en.ts';
import { uiEnglish } from './ui-en.ts';
import { verifyEnglish } from './verify-en.ts';
import { webhooksEnglish } from './webhooks-en.ts';

/** The app's texts, one namespace per area. The signing page has its own. */
export const english = {
  ui: uiEnglish,
  frame: frameEnglish,
  account: accountEnglish,
  documents: documentsEnglish,
  acts: actsEnglish,
  send: sendEnglish,
  design: designEnglish,
  developers: developersEnglish,
  keys: keysEnglish,
  webhooks: webhooksEnglish,
  organization: organizationEnglish,
  providers: providersEnglish,
  identity: identityEnglish,
  retention: retentionEnglish,
  authorize: authorizeEnglish,
  mailbox: mailboxEnglish,
  templates: templatesEnglish,
  verify: verifyEnglish,
  docs: docsEnglish,
};
