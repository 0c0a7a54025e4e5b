import account from './en/account.json';
import acts from './en/acts.json';
import authorize from './en/authorize.json';
import brand from './en/brand.json';
import bulk from './en/bulk.json';
import connections from './en/connections.json';
import contacts from './en/contacts.json';
import defaults from './en/defaults.json';
import design from './en/design.json';
import destination from './en/destination.json';
import developers from './en/developers.json';
import docs from './en/docs.json';
import documents from './en/documents.json';
import exports from './en/exports.json';
import followers from './en/followers.json';
import frame from './en/frame.json';
import health from './en/health.json';
import hosting from './en/hosting.json';
import keys from './en/keys.json';
import links from './en/links.json';
import mailbox from './en/mailbox.json';
import many from './en/many.json';
import messages from './en/messages.json';
import organization from './en/organization.json';
import providers from './en/providers.json';
import reminders from './en/reminders.json';
import retention from './en/retention.json';
import seals from './en/seals.json';
import send from './en/send.json';
import status from './en/status.json';
import templates from './en/templates.json';
import ui from './en/ui.json';
import verify from './en/verify.json';
import webhooks from './en/webhooks.json';

/** The app's texts, one namespace per area. The signing page has its own. */
export const english = {
  ui,
  frame,
  account,
  documents,
  acts,
  brand,
  bulk,
  send,
  contacts,
  exports,
  followers,
  many,
  messages,
  design,
  developers,
  hosting,
  keys,
  webhooks,
  organization,
  providers,
  health,
  connections,
  reminders,
  defaults,
  retention,
  destination,
  seals,
  status,
  authorize,
  links,
  mailbox,
  templates,
  verify,
  docs,
};
