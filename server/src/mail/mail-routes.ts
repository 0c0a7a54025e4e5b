import { readDraftBrand } from '../brands/manage-brand.ts';
import { readLogo } from '../brands/serve-logo.ts';
import type { Deps } from '../deps.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { readMailSettings, stopMails, updateMailSettings } from './choose-mails.ts';
import type { ComposedMail } from './compose-mail.ts';
import { composeSample } from './compose-sample.ts';
import { viewMail, viewMailboxItem } from './mail-view.ts';
import { listMailbox, listMailboxTexts, listMails, readMailboxMail } from './read-mailbox.ts';
import { LOGO_URL } from './render-mail.ts';
import { retryMail } from './request-mail.ts';

// A mail shows user text on a page of this origin: scripts and external resources are blocked, links open a new tab.
const PAGE_CSP = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  "frame-ancestors 'self'",
].join('; ');

/** A mail as its reader would see it, on a page that can do nothing. */
async function asPage(deps: Deps, { html, logoFileId }: ComposedMail): Promise<RawResponse> {
  const logo = await readLogo(deps, logoFileId);
  const shown = logo ? html.replace(LOGO_URL, `data:image/png;base64,${logo.toString('base64')}`) : html;
  return new RawResponse(200, shown.replace('<head>', '<head>\n<base target="_blank">'), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_CSP,
  });
}

export function mailRoutes(deps: Deps) {
  return {
    readMailSettings: ({ caller }) => readMailSettings(deps, caller),
    updateMailSettings: ({ caller, body }) => updateMailSettings(deps, caller, body),
    stopMails: ({ body, visitor }) => stopMails(deps, { ...body, ip: visitor.ip }),
    listMails: async ({ caller, params }) => (await listMails(deps, caller, params)).map(viewMail),
    retryMail: async ({ caller, params }) => viewMail(await retryMail(deps, caller, params)),
    listMailbox: async ({ caller, query }) =>
      viewPage(await listMailbox(deps, caller, query), viewMailboxItem),
    listMailboxTexts: ({ caller }) => listMailboxTexts(deps, caller),
    readMailboxMail: async ({ caller, params }) => {
      const { mail, composed } = await readMailboxMail(deps, caller, params.mailId);
      const { subject, text, html, files } = composed;
      const attachments = files.map(({ name, file }) => ({ name, size: file.size }));
      return { ...viewMailboxItem(mail), subject, text, html, attachments };
    },
    readMailboxPage: async ({ caller, params }) =>
      asPage(deps, (await readMailboxMail(deps, caller, params.mailId)).composed),
    previewBrandMail: async ({ caller, query: { language = 'en', ...query } }) =>
      asPage(deps, composeSample(deps, await readDraftBrand(deps, caller, query), language)),
  } satisfies Partial<Handlers>;
}
